"""What can be wrong with a database: told by kind to whoever watches over it, and in its own words to the log."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable
from typing import Final

import sqlalchemy as sql

from escapology.web.seldom import Seldom

__all__ = ["DAMAGED", "SILENT", "Troubles", "trouble_of"]

FULL: Final = "the disk that games are kept on is full"
READ_ONLY: Final = "games can't be written: the database, or the disk it is on, is read-only"
FAILING: Final = "the disk that games are kept on fails"
DAMAGED: Final = "the place where games are kept is damaged"
BUSY: Final = "the database is too busy"
SILENT: Final = "the database does not answer"
AWAY: Final = "the database can't be reached"

_OF_DISKS: Final = (FULL, READ_ONLY, FAILING, DAMAGED)

_KINDS: Final = {  # by what SQLite's codes begin with, and PostgreSQL's
    "SQLITE_FULL": FULL, "53100": FULL,
    "SQLITE_READONLY": READ_ONLY, "25006": READ_ONLY,
    "SQLITE_IOERR": FAILING, "58": FAILING,
    "SQLITE_CORRUPT": DAMAGED, "SQLITE_NOTADB": DAMAGED, "XX": DAMAGED,
    "SQLITE_BUSY": BUSY, "SQLITE_LOCKED": BUSY, "53": BUSY, "55": BUSY, "57014": BUSY, "40": BUSY,
}  # fmt: skip

_LOGGER: Final = logging.getLogger("escapology.web.store")
_LOGGER.addFilter(Seldom(at_once=1))


def trouble_of(error: BaseException) -> str:
    """The kind of what is wrong, as a sentence that anybody may read."""
    if isinstance(error, sql.exc.TimeoutError):  # all connections are taken
        return BUSY
    cause = getattr(error, "orig", None) or error
    if getattr(cause, "is_silence", False):
        return SILENT
    code = str(getattr(cause, "sqlite_errorname", None) or getattr(cause, "sqlstate", None) or "")
    return next((kind for start, kind in _KINDS.items() if code.startswith(start)), AWAY)


class Troubles:
    """What was wrong with one database lately."""

    def __init__(self, lately: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._lately = lately  # seconds that a write which failed is held against a disk
        self._clock = clock
        self._lock = threading.Lock()
        self._of_disk, self._when = "", 0.0

    def note(self, error: BaseException) -> None:
        """Tell the log, now and then."""
        trouble = trouble_of(error)
        if trouble in _OF_DISKS:
            with self._lock:
                self._of_disk, self._when = trouble, self._clock()
        cause = str(getattr(error, "orig", None) or error).strip().partition("\n")[0]  # which holds nothing of games
        facts = {"trouble": trouble, "cause": cause}
        _LOGGER.error("the database fails", extra={"facts": facts})

    def of_disk(self) -> str:
        """What a write has met with lately that a full or failing disk does, else "".

        A disk is not well because a small write finds room where a larger one did not.
        """
        with self._lock:
            return self._of_disk if self._of_disk and self._clock() - self._when < self._lately else ""
