"""Work that takes its time."""

from __future__ import annotations

import importlib.util
import threading
from collections.abc import Callable
from typing import TypeVar

from escapology.errors import SettingError
from escapology.native import is_plain

__all__ = ["in_thread", "need_numba"]

T = TypeVar("T")


def need_numba() -> None:
    """Refuse what would take hours in plain Python, unless plain Python is asked for."""
    if not is_plain() and importlib.util.find_spec("numba") is None:
        raise SettingError("solving needs compiled rules: pip install 'escapology[native]'")


def in_thread(work: Callable[[], T]) -> T:
    """Do the work in a thread, because compiled code does not hear Ctrl-C, but waiting for a thread does."""
    results: list[T] = []
    errors: list[BaseException] = []

    def run() -> None:
        try:
            results.append(work())
        except BaseException as error:
            errors.append(error)

    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    thread.join()
    if errors:
        raise errors[0]
    return results[0]
