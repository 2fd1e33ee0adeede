"""What tests of studies share: a small study, and workers that are no processes."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from pathlib import Path

from escapology.studies.file import read_plan
from escapology.studies.folder import Folder
from escapology.studies.plan import Plan
from escapology.studies.progress import Quiet
from escapology.studies.run import run_study
from escapology.studies.work import Order, Outcome, work_on

SMALL = """
title = "Ladders"
measure = []
[[games]]
game = "blank"
variants = "all"
[seeds]
first = 7
count = 50
piece = 8
[bots]
names = ["random", "greedy"]
"""
RESULT = ("study.toml", "versions.json", "summary.json", "checksums.txt")


def small(text: str = SMALL) -> Plan:
    return read_plan(text, "small.toml")


class Here:
    """Does the work itself, and gives it back in any order."""

    words = "this process"

    def __init__(self, seed: int = 0, wants: int = 5, work: Callable[[Order], Outcome] = work_on) -> None:
        self.wants = wants
        self.work = work
        self.luck = random.Random(seed)
        self.orders: list[Order] = []
        self.done = 0

    def give(self, order: Order) -> None:
        self.orders.append(order)

    def collect(self, seconds: float) -> Sequence[Outcome]:
        self.luck.shuffle(self.orders)
        self.done += 1
        return [self.work(self.orders.pop())]

    def close(self) -> None:
        self.orders.clear()


def run(plan: Plan, path: Path, crew: Here | None = None) -> Folder:
    return run_study(plan, path, lambda log: crew or Here(), Quiet)


def result(path: Path) -> dict[str, bytes]:
    """The bytes of all that counts."""
    parts = [str(part.relative_to(path)) for part in path.glob("parts/*/*")]
    return {name: (path / name).read_bytes() for name in (*RESULT, *sorted(parts))}
