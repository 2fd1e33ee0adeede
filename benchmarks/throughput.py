"""What solving many deals costs: `python -m benchmarks.throughput [DEALS [SEED]] [--only SETTING …] [--before FOLDER]`.

Of each game, milliseconds of CPU a deal, all in: dealing, solving, checking wins, and the row of plain data that
`esc.solve_many` gives. Then the same by two processes: all the CPU they and this one took together, start-up left out,
against that of one; on a machine with nothing else to do, two processes are so many times as fast. With `--before`,
the package in the `src` of another tree does the same deals in between, batch by batch, so that both meet the same
noise, and verdicts that differ are told.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Any, Final

SETTINGS: Final = (
    "devils-square", "lab-rats", "lab-rats/hard", "lab-rats/bag", "lab-rats/rebag", "dont-let-them-get-you",
    "dont-let-them-get-you/even", "dont-let-them-get-you/bingo", "not-alone", "not-alone/even",
)  # fmt: skip
FIRST: Final = 7_000_000  # seed: deals that nothing was tuned by
BATCH: Final = 100  # deals
WARM_UP: Final = 20


_PIPE: Final = subprocess.PIPE


class Solver:
    """A process that solves deals and tells what each took."""

    def __init__(self, source: Path) -> None:
        code = f"import sys; sys.path.insert(0, {str(source)!r}); exec({_WORK!r})"
        self.process = subprocess.Popen([sys.executable, "-c", code], stdin=_PIPE, stdout=_PIPE)  # noqa: S603 - our own code

    def solve(self, setting: str, first: int, count: int) -> list[tuple[float, str]]:
        """Of each deal, the milliseconds of CPU and the verdict."""
        _pipe(self.process.stdin).write(f"{setting} {first} {count}\n".encode())
        _pipe(self.process.stdin).flush()
        told = json.loads(_pipe(self.process.stdout).readline())
        return [(spent, verdict) for spent, verdict in told]

    def end(self) -> None:
        """No more deals."""
        _pipe(self.process.stdin).close()
        self.process.wait()


def _pipe(pipe: IO[bytes] | None) -> IO[bytes]:
    assert pipe is not None
    return pipe


_WORK: Final = """
import json, sys, time
import escapology as esc
for line in sys.stdin:
    setting, first, count = line.split()
    deals = esc.game(setting).deals(range(int(first), int(first) + int(count)))
    found, before = [], time.process_time()
    for row in esc.solve_many(deals):
        now = time.process_time()
        found.append((1e3 * (now - before), row["verdict"]))
        before = now
    print(json.dumps(found), flush=True)
"""


def times_text(times: list[float]) -> str:
    """How the times are spread."""
    cuts = statistics.quantiles(times, n=100, method="inclusive")
    return f"mean {statistics.fmean(times):7.2f}  median {cuts[49]:6.2f}  99 % {cuts[98]:7.1f}  most {max(times):8.1f}"


def cpu_of(setting: str, first: int, count: int, jobs: int) -> float:
    """Seconds of CPU that many deals take, with all processes."""
    import escapology as esc

    before = os.times()
    deals: Iterator[Any] = esc.game(setting).deals(range(first, first + count))
    for _ in esc.solve_many(deals, jobs=jobs):
        pass
    after = os.times()
    return after[0] + after[1] + after[2] + after[3] - before[0] - before[1] - before[2] - before[3]


def measure(setting: str, solvers: dict[str, Solver], count: int, first: int) -> None:
    """The lines of one game."""
    found: dict[str, list[tuple[float, str]]] = {name: [] for name in solvers}
    for solver in solvers.values():
        solver.solve(setting, 0, WARM_UP)
    for start in range(first, first + count, BATCH):
        for name, solver in solvers.items():
            found[name] += solver.solve(setting, start, min(BATCH, first + count - start))
    for name, told in found.items():
        won = sum(verdict == "winnable" for _, verdict in told)
        print(f"{setting:<28}{name:<8}{times_text([spent for spent, _ in told])}  {won} winnable", flush=True)
    verdicts = [[verdict for _, verdict in told] for told in found.values()]
    if len(verdicts) > 1:
        differ = sum(one != other for one, other in zip(*verdicts, strict=True))
        print(f"{'':<28}{differ} of {count} verdicts differ")


def compare_processes(setting: str, count: int, first: int) -> None:
    """One line: two processes against one."""
    cpu_of(setting, 0, WARM_UP, 1)
    cpu_of(setting, 0, 2, 2)  # all is compiled then
    start_up = cpu_of(setting, 0, 2, 2)
    began = time.perf_counter()
    one = cpu_of(setting, first, count, 1)
    middle = time.perf_counter()
    two = cpu_of(setting, first, count, 2) - start_up
    clock = (middle - began) / (time.perf_counter() - middle)
    print(
        f"{setting:<28}CPU seconds: one process {one:.1f}, two {two:.1f} and {start_up:.1f} to start; "
        f"{2 * one / two:.2f} times as fast by CPU, {clock:.2f} by the clock"
    )


def main() -> None:
    """The whole table."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.throughput")
    parser.add_argument("deals", type=int, nargs="?", default=2_000)
    parser.add_argument("seed", type=int, nargs="?", default=FIRST)
    parser.add_argument("--before", type=Path, metavar="FOLDER", help="another tree, such as the one before a change")
    parser.add_argument("--only", nargs="+", metavar="SETTING", default=SETTINGS)
    asked = parser.parse_args()
    solvers = {"after" if asked.before else "": Solver(Path(__file__).parents[1] / "src")}
    if asked.before:
        solvers = {"before": Solver(asked.before / "src"), **solvers}
    print(f"{asked.deals} deals from seed {asked.seed}; milliseconds of CPU a deal, all in", flush=True)
    for setting in asked.only:
        measure(setting, solvers, asked.deals, asked.seed)
    for solver in solvers.values():
        solver.end()
    for setting in asked.only:
        compare_processes(setting, asked.deals, asked.seed)


if __name__ == "__main__":
    main()
