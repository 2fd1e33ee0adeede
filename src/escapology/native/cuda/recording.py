"""Launches that are recorded and then repeated all at once: what CUDA calls a graph.

Numba takes long to launch a kernel that has many arrays; a graph of any number of kernels is launched at once. It
repeats what was recorded: the same kernels, arrays and numbers.
"""

from __future__ import annotations

from collections.abc import Callable
from contextvars import ContextVar
from importlib import import_module
from typing import Any, Final

__all__ = ["Repeated", "stream"]

_stream: Final[ContextVar[Any]] = ContextVar("stream", default=0)


def stream() -> Any:
    """What kernels are launched on: CUDA's default stream, or that of a recording."""
    return _stream.get()


def _recorded(work: Callable[[], None]) -> Callable[[], None]:
    """What launches all that `work` launches; it is not launched meanwhile."""
    core: Any = import_module("cuda.core")  # which comes with numba-cuda
    device = core.Device()
    device.set_current()
    builder = device.create_stream().create_graph_builder()
    builder.begin_building()
    token = _stream.set(builder)
    try:
        work()
    finally:
        _stream.reset(token)
        builder.end_building()
    graph = builder.complete()
    return lambda: graph.launch(core.LEGACY_DEFAULT_STREAM)


class Repeated:
    """Work that launches the same kernels at every call: from the second one on it is repeated from a recording."""

    def __init__(self, work: Callable[[], None]) -> None:
        self._work = work
        self._is_warm = False  # whether all kernels are compiled and loaded, which can't be recorded
        self._again: Callable[[], None] | None = None

    def __call__(self) -> None:
        """Do it once more."""
        if not self._is_warm:
            self._work()
            self._is_warm = True
            return
        if self._again is None:
            self._again = _recorded(self._work)
        self._again()
