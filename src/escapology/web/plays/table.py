"""The games that are being played: kept in memory, so that a move need not replay the game, and stored at every change.

The store has the last word. A play in memory is used only while its version is the stored one; whenever a write fails,
it is thrown away and read again: the store may have done it all the same.
"""

from __future__ import annotations

import json
import secrets
import threading
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any, Final, TypeVar

import anyio

from escapology.play import Node, Play
from escapology.protocol import Event
from escapology.tree import read_tree, tree_data
from escapology.web.store import ConflictError, Saved, Store, now
from escapology.wording.plays import move_events, move_story

__all__ = ["Seat", "Table"]

_MOST_SEATS: Final = 256  # plays in memory
_AT_ONCE: Final = 3  # changes that wait for the store in threads: with more they are in each other's way

T = TypeVar("T")


@dataclass(eq=False)
class Seat:
    """A play in memory, and what is stored of it."""

    play: Play
    saved: Saved
    lock: threading.RLock = field(default_factory=threading.RLock)  # held by whoever looks at it or changes it
    shown: Any = None  # the board as it was drawn last, so that only changes need be sent
    _events: dict[Node, list[Event]] = field(default_factory=dict)
    _stories: dict[Node, list[str]] = field(default_factory=dict)

    def events(self, node: Node) -> list[Event]:
        """What the move that led to a node set off; looked at once."""
        if node not in self._events:
            self._events[node] = move_events(self.play, node)
        return self._events[node]

    def story(self, node: Node) -> list[str]:
        """The same in words."""
        if node not in self._stories:
            self._stories[node] = move_story(self.play, node, self.events(node))
        return self._stories[node]


class Table:
    """All seats, the ones used last in memory."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self._seats: OrderedDict[str, Seat] = OrderedDict()
        self._lock = threading.Lock()
        self._limiter = anyio.CapacityLimiter(_AT_ONCE)

    def sit_down(self, play: Play, owner: str) -> Seat:
        """Begin a play."""
        when = now()
        fresh = Saved(
            id=secrets.token_urlsafe(9), owner=owner, version=1, game=play.game.name, setting=play.deal.setting.text,
            deal=play.deal_line(), record="", tree="", status="", finished=False, moves=0, score=0, helped=False,
            created=when, changed=when,
        )  # fmt: skip
        seat = Seat(play, _written(fresh, play))
        self.store.add(seat.saved)
        self._keep(seat)
        return seat

    def seat(self, id_: str, owner: str) -> Seat | None:
        """The seat of a play, as it is stored now; None if that player has no such play."""
        saved = self.store.get(id_, owner)
        if saved is None:
            return None
        with self._lock:
            seat = self._seats.get(id_)
        if seat is None or (seat.saved.owner, seat.saved.version) != (saved.owner, saved.version):
            seat = Seat(_read(saved), saved)
        self._keep(seat)
        return seat

    def in_memory(self, id_: str, owner: str, version: int) -> Seat | None:
        """The seat of a play, if that version of it is in memory."""
        with self._lock:
            seat = self._seats.get(id_)
        return seat if seat and (seat.saved.owner, seat.saved.version) == (owner, version) else None

    def leave(self, id_: str, owner: str) -> None:
        """Throw a play away."""
        self.store.remove(id_, owner)
        with self._lock:
            self._seats.pop(id_, None)

    async def work(self, id_: str, owner: str, version: int, work: Callable[[], T]) -> T:
        """Do something that changes that play, without holding others up.

        At once, where the store is a file: that is done sooner than a thread would be woken. Where a database server
        has to be waited for, or the play to be read first, in one of a few threads.
        """
        if not self.store.is_remote and self.in_memory(id_, owner, version) is not None:
            return work()
        return await anyio.to_thread.run_sync(work, limiter=self._limiter)

    def change(self, seat: Seat, version: int, action: Callable[[Play], object]) -> None:
        """Change a play and store it; an error of the action or the store changes nothing."""
        with seat.lock:
            if seat.saved.version != version:
                raise ConflictError("this game has moved on meanwhile: here it is as it stands now")
            action(seat.play)
            try:
                seat.saved = self.store.put(_written(seat.saved, seat.play))
            except BaseException:
                with self._lock:
                    self._seats.pop(seat.saved.id, None)
                seat.play = _read(seat.saved)  # for those who wait for this very seat
                raise

    def _keep(self, seat: Seat) -> None:
        with self._lock:
            self._seats[seat.saved.id] = seat
            self._seats.move_to_end(seat.saved.id)
            while len(self._seats) > _MOST_SEATS:
                self._seats.popitem(last=False)


def _read(saved: Saved) -> Play:
    """The play as it was stored."""
    return read_tree(json.loads(saved.tree))


def _written(saved: Saved, play: Play) -> Saved:
    """The play as it is to be stored."""
    return replace(
        saved,
        record=play.record_text(),
        tree=json.dumps(tree_data(play), ensure_ascii=False, separators=(",", ":")),
        status=play.status(),
        finished=not play.legal(),
        moves=len(play.here.way()) - 1,
        score=play.game.rules.score(play.deal, play.here.state),
        helped=play.helped,
    )
