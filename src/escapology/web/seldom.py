"""Keeping a log short: of what happens again and again, a line now and then, with how often it happened."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from typing import Final

__all__ = ["Seldom"]

_EVERY: Final = 5.0  # seconds
_AT_ONCE: Final = 3  # lines of one kind in that time
_MOST: Final = 1_000  # kinds that are known


class Seldom(logging.Filter):
    """Lets a few warnings of a kind through in some seconds; the next one tells how many were left out.

    Of one kind is what has the same first line, route, status and trouble.
    """

    def __init__(
        self, every: float = _EVERY, at_once: int = _AT_ONCE, clock: Callable[[], float] = time.monotonic
    ) -> None:
        super().__init__()
        self._every, self._at_once, self._clock = every, at_once, clock
        self._seen: dict[tuple[object, ...], list[float]] = {}  # since when, lines let through, lines left out

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether to log it."""
        if record.levelno < logging.WARNING:
            return True
        facts = getattr(record, "facts", {})
        kind = (record.name, str(record.msg).partition("\n")[0], *map(facts.get, ("route", "status", "trouble")))
        now = self._clock()
        if kind not in self._seen and len(self._seen) >= _MOST:
            self._seen.clear()
        since, told, left_out = self._seen.get(kind, (now, 0, 0))
        if now - since >= self._every:
            since, told = now, 0
        is_told = told < self._at_once
        if is_told and left_out:
            record.facts = {**facts, "left_out": int(left_out)}
        self._seen[kind] = [since, told + is_told, 0 if is_told else left_out + 1]
        return is_told
