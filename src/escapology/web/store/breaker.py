"""What keeps everybody from waiting for a database that does not answer: one tries, the others are told at once."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

from escapology.web.store.contract import UnreachableError

__all__ = ["Breaker"]


class Breaker:
    """Knows whether a database has answered lately."""

    def __init__(self, pause: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._pause = pause  # seconds between two who try
        self._clock = clock
        self._lock = threading.Lock()
        self._answered = clock()  # when it last did
        self._next: float | None = None  # when somebody may try again; None = it answers

    def check(self) -> None:
        """Raise an `UnreachableError` while the database does not answer, but let somebody try now and then."""
        with self._lock:
            if self._next is None:
                return
            if (now := self._clock()) < self._next:
                raise UnreachableError("games can't be loaded or saved right now: please try again in a moment")
            self._next = now + self._pause

    def silent(self, since: float) -> None:
        """It did not answer in time to somebody who asked then; others may have heard from it since."""
        with self._lock:
            if self._answered <= since:
                self._next = self._clock() + self._pause

    def answered(self) -> None:
        """It has answered."""
        with self._lock:
            self._answered, self._next = self._clock(), None
