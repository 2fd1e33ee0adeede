"""Connections to PostgreSQL that are given up when it does not answer in time.

What the server itself looks at, such as `statement_timeout`, is of no use when the server stands still; and its machine
goes on to confirm what it receives, so the network's own limits are of none either.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Generator
from typing import Any

import psycopg

__all__ = ["PromptConnection", "SilenceError", "connect"]


class SilenceError(psycopg.OperationalError):
    """There was no answer in time."""

    is_silence = True  # for those who don't load psycopg


class PromptConnection(psycopg.Connection[Any]):
    """A connection that waits only so long for an answer, and is closed then: nobody knows what would come yet."""

    patience: float | None = None  # seconds; None = any time
    on_silence: Callable[[float], None] | None = None  # told when the question was put that got no answer

    def wait(self, gen: Any, *args: Any, **options: Any) -> Any:
        """Wait for what has been asked."""
        work = gen if self.patience is None else self._within(self.patience, gen)
        return super().wait(work, *args, **options)

    def _within(self, patience: float, work: Generator[Any, Any, Any]) -> Generator[Any, Any, Any]:
        began = time.monotonic()
        try:
            asked = next(work)
            while True:
                ready = yield asked  # nothing, now and then, while there is nothing to be read or written
                if not ready and time.monotonic() - began > patience:
                    self.pgconn.finish()
                    if self.on_silence is not None:
                        self.on_silence(began)
                    raise SilenceError(f"no answer in {patience:g} seconds")
                asked = work.send(ready)
        except StopIteration as end:
            return end.value


def connect(
    patience: float | None, on_silence: Callable[[float], None], args: tuple[Any, ...], options: dict[str, Any]
) -> PromptConnection:
    """A new connection."""
    began = time.monotonic()
    try:
        connection = PromptConnection.connect(*args, **options)
    except psycopg.errors.ConnectionTimeout as error:
        on_silence(began)
        raise SilenceError(str(error)) from None
    connection.patience, connection.on_silence = patience, on_silence
    return connection
