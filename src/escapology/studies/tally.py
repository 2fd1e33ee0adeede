"""Counts of what is done: enough for progress, for intervals and for stopping, in a few numbers a piece."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from escapology.studies.estimate import ERROR, Interval, share_of, spent_at
from escapology.studies.measures import column_of
from escapology.studies.plan import Piece, Plan

__all__ = ["Tallies", "Tally", "count_piece", "shares_of"]

Tally = Counter[str]
"""`deals`, each verdict, and `NAME_won` of each bot."""


def count_piece(plan: Plan, columns: Mapping[str, Sequence[Any]]) -> Tally:
    """Count one."""
    tally: Tally = Counter(deals=len(columns["seed"]))
    if "verdict" in plan.measures:
        tally.update(columns["verdict"])
    for bot in plan.bots:
        name = f"{column_of(bot)}_won"
        tally[name] = sum(columns[name])
    return tally


def shares_of(plan: Plan, tally: Tally, error: float = ERROR) -> dict[str, Interval]:
    """What share of deals can be won, and what share each bot wins."""
    found: dict[str, Interval] = {}
    if "verdict" in plan.measures:
        counts = tally["winnable"], tally["unwinnable"], tally["undecided"]
        found["can be won"] = share_of(*counts, error)
    for bot in plan.bots:
        won = tally[f"{column_of(bot)}_won"]
        found[f"{column_of(bot)} wins"] = share_of(won, tally["deals"] - won, 0, error)
    return found


class _Growing:
    """A setting while it grows. Pieces come in any order; what is looked at are those without a gap."""

    def __init__(self, plan: Plan, setting: int) -> None:
        self.plan = plan
        self.total: Tally = Counter()  # of the first `pieces` pieces
        self.pieces = 0
        self.ahead: dict[int, Tally] = {}  # those behind a gap
        self.last = plan.pieces_of(setting)
        self.looks = plan.looks(setting)
        self.until = next(self.looks)  # the next look
        self.look = 1  # its number
        self.is_done = False

    def add(self, number: int, tally: Tally) -> None:
        """One more piece."""
        self.ahead[number] = tally
        while not self.is_done and self.pieces in self.ahead:
            self.total.update(self.ahead.pop(self.pieces))
            self.pieces += 1
            if self.pieces == self.until:
                self._look()

    def _look(self) -> None:
        if self.until == self.last or self._is_precise():
            self.is_done = True
            self.ahead.clear()
        else:
            self.until, self.look = next(self.looks), self.look + 1

    def _is_precise(self) -> bool:
        wanted = self.plan.half_width
        shares = shares_of(self.plan, self.total, spent_at(self.look)).values()
        return wanted is not None and all(share.half_width <= wanted for share in shares)


class Tallies:
    """Those of all settings, and where each of them stops."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self._settings = [_Growing(plan, number) for number in range(len(plan.settings))]

    def add(self, piece: Piece, tally: Tally) -> None:
        """A piece is done; perhaps the setting is, too."""
        self._settings[piece.setting].add(piece.number, tally)

    def has(self, piece: Piece) -> bool:
        """Whether a piece is done."""
        growing = self._settings[piece.setting]
        return piece.number < growing.pieces or piece.number in growing.ahead

    def is_wanted(self, piece: Piece) -> bool:
        """Whether a piece belongs to the result, as far as is known."""
        growing = self._settings[piece.setting]
        return not growing.is_done or piece.number < growing.pieces

    @property
    def is_complete(self) -> bool:
        """Whether all settings are done."""
        return all(growing.is_done for growing in self._settings)

    def is_done(self, setting: int) -> bool:
        """Whether a setting is done."""
        return self._settings[setting].is_done

    def look(self, setting: int) -> int:
        """The number of the look that ended a setting, or of the next one."""
        return self._settings[setting].look

    def total(self, setting: int) -> Tally:
        """All that is done of a setting."""
        growing = self._settings[setting]
        return sum(list(growing.ahead.values()), Counter(growing.total))  # a list: who shows it is another thread

    def error(self, setting: int) -> float:
        """The chance to err that the intervals of a setting may have."""
        return spent_at(self.look(setting)) if self.plan.precision else ERROR

    def shares(self, setting: int) -> dict[str, Interval]:
        """What is known of a setting."""
        return shares_of(self.plan, self.total(setting), self.error(setting))
