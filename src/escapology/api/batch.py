"""Many deals solved, one after the other or in several processes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial
from typing import Any

from escapology.api.deal import Deal
from escapology.api.finding import solve_position
from escapology.api.position import Position
from escapology.background import in_processes, need_numba
from escapology.verdict import MEGABYTE, Limits

__all__ = ["solve_many"]


def solve_many(
    deals: Iterable[Deal | Position],
    *,
    jobs: int = 1,
    seconds: float | None = None,
    nodes: int | None = None,
    megabytes: int | None = None,
    points: bool = False,
    shortest: bool = False,
) -> Iterator[dict[str, Any]]:
    """What is found of each deal, or position, as a row of plain data, in their order and as soon as it is there.

    A row has `seed`, `setting`, `deal`, `verdict`, `chance`, `reason`, `nodes`, `seconds`, the `record` of a win and,
    if they are asked for, `points`, or `length` and `is_shortest`. Limits hold for each deal. With several `jobs`, a
    script needs the usual `if __name__ == "__main__":` around what it does. Nothing but the seconds depends on `jobs`.

    Wins are replayed by compiled rules, and those of a sample of the deals by the plain ones.
    """
    need_numba()
    work = partial(_row, seconds=seconds, nodes=nodes, megabytes=megabytes, points=points, shortest=shortest)
    return map(work, deals) if jobs == 1 else in_processes(work, deals, jobs)


def _row(
    asked: Deal | Position,
    *,
    points: bool,
    shortest: bool,
    seconds: float | None,
    nodes: int | None,
    megabytes: int | None,
) -> dict[str, Any]:
    """In a process of its own, perhaps."""
    limits = Limits(nodes, seconds, None if megabytes is None else megabytes * MEGABYTE)
    if isinstance(asked, Deal):
        asked._make_quickly()
    position = asked.start() if isinstance(asked, Deal) else asked
    found = solve_position(position, limits, points=points, shortest=shortest, in_bulk=True)
    deal = position.deal
    row = {
        "seed": deal.seed, "setting": deal.game.setting, "deal": deal.line, "verdict": found.verdict,
        "chance": found.chance, "reason": found.reason, "nodes": found.nodes, "seconds": round(found.seconds, 6),
        "record": found.record,
    }  # fmt: skip
    row |= {"points": found.points} if points else {}
    return row | ({"length": found.length, "is_shortest": found.is_shortest} if shortest else {})
