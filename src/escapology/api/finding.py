"""Findings: what a solver says of a position. One protocol for verdicts, and for chances where dice are."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from typing import TYPE_CHECKING, Any, Final, Literal

from escapology.background import in_thread, need_numba
from escapology.certificate import MOST_CLAIMS, CertificateError, make
from escapology.record import Record, record_text
from escapology.verdict import Limits, Solution, Verdict

if TYPE_CHECKING:
    from escapology.api.position import Position

__all__ = ["Finding", "solve_position"]

_CHANCES: Final = {"winnable": 1.0, "unwinnable": 0.0, "undecided": None}


@dataclass(frozen=True, repr=False)
class Finding:
    """What is known about a position, all that is hidden being known, but for dice to come."""

    position: Position
    _found: Verdict | Solution = field(hash=False)
    points: int | None = None  # the most that can be made, if it was asked for and is known
    length: int | None = None  # of the win, in moves or as the game counts, if the shortest was asked for
    _with_points: bool = False
    _with_length: bool = False

    def __repr__(self) -> str:
        what = self.verdict or f"chance {self.chance:.9f}"
        reason = f" ({self.reason})" if self.reason else ""
        return f"<Finding: {what}{reason}, {self.nodes:,} nodes, {self.seconds:.3f} s>"

    @property
    def verdict(self) -> Literal["winnable", "unwinnable", "undecided"] | None:
        """What is certain; None where dice are, and the chance is known."""
        return None if isinstance(self._found, Solution) else self._found.verdict

    @property
    def chance(self) -> float | None:
        """The exact chance of winning by the best play: 1 for winnable, 0 for unwinnable, None for undecided."""
        return self._found.chance if isinstance(self._found, Solution) else _CHANCES[self._found.verdict]

    @property
    def chances(self) -> dict[str, float]:
        """Where dice are, the chance of every legal move, best first."""
        return dict(self._found.chances) if isinstance(self._found, Solution) else {}

    @property
    def moves(self) -> tuple[str, ...]:
        """What to play from here: all the moves that win or, where dice are, the best one; none if there is none."""
        if isinstance(self._found, Solution):
            return (self._found.move,) if self._found.move else ()
        return self._found.moves

    @property
    def reason(self) -> str:
        """The proof of unwinnable, or the limit that left it undecided; else nothing."""
        return "" if isinstance(self._found, Solution) else self._found.reason

    @property
    def nodes(self) -> int:
        """Positions looked at."""
        return self._found.states if isinstance(self._found, Solution) else self._found.nodes

    @property
    def is_shortest(self) -> bool | None:
        """Whether it is proven that no win is shorter, if there is a win, and the shortest was asked for."""
        return self._found.is_shortest if isinstance(self._found, Verdict) and self.length is not None else None

    @property
    def seconds(self) -> float:
        """Of the clock, until it was found."""
        return self._found.seconds

    @property
    def record(self) -> str | None:
        """A record of a game that is won, if one is known; None if the position was imagined."""
        if self.verdict != "winnable" or self.position.is_imagined:
            return None
        return record_text(self._reached(self.moves))

    def certificate(self, most: int = MOST_CLAIMS) -> bytes:
        """What proves the verdict to one who trusts only the rules, as `escapology solve --certificate` writes it.

        A CertificateError says why there is none: it is undecided, has dice, or takes more than so many claims.
        """
        if self.verdict == "undecided":
            raise CertificateError(f"there is no certificate: the position is undecided ({self.reason})")
        if self.position.is_imagined:
            raise CertificateError("there is no certificate: a sampled position was not played from the start")
        return make(self._reached(), self.moves if self.verdict == "winnable" else None, most)

    def _reached(self, moves: tuple[str, ...] = ()) -> Record:
        """How one comes to the position, and on from there."""
        here = self.position
        return Record(here.game._parts, here.deal._dealt, here.moves + moves)

    def as_dict(self) -> dict[str, Any]:
        """The finding as plain data, as `escapology solve --json` tells it."""
        from escapology.solve.decision import tell

        asked = {"points": self._with_points, "length": self._with_length, "is_shortest": self._with_length}
        told = asdict(tell(self._reached(), self._found, self.points, self.length))
        told = {name: value for name, value in told.items() if asked.get(name, True)}
        return {**told, "record": self.record} if "record" in told else told


def solve_position(
    position: Position, limits: Limits, *, points: bool = False, shortest: bool = False, in_bulk: bool = False
) -> Finding:
    """What is found within these limits. It is worked out in a thread, so that Ctrl-C is heard meanwhile.

    `in_bulk` = a win is checked as one of many (`solve/replay.py`).
    """
    need_numba()
    try:
        return in_thread(lambda: _solve(position, limits, points, shortest, in_bulk))
    except BaseException:  # Ctrl-C above all
        limits.stop.set()
        raise


def _solve(position: Position, limits: Limits, points: bool, shortest: bool, in_bulk: bool) -> Finding:
    from escapology.solve.decision import find_most_points, find_verdict, measure

    asked = position.game._parts, position.deal._dealt, position._state
    found = find_verdict(*asked, limits, shortest=shortest, in_bulk=in_bulk)
    most = find_most_points(*asked, limits, found) if points else None
    length = measure(*asked, found) if shortest else None
    return Finding(position, found, most, length, _with_points=points, _with_length=shortest)
