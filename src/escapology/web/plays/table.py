"""The games that are being played: kept in memory, so that a move need not replay the game, and stored at every change.

A change writes what it changes, and costs the same in a long game as in a short one. The store has the last word. A
play in memory is used only while its version is the stored one; whenever a write fails, the change is taken back, and
the play is read again by the next who asks: the store may have done it all the same.
"""

from __future__ import annotations

import sys
import threading
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from datetime import date
from functools import cached_property
from typing import Final, TypeVar

import anyio

from escapology.draw import SvgSheet
from escapology.play import Node, Play
from escapology.protocol import Event
from escapology.tree import node_rows
from escapology.web.players.preferences import Preferences
from escapology.web.plays.memory import InTurn, Memory
from escapology.web.plays.quota import Quota
from escapology.web.plays.saving import fresh, read_play, written
from escapology.web.store import ConflictError, Saved, Store
from escapology.wording.plays import move_events, move_story

__all__ = ["MOST_AT_ONCE", "MOST_TOLD", "Seat", "Shown", "Table"]

MOST_AT_ONCE: Final = 1_000  # moves that one request may make
_MOST_BYTES: Final = 64_000_000  # of plays in memory
_SHARE: Final = 8_000_000  # of those of one address, while others need room
_AT_ONCE: Final = 3  # changes that wait for the store in threads: with more they are in each other's way
MOST_TOLD: Final = 64  # nodes of which is known what their moves set off; the log beside a board shows half as many
_SEAT: Final = 10_000  # bytes of a seat besides its nodes and its picture, about

T = TypeVar("T")


@dataclass(frozen=True)
class Shown:
    """The board as it was drawn last."""

    version: int
    preferences: Preferences
    sheets: list[SvgSheet]

    @cached_property
    def weight(self) -> int:
        """Bytes that it takes, at most: pictures of the same things may share some."""
        return sum(sys.getsizeof(child) + 8 for sheet in self.sheets for child in sheet.children)


@dataclass(eq=False)
class Seat:
    """A play in memory, and what is stored of it."""

    play: Play
    saved: Saved
    address: str = ""  # of whoever used it last
    lock: threading.RLock = field(default_factory=threading.RLock)  # held by whoever looks at it or changes it
    shown: Shown | None = None  # so that only changes need be sent
    _told: OrderedDict[Node, tuple[list[Event], list[str]]] = field(default_factory=OrderedDict)

    def since(self, before: Node, most: int = MOST_TOLD) -> list[Node]:
        """The nodes from one to where the play stands, to be told of; none if it went elsewhere, or further."""
        if self.play.here.depth - before.depth > most:
            return []
        return self.play.here.way_from(before) or []

    def record(self) -> str:
        """The way from the start to where the play stands, as text."""
        with self.lock:
            return self.play.record_text()

    def events(self, node: Node) -> list[Event]:
        """What the move that led to a node set off; looked at once, while it is one of the last ones."""
        return self._tell(node)[0]

    def story(self, node: Node) -> list[str]:
        """The same in words."""
        return self._tell(node)[1]

    def _tell(self, node: Node) -> tuple[list[Event], list[str]]:
        told = self._told.get(node)
        if told is None:
            events = move_events(self.play, node)
            told = self._told[node] = events, move_story(self.play, node, events)
            while len(self._told) > MOST_TOLD:
                self._told.popitem(last=False)
        return told

    @property
    def weight(self) -> int:
        """Bytes that it takes, about."""
        return _SEAT + self.play.weight + (self.shown.weight if self.shown is not None else 0)


class Table:
    """All seats, those used last in memory."""

    def __init__(self, store: Store, quota: Quota | None = None) -> None:
        self.store = store
        self.quota = quota  # None = anybody may store as much as they like
        self._seats: Memory[Seat] = Memory(_MOST_BYTES, _SHARE)
        self._reading = InTurn()
        self._limiter = anyio.CapacityLimiter(_AT_ONCE)

    def sit_down(self, play: Play, owner: str, address: str = "", daily: date | None = None) -> Seat:
        """Begin a play; `daily` is the day whose deal it is, if it is one of those."""
        nodes = node_rows(play.nodes)
        saved = fresh(play, owner, nodes, daily)
        saved = replace(saved, again=bool(nodes) or self.store.has_played(owner, saved.deal))
        if self.quota is not None:
            self.quota.check(None, saved, address)
        self.store.add(saved, nodes)
        play.saved()
        seat = Seat(play, saved)
        self._keep(seat, address)
        return seat

    def seat(self, id_: str, owner: str, address: str = "") -> Seat | None:
        """The seat of a play, as it is stored now; None if that player has no such play.

        What is not in memory is read, for an address one after the other.
        """
        saved = self.store.get(id_, owner)
        if saved is None:
            return None
        seat = self.in_memory(id_, owner, saved.version)
        if seat is None:
            with self._reading.of(address):
                seat = self.in_memory(id_, owner, saved.version) or self._read(id_, owner)
            if seat is None:
                return None
        self._keep(seat, address)
        return seat

    def _read(self, id_: str, owner: str) -> Seat | None:
        whole = self.store.whole(id_, owner)
        return None if whole is None else Seat(read_play(*whole), whole[0])

    def in_memory(self, id_: str, owner: str, version: int) -> Seat | None:
        """The seat of a play, if that version of it is in memory."""
        seat = self._seats.get(id_)
        return seat if seat and (seat.saved.owner, seat.saved.version) == (owner, version) else None

    def seats(self) -> list[Seat]:
        """All that are in memory, those used last at the end."""
        return self._seats.things()

    def leave(self, id_: str, owner: str) -> None:
        """Throw a play away."""
        self.store.remove(id_, owner)
        self._seats.drop(id_)

    async def work(self, id_: str, owner: str, version: int, work: Callable[[], T], *, is_much: bool = False) -> T:
        """Do something that changes that play, without holding others up.

        At once, where the store is a file: that is done sooner than a thread would be woken. Where a database server
        has to be waited for, or the play to be read first, or somebody else is at it, or there is much to do, as where
        a game is over, in one of a few threads.
        """
        seat = None if self.store.is_remote or is_much else self.in_memory(id_, owner, version)
        if seat is not None and not seat.saved.finished and seat.lock.acquire(blocking=False):
            try:
                return work()
            finally:
                seat.lock.release()
        return await anyio.to_thread.run_sync(work, limiter=self._limiter)

    def show(self, seat: Seat, shown: Shown) -> None:
        """Keep what was drawn of a play."""
        seat.shown = shown
        self._weigh(seat)

    def change(self, seat: Seat, version: int, action: Callable[[Play], object]) -> None:
        """Change a play and store it; an error of the action or the store changes nothing."""
        with seat.lock:
            if seat.saved.version != version:
                raise ConflictError("this game has changed in another window; here is its current state")
            play = seat.play
            try:
                action(play)
                nodes = node_rows(play.unsaved())
                saved = written(seat.saved, play, nodes)
                if self.quota is not None:
                    self.quota.check(seat.saved, saved, seat.address)
            except BaseException:
                play.revert()
                raise
            try:
                seat.saved = self.store.put(saved, nodes)
            except BaseException:
                self._seats.drop(seat.saved.id)
                play.revert()  # for those who wait for this very seat
                raise
            play.saved()
            self._weigh(seat)

    def _weigh(self, seat: Seat) -> None:
        """It has changed; what is not in memory any more stays away."""
        if self._seats.get(seat.saved.id) is seat:
            self._keep(seat, seat.address)

    def _keep(self, seat: Seat, address: str) -> None:
        seat.address = address
        self._seats.keep(seat.saved.id, seat, address, seat.weight)
