"""Fifty players at once: `python -m benchmarks.load [sqlite] [postgresql]`, and `python -m benchmarks.load soak`.

*Load*: players move, look at pages and begin games at times of their own (`pace.py`), half of them in a browser, a
third of them from one address; how long something took is counted from the time it was meant for. How much is meant a
second is said by `--rate`, or found: half of what the server can handle when nobody pauses. The same again while
others ask for hints and verdicts, one after the other, and the solvers are seen to be at work by the server's own
numbers. In the same run, a bare FastAPI route is asked at the same times.

*Soak*: all play Devil's Square without a pause for ten minutes, and never give up: half of its random games have no
end, so plays grow as long as they may. With several games, more and more players would sit in this one, whose moves
take longer than those of the others, and moves a second would fall without anything growing.

At the end all players compare the server's account of their games with their own. What is too slow, fails, is lost, or
slows down by and by ends it with exit code 1 and a word about it.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from benchmarks.askers import Askers
from benchmarks.attacks.attacker import ATTACKS, Attacker
from benchmarks.client import Client
from benchmarks.crowd import Crowd, Player
from benchmarks.gauge import forget_peak, memory, peak_memory
from benchmarks.options import options_of, parser
from benchmarks.pace import Done, keep_pace, schedule
from benchmarks.service import Database, Service, bare_route, databases, served
from benchmarks.table import quantile, spread, table

_GIVEN_UP: Final = 150  # moves of a game, of those that never end
_SHARE: Final = 0.5  # of what the server can handle, where no rate is given
_SEARCH: Final = 10.0  # seconds for finding out what it can handle
_PATIENCE: Final = 30.0  # seconds to wait for what is late, when all is over
_FLAT: Final = 0.9  # of the throughput at first, at least, is there at last
_BUSY: Final = 0.5  # of the time, at least, that a solver is at work where it is meant to be
_SETTLE: Final = 3.0  # seconds from the beginning of an attack until somebody looks
_MEMORY: Final = 400.0  # megabytes of the server's process, at most


@dataclass
class Verdict:
    """What was not as it should be."""

    faults: list[str] = field(default_factory=list)

    def need(self, is_so: bool, words: str) -> None:
        """Note what is wrong unless it is so."""
        if not is_so:
            self.faults.append(words)


async def play_at_pace(crowd: Crowd, players: int, rate: float, seconds: float) -> tuple[list[Done], list[Player]]:
    """Let players do so many things a second, all together."""
    begin = time.monotonic() + 0.5
    crowd.end = begin + seconds
    all_ = crowd.players(players)
    times = [schedule(begin, crowd.end, players / rate, number) for number in range(players)]
    done = await asyncio.gather(
        *(keep_pace(one.act, its, crowd.end + _PATIENCE) for one, its in zip(all_, times, strict=True))
    )
    for player in all_:
        await player.client.close()
    return [one for some in done for one in some], all_


async def ask_bare(port: int, clients: int, rate: float, seconds: float) -> list[float]:
    """How long a bare route takes, asked at the same times."""
    begin = time.monotonic() + 0.5

    async def ask(number: int, times: Iterator[float]) -> list[Done]:
        client = Client(port, "")

        async def once() -> str:
            await client.send("POST", "/echo", {"version": number, "move": "a1"})
            return "echo"

        done = await keep_pace(once, times, begin + seconds + _PATIENCE)
        await client.close()
        return done

    asked = (ask(number, schedule(begin, begin + seconds, clients / rate, number)) for number in range(clients))
    return [one.seconds for some in await asyncio.gather(*asked) for one in some]


async def check(players: list[Player]) -> int:
    """Compare all accounts with the server's: the moves that are there."""
    return sum([await player.check() for player in players])


def found_rate(service: Service, players: int) -> float:
    """Half of what the server can handle without a pause: things done a second."""
    crowd = Crowd(service.port, time.monotonic() + _SEARCH, most_moves=_GIVEN_UP)
    asyncio.run(crowd.play(players))
    done = sum(map(len, crowd.seconds.values()))
    return _SHARE * done / _SEARCH


_HEAD: Final = (
    "database", "solver", "attacker", "asked a second", "games", "moves", "pages", "move: median, slowest 5 %", "page",
    "beginning", "bare route", "slowest 5 %, ratio", "hints and verdicts", "solver at work", "attacker's requests",
    "memory, peak",
)  # fmt: skip


@dataclass(frozen=True)
class Setting:
    """What goes on beside the players."""

    askers: int  # who keep the solvers busy
    attack: str = ""  # its name; "" = nobody attacks

    def __str__(self) -> str:
        return f"solver {'busy' if self.askers else 'idle'}{', under attack' * bool(self.attack)}"


@dataclass
class Measured:
    """What came of it."""

    done: list[Done]
    moves: int  # that are there
    bare: list[float]  # seconds of the bare route
    asked: Askers
    memory: float  # megabytes, at most
    answers: Mapping[str, int] = field(default_factory=dict)  # to the attacker, by status

    def seconds(self, what: str) -> list[float]:
        """How long each thing of a kind took."""
        return [one.seconds for one in self.done if one.what == what]

    @property
    def slowest(self) -> float:
        """What 95 of 100 moves stay below."""
        return quantile(self.seconds("move"), 0.95)


def load(database: Database, options: argparse.Namespace, verdict: Verdict) -> list[list[object]]:
    """One database: with solvers that have nothing to do, with such as are busy, and with an attacker besides."""
    rows: list[list[object]] = []
    settings = [Setting(0), Setting(options.askers)]
    if options.attack != "none":
        settings.append(Setting(options.askers, options.attack))
    with database.fresh() as (address, folder), served(Service(address, folder, server=options.server)) as it:
        rate = options.rate or found_rate(it, options.players)
        before: Measured | None = None
        for setting in settings:
            crowd = Crowd(it.port, 0.0, most_moves=_GIVEN_UP)
            found = _measured(it, crowd, rate, setting, options)
            _judge(f"{database.name}, {setting}", crowd, found, options, verdict)
            if setting.attack and before is not None:
                judge_attack(f"{database.name}, {setting}", before, found, options.times, verdict)
            before = found
            rows.append(_row(database.name, rate, setting, crowd, found))
            print(*rows[-1], sep="; ", file=sys.stderr)
    return rows


def _measured(service: Service, crowd: Crowd, rate: float, setting: Setting, options: argparse.Namespace) -> Measured:
    """Let them play."""
    pid = service.process.pid
    forget_peak(pid)
    with Askers(service, setting.askers) as asked, contextlib.ExitStack() as stack:
        with bare_route() as port:
            bare = asyncio.run(ask_bare(port, options.players, rate, min(20.0, options.seconds)))
        attacker = stack.enter_context(Attacker(setting.attack, service.port)) if setting.attack else None
        if attacker is not None:
            attacker.begin()
            time.sleep(_SETTLE)
        done, players = asyncio.run(play_at_pace(crowd, options.players, rate, options.seconds))
        if attacker is not None:
            attacker.end()
    answers = {} if attacker is None else attacker.answers
    return Measured(done, asyncio.run(check(players)), bare, asked, peak_memory(pid), answers)


def _judge(where: str, crowd: Crowd, found: Measured, options: argparse.Namespace, verdict: Verdict) -> None:
    """What may not be, whatever goes on beside."""
    asked, under_attack, nothing = found.asked, bool(found.answers), sum(not one.what for one in found.done)
    _need_all_well(crowd, found.moves, f"{where}: ", verdict)
    ratio = found.slowest / quantile(found.bare, 0.95)
    verdict.need(
        under_attack or ratio <= options.ratio,
        f"{where}: slowest 5 % of moves are {ratio:.1f} times those of the bare route",
    )
    verdict.need(not nothing, f"{where}: {nothing} things came to nothing")
    moved = [one.meant + one.seconds for one in found.done if one.what == "move"]
    _need_flat(moved, options.seconds, where, verdict)
    verdict.need(not asked.count or asked.at_work >= _BUSY, f"{where}: it was at work {asked.at_work:.0%} of the time")
    verdict.need(not asked.count or asked.answered > 0, f"{where}: no hint or verdict was answered")
    verdict.need(not asked.errors, f"{where}: {asked.errors[:3]}")
    verdict.need(found.memory <= _MEMORY, f"{where}: {found.memory:.0f} MB of memory")


def judge_attack(where: str, before: Measured, found: Measured, times: float, verdict: Verdict) -> None:
    """What an attacker may not bring about, beside what was there before."""
    ratio = found.slowest / before.slowest
    verdict.need(ratio <= times, f"{where}: slowest 5 % of moves are {ratio:.1f} times those without the attack")
    verdict.need(sum(found.answers.values()) > 0, f"{where}: nobody attacked")


def _row(name: str, rate: float, setting: Setting, crowd: Crowd, found: Measured) -> list[object]:
    times = [found.seconds(what) for what in ("move", "page", "beginning")]
    return [
        name, "busy" if setting.askers else "idle", setting.attack or "–", f"{rate:.0f}", f"{crowd.begun:,}",
        f"{crowd.moves:,}", f"{len(times[1]):,}", *map(spread, (*times, found.bare)),
        f"{found.slowest / quantile(found.bare, 0.95):.1f}", f"{found.asked.answered:,}", f"{found.asked.at_work:.0%}",
        f"{sum(found.answers.values()):,}", f"{found.memory:.0f} MB",
    ]  # fmt: skip


def _need_all_well(crowd: Crowd, moves: int, where: str, verdict: Verdict) -> None:
    verdict.need(not crowd.errors, f"{where}{len(crowd.errors)} errors: {crowd.errors[:3]}")
    verdict.need(not crowd.refusals, f"{where}{crowd.refusals} requests were refused as too many")
    verdict.need(moves == crowd.moves, f"{where}{crowd.moves} moves were acknowledged, {moves} are there")


def _need_flat(moved: list[float], seconds: float, where: str, verdict: Verdict) -> tuple[float, float]:
    """Moves a second in the first minute and the last one; of what is shorter, in its first and last quarter."""
    span = min(60.0, seconds / 4)
    begin = min(moved, default=0.0)
    first = sum(when < begin + span for when in moved) / span
    last = sum(begin + seconds - span <= when < begin + seconds for when in moved) / span
    verdict.need(last >= _FLAT * first > 0, f"{where}: {first:.0f} moves a second at first, {last:.0f} at last")
    return first, last


_SOAK_HEAD: Final = (
    "database", "minutes", "games", "full", "moves", "a second, first minute", "last minute", "share",
    "move, first minute: median, slowest 5 %", "last minute", "memory after a minute", "at the end",
)  # fmt: skip


def soak(database: Database, options: argparse.Namespace, verdict: Verdict) -> list[list[object]]:
    """One database, for minutes."""
    seconds = 60.0 * options.minutes
    with database.fresh() as (address, folder), served(Service(address, folder, server=options.server)) as service:
        crowd = Crowd(service.port, time.monotonic() + seconds, games=("devils-square",))
        begun = _later(min(60.0, seconds / 4), lambda: memory(service.process.pid))
        players, early = asyncio.run(_both(crowd.play(options.players), begun))
        late = memory(service.process.pid)
        first, last = _need_flat(crowd.moved, seconds, database.name, verdict)
        span = min(len(crowd.seconds["move"]) // 2, int(60 * min(first, last)))
        ends = [crowd.seconds["move"][:span], crowd.seconds["move"][-span:]]
        _need_all_well(crowd, asyncio.run(check(players)), f"{database.name}: ", verdict)
    told = map(spread, ends)
    return [[
        database.name, f"{options.minutes:g}", f"{crowd.begun:,}", crowd.full, f"{crowd.moves:,}", f"{first:.0f}",
        f"{last:.0f}", f"{last / max(first, 1e-9):.0%}", *told, f"{early:.0f} MB", f"{late:.0f} MB",
    ]]  # fmt: skip


async def _later(seconds: float, look: Callable[[], float]) -> float:
    await asyncio.sleep(seconds)
    return look()


async def _both(first: Any, second: Any) -> Any:
    return await asyncio.gather(first, second)


def main(arguments: list[str]) -> int:
    """Measure all databases that are named, or both."""
    made = parser("python -m benchmarks.load: Lets many play at once.", ("soak",))
    made.add_argument("--players", type=int, default=50, metavar="N")
    made.add_argument("--seconds", type=float, default=60.0, metavar="N", help="of each measurement")
    made.add_argument("--minutes", type=float, default=10.0, metavar="N", help="of the soak")
    made.add_argument("--rate", type=float, metavar="N", help="things done a second; else half of what it can handle")
    made.add_argument("--askers", type=int, default=4, metavar="N", help="who keep the solver busy")
    made.add_argument("--ratio", type=float, default=20.0, metavar="N", help="to the bare route, at most")
    made.add_argument("--attack", choices=[*ATTACKS, "none"], default="mixed", help="what an attacker does besides")
    made.add_argument("--times", type=float, default=3.0, metavar="N", help="to that without the attacker, at most")
    options = options_of(made, arguments)
    verdict = Verdict()
    head, measure = (_SOAK_HEAD, soak) if options.names else (_HEAD, load)
    with databases(options.databases) as found:
        rows = [row for database in found for row in measure(database, options, verdict)]
    print(table(head, rows))
    for words in verdict.faults:
        print("not well:", words, file=sys.stderr)
    return 1 if verdict.faults else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
