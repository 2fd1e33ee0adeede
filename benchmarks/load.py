"""Fifty players at once: `python -m benchmarks.load [PLAYERS [SECONDS]] [sqlite] [postgresql]`.

Each plays random games by the API for a minute, on SQLite and on PostgreSQL, and again while two others keep the solver
busy. In the same run as many clients ask a bare FastAPI route, as fast as it answers. Told are the median and the
slowest 5 % of both, and the ratio of these. At the end every player compares the server's account of its games with its
own.
"""

from __future__ import annotations

import asyncio
import json
import statistics
import sys
import time
from pathlib import Path

from benchmarks.crowd import Client, Crowd
from benchmarks.service import Service, asked, bare_route, databases

_HARD = "dont-let-them-get-you"


async def ask_bare(port: int, clients: int, seconds: float) -> list[float]:
    """How long a bare route takes with so many clients."""
    taken: list[float] = []
    end = time.monotonic() + seconds

    async def ask(number: int) -> None:
        client = Client(port, "")
        while time.monotonic() < end:
            began = time.perf_counter()
            await client.send("POST", "/echo", {"version": number, "move": "a1"})
            taken.append(time.perf_counter() - began)
        await client.close()

    await asyncio.gather(*(ask(number) for number in range(clients)))
    return taken


async def keep_solver_busy(port: int, number: int, end: float) -> int:
    """Ask for hints in one game after the other: how many were given."""
    client, hints, seed = Client(port, f"10.1.0.{number}"), 0, 1000 * number
    while time.monotonic() < end:
        seed += 1
        path, asked = "/api/v1/hints", {"record": await _deal(client, seed), "wait": 10}
        status, _ = await client.send("POST", path, asked)
        hints += status == 200
    await client.close()
    return hints


async def _deal(client: Client, seed: int) -> str:
    _, text = await client.send("POST", "/api/v1/deals", {"game": _HARD, "seed": seed})
    return str(json.loads(text)["deal"])


async def load(port: int, players: int, seconds: float, askers: int) -> tuple[Crowd, int, int]:
    """Let them play: what they saw, the moves there are in the end, and the hints given meanwhile."""
    crowd = Crowd(port, time.monotonic() + seconds)
    played, hints = await asyncio.gather(
        crowd.play(players),
        asyncio.gather(*(keep_solver_busy(port, number, crowd.end) for number in range(1, 1 + askers))),
    )
    moves = 0
    for player in played:
        moves += await player.check()
    return crowd, moves, sum(hints)


def _slow(taken: list[float]) -> float:
    return statistics.quantiles(taken, n=20)[-1]


def _words(taken: list[float]) -> str:
    return f"median {1000 * statistics.median(taken):6.1f} ms, slowest 5 % from {1000 * _slow(taken):6.1f} ms"


def run(name: str, database: str, folder: Path, players: int, seconds: float) -> bool:
    """One database: whether all is well."""
    is_well = True
    service = Service(database, folder)
    try:
        for askers in (0, 2):
            with bare_route() as bare_port:
                bare = asyncio.run(ask_bare(bare_port, players, min(10.0, seconds)))
            crowd, moves, hints = asyncio.run(load(service.port, players, seconds, askers))
            bare_slow, slow = _slow(bare), _slow(crowd.seconds)
            print(f"{name}, solver {f'busy ({hints} hints)' if askers else 'idle'}: {players} players, ", end="")
            print(f"{crowd.games:,} games, {moves:,} moves, {crowd.moves / seconds:.0f} a second; ", end="")
            print(f"{len(crowd.errors)} errors\n  bare route  {_words(bare)}\n  move        {_words(crowd.seconds)}")
            print(f"  ratio       {slow / bare_slow:.1f}, and to the bare route's median", end="")
            print(f" {slow / statistics.median(bare):.1f}")
            for error in crowd.errors[:5]:
                print("  error:", error)
            is_well = is_well and not crowd.errors and moves == crowd.moves
    finally:
        is_well = service.stop() == 0 and is_well
    return is_well


def main(arguments: list[str]) -> int:
    """Measure all databases that are named, or both."""
    players, seconds, names = asked(arguments, 50, 60)
    with databases(names) as found:
        results = [run(name, address, folder, players, seconds) for name, address, folder, _ in found]
    return 0 if all(results) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
