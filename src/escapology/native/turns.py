"""Compiling takes turns: what one process is compiling, others wait for instead of compiling it, too.

Waiting is the sooner way: whoever compiles the same kernel has begun earlier, and two at once only take the processor
from each other. It is a kernel that is waited for, not all that a process has in mind to compile; meanwhile others may
compile the next. Compiling takes seconds, so whoever compiles or waits can have it told when that begins and ends.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import IO

try:
    import fcntl
except ImportError:  # on Windows everybody compiles for himself
    fcntl = None  # type: ignore[assignment]

__all__ = ["Turn", "announce", "on_compiling"]

_listeners: list[Callable[[], None]] = []
_listeners_to_the_end: list[Callable[[], None]] = []


def on_compiling(tell: Callable[[], None], tell_end: Callable[[], None] | None = None) -> None:
    """Have it told, from now on, when this process is about to compile a kernel or to wait for one, and when it has."""
    _listeners.append(tell)
    if tell_end is not None:
        _listeners_to_the_end.append(tell_end)


def announce() -> None:
    """Tell those who want to know."""
    for tell in _listeners:
        tell()


class Turn:
    """The turn to compile one kernel. It ends with the process at the latest."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._file: IO[bytes] | None = None

    def take(self) -> bool:
        """Wait until it is ours; whether somebody else had it."""
        with suppress(OSError):  # where nothing can be kept, there is nothing to wait for
            self._path.parent.mkdir(parents=True, exist_ok=True)
            self._file = self._path.open("ab")
            return _lock(self._file)
        return False

    def take_at_once(self) -> bool:
        """Take it if nobody else has it; whether it is ours now. Where nothing can be kept, it never is."""
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            self._file = self._path.open("ab")
            if fcntl is not None:
                fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            self._leave()
            return False
        return True

    def end(self) -> None:
        """Leave it to the next, and tell those who want to know."""
        self._leave()
        for tell_end in _listeners_to_the_end:
            tell_end()

    def _leave(self) -> None:
        if self._file is not None:
            self._file.close()
            self._file = None


def _lock(file: IO[bytes]) -> bool:
    """Lock a file; whether that took waiting."""
    if fcntl is None:
        return False
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        fcntl.flock(file, fcntl.LOCK_EX)
        return True
    return False
