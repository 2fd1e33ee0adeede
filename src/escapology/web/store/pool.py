"""The connections to a database, and what is known of it: whether it answers, and what was wrong lately."""

from __future__ import annotations

from typing import Any, cast

import sqlalchemy as sql

from escapology.web.store.breaker import Breaker
from escapology.web.store.trouble import Troubles

__all__ = ["WatchedPool"]


class WatchedPool(sql.pool.QueuePool):
    """A pool at which nobody waits while the database does not answer.

    With a breaker a connection is tried before it is handed out, so whoever gets one has had an answer.
    """

    troubles: Troubles
    breaker: Breaker | None = None  # of a server; a file always answers
    is_last_to_know = True  # asks only while it answers; else it is the one that finds out whether it does again

    def connect(self) -> Any:
        """A connection."""
        if self.breaker is not None and self.is_last_to_know:
            self.breaker.check()
        try:
            found = super().connect()
        except sql.exc.TimeoutError as error:
            self.troubles.note(error)
            raise
        if self.breaker is not None:
            self.breaker.answered()
        return found

    def recreate(self) -> WatchedPool:
        """Another one in its place, which knows as much."""
        other = cast(WatchedPool, super().recreate())
        other.troubles, other.breaker, other.is_last_to_know = self.troubles, self.breaker, self.is_last_to_know
        return other
