"""A server that is killed: `python -m benchmarks.faults [--kills N] [--players N] [sqlite] [postgresql]`.

Players play random games while the server is killed (`kill -9`) at random moments and started again, a hundred times;
on PostgreSQL, while the database server is stopped and started, too. At the end every acknowledged move must be there,
none twice, and every record must replay.
"""

from __future__ import annotations

import asyncio
import random
import sys
import time
from typing import Any

from benchmarks.crowd import Crowd
from benchmarks.options import options_of, parser
from benchmarks.service import Database, Service, databases, served

_LONG = 1e9  # seconds: until all is done


async def play_on(crowd: Crowd, players: int, faults: Any) -> int:
    """Play while something happens to the server, and a second longer: the moves there are in the end."""

    async def disturb() -> None:
        await asyncio.to_thread(faults)
        crowd.end = time.monotonic() + 1

    played, _ = await asyncio.gather(crowd.play(players), disturb())
    return sum([await player.check() for player in played])


def kill_often(service: Service, kills: int) -> None:
    """Kill it at random moments."""
    luck = random.Random(kills)  # noqa: S311 - any moments will do
    for _ in range(kills):
        time.sleep(luck.uniform(0.05, 1.0))
        service.kill()
        service.start()


def stop_often(server: Any, times: int) -> None:
    """Stop and start the database server."""
    for turn in range(times):
        time.sleep(2)
        server.stop(immediate=bool(turn % 2))
        time.sleep(2)
        server.start()
    time.sleep(3)


def run(database: Database, kills: int, players: int, server: str | None) -> bool:
    """One database: whether nothing was lost."""
    with database.fresh() as (address, folder), served(Service(address, folder, server=server)) as service:
        faults = {f"killed {kills} times": lambda: kill_often(service, kills)}
        if database.server is not None:
            faults["database stopped 4 times"] = lambda: stop_often(database.server, 4)
        is_well = True
        for words, happen in faults.items():
            crowd = Crowd(service.port, time.monotonic() + _LONG, may_fail=True)
            moves = asyncio.run(play_on(crowd, players, happen))
            print(
                f"{database.name}, {words}: {players} players, {crowd.begun:,} games, "
                f"{crowd.moves:,} moves acknowledged, {moves:,} there; {crowd.outages:,} requests without an answer, "
                f"{len(crowd.errors)} wrong answers; nothing lost, all replayed"
            )
            for error in crowd.errors[:5]:
                print("  error:", error)
            is_well = is_well and not crowd.errors
    return is_well


def main(arguments: list[str]) -> int:
    """Disturb all databases that are named, or both."""
    made = parser("python -m benchmarks.faults: Kills a server while many play at it.")
    made.add_argument("--kills", type=int, default=100, metavar="N")
    made.add_argument("--players", type=int, default=50, metavar="N")
    options = options_of(made, arguments)
    with databases(options.databases) as found:
        results = [run(one, options.kills, options.players, options.server) for one in found]
    return 0 if all(results) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
