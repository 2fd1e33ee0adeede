"""A crowd of players at a server: each plays random games by the API and keeps account of every answer.

A player knows which moves the server has acknowledged. When all is over, they compare that with what the server has:
no acknowledged move may be missing, none may be there twice. A move whose answer was lost (the server was killed, or
its database was away) may be there or not; the player looks, and goes on from there.

The client is small on purpose, plain asyncio and JSON: it shares the machine with the server it measures.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import random
import time
from dataclasses import dataclass, field
from typing import Any, Final

from escapology.games import LISTED
from escapology.record import read_record

__all__ = ["Client", "Crowd", "LostError", "Player"]

_JSON: Final = "application/json"


class LostError(Exception):
    """What the server has is not what it has acknowledged."""


class Client:
    """One connection that stays open, and is opened again when it breaks."""

    def __init__(self, port: int, address: str) -> None:
        self.port, self.address = port, address
        self.cookie = ""
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def send(self, method: str, path: str, body: Any = None) -> tuple[int, bytes]:
        """One request: the status and the body of its answer. An `OSError` or `EOFError` says that there was none."""
        if self._streams is None:
            self._streams = await asyncio.open_connection("127.0.0.1", self.port)
        reader, writer = self._streams
        data = b"" if body is None else json.dumps(body).encode()
        cookie = f"Cookie: {self.cookie}\r\n" if self.cookie else ""
        head = (
            f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Forwarded-For: {self.address}\r\n{cookie}"
            f"Accept: {_JSON}\r\nContent-Type: {_JSON}\r\nContent-Length: {len(data)}\r\n\r\n"
        )
        try:
            writer.write(head.encode() + data)
            lines = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
            headers = [line.partition(": ")[::2] for line in lines[1:]]
            fields = {name.lower(): value for name, value in headers}
            if "set-cookie" in fields:
                self.cookie = fields["set-cookie"].partition(";")[0]
            return int(lines[0].split()[1]), await reader.readexactly(int(fields.get("content-length", "0")))
        except (OSError, EOFError):
            await self.close()
            raise

    async def close(self) -> None:
        """Hang up."""
        if self._streams is not None:
            self._streams[1].close()
            with contextlib.suppress(OSError):
                await self._streams[1].wait_closed()
        self._streams = None


@dataclass(eq=False)
class Crowd:
    """What all players have seen together."""

    port: int
    end: float  # when to stop, by the clock of `time.monotonic`
    seconds: list[float] = field(default_factory=list)  # each acknowledged move took
    games: int = 0
    moves: int = 0  # acknowledged
    errors: list[str] = field(default_factory=list)  # answers that were neither a move nor an outage
    outages: int = 0  # requests without an answer, or with one that says that the server can't serve now
    may_fail: bool = False  # whether outages are expected

    async def play(self, players: int) -> list[Player]:
        """All of them play until the end."""
        crowd = [Player(self, number) for number in range(players)]
        await asyncio.gather(*(player.run() for player in crowd))
        return crowd


@dataclass(eq=False)
class Kept:
    """A play as its player knows it."""

    id: str
    made: list[str] = field(default_factory=list)  # moves that it has for certain
    doubtful: str = ""  # a move behind them that it may have or not


class Player:
    """One of the crowd."""

    def __init__(self, crowd: Crowd, number: int) -> None:
        self.crowd = crowd
        self.client = Client(crowd.port, f"10.0.{number // 250}.{1 + number % 250}")
        self.luck = random.Random(number)  # noqa: S311 - a game
        self.kept: list[Kept] = []

    async def run(self) -> None:
        """Play game after game."""
        while time.monotonic() < self.crowd.end:
            game = self.luck.choice(list(LISTED))
            stand = await self._ask("POST", "/api/v1/plays", {"game": game, "seed": self.luck.getrandbits(32)})
            if stand is not None:
                self.crowd.games += 1
                self.kept.append(Kept(stand["id"]))
                await self._play(stand, self.kept[-1])

    async def _play(self, stand: dict[str, Any], kept: Kept) -> None:
        made = kept.made
        path = f"/api/v1/plays/{stand['id']}"
        while stand["legal"] and time.monotonic() < self.crowd.end:
            move = self.luck.choice(stand["legal"])["move"]
            began = time.perf_counter()
            found = await self._ask("POST", f"{path}/moves", {"version": stand["version"], "move": move})
            if found is not None:
                self.crowd.seconds.append(time.perf_counter() - began)
                self.crowd.moves += 1
                made.append(move)
                stand = found
                continue
            found = None
            while found is None and time.monotonic() < self.crowd.end:
                found = await self._ask("GET", path)
            if found is None:
                kept.doubtful = move
                return
            if found["moves"] == len(made) + 1:
                made.append(move)
            elif found["moves"] != len(made):
                raise LostError(f"{path} has {found['moves']} moves, acknowledged were {len(made)}")
            stand = found

    async def _ask(self, method: str, path: str, body: Any = None) -> dict[str, Any] | None:
        """The answer; None if there was none, and then the next request waits a little."""
        try:
            status, text = await self.client.send(method, path, body)
        except (OSError, EOFError) as error:
            return await self._outage(f"{method} {path}: {error!r}")
        if status >= 500:
            return await self._outage(f"{method} {path}: {status} {text[:300]!r}")
        if status >= 400:
            self.crowd.errors.append(f"{method} {path} {body}: {status} {text[:300]!r}")
            await asyncio.sleep(0.1)
            return None
        return json.loads(text)

    async def _outage(self, words: str) -> None:
        self.crowd.outages += 1
        if not self.crowd.may_fail:
            self.crowd.errors.append(words)
        await asyncio.sleep(0.05)

    async def check(self) -> int:
        """Compare all plays with what the server has, and replay their records: how many moves there are."""
        total = 0
        await self.client.close()  # the server hangs up on those who say nothing for a while
        for kept in self.kept:
            status, text = await self.client.send("GET", f"/api/v1/plays/{kept.id}/log")
            if status != 200:
                raise LostError(f"play {kept.id} is gone: {status} {text[:300]!r}")
            there = [line["move"] for line in json.loads(text)["lines"]]
            if there not in (kept.made, [*kept.made, kept.doubtful]):
                raise LostError(f"play {kept.id} has {there}, acknowledged were {kept.made}")
            _, record = await self.client.send("GET", f"/api/v1/plays/{kept.id}/record")
            replayed = read_record(record.decode())
            replayed.last_state()
            if len(replayed.moves) != len(there):
                raise LostError(f"the record of play {kept.id} has {len(replayed.moves)} moves of {len(there)}")
            total += len(there)
        await self.client.close()
        return total
