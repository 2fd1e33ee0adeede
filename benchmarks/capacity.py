"""How much one process can handle, and what a million players a day would need: `python -m benchmarks.capacity`.

Moves, pages and hints are asked for by more and more clients at once, each without a pause, until the slowest 5 % take
longer than people like; told is the most that was answered a second before that, and the processor seconds of each: of
the processes that answer, of those that solve, and of the database. The same for two processes on PostgreSQL. Sizes of
answers and what a move adds to the database are measured, too. `plan.py` makes a plan of that; both are printed as
docs/capacity.md has them. A machine that does something else meanwhile spoils all but the processor seconds.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import sys
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Final

import sqlalchemy as sql
from tests.patience import cpu_seconds, descendants

from benchmarks.client import HTML, Answer, Client
from benchmarks.crowd import Crowd, Player
from benchmarks.deals import deal_of, has_moves
from benchmarks.gauge import memory
from benchmarks.options import options_of, parser
from benchmarks.plan import Costs, plan_text
from benchmarks.service import Database, Service, databases, served
from benchmarks.table import milliseconds, quantile, table

_CLIENTS: Final = (1, 2, 4, 8, 16, 32, 64)
_GIVEN_UP: Final = 150  # moves of a game
_BOUNDS: Final = {"move": 0.1, "page": 0.1, "hint": 3.0}  # seconds that 95 of 100 may take
_LONGER: Final = {"move": 1, "page": 1, "hint": 4}  # times as long, so that there are enough of them
_HINTED: Final = ("devils-square", "lab-rats", "dont-let-them-get-you", "not-alone", "kidnap-machine")
_PAGES: Final = ("/", "/new/lab-rats", "/statistics", "/rules/devils-square")
_LONG: Final = 1e9  # seconds: until all is done
_EACH: Final = 50  # requests of one person: what comes faster than people are is refused after a while
_ADDRESSES: Final = count()
_SEEDS: Final = count(1)  # nobody asks about a deal that somebody has asked about
_WARM_UP: Final = 600.0  # seconds, if solvers must be compiled

Act = Callable[[], Awaitable[int]]  # does one thing: how many bytes the answer had


@dataclass(frozen=True)
class Step:
    """So many clients at once, for a while."""

    clients: int
    seconds: float
    taken: list[float]  # by each thing that was done
    sizes: list[int]  # bytes of answers
    answering: float  # seconds of processor time of the processes that answer
    solving: float  # of those that solve
    storing: float  # of the database server

    @property
    def rate(self) -> float:
        """Things done a second."""
        return len(self.taken) / self.seconds

    @property
    def slowest(self) -> float:
        """What 95 of 100 stay below."""
        return quantile(self.taken, 0.95)


def new_address() -> str:
    """One that nobody had before."""
    number = next(_ADDRESSES)
    return f"10.{4 + number // 62_500}.{number // 250 % 250}.{1 + number % 250}"


class Person:
    """Somebody at a client of ours, and after so many requests somebody else: of one there may be only so many."""

    def __init__(self, port: int) -> None:
        self._client, self._left = Client(port, new_address()), _EACH

    async def client(self) -> Client:
        """For the next request."""
        if not self._left:
            await self._client.close()
            self._client, self._left = Client(self._client.port, new_address()), _EACH
        self._left -= 1
        return self._client


class Mover:
    """Plays by the pages, and does nothing but moves and what comes with them."""

    def __init__(self, port: int, number: int) -> None:
        self._crowd = Crowd(port, time.monotonic() + _LONG, most_moves=_GIVEN_UP, looks=0.0)
        self._number = 2 * number
        self._player = Player(self._crowd, self._number, new_address())

    async def move(self) -> int:
        """A move; before it a new game of somebody else, where the old one is over, which counts with it."""
        kept = self._player.kept
        if kept and (not kept[-1].legal or len(kept[-1].made) == _GIVEN_UP):
            await self._player.client.close()
            self._number += 2 * _CLIENTS[-1]
            self._player = Player(self._crowd, self._number, new_address())
        before = self._player.client.received
        while await self._player.act() != "move":
            if self._crowd.errors or self._crowd.refusals:
                raise RuntimeError(f"{self._crowd.refusals} moves were refused; {self._crowd.errors[:1]}")
        return self._player.client.received - before


class Reader:
    """Opens one page after the other."""

    def __init__(self, port: int, number: int) -> None:
        self._person, self._turn = Person(port), number

    async def read(self) -> int:
        """A page."""
        self._turn += 1
        client = await self._person.client()
        before = client.received
        _need_answered(await client.send("GET", _PAGES[self._turn % len(_PAGES)], accept=HTML))
        return client.received - before


class Asker:
    """Asks for hints at the start of new deals, of one game after the other."""

    def __init__(self, port: int, _number: int) -> None:
        self._person, self._seed = Person(port), next(_SEEDS) * 100_000

    async def ask(self) -> int:
        """A hint."""
        self._seed += 1
        setting = _HINTED[self._seed % len(_HINTED)]
        while not has_moves(setting, self._seed):
            self._seed += len(_HINTED)
        client = await self._person.client()
        before = client.received
        await ask(client, deal_of(setting, self._seed))
        return client.received - before


async def ask(client: Client, deal: str) -> None:
    """Ask for a hint until it is there."""
    answer = await client.send("POST", "/api/v1/hints", {"record": deal, "wait": 30})
    end = time.monotonic() + _WARM_UP
    while answer.status == 202 and time.monotonic() < end:
        answer = await client.send("GET", f"/api/v1/hints/{answer.data()['ticket']}?wait=30")
    _need_answered(answer)


def _need_answered(answer: Answer) -> None:
    if answer.status != 200:
        raise RuntimeError(f"it was not answered: {answer.status} {answer.body[:300]!r}")


async def run_step(acts: list[Act], seconds: float, spent: Callable[[], tuple[float, ...]]) -> Step:
    """All do that again and again."""
    taken: list[float] = []
    sizes: list[int] = []
    before, began = spent(), time.monotonic()

    async def go_on(act: Act) -> None:
        while (begun := time.monotonic()) < began + seconds:
            sizes.append(await act())
            taken.append(time.monotonic() - begun)

    await asyncio.gather(*map(go_on, acts))
    answering, solving, storing = (after - first for after, first in zip(spent(), before, strict=True))
    return Step(len(acts), time.monotonic() - began, taken, sizes, answering, solving, storing)


def spent_by(service: Service, database: Database) -> Callable[[], tuple[float, ...]]:
    """Looks up the processor seconds of those that answer, those that solve, and the database."""

    def spent() -> tuple[float, ...]:
        storing = [database.server.pid, *descendants(database.server.pid)] if database.server is not None else []
        groups = (*processes_of(service), storing)
        return tuple(sum(map(cpu_seconds, pids)) for pids in groups)

    return spent


def processes_of(service: Service) -> tuple[list[int], list[int]]:
    """Those that answer, with the one that has started them, and those that solve."""
    all_ = [service.process.pid, *descendants(service.process.pid)]
    solving = [pid for pid in all_ if b"escapology.thinking" in Path(f"/proc/{pid}/cmdline").read_bytes()]
    return [pid for pid in all_ if pid not in solving], solving


@dataclass(frozen=True)
class Found:
    """What was measured of one way to serve."""

    database: str
    processes: int
    best: dict[str, Step]  # by what was done
    stored: float  # bytes that a move adds to the database
    process: float  # megabytes of a process that answers
    solver: float  # of one that solves

    def rows(self) -> list[list[object]]:
        """Rows of the table."""
        return [
            [
                self.database, self.processes, kind, f"{step.rate:,.1f}", step.clients, milliseconds(step.slowest),
                *(f"{1000 * spent / len(step.taken):.2f}" for spent in (step.answering, step.solving, step.storing)),
                f"{sum(step.sizes) / len(step.sizes) / 1000:.1f} kB",
            ]
            for kind, step in self.best.items()
        ]  # fmt: skip

    def costs(self) -> Costs:
        """The same for the plan."""
        each = {kind: len(step.taken) for kind, step in self.best.items()}
        return Costs(
            answering={kind: step.answering / each[kind] for kind, step in self.best.items()},
            solving={kind: step.solving / each[kind] for kind, step in self.best.items()},
            storing={kind: step.storing / each[kind] for kind, step in self.best.items()},
            sizes={kind: sum(step.sizes) / each[kind] for kind, step in self.best.items()},
            stored=self.stored,
            process=self.process,
            solver=self.solver,
        )


_MAKE: Final[dict[str, Callable[[int, int], Act]]] = {
    "move": lambda port, number: Mover(port, number).move,
    "page": lambda port, number: Reader(port, number).read,
    "hint": lambda port, number: Asker(port, number).ask,
}
_HEAD: Final = (
    "database", "processes", "what", "a second, at most", "clients then", "slowest 5 %, ms",
    "processor ms of each: answering", "solving", "database", "answer",
)  # fmt: skip


def measure(database: Database, processes: int, options: argparse.Namespace) -> Found:
    """One way to serve."""
    with database.fresh() as (address, folder):
        service = Service(address, folder, "--processes", str(processes), server=options.server)
        with served(service):
            for setting in _HINTED:
                asyncio.run(_warm_up(service.port, setting))
            best = {}
            for kind, make in _MAKE.items():
                begun = size_of(address)
                best[kind], done = most_handled(service, database, kind, make, options.seconds * _LONGER[kind])
                if kind == "move":
                    stored = (size_of(address) - begun) / done
            answering, solving = (max(map(memory, pids), default=0.0) for pids in processes_of(service))
    return Found(database.name, processes, best, stored, answering, solving)


def most_handled(
    service: Service, database: Database, kind: str, make: Callable[[int, int], Act], seconds: float
) -> tuple[Step, int]:
    """The step with the most done a second whose slowest 5 % are quick enough, else the first; what all steps did."""
    steps: list[Step] = []
    for clients in _CLIENTS:
        steps.append(asyncio.run(_run_step(service, database, clients, make, seconds)))
        if steps[-1].slowest > _BOUNDS[kind]:
            break
    good = [step for step in steps if step.slowest <= _BOUNDS[kind]] or steps[:1]
    return max(good, key=lambda step: step.rate), sum(len(step.taken) for step in steps)


async def _run_step(
    service: Service, database: Database, clients: int, make: Callable[[int, int], Act], seconds: float
) -> Step:
    return await run_step([make(service.port, n) for n in range(clients)], seconds, spent_by(service, database))


async def _warm_up(port: int, setting: str) -> None:
    await ask(Client(port, "10.3.0.0"), deal_of(setting, 0))


def size_of(address: str) -> int:
    """Bytes of a database, with all that is still to be put into its place."""
    engine = sql.create_engine(address if "://" in address else f"sqlite:///{address}", isolation_level="AUTOCOMMIT")
    with contextlib.closing(engine.connect()) as connection:
        if engine.dialect.name == "sqlite":
            connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)")
            return Path(address).stat().st_size
        connection.exec_driver_sql("VACUUM")
        return int(connection.exec_driver_sql("SELECT pg_database_size(current_database())").scalar_one())


def main(arguments: list[str]) -> int:
    """Measure, and make the plan."""
    made = parser("python -m benchmarks.capacity: Measures how much a process can handle, and makes a plan of that.")
    made.add_argument("--seconds", type=float, default=10.0, metavar="N", help="with each number of clients")
    options = options_of(made, arguments)
    found = []
    with databases(options.databases) as all_:
        for database in all_:
            for processes in (1,) if database.server is None else (1, 2):
                found.append(measure(database, processes, options))
                print(*found[-1].rows(), sep="\n", file=sys.stderr)
    print("## Measured\n")
    print(table(_HEAD, [row for one in found for row in one.rows()]))
    last = found[-1]
    print(f"\nA move adds {last.stored:,.0f} bytes to {last.database}, with its share of what its game adds. ", end="")
    print(f"A process that answers requests has {last.process:.0f} MB, one that solves up to {last.solver:.0f} MB.\n")
    print("## A million players a day\n")
    print(plan_text(last.costs()))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
