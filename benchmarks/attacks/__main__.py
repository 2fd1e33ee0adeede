"""What bystanders notice of an attack: `python -m benchmarks.attacks [NAME …] [sqlite] [postgresql] [--server FILE]`.

Six people of six addresses play, each making a move about once a second, first alone, then while one address attacks at
full speed; where the solvers are attacked, two more ask for hints. Times are counted from when something was meant to
be done (`pace.py`). Told are the median and the slowest 5 % without and with the attack, in one run, and what the
attack does to the server's process: memory, descriptors, lines in the log. Exit code 1 if the slowest 5 % of moves take
more than three times as long, if half of the hints take longer than five seconds, if memory passes 400 MB, or if
anything that a bystander did failed.
"""

from __future__ import annotations

import argparse
import contextlib
import sys
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from benchmarks.attacks.attacker import ATTACKS, Attacker
from benchmarks.attacks.bystanders import Bystanders, Noticed
from benchmarks.gauge import descriptors, forget_peak, memory, peak_memory
from benchmarks.options import options_of, parser
from benchmarks.service import Database, Service, databases, served
from benchmarks.table import milliseconds, quantile, table

_RATIO: Final = 3.0  # of the slowest 5 % of moves, with and without, at most
_HINT: Final = 5.0  # seconds until half of the hints are there: whoever is next waits for one short question to end
_MEMORY: Final = 400.0  # megabytes of the server's process, at most
_DESCRIPTORS: Final = 1024  # that the server has where connections are attacked
_SETTLE: Final = 3.0  # seconds from the beginning of an attack until somebody looks
_DROPPED: Final = 20.0  # seconds after the last question of those left behind: they are dropped after 15
_LONGER: Final = 3  # times as long is memory attacked, which fills by and by
_AFTERWARDS: Final = 5.0  # seconds until memory is looked at again
_ON_SOLVERS: Final = ("solver", "abandoned")
_ON_CONNECTIONS: Final = ("connections", "polls")


@dataclass
class Uses:
    """What the server's process uses while it is attacked."""

    before: float  # megabytes
    peak: float = 0.0
    after: float = 0.0
    descriptors: int = 0  # at most
    lines: int = 0  # of the log
    written: int = 0  # bytes of it


@contextlib.contextmanager
def watched(service: Service) -> Iterator[Uses]:
    """Watch a server for a while, and a little longer."""
    pid, log, over = service.process.pid, service.log_file, threading.Event()
    uses, before = Uses(memory(pid)), log.stat().st_size

    def watch() -> None:
        while not over.wait(0.2):
            with contextlib.suppress(OSError):
                uses.descriptors = max(uses.descriptors, descriptors(pid))

    forget_peak(pid)
    watching = threading.Thread(target=watch)
    watching.start()
    try:
        yield uses
        uses.peak = peak_memory(pid)
        time.sleep(_AFTERWARDS)
        uses.after = memory(pid)
    finally:
        over.set()
        watching.join()
    with log.open("rb") as lines:
        lines.seek(before)
        for line in lines:
            uses.lines, uses.written = uses.lines + 1, uses.written + len(line)


_HEAD: Final = (
    "attack", "database", "moves: median without, with", "slowest 5 %", "ratio", "hints: median without, with",
    "slowest", "failures", "memory before, peak, after", "descriptors", "log", "attacker's requests", "refused",
)  # fmt: skip


def measure(name: str, database: Database, options: argparse.Namespace) -> tuple[list[object], list[str]]:
    """One attack: a row of the table, and what is not well."""
    most = _DESCRIPTORS if name in _ON_CONNECTIONS else None
    with database.fresh() as (address, folder):
        service = Service(address, folder, server=options.server, descriptors=most, log_level="warning")
        with served(service):
            bystanders = Bystanders(service.port, asks=name in _ON_SOLVERS, keeps=name not in _ON_CONNECTIONS)
            bystanders.warm_up()
            without = bystanders.look_on(options.seconds)
            with watched(service) as uses, Attacker(name, service.port) as attacker:
                attacker.begin()
                if name == "abandoned":
                    attacker.wait_until_done()
                time.sleep(_DROPPED if name == "abandoned" else _SETTLE)
                left = service.solver("waiting") if name == "abandoned" else 0
                noticed = bystanders.look_on(options.seconds * (_LONGER if name == "memory" else 1))
                attacker.end()
            noticed.failures += bystanders.check()
    if left:
        noticed.failures.append(f"{left} questions wait that nobody asks about")
    faults = [f"{name}, {database.name}: {words}" for words in judged(without, noticed, uses)]
    return _row(name, database.name, without, noticed, uses, attacker.answers), faults


def judged(without: Noticed, noticed: Noticed, uses: Uses) -> list[str]:
    """What is not well."""
    faults = [*without.failures, *noticed.failures][:3]
    ratio = _ratio(without, noticed)
    if not ratio <= _RATIO:
        faults.append(f"the slowest 5 % of moves take {ratio:.1f} times as long")
    if noticed.hints and not quantile(noticed.hints, 0.5) <= _HINT:
        faults.append(f"half of the hints take longer than {_HINT:.0f} seconds")
    if uses.peak > _MEMORY:
        faults.append(f"{uses.peak:.0f} MB of memory")
    return faults


def _ratio(without: Noticed, noticed: Noticed) -> float:
    return quantile(noticed.moves, 0.95) / quantile(without.moves, 0.95)


def _row(
    name: str, database: str, without: Noticed, noticed: Noticed, uses: Uses, answers: dict[str, int]
) -> list[object]:
    refused = sum(answers.get(status, 0) for status in ("429", "503", "none", "not connected"))
    return [
        name, database, _pair(without.moves, noticed.moves, 0.5), _pair(without.moves, noticed.moves, 0.95),
        f"{_ratio(without, noticed):.1f}", _pair(without.hints, noticed.hints, 0.5),
        _pair(without.hints, noticed.hints, 1.0), len(noticed.failures),
        f"{uses.before:.0f}, {uses.peak:.0f}, {uses.after:.0f} MB", uses.descriptors,
        f"{uses.lines:,} lines, {uses.written:,} bytes", f"{sum(answers.values()):,}", f"{refused:,}",
    ]  # fmt: skip


def _pair(without: list[float], noticed: list[float], share: float) -> str:
    if not without:
        return "–"
    return f"{milliseconds(quantile(without, share))}, {milliseconds(quantile(noticed, share))} ms"


def main(arguments: list[str]) -> int:
    """Make the attacks that are named, or all, on the databases that are named, or both."""
    made = parser("python -m benchmarks.attacks: Attacks a server, and asks bystanders.", tuple(ATTACKS))
    made.add_argument("--seconds", type=float, default=30.0, metavar="N", help="without, and with, each attack")
    options = options_of(made, arguments)
    rows, faults = [], []
    with databases(options.databases) as found:
        for name in options.names or ATTACKS:
            for database in found:
                row, wrong = measure(name, database, options)
                rows.append(row)
                faults += wrong
                print(*row, sep="; ", file=sys.stderr)
    print(table(_HEAD, rows))
    for words in faults:
        print("not well:", words, file=sys.stderr)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
