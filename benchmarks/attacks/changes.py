"""Changes, and reads, of plays as large as they get: twenty connections, each as fast as it is answered."""

from __future__ import annotations

import asyncio
from typing import Any, Final

from benchmarks.attacks.attacker import Assault
from benchmarks.attacks.hoard import long_record, longest_taken
from benchmarks.client import Client

__all__ = ["changes", "reads"]

_CONNECTIONS: Final = 20
_MARKS: Final = 100  # names of bookmarks that are used again and again
_READ: Final = ("/plays/{id}/log", "/plays/{id}/tree", "/me", "/plays?which=finished&limit=100", "/statistics/export")


async def changes(assault: Assault) -> None:
    """Bookmarks, each of which has the play stored anew."""
    plays = await _begun(assault)
    await assault.begin()
    await asyncio.gather(*(_mark(assault, *play) for play in plays))


async def reads(assault: Assault) -> None:
    """What is costly to answer: long logs and trees, and all of a player's data."""
    plays = await _begun(assault)
    await assault.begin()
    await asyncio.gather(*(_read(assault, number, *play) for number, play in enumerate(plays)))


async def _begun(assault: Assault) -> list[tuple[Client, Any]]:
    """Players with a play each, as long as records may be."""
    record, plays = long_record(await longest_taken(assault)), []
    for _ in range(_CONNECTIONS):
        client = assault.client()
        plays.append((client, await assault.need(client, "POST", "/api/v1/plays", {"record": record})))
    return plays


async def _mark(assault: Assault, client: Client, play: Any) -> None:
    path, version, number = f"/api/v1/plays/{play['id']}", play["version"], 0
    while not assault.over.is_set():
        number += 1
        body = {"version": version, "name": f"mark {number % _MARKS}"}
        answer = await assault.send(client, "POST", f"{path}/bookmarks", body)
        if answer is not None and answer.status in (200, 409):
            version = answer.data()["version"]


async def _read(assault: Assault, number: int, client: Client, play: Any) -> None:
    while not assault.over.is_set():
        number += 1
        path = _READ[number % len(_READ)].format(id=play["id"])
        await assault.send(client, "GET", f"/api/v1{path}")
