"""The target for this machine's processor: Numba compiles a kernel with its rules, and keeps the machine code.

linker.py   how a kernel and its rules come together
calls.py    what a call in them leads to
"""

from __future__ import annotations

import functools
import threading
from collections.abc import Callable
from typing import Any, NamedTuple, TypeVar, cast

from escapology.native.cache import cache_folder
from escapology.native.callees import reached_from
from escapology.native.marks import Pupil, all_rules, has_bounds_checks
from escapology.native.rows import Loop, RowKernel

__all__ = ["compile_kernel", "compile_to_intermediate", "over_rows"]

F = TypeVar("F", bound=Callable[..., Any])

_numba_itself = Pupil()
_lock = threading.Lock()


class _Numba(NamedTuple):
    """How Numba is told what to do, beyond what is common."""

    teach: Callable[
        [Callable[..., Any], dict[str, Any]], object
    ]  # lets kernels call a rule, compiled with these options
    rules: dict[str, Any]  # options of rules
    kernels: dict[str, Any]  # options of kernels
    finish: Callable[[Any], None]  # what is done with a kernel when it is made


@functools.cache
def _numba() -> _Numba:
    """How rules and kernels are compiled together, and by one process at a time, where Numba's version lets us."""
    try:
        from escapology.native.cpu.calls import teach
        from escapology.native.cpu.linker import KERNEL, RULE, take_turns
    except (ImportError, AttributeError):  # slower to compile, but just as right
        from numba.extending import register_jitable

        return _Numba(lambda function, options: register_jitable(**options)(function), {}, {}, lambda kernel: None)
    return _Numba(teach, RULE, KERNEL, take_turns)


def _teach_rules() -> None:
    """Tell Numba of all rules."""
    ours = _numba()
    for function in _numba_itself.news():
        ours.teach(function, {"boundscheck": has_bounds_checks(), **ours.rules})


def compile_kernel(function: F) -> F:
    """The function, compiled with the rules it calls when it is first called; it runs without Python's global lock."""
    import numba

    config: Any = numba.config
    ours, checks = _numba(), has_bounds_checks()
    with _lock:  # kernels are asked for from several threads
        _teach_rules()
        kept = config.CACHE_DIR
        folder = cache_folder(reached_from(function, all_rules()), "-bounds" if checks else "")
        config.CACHE_DIR = str(folder)  # read at once; other users of Numba keep theirs
        try:
            compiled: Any = numba.njit(cache=True, nogil=True, boundscheck=checks, **ours.kernels)(function)
            ours.finish(compiled)
        finally:
            config.CACHE_DIR = kept
    return cast(F, compiled)


def over_rows(kernel: RowKernel) -> Loop:
    """The kernel as a loop over rows of arrays."""
    loop, rooms = compile_kernel(kernel.loop()), kernel.rooms

    def run(first: int, end: int, *arguments: Any) -> None:
        loop(first, end, *arguments, *(room.as_array() for room in rooms))

    return run


def compile_to_intermediate(function: Callable[..., Any], arguments: tuple[Any, ...]) -> tuple[str, str]:
    """LLVM's code of a function for arguments like these, with all its rules, not optimised yet; its name in there."""
    import numba

    from escapology.native.cpu.linker import intermediate_code

    with _lock:
        _teach_rules()
        return intermediate_code(function, tuple(map(numba.typeof, arguments)))
