"""Games that nobody will come back for: those of players who have not played for long, and have no recovery link.

They are looked for in the background, a few at a time, so that nobody has to wait for it. Every process of a server
does so; what one has deleted, another does not find.
"""

from __future__ import annotations

import threading
from datetime import UTC, datetime, timedelta
from typing import Final

from escapology.web.store import Store, StoreError, time_text
from escapology.web.watch.logs import LOGGER

__all__ = ["Expiry"]

_AT_ONCE: Final = 1_000  # plays that are looked at, one after the other
_PAUSE: Final = 5.0  # seconds from these to the next
_REST: Final = 6 * 3_600.0  # seconds until it begins anew


class Expiry:
    """Deletes what has expired, in a thread of its own."""

    def __init__(self, store: Store, days: int, *, at_once: int = _AT_ONCE, pause: float = _PAUSE) -> None:
        self._store = store
        self._days = days
        self._at_once, self._pause = at_once, pause
        self._is_over = threading.Event()
        self._thread = threading.Thread(target=self._go_on, name="expiry", daemon=True)

    def start(self) -> None:
        """Begin."""
        self._thread.start()

    def stop(self) -> None:
        """Leave the rest for the next time."""
        self._is_over.set()
        self._thread.join()

    def look(self, after: str) -> str | None:
        """Look at the plays behind an id; the last of them, or None if there are no more."""
        before = time_text(datetime.now(UTC) - timedelta(days=self._days))
        last, count = self._store.expire(before, after, self._at_once)
        if count:
            LOGGER.info("games expired", extra={"facts": {"count": count}})
        return last

    def _go_on(self) -> None:
        last: str | None = ""
        while not self._is_over.wait(_REST if last is None else self._pause):
            try:
                last = self.look(last or "")
            except StoreError:
                continue  # it is looked at again, as soon as that can be done
            except Exception as error:
                LOGGER.error("games can't be expired", exc_info=error)
                last = None
