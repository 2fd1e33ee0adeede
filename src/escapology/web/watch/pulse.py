"""Whether the app can do its work, as it stood a moment ago: found out in the background, so nobody waits for it."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import Final, Protocol

from escapology.web.store import StoreError
from escapology.web.store.trouble import SILENT
from escapology.web.watch.logs import LOGGER

__all__ = ["Pulse"]

_EACH_WRITE: Final = 6  # looks; of that many one writes, too, while all is well
_HASTE: Final = 5  # times as often while something is wrong
_OVERDUE: Final = 3.0  # looks that may be missing until something is wrong


class Check(Protocol):
    """Raises a `StoreError` if a store can't be used."""

    def __call__(self, *, writes: bool) -> None:
        """Read; and write, too."""


class Pulse:
    """Looks after the store every few seconds. Its thread and its connection are its own."""

    def __init__(self, check: Check, every: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._check, self._every, self._clock = check, every, clock
        self._trouble, self._when = "", clock()  # the store has just been opened
        self._is_over = threading.Event()
        self._thread: threading.Thread | None = None

    def trouble(self) -> str:
        """What is wrong, in words; "" = nothing."""
        return SILENT if self._clock() - self._when > _OVERDUE * self._every else self._trouble

    def start(self) -> None:
        """Begin to look."""
        self._when = self._clock()
        self._thread = threading.Thread(target=self._look_on, name="pulse", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Look no longer. What waits for a database is not waited for."""
        self._is_over.set()
        if self._thread is not None:
            self._thread.join(self._every)

    def _look_on(self) -> None:
        looks = 0
        while not self._is_over.wait(self._every / _HASTE if self._trouble else self._every):
            self._trouble = self._look(writes=bool(self._trouble) or looks % _EACH_WRITE == 0)
            self._when = self._clock()
            looks += 1

    def _look(self, *, writes: bool) -> str:
        try:
            self._check(writes=writes)
        except StoreError as error:
            return str(error)
        except Exception as error:
            LOGGER.error("the database can't be looked after", exc_info=error)
            return SILENT
        return ""
