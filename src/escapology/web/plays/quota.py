"""How much may be stored: of a player in all, and from an address in a while.

A player's games are counted when one begins, and now and then while one grows: their bytes, and how many there are, for
much that is told of a player is found out by looking at each. An address, which could make up players
without end, may add so much at once and so much an hour; that is counted in memory, by each process for itself, since
addresses are not stored.
"""

from __future__ import annotations

import math
import threading
import time
from collections import OrderedDict
from collections.abc import Callable
from typing import Final, Protocol

from escapology.errors import EscapologyError
from escapology.web.store import Store

__all__ = ["MOST_GAMES", "MOST_OF_PLAYER", "FullError", "HastyError", "Quota"]

MOST_OF_PLAYER: Final = 100_000_000  # bytes
MOST_GAMES: Final = 20_000  # of a player: fifty a day, for more than a year
_AT_ONCE: Final = 16_000_000  # bytes of an address, and as many again within an hour
_HOUR: Final = 3_600.0  # seconds
_STRIDE: Final = 65_536  # bytes that a play may grow until its player's games are counted again
_MOST_ADDRESSES: Final = 100_000  # those used last


class FullError(EscapologyError):
    """A player has as much as there may be."""


class HastyError(EscapologyError):
    """From an address came more than there may be in a while."""

    def __init__(self, retry_after: int) -> None:
        minutes = math.ceil(retry_after / 60)
        super().__init__(
            f"too much was stored for your network within the last hour: try again in {minutes} "
            f"minute{'s' * (minutes > 1)}"
        )
        self.retry_after = retry_after


class Sized(Protocol):
    """Something that is stored, and takes room."""

    @property
    def owner(self) -> str:
        """The player it belongs to."""

    @property
    def size(self) -> int:
        """Bytes that it takes, about."""


class Quota:
    """What is left to whom."""

    def __init__(
        self,
        store: Store,
        *,
        of_player: int = MOST_OF_PLAYER,
        games: int = MOST_GAMES,
        at_once: int = _AT_ONCE,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._store = store
        self._of_player = of_player
        self._games = games
        self._at_once = at_once
        self._clock = clock
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()  # bytes of each address, as of when
        self._lock = threading.Lock()

    def check(self, before: Sized | None, after: Sized, address: str) -> None:
        """Raise if a game may not be written as it is to be; `before` is what is stored of it."""
        size = 0 if before is None else before.size
        more = after.size - size
        if more <= 0:
            return
        if before is None and self._store.count(after.owner) >= self._games:
            raise FullError(
                f"you have {self._games:,} games, the most one player may have: export and delete some on the page My "
                "data, or continue one of those you have"
            )
        if (before is None or after.size // _STRIDE > size // _STRIDE) and (
            self._store.size(after.owner) + more > self._of_player
        ):
            raise FullError(
                f"your games take {self._of_player // 1_000_000:,} MB, the most one player may store: export "
                "and delete some on the page My data, or continue one of those you have"
            )
        self.take(address, more)

    def check_both(self, one: str, other: str) -> None:
        """Raise if the games of two players are more than one of them may have."""
        if self._store.count(one) + self._store.count(other) > self._games:
            raise FullError(f"both devices together have more than {self._games:,} games, the most one player may have")

    def take(self, address: str, more: int) -> None:
        """Count bytes that are stored for an address; a `HastyError` if there are too many."""
        now = self._clock()
        with self._lock:
            left, when = self._left.pop(address, (float(self._at_once), now))
            left = min(float(self._at_once), left + (now - when) * self._at_once / _HOUR)
            is_enough = more <= left
            self._left[address] = left - more if is_enough else left, now
            while len(self._left) > _MOST_ADDRESSES:
                self._left.popitem(last=False)
        if not is_enough:
            raise HastyError(math.ceil((more - left) * _HOUR / self._at_once))
