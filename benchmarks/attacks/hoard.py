"""Memory: plays as long as the server takes them, one after the other, each looked at so that it is kept."""

from __future__ import annotations

import asyncio
from typing import Final

from benchmarks.attacks.attacker import Assault
from benchmarks.client import Client
from benchmarks.deals import endless_play

__all__ = ["long_record", "longest_taken", "memory"]

_LENGTHS: Final = (5_000, 4_000, 3_000, 2_000, 1_500, 1_000, 500)


async def memory(assault: Assault) -> None:
    """Plays with as many moves as can be had, from four connections and as many players as there are requests."""
    length = await longest_taken(assault)
    await assault.begin()

    async def hoard() -> None:
        client = assault.client()  # without a cookie: a new player each time
        begun = await assault.send(client, "POST", "/api/v1/plays", {"record": long_record(length)})
        if begun is not None and begun.status == 201:
            path = f"/api/v1/plays/{begun.data()['id']}"
            for part in ("log", "tree", "board.svg"):
                await assault.send(client, "GET", f"{path}/{part}")
            await assault.send(client, "POST", "/api/v1/replays", {"record": long_record(length - 1)})
        await client.close()

    await asyncio.gather(*(assault.go_on(hoard) for _ in range(4)))


async def longest_taken(assault: Assault) -> int:
    """How many moves a record may have."""
    client: Client = assault.client()
    for length in _LENGTHS:  # the longest first
        answer = await client.send("POST", "/api/v1/plays", {"record": long_record(length)})
        if answer.status == 201:
            await client.close()
            return length
    raise RuntimeError("the server takes no long records")


def long_record(length: int) -> str:
    """A record of so many moves."""
    line, moves = endless_play(_LENGTHS[0])
    return f"{line}\n{' '.join(moves[:length])}\n"
