"""Two players who don't search, and their exact chances: to tell designers what perfect play is worth.

random  takes every legal move with the same chance.
greedy  goes to the goal if he can. Else he takes no move after which the enemy could get him this very turn (unless
        there is no other), and of the rest the one that brings him nearest to the goal: the smallest expected distance
        in steps at the end of his part of the turn. Of equals, the walk that ends first in reading order, and from
        there no investigation rather than one, or that of the first square in reading order.

Chances are averages over all that can happen, not samples. What can't be won any more in the turns left, with the
kindest dice and no enemy, counts as lost at once (`ways_home`).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from escapology.games.kidnap_machine.notation import odds
from escapology.games.kidnap_machine.rules import PLAYING, WON, Deal, State, start
from escapology.games.kidnap_machine.solver.plan import LOST, Plan, Spot, plain_plan, spot_of
from escapology.games.kidnap_machine.solver.prospects import around, entered, number_on, stands_of, walked, ways_home

__all__ = ["greedy_chance", "random_chance"]

History = tuple[tuple[int, int, int], ...]  # squares investigated from, with successes and failures, in order
_CAUGHT: Final = 1_000  # more than any expected distance in sixths of a step


def random_chance(d: Deal, s: State | None = None) -> float:
    """The chance of one who plays at random, from that position (else from the start)."""
    s = s or _started(d)
    return _RandomPlayer(d, s).chance(spot_of(d, s), ()) if s.ended == PLAYING else float(s.ended == WON)


def greedy_chance(d: Deal, s: State | None = None) -> float:
    """The chance of a greedy player, from that position (else from the start)."""
    s = s or _started(d)
    return _GreedyPlayer(d).chance(spot_of(d, s)) if s.ended == PLAYING else float(s.ended == WON)


def _started(d: Deal) -> State:
    s = State()
    start(d, s)
    return s


class _Player:
    """What both look up."""

    def __init__(self, d: Deal) -> None:
        self.plan: Plan = plain_plan(d)
        self.shares = [odds(d, number) / 6 for number in range(1, 7)]
        self.beside = [around(self.plan, 1 << square) for square in range(d.width * d.height)]
        self._homes: dict[tuple[int, int], int] = {}

    def squares(self, squares: int) -> Iterator[int]:
        """The squares of a set, in reading order."""
        while squares:
            yield self.plan.square[(squares & -squares) % 67]
            squares &= squares - 1

    def home(self, written: int, turns: int) -> int:
        """The squares with a way home in so many turns."""
        key = (written, turns)
        if key not in self._homes:
            self._homes[key] = ways_home(self.plan, Spot(written, 0, 0, 0, 0, turns), turns)
        return self._homes[key]

    def blanks(self, spot: Spot) -> int:
        """The squares that can be investigated from beside them."""
        written = spot.ones | spot.twos | spot.fours | self.plan.goal
        return self.plan.squares & ~written & ~(1 << self.plan.place[spot.enemy])


class _RandomPlayer(_Player):
    """Moves that don't depend on the numbers: so a number need not be known before it is rolled against.

    A square entered on the way has every number still, and each success or failure of an investigation from there
    tells more about it: the state of such a square is the count of both. (`Spot.ones` are the written squares.)
    """

    def __init__(self, d: Deal, s: State) -> None:
        super().__init__(d)
        squares = range(d.width * d.height)
        self.known_share = {q: self.shares[s.number[q] - 1] for q in squares if 1 <= s.number[q] <= 6}
        self.known: dict[tuple[Spot, History], float] = {}

    def share(self, square: int, history: dict[int, tuple[int, int]]) -> float:
        """How likely an investigation from a square succeeds, after what was seen there."""
        if square in self.known_share:
            return self.known_share[square]
        successes, failures = history.get(square, (0, 0))
        seen = [p**successes * (1 - p) ** failures for p in self.shares]
        return sum(p * weight for p, weight in zip(self.shares, seen, strict=True)) / sum(seen)

    def matters(self, spot: Spot, square: int) -> bool:
        """Whether an investigation from a square can still be followed by a win."""
        blanks = self.beside[square] & ~spot.ones & ~self.plan.goal
        home = self.home(spot.ones, spot.left - 1)
        return bool(blanks and (home >> square & 1 or blanks & home))

    def after(self, history: dict[int, tuple[int, int]], square: int, success: int) -> History:
        """The history after an investigation from a square."""
        if square not in self.known_share:
            successes, failures = history.get(square, (0, 0))
            history = {**history, square: (successes + success, failures + 1 - success)}
        return tuple((q, *counts) for q, counts in sorted(history.items()))

    def chance(self, spot: Spot, history: History) -> float:
        """The chance of a position."""
        written = spot.ones | spot.twos | spot.fours
        spot = Spot(written, 0, 0, spot.you, spot.enemy, spot.left)
        if spot.enemy == LOST or spot.left == 0 or self.home(written, spot.left) >> spot.you & 1 == 0:
            return 0.0
        history = tuple(entry for entry in history if self.matters(spot, entry[0]))
        key = (spot, history)
        if key not in self.known:
            self.known[key] = self._average(spot, history)
        return self.known[key]

    def _average(self, spot: Spot, history: History) -> float:
        seen = {square: (successes, failures) for square, successes, failures in history}
        stands = stands_of(self.plan, spot)
        blanks = self.blanks(spot)
        home = self.home(spot.ones, spot.left - 1)
        moves = int(stands & self.plan.goal > 0)
        total = float(moves)
        for stand in self.squares(stands & ~self.plan.goal):
            entries = self.beside[stand] & blanks
            moves += 1 + entries.bit_count()
            share = self.share(stand, seen)
            after = walked(self.plan, spot, stand)
            if home >> stand & 1:
                total += self.chance(after, history)
                if entries and share < 1:
                    failing = self.chance(after, self.after(seen, stand, 0))
                    total += entries.bit_count() * (1 - share) * failing
            for blank in self.squares(entries & home):
                total += share * self.chance(entered(self.plan, spot, blank, 1), self.after(seen, stand, 1))
        return total / moves


class _GreedyPlayer(_Player):
    """One move for every position, and what the dice make of it."""

    def __init__(self, d: Deal) -> None:
        super().__init__(d)
        rings = self.plan.ring
        self.distance = [next(i for i, ring in enumerate(rings) if ring >> q & 1) for q in range(d.width * d.height)]
        self.known: dict[Spot, float] = {}

    def chance(self, spot: Spot) -> float:
        """The chance of a position."""
        written = spot.ones | spot.twos | spot.fours
        if spot.enemy == LOST or spot.left == 0 or self.home(written, spot.left) >> spot.you & 1 == 0:
            return 0.0
        if stands_of(self.plan, spot) & self.plan.goal:
            return 1.0
        if spot not in self.known:
            stand, blank, good = self.move(spot)
            share = good / 6
            failing = self.chance(walked(self.plan, spot, stand)) if share < 1 else 0.0
            entering = [self.chance(entered(self.plan, spot, blank, n)) for n in range(1, 7)] if share > 0 else [0.0]
            self.known[spot] = share * sum(entering) / 6 + (1 - share) * failing
        return self.known[spot]

    def move(self, spot: Spot) -> tuple[int, int, int]:
        """Where he walks, which blank he investigates from there, and how many rolls lead there (-1 and 0: none)."""
        after, distance = self.plan.after[spot.enemy], self.distance
        blanks = self.blanks(spot)
        best, choice = 2 * _CAUGHT, (0, 0, 0)
        for stand in self.squares(stands_of(self.plan, spot)):
            staying = distance[stand]
            lost = after[stand] == LOST
            greed = 6 * staying + _CAUGHT * lost
            if greed < best:
                best, choice = greed, (stand, -1, 0)
            good = self.plan.odds[number_on(spot, stand)]
            for blank in self.squares(self.beside[stand] & blanks if good else 0):
                greed = (6 - good) * staying + good * distance[blank]
                if after[blank] == LOST or (lost and good < 6):
                    greed += _CAUGHT
                if greed < best:
                    best, choice = greed, (stand, blank, good)
        return choice
