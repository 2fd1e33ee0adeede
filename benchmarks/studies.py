"""Whether a study has the same bits however it is worked out: `python -m benchmarks.studies [DEALS [FOLDER [WAY …]]]`.

One study of Devil's Square (200,000 deals if it is not said how many) is run by

- one: a process,
- two: two processes,
- cluster: a Dask cluster of three workers, one of which is killed every 20 seconds (in a short run, after every sixth),
- killed: two processes, all killed together with their coordinator (SIGKILL) five times, and taken up again.

All must have the same checksums. Told are wall time, processor time of a deal as the workers counted it, and the most
memory that the coordinator ever had. `make bench` does not run it: it takes minutes.
"""

from __future__ import annotations

import contextlib
import csv
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from benchmarks.table import table

__all__ = ["children", "main"]

STUDY = """
title = "The same bits"
measure = ["verdict", "nodes"]
[[games]]
game = "devils-square"
[seeds]
first = 10_000_000
count = {deals}
piece = 500
[limits]
nodes = 10_000_000
"""
KILL_EVERY = 20.0
MANY = 200  # parts, for a run that is not short
KILLS = 5


@dataclass
class Run:
    """What a way of working it out came to."""

    way: str
    seconds: float = 0.0
    kills: int = 0
    megabytes: float = 0.0
    checksums: str = ""
    cpu: float = 0.0


def children(pid: int) -> list[int]:
    """The processes that work for a coordinator."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            parent = int((folder / "stat").read_text().rpartition(")")[2].split()[1])
            if parent == pid and b"spawn_main" in (folder / "cmdline").read_bytes():
                found.append(int(folder.name))
    return sorted(found)


def megabytes(pid: int) -> float:
    """The most memory a process had so far."""
    with contextlib.suppress(OSError):
        for line in (Path("/proc") / str(pid) / "status").read_text().splitlines():
            if line.startswith("VmHWM:"):
                return int(line.split()[1]) / 1000
    return 0.0


@contextlib.contextmanager
def begun(study: Path, folder: Path, *how: str) -> Iterator[subprocess.Popen[bytes]]:
    """The command, in a process group of its own."""
    command = [sys.executable, "-m", "escapology", "study", "run", str(study), "--to", str(folder), *how]
    with subprocess.Popen(command, start_new_session=True, stdout=subprocess.DEVNULL) as process:  # noqa: S603
        try:
            yield process
        finally:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)


def watch(process: subprocess.Popen[bytes], run: Run, act: Callable[[], None] = lambda: None) -> None:
    """Until it is done."""
    while process.poll() is None:
        run.megabytes = max(run.megabytes, megabytes(process.pid))
        act()
        time.sleep(0.1)
    if process.returncode:
        sys.exit(f"{run.way}: it ended with {process.returncode}")


def stored(folder: Path) -> int:
    """Parts that are there."""
    return sum(1 for _ in folder.glob("parts/*/*.parquet"))


def with_jobs(study: Path, folder: Path, jobs: int) -> Run:
    """Processes of this machine."""
    run = Run(f"{jobs} process{'es' if jobs > 1 else ''}")
    with begun(study, folder, "--jobs", str(jobs)) as process:
        watch(process, run)
    return run


def on_cluster(study: Path, folder: Path, parts: int) -> Run:
    """A cluster whose workers are killed one after the other."""
    run = Run("Dask, 3 workers")
    last = time.monotonic()

    def act() -> None:
        nonlocal last
        workers, done = children(process.pid), stored(folder)
        is_time = time.monotonic() - last > KILL_EVERY if parts > MANY else done > (run.kills + 1) * parts // 6
        if done and workers and is_time:
            os.kill(workers[0], signal.SIGKILL)  # the one that has worked longest
            last = time.monotonic()
            run.kills += 1

    with begun(study, folder, "--cluster", "local:3") as process:
        watch(process, run, act)
    return run


def killed(study: Path, folder: Path, parts: int) -> Run:
    """Killed again and again, with all that it started."""
    run = Run("2 processes, killed and taken up")
    for number in range(1, KILLS + 1):
        with begun(study, folder, "--jobs", "2") as process:
            while stored(folder) < number * parts // (KILLS + 1):
                if process.poll() is not None:
                    sys.exit(f"{run.way}: it ended by itself")
                run.megabytes = max(run.megabytes, megabytes(process.pid))
                time.sleep(0.01)
        run.kills += 1
    with begun(study, folder, "--jobs", "2") as process:
        watch(process, run)
    return run


def main(deals: int = 200_000, where: str = "", *chosen: str) -> None:
    """Run all, compare, and tell."""
    home = Path(where) if where else Path(tempfile.mkdtemp(prefix="studies-"))
    home.mkdir(parents=True, exist_ok=True)
    study = home / "study.toml"
    study.write_text(STUDY.format(deals=deals))
    parts = -(-deals // 500)
    ways: dict[str, Callable[[Path], Run]] = {
        "one": lambda folder: with_jobs(study, folder, 1),
        "two": lambda folder: with_jobs(study, folder, 2),
        "cluster": lambda folder: on_cluster(study, folder, parts),
        "killed": lambda folder: killed(study, folder, parts),
    }
    runs = []
    for name in chosen or ways:
        way, folder = ways[name], home / name
        shutil.rmtree(folder, ignore_errors=True)
        began = time.monotonic()
        run = way(folder)
        run.seconds = time.monotonic() - began
        run.checksums = (folder / "checksums.txt").read_text()
        with (folder / "timings.csv").open() as file:
            run.cpu = sum(float(row["cpu_seconds"]) for row in csv.DictReader(file))
        runs.append(run)
        print(f"{run.way}: {run.seconds:.0f} s", flush=True)
    told = [
        (run.way, run.kills, f"{run.seconds:.0f} s", f"{1000 * run.cpu / deals:.2f} ms", f"{run.megabytes:.0f} MB",
         "same" if run.checksums == runs[0].checksums else "DIFFERENT")
        for run in runs
    ]  # fmt: skip
    print(table(("worked out by", "kills", "wall", "CPU a deal", "coordinator", "result"), told))
    if not where:
        shutil.rmtree(home)
    if any(run.checksums != runs[0].checksums for run in runs):
        sys.exit("not the same")


if __name__ == "__main__":
    main(*(int(sys.argv[1]),) if sys.argv[1:] else (), *sys.argv[2:])
