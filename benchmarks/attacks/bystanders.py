"""Bystanders: people of other addresses, who play and ask for hints at a human's pace."""

from __future__ import annotations

import asyncio
import math
import time
from dataclasses import dataclass, field
from typing import Final

from benchmarks.client import Client
from benchmarks.crowd import Crowd, LostError, Player
from benchmarks.deals import deal_of
from benchmarks.pace import Done, keep_pace, schedule

__all__ = ["Bystanders", "Noticed"]

_PLAYERS: Final = 6
_MOVE_EVERY: Final = 1.0  # seconds
_ASKERS: Final = 2
_HINT_EVERY: Final = 4.0  # seconds
_PATIENCE: Final = 30.0  # seconds that somebody waits; what takes longer has failed
_GIVEN_UP: Final = 150  # moves of a game
_ASKED: Final = ("devils-square", "lab-rats")  # games whose hints take a fraction of a second
_WARM_UP: Final = 600.0  # seconds, if solvers must be compiled


@dataclass
class Noticed:
    """What bystanders have noticed in one stretch of time."""

    moves: list[float] = field(default_factory=list)  # seconds that each took; infinite if it came to nothing
    hints: list[float] = field(default_factory=list)
    failures: list[str] = field(default_factory=list)


class Bystanders:
    """All of them, at one server; they go on with their games from one stretch of time to the next."""

    def __init__(self, port: int, *, asks: bool, keeps: bool) -> None:
        """Some ask for hints if it `asks`; with `keeps=False`, the proxy opens a connection for each request."""
        self._crowd = Crowd(port, 0.0, most_moves=_GIVEN_UP)
        self._players = [
            Player(self._crowd, number, f"198.51.100.{1 + number}", keeps=keeps, patience=_PATIENCE)
            for number in range(_PLAYERS)
        ]
        self._askers = [_Asker(port, number, keeps=keeps) for number in range(_ASKERS if asks else 0)]

    def warm_up(self) -> None:
        """Ask for hints until solvers are compiled."""
        for asker in self._askers[:1]:
            asyncio.run(asker.warm_up())

    def look_on(self, seconds: float) -> Noticed:
        """Play for so long."""
        self._crowd.errors.clear()
        return asyncio.run(self._look_on(seconds))

    def check(self) -> list[str]:
        """Compare all accounts with the server's: what is lost, or there twice."""

        async def check_all() -> None:
            for player in self._players:
                await player.check()

        try:
            asyncio.run(check_all())
        except (LostError, OSError, EOFError) as error:
            return [repr(error)]
        return []

    async def _look_on(self, seconds: float) -> Noticed:
        begin = time.monotonic() + 0.2
        self._crowd.end = begin + seconds
        give_up = self._crowd.end + _PATIENCE
        playing = [
            keep_pace(player.act, schedule(begin, self._crowd.end, _MOVE_EVERY, number), give_up)
            for number, player in enumerate(self._players)
        ]
        asking = [
            keep_pace(asker.ask, schedule(begin, self._crowd.end, _HINT_EVERY, 100 + number), give_up)
            for number, asker in enumerate(self._askers)
        ]
        played, asked = await asyncio.gather(asyncio.gather(*playing), asyncio.gather(*asking))
        for client in [player.client for player in self._players] + [asker.client for asker in self._askers]:
            await client.close()
        moves, hints = [done for some in played for done in some], [done for some in asked for done in some]
        noticed = Noticed(
            [done.seconds if done.what else math.inf for done in moves if done.what in ("move", "")],
            [done.seconds if done.what else math.inf for done in hints],
            [*self._crowd.errors, *_failed(moves, "something"), *_failed(hints, "a hint")],
        )
        for asker in self._askers:
            noticed.failures += asker.failures
            asker.failures.clear()
        return noticed


def _failed(done: list[Done], what: str) -> list[str]:
    return [f"{what} came to nothing after {one.seconds:.1f} s" for one in done if not one.what]


class _Asker:
    """Somebody who begins a game, makes a move, and asks for a hint, again and again."""

    def __init__(self, port: int, number: int, *, keeps: bool) -> None:
        self.client = Client(port, f"198.51.100.{101 + number}", keeps=keeps, patience=_PATIENCE)
        self.failures: list[str] = []
        self._seed = 1_000_000 * (1 + number)

    async def ask(self) -> str:
        """One hint: how it was asked for is counted as well."""
        self._seed += 1
        record = deal_of(_ASKED[self._seed % len(_ASKED)], self._seed)
        try:
            return await self._hint(record, _PATIENCE)
        except (OSError, EOFError) as error:
            self.failures.append(f"hint: {error!r}")
        return ""

    async def _hint(self, record: str, patience: float) -> str:
        end = time.monotonic() + patience
        answer = await self.client.send("POST", "/api/v1/hints", {"record": record, "wait": 10})
        while answer.status == 202 and time.monotonic() < end:
            answer = await self.client.send("GET", f"/api/v1/hints/{answer.data()['ticket']}?wait=10")
        if answer.status == 200:
            return "hint"
        self.failures.append(f"hint: {answer.status} {answer.body[:200]!r}")
        return ""

    async def warm_up(self) -> None:
        """Ask until there is an answer for each game."""
        for game in _ASKED:
            if not await self._hint(deal_of(game, 0), _WARM_UP):
                raise RuntimeError(f"no hints are to be had: {self.failures}")
        await self.client.close()
