"""Those who wait for an answer of the solvers: each holds a connection for a while, so there may be only so many."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

from escapology.web.config import Limits

__all__ = ["Waits"]


class Waits:
    """Counts them. It is used by the event loop alone."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._count = 0
        self._of_players: Counter[str] = Counter()
        self._of_addresses: Counter[str] = Counter()

    @contextmanager
    def one(self, player: str, address: str) -> Iterator[bool]:
        """One more, for as long as this goes on; whether they may wait at all, or have to be answered at once."""
        limits = self._limits
        if (
            self._count >= limits.waits
            or self._of_addresses[address] >= limits.waits_each
            or self._of_players[player] >= limits.waits_of_player
        ):
            yield False
            return
        counters = ((self._of_players, player), (self._of_addresses, address))
        self._count += 1
        for counter, key in counters:
            counter[key] += 1
        try:
            yield True
        finally:
            self._count -= 1
            for counter, key in counters:
                counter[key] -= 1
                if not counter[key]:
                    del counter[key]
