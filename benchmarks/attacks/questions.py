"""Starving the solvers: fifty players of one address who ask all they may; and questions that are left behind."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from itertools import count
from typing import Any, Final

from benchmarks.attacks.attacker import Assault
from benchmarks.client import Client
from benchmarks.deals import deal_of, random_play

__all__ = ["abandoned", "solver"]

_PLAYERS: Final = 50
_EACH: Final = 3  # questions of a player that may wait
_LEFT_BEHIND: Final = 70  # players who ask and go away
_AGAIN: Final = 2.0  # seconds between two looks for an answer, often enough to be thought for
_SEARCHED: Final = "dont-let-them-get-you"
_LENGTH: Final = 60  # moves of the games that are to be checked
_KINDS: Final = ("checks", "checks", "hints", "checks", "deals/searches")  # what one player in five asks for


async def solver(assault: Assault) -> None:
    """As many questions as are taken, all the time; whoever is refused comes again as somebody else."""
    seeds = count(1)
    await assault.begin()
    await asyncio.gather(*(_ask_on(assault, number, seeds) for number in range(_PLAYERS * _EACH)))


async def _ask_on(assault: Assault, number: int, seeds: Iterator[int]) -> None:
    client, kind = assault.client(), _KINDS[number // _EACH % len(_KINDS)]
    while not assault.over.is_set():
        answer = await assault.send(client, "POST", f"/api/v1/{kind}", _question(kind, next(seeds)))
        while answer is not None and answer.status == 202:
            await asyncio.sleep(_AGAIN)
            path = f"/api/v1/{kind}/{answer.data()['ticket']}"
            answer = await assault.send(client, "GET", path + f"?setting={_SEARCHED}" * (kind == "deals/searches"))
        if answer is None or answer.status >= 400:
            client.cookie = ""
            await asyncio.sleep(0.1)


async def abandoned(assault: Assault) -> None:
    """Two hundred questions at once, a third of them searches; nobody ever asks for an answer."""
    await assault.begin()
    asked = [("deals/searches" if number % _EACH == 0 else "checks", number) for number in range(_LEFT_BEHIND * _EACH)]
    clients = [assault.client() for _ in range(_LEFT_BEHIND)]
    await asyncio.gather(*(_leave(assault, clients[n // _EACH], kind, n) for kind, n in asked))


async def _leave(assault: Assault, client: Client, kind: str, number: int) -> None:
    one = assault.client()
    one.cookie = client.cookie
    await assault.send(one, "POST", f"/api/v1/{kind}", _question(kind, 10_000 + number))
    client.cookie = one.cookie
    await one.close()


def _question(kind: str, seed: int) -> dict[str, Any]:
    """What takes its time: to look back on a random game, or to find the first hint of a house nobody has been in."""
    if kind == "deals/searches":
        return {"setting": _SEARCHED, "winnable": True, "level": "fiendish", "seed": 1_000 * seed, "wait": 0}
    if kind == "hints":
        return {"record": deal_of("kidnap-machine", seed), "wait": 0}
    line, moves = random_play(_SEARCHED, seed, _LENGTH)
    return {"record": f"{line}\n{' '.join(moves)}\n", "wait": 0}
