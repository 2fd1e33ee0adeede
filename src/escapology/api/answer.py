"""Answers: what a solver says of a position. One protocol for verdicts, and for chances where dice are."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal

from escapology.record import Record, record_text
from escapology.verdict import Limits, Solution
from escapology.waiting import in_thread, need_numba

if TYPE_CHECKING:
    from escapology.api.position import Position

__all__ = ["Answer", "solve_position"]


@dataclass(frozen=True)
class Answer:
    """What is known about a position, all that is hidden being known, but for dice to come."""

    position: Position
    verdict: Literal["winnable", "unwinnable", "undecided"] | None  # None where dice are, and the chance is known
    chance: float | None  # of winning by the best play, exactly: 1 and 0 for verdicts; None if it is undecided
    moves: tuple[str, ...]  # what to play from here: all that win or, with dice, the best one; () if there is none
    reason: str  # the proof of `unwinnable`, the limit that left it `undecided`, else ""
    nodes: int  # positions looked at
    seconds: float  # of the clock, until the answer was there
    chances: Mapping[str, float] = field(default_factory=dict, hash=False)  # with dice, of every legal move, best first
    points: int | None = None  # the most that can be made, if it was asked for and is known
    _with_points: bool = field(default=False, repr=False)

    def as_dict(self) -> dict[str, Any]:
        """The answer as plain data, as `escapology solve --json` tells it."""
        here = self.position
        if self.verdict is None:
            return {
                "deal": here.deal.line, "moves": len(here.moves), "chance": self.chance, "move": "".join(self.moves),
                "chances": dict(self.chances), "states": self.nodes, "seconds": round(self.seconds, 3),
            }  # fmt: skip
        told = {
            "deal": here.deal.line, "verdict": self.verdict, "reason": self.reason, "nodes": self.nodes,
            "seconds": round(self.seconds, 6), "record": self.record,
        }  # fmt: skip
        return {**told, "points": self.points} if self._with_points else told

    @property
    def record(self) -> str | None:
        """A record of a game that is won, if it is known; None also if the position was imagined."""
        here = self.position
        if self.verdict != "winnable" or here.is_imagined:
            return None
        return record_text(Record(here.game._parts, here.deal._dealt, here.moves + self.moves))


def solve_position(position: Position, limits: Limits, *, points: bool = False) -> Answer:
    """The answer within these limits. It is worked out in a thread, so that Ctrl-C is heard meanwhile."""
    need_numba()
    try:
        return in_thread(lambda: _solve(position, limits, points))
    except BaseException:  # Ctrl-C above all
        limits.stop.set()
        raise


def _solve(position: Position, limits: Limits, points: bool) -> Answer:
    from escapology.solve import best_chance, most_points, solve

    asked = position.game._parts, position.deal._dealt, position._state
    found = best_chance(*asked, limits) if position.game.has_dice else solve(*asked, limits)
    if isinstance(found, Solution):
        moves = (found.move,) if found.move else ()
        return Answer(position, None, found.chance, moves, "", found.states, found.seconds, found.chances)
    most = most_points(*asked, limits) if points and found.verdict != "undecided" else None
    return Answer(
        position, found.verdict, _CHANCES[found.verdict], found.moves, found.reason, found.nodes, found.seconds,
        points=most, _with_points=points,
    )  # fmt: skip


_CHANCES = {"winnable": 1.0, "unwinnable": 0.0, "undecided": None}
