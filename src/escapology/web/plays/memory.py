"""What is kept in memory: by its weight, the things used last, and no address can push out what others need.

Each thing belongs to the address that used it last. While there is too much, an address that has more than its share
loses first what it used longest ago; where none has, whoever's was used longest ago goes. What is lost is made again
when somebody asks for it.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Generic, NamedTuple, TypeVar

__all__ = ["InTurn", "Memory"]

T = TypeVar("T")


class _Kept(NamedTuple, Generic[T]):
    thing: T
    address: str
    weight: int


class Memory(Generic[T]):
    """Things by their keys; from any thread."""

    def __init__(self, most: int, share: int) -> None:
        self._most = most  # bytes in all
        self._share = share  # bytes that an address may have while others need room
        self._kept: dict[str, _Kept[T]] = {}
        self._order: OrderedDict[str, None] = OrderedDict()  # keys; those used last at the end
        self._of: dict[str, OrderedDict[str, None]] = {}  # the same of each address
        self._weights: dict[str, int] = {}  # of each address
        self._heavy: set[str] = set()  # addresses that have more than their share: they can't be many
        self._weight = 0
        self._lock = threading.Lock()

    def __len__(self) -> int:
        return len(self._kept)

    @property
    def weight(self) -> int:
        """Of all that is kept."""
        return self._weight

    def things(self) -> list[T]:
        """All that is kept, those used last at the end."""
        with self._lock:
            return [self._kept[key].thing for key in self._order]

    def get(self, key: str) -> T | None:
        """What is kept under a key."""
        kept = self._kept.get(key)
        return None if kept is None else kept.thing

    def keep(self, key: str, thing: T, address: str, weight: int) -> None:
        """Keep something, which an address uses now; again, when it has grown."""
        with self._lock:
            self._drop(key)
            self._kept[key] = _Kept(thing, address, weight)
            self._order[key] = None
            self._of.setdefault(address, OrderedDict())[key] = None
            self._weigh(address, weight)
            while self._weight > self._most and len(self._kept) > 1:
                self._drop(self._next_to_go(key))

    def drop(self, key: str) -> None:
        """Forget something."""
        with self._lock:
            self._drop(key)

    def _drop(self, key: str) -> None:
        kept = self._kept.pop(key, None)
        if kept is None:
            return
        del self._order[key], self._of[kept.address][key]
        self._weigh(kept.address, -kept.weight)
        if not self._of[kept.address]:
            del self._of[kept.address], self._weights[kept.address]

    def _weigh(self, address: str, more: int) -> None:
        weight = self._weights[address] = self._weights.get(address, 0) + more
        self._weight += more
        (self._heavy.add if weight > self._share else self._heavy.discard)(address)

    def _next_to_go(self, used: str) -> str:
        """What goes first: not what is used now."""
        for address in sorted(self._heavy, key=self._weights.__getitem__, reverse=True):
            oldest = next(iter(self._of[address]))
            if oldest != used:
                return oldest
        return next(key for key in self._order if key != used)


class InTurn:
    """One at a time of each address, in threads."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._turns: dict[str, tuple[threading.Lock, int]] = {}  # and how many have it or wait for it

    @contextmanager
    def of(self, address: str) -> Iterator[None]:
        """Wait until nobody else of that address is at it."""
        with self._lock:
            turn, count = self._turns.get(address, (threading.Lock(), 0))
            self._turns[address] = turn, count + 1
        try:
            with turn:
                yield
        finally:
            with self._lock:
                _, count = self._turns[address]
                if count > 1:
                    self._turns[address] = turn, count - 1
                else:
                    del self._turns[address]
