"""A crowd of players at a server: each plays random games, half by the pages, half by the API, and keeps account.

A player knows which moves the server has acknowledged. When all is over, they compare that with what the server has:
no acknowledged move may be missing, none may be there twice. A move whose answer was lost (the server was killed, or
its database was away) may be there or not; the player looks, and goes on from there. Even then it may still be made, by
a server that had too much to do, if nothing else is made before.

A player does one thing after the other (`Player.act`): without a pause (`run`), or at times of a schedule (`pace.py`).
"""

from __future__ import annotations

import asyncio
import html
import random
import re
import time
from collections import defaultdict
from dataclasses import dataclass, field
from typing import Any, Final

from benchmarks.client import HTML, PATIENCE, Answer, Client
from escapology.games import LISTED
from escapology.record import read_record

__all__ = ["Crowd", "Kept", "LostError", "Player", "address_of"]

_LONG: Final = 500  # moves after which a refusal may mean that a play holds no more
_TOO_MANY: Final = 429
_CONFLICT: Final = 409
_ID: Final = re.compile('data-play="([^"]+)"')
_BUTTON: Final = re.compile('name="move" value="([^"]+)" class')
_VERSION: Final = re.compile('name="version" value="([0-9]+)"')


class LostError(Exception):
    """What the server has is not what it has acknowledged."""


@dataclass(eq=False)
class Crowd:
    """What all players have seen together."""

    port: int
    end: float  # when to stop, by the clock of `time.monotonic`
    most_moves: int | None = None  # after which a player gives a game up; some games never end if played at random
    looks: float = 0.1  # of what players do is opening a page; the rest is moves, and games begun
    games: tuple[str, ...] = tuple(LISTED)  # what they play
    may_fail: bool = False  # whether outages are expected
    seconds: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))  # by what was done
    moved: list[float] = field(default_factory=list)  # when each move was acknowledged
    begun: int = 0  # games
    full: int = 0  # plays that took no more moves
    errors: list[str] = field(default_factory=list)  # answers that were neither what was asked for nor an outage
    outages: int = 0  # requests without an answer, or with one that says that the server can't serve now
    refusals: int = 0  # requests that came too soon after others

    @property
    def moves(self) -> int:
        """How many were acknowledged."""
        return len(self.moved)

    async def play(self, players: int) -> list[Player]:
        """All of them play without a pause, until the end."""
        crowd = self.players(players)
        await asyncio.gather(*(player.run() for player in crowd))
        for player in crowd:
            await player.client.close()
        return crowd

    def players(self, count: int) -> list[Player]:
        """So many players, who have not done anything yet."""
        return [Player(self, number, address_of(number)) for number in range(count)]


def address_of(number: int) -> str:
    """Where a player comes from: a third from one address, one in six from one network of IPv6, the others alone."""
    if number % 3 == 0:
        return "10.9.9.9"
    if number % 6 == 5:
        return f"2001:db8::{number:x}"
    return f"10.0.{number // 250}.{1 + number % 250}"


@dataclass(eq=False)
class Kept:
    """A play as its player knows it."""

    id: str
    made: list[str] = field(default_factory=list)  # moves that it has for certain
    doubtful: list[str] = field(default_factory=list)  # moves of which it may have one behind them, now or later
    must_look: bool = False  # whether it has
    version: str = ""
    legal: list[str] = field(default_factory=list)

    def made_for_certain(self, move: str) -> None:
        """A move is there, and so none of those that were meant for the same place can be."""
        self.made.append(move)
        self.doubtful, self.must_look = [], False

    def compared(self, there: list[str]) -> list[str]:
        """The moves that the server has, if they are those of the player."""
        if there != self.made and there not in ([*self.made, move] for move in self.doubtful):
            raise LostError(f"play {self.id} has {there}, acknowledged were {self.made}, doubtful {self.doubtful}")
        return there


class Player:
    """One of the crowd."""

    def __init__(
        self, crowd: Crowd, number: int, address: str, *, keeps: bool = True, patience: float = PATIENCE
    ) -> None:
        self.crowd = crowd
        self.client = Client(crowd.port, address, keeps=keeps, patience=patience)
        self.luck = random.Random(number)  # noqa: S311 - a game
        self.kept: list[Kept] = []
        self._has_browser = number % 2 == 0

    async def run(self) -> None:
        """Play game after game, without a pause."""
        while time.monotonic() < self.crowd.end:
            began = time.monotonic()
            if done := await self.act():
                self.crowd.seconds[done].append(time.monotonic() - began)

    async def act(self) -> str:
        """Do one thing: what it was, a `move`, a `page`, a `beginning`; empty if it came to nothing."""
        play = self.kept[-1] if self.kept else None
        if play is not None and play.must_look:
            return await self._look(play)
        if play is None or not play.legal or len(play.made) == self.crowd.most_moves:
            return await self._begin()
        if self.luck.random() < self.crowd.looks:
            return await self._read(play)
        return await self._move(play, self.luck.choice(play.legal))

    async def _begin(self) -> str:
        asked = {"game": self.luck.choice(self.crowd.games), "seed": self.luck.getrandbits(32)}
        if self._has_browser:
            answer = await self._ask("POST", "/plays", form=asked)
            answer = answer and await self._ask("GET", answer.fields["location"], accept=HTML)
        else:
            answer = await self._ask("POST", "/api/v1/plays", asked)
        if answer is None:
            return ""
        self.kept.append(_shown(answer.body.decode()) if self._has_browser else _told(answer.data()))
        self.crowd.begun += 1
        return "beginning"

    async def _move(self, play: Kept, move: str) -> str:
        play.doubtful.append(move)
        play.must_look = True
        if self._has_browser:
            answer = await self._ask("POST", f"/play/{play.id}/move", form={"version": play.version, "move": move})
        else:
            body = {"version": int(play.version), "move": move}
            answer = await self._ask("POST", f"/api/v1/plays/{play.id}/moves", body)
        if answer is None:
            return ""
        self.crowd.moved.append(time.monotonic())
        play.made_for_certain(move)
        told = answer.data()
        play.version = str(told["version"])
        play.legal = _buttons(told["side"]) if self._has_browser else [legal["move"] for legal in told["legal"]]
        return "move"

    async def _look(self, play: Kept) -> str:
        """See whether a move was made of which nobody knows."""
        answer = await self._ask("GET", f"/api/v1/plays/{play.id}/tree")
        stand = answer and await self._ask("GET", f"/api/v1/plays/{play.id}")
        if answer is None or stand is None:
            return ""
        there = play.compared(_way(answer.data()))
        if stand.data()["moves"] != len(there):
            return ""  # it was made in between
        if len(there) > len(play.made):
            play.made_for_certain(there[-1])
        seen = _told(stand.data())
        play.version, play.legal, play.must_look = seen.version, seen.legal, False
        return "look"

    async def _read(self, play: Kept) -> str:
        if self._has_browser:
            paths = ["/", f"/play/{play.id}", "/statistics", "/new/lab-rats"]
        else:
            paths = ["/api/v1/plays", f"/api/v1/plays/{play.id}", f"/api/v1/plays/{play.id}/board.svg"]
        return "page" if await self._ask("GET", self.luck.choice(paths), accept=HTML) else ""

    async def _ask(self, method: str, path: str, body: Any = None, **more: Any) -> Answer | None:
        """The answer; None if there was none, and then the next request waits a little."""
        try:
            answer = await self.client.send(method, path, body, **more)
        except (OSError, EOFError) as error:
            return await self._outage(f"{method} {path}: {error!r}")
        if answer.status < 400:
            return answer
        words = f"{method} {path} {body or more}: {answer.status} {answer.body[:300]!r}"
        if answer.status >= 500:
            return await self._outage(words)
        play = self.kept[-1] if self.kept else None
        if answer.status == _TOO_MANY:
            self.crowd.refusals += 1
            await asyncio.sleep(min(float(answer.fields.get("retry-after", "1")), self._left()))
        elif answer.status == _CONFLICT and play is not None and len(play.doubtful) > 1:
            pass  # one of those before was made after all
        elif play is not None and play.must_look and len(play.made) >= _LONG:
            self.crowd.full += 1
            play.must_look, play.legal = False, []
        else:
            self.crowd.errors.append(words)
            await asyncio.sleep(0.1)
        return None

    async def _outage(self, words: str) -> None:
        self.crowd.outages += 1
        if not self.crowd.may_fail:
            self.crowd.errors.append(words)
        await asyncio.sleep(0.05)

    def _left(self) -> float:
        return max(0.0, self.crowd.end - time.monotonic())

    async def check(self) -> int:
        """Compare all plays with what the server has, and replay their records: how many moves there are."""
        total = sum([await self._check(play) for play in self.kept])
        await self.client.close()
        return total

    async def _check(self, play: Kept) -> int:
        path = f"/api/v1/plays/{play.id}"
        answer = await self.client.send("GET", f"{path}/tree")
        if answer.status != 200:
            raise LostError(f"play {play.id} is gone: {answer.status} {answer.body[:300]!r}")
        there = play.compared(_way(answer.data()))
        record = await self.client.send("GET", f"{path}/record")
        replayed = read_record(record.body.decode())
        replayed.last_state()
        if len(replayed.moves) != len(there):
            raise LostError(f"the record of play {play.id} has {len(replayed.moves)} moves of {len(there)}")
        return len(there)


def _way(tree: Any) -> list[str]:
    """The moves from the start to where the player stands."""
    nodes = {node["number"]: node for node in tree["nodes"]}
    moves, node = [], nodes[tree["here"]]
    while node["parent"] is not None:
        moves.append(node["move"])
        node = nodes[node["parent"]]
    return moves[::-1]


def _told(stand: Any) -> Kept:
    """A play, as the API tells it."""
    return Kept(stand["id"], version=str(stand["version"]), legal=[legal["move"] for legal in stand["legal"]])


def _shown(page: str) -> Kept:
    """The same, as its page has it."""
    return Kept(_ID.search(page)[1], version=_VERSION.search(page)[1], legal=_buttons(page))


def _buttons(page: str) -> list[str]:
    """The moves that the page of a play, or its side, offers."""
    return [html.unescape(move) for move in _BUTTON.findall(page)]
