"""The connections of a process: how many there may be, and who makes way for newcomers.

At all stages but one, a connection only waits: for a request to begin, for the rest of one, or for its turn. That costs
nothing but room, so when room is short such connections make way, the oldest one first, of the address that has the
most. Who comes again and again, and each time has another one make way, is turned away at the door.

The connections of a proxy belong to many people. When one of its connections has to go, it is one of the client who has
the most of them waiting; and that client's next ones are turned away at the door, where the proxy's word is read before
anything else is done. Until that word is there a newcomer stands at the door, and nobody makes way for it: else those
who are turned away and come again would push each other out without end.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable, Iterable
from enum import Enum
from typing import Final, Protocol

from escapology.web.config import Limits
from escapology.web.guard.addresses import is_in, network_of
from escapology.web.guard.rates import Rate, Rates
from escapology.web.server.listener import raise_file_limit
from escapology.web.watch.logs import LOGGER

__all__ = ["Guest", "Room", "Stage"]

_MOST: Final = 2_000  # connections: more than a process could answer
_RESERVE: Final = 256  # files that are not connections of clients: of the database, of solvers, and those being served
_PUSHING: Final = Rate(50, 10.0, 1)  # connections of one address that come when there are too many
_AT_DOOR: Final = 6  # one of so many parts of all connections may be there besides, until it is known for whom
_SHARE: Final = 8  # one of so many parts of all connections may wait for one client of a proxy, while room is short
_FORWARDED: Final = re.compile(rb"(?i)\r\nx-forwarded-for:([^\r\n]*)(?=\r\n)")
_LOOKS: Final = 5  # at all connections, in the shortest time that any of them has


class Stage(Enum):
    """What a connection is at."""

    IDLE = "idle"  # nothing of a request has come yet
    HEAD = "head"  # some of its head
    BODY = "body"  # some of its body
    WAIT = "wait"  # all of it: it waits for its turn, or to be refused
    WORK = "work"  # the app is at it


class Guest(Protocol):
    """A connection, as the room sees it."""

    address: str  # where it comes from
    waits_for: str  # the client for whom it waits, where that is known: a proxy brings many people's requests
    stage: Stage
    since: float  # when the stage began

    def look(self, now: float) -> None:
        """Hang up if it takes too long."""

    def hang_up(self) -> None:
        """End it at once."""


class Room:
    """All connections of a process. It is empty when it is handed to another process."""

    def __init__(self, limits: Limits, proxies: tuple[str, ...] = ()) -> None:
        self.limits = limits
        self._proxies = proxies
        self._most = 0  # known when the first one comes
        self._count = 0
        self._guests: dict[str, dict[Guest, None]] = {}  # by address
        self._waiting: dict[str, dict[str, dict[Guest, None]]] = {}  # by address and client, the oldest one first
        self._places: dict[Guest, tuple[str, str]] = {}  # where it is among those
        self._at_door: dict[Guest, None] = {}  # who has come through a proxy when it was full, and said nothing yet
        self._is_looking = False
        self._pushing = Rates()

    def __len__(self) -> int:
        return self._count

    def admits(self, peer: str, head: Callable[[], bytes]) -> bool:
        """Whether there is room for another connection, or can be made without too much ado.

        `head` tells what has come of its first request.
        """
        address = self.address_of(peer)
        if not self._is_crowded(address, 1):
            return True
        if self._is_proxy(address):
            return not self._has_most_waiting(address, _client(head()))
        return not self._pushing.draw(("connections", address), _PUSHING.burst, _PUSHING.per_second)

    def enter(self, guest: Guest) -> None:
        """Let a connection in; if that is one too many, another one, or this one, has to go.

        It may stand at the door until it is met.
        """
        self._guests.setdefault(guest.address, {})[guest] = None
        self._count += 1
        if not self._is_looking:
            self._is_looking = True
            self._look_later()
        if not (self._is_crowded(guest.address) and self._is_proxy(guest.address)):
            self._take_in(guest)
            return
        self._at_door[guest] = None
        if len(self._at_door) > 1 + self._most // _AT_DOOR:
            LOGGER.warning("a connection was turned away: it said nothing, and there are too many")
            self._send_away(next(iter(self._at_door)))

    def meet(self, guest: Guest, head: bytes) -> None:
        """Its first request begins like that. If it stood at the door, it comes in, or has to go."""
        if guest not in self._at_door:
            return
        del self._at_door[guest]
        if self._has_most_waiting(guest.address, _client(head)):
            LOGGER.warning("a connection was turned away: its client has too many")
            self._send_away(guest)
        else:
            self._take_in(guest)

    def note(self, guest: Guest) -> None:
        """It is at another stage, or begins one again: if it waits, it has waited least of all."""
        self._remove(guest)
        is_inside = guest in self._guests.get(guest.address, ()) and guest not in self._at_door
        if guest.stage is not Stage.WORK and is_inside:
            self._places[guest] = (guest.address, guest.waits_for)
            self._waiting.setdefault(guest.address, {}).setdefault(guest.waits_for, {})[guest] = None

    def leave(self, guest: Guest) -> None:
        """It is gone."""
        self._remove(guest)
        self._at_door.pop(guest, None)
        there = self._guests.get(guest.address, {})
        if guest in there:
            self._count -= 1
            del there[guest]
            if not there:
                del self._guests[guest.address]

    def address_of(self, peer: str) -> str:
        """What counts as one address; a proxy is none of its network."""
        return peer if self._is_proxy(peer) else network_of(peer)

    def _take_in(self, guest: Guest) -> None:
        """Let a newcomer in; if that is one too many, send another one away, or the newcomer."""
        self.note(guest)
        if not self._is_crowded(guest.address):
            return
        has_its_share = self._has_its_share(guest.address)
        addresses = [guest.address] if has_its_share else self._by_size()
        one = next(filter(None, map(self._oldest_waiting, addresses)), guest)
        LOGGER.warning("a connection made way for another one: there are too many")
        self._send_away(one)

    def _send_away(self, guest: Guest) -> None:
        self.leave(guest)
        guest.hang_up()

    def _has_most_waiting(self, address: str, client: str) -> bool:
        """Whether so many requests of a proxy's client wait that no more are let in; "" = nobody knows whose it is."""
        return bool(client) and len(self._waiting.get(address, {}).get(client, ())) > self._most // _SHARE

    def _is_crowded(self, address: str, more: int = 0) -> bool:
        """Whether there are too many connections, of that address or in all."""
        self._most = self._most or self.limits.connections or _most()
        return self._count - len(self._at_door) + more > self._most or self._has_its_share(address, more)

    def _has_its_share(self, address: str, more: int = 0) -> bool:
        count = len(self._guests.get(address, ())) + more
        return count > self.limits.connections_each and not self._is_proxy(address)

    def _is_proxy(self, address: str) -> bool:
        return is_in(address, self._proxies)

    def _by_size(self) -> Iterable[str]:
        """The addresses: the one with the most connections first, proxies last."""
        yield max(self._guests, key=lambda one: (not self._is_proxy(one), len(self._guests[one])))
        yield from sorted(self._guests, key=lambda one: (self._is_proxy(one), -len(self._guests[one])))

    def _oldest_waiting(self, address: str) -> Guest | None:
        """Of those of an address, of the client who has the most: the one that has let us wait longest."""
        clients = self._waiting.get(address)
        if not clients:
            return None
        most = max(clients.values(), key=len)
        return next(iter(most))

    def _remove(self, guest: Guest) -> None:
        """Take it from among those that wait."""
        if guest not in self._places:
            return
        address, client = self._places.pop(guest)
        clients = self._waiting[address]
        del clients[client][guest]
        if not clients[client]:
            del clients[client]
        if not clients:
            del self._waiting[address]

    def _look_later(self) -> None:
        limits = self.limits
        shortest = min(limits.head, limits.body, limits.taking, _LOOKS)
        asyncio.get_running_loop().call_later(shortest / _LOOKS, self._look_at_all)

    def _look_at_all(self) -> None:
        now = asyncio.get_running_loop().time()
        for guests in list(self._guests.values()):
            for guest in list(guests):
                guest.look(now)
        self._is_looking = self._count > 0
        if self._is_looking:
            self._look_later()


def _client(head: bytes) -> str:
    """For whom a proxy sends a request, if that is there yet: of several, the last one is who the proxy has seen."""
    found = _FORWARDED.findall(head)
    return network_of(found[-1].decode("latin-1").rpartition(",")[2].strip()) if found else ""


def _most() -> int:
    """As many as there is room for."""
    files = raise_file_limit()
    return _MOST if files is None else min(_MOST, max(files - _RESERVE, files // 2))
