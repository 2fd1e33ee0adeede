"""`bag` and `rebag`: three open coins, filled up from a bag whose order is known to us.

**bag**: number the coins 0 … n - 1, the open ones first, then the bag in drawing order. The newest coin lies open as
long as the bag is not empty, so which three lie open says how many were drawn: `sets[i][j][k]`, i < j < k, is the set
of squares the rat can be on with these open (n stands for an empty place). A coin that is used is followed by k + 1.

**rebag**: a dropped coin goes back into the bag, so one can drop until the coin one wants turns up. The places are
settled by the deal's number, but they fall like dice: a win that needs certain coins in a certain order is found
sooner or later. And where no order of the coins gets out, nothing does. So it is the order that decides.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from escapology.games.lab_rats.rules import COINS, NOWHERE, STACKS, Deal, State, value_of
from escapology.games.lab_rats.solver.budget import Budget
from escapology.games.lab_rats.solver.classic import TABLE_BYTES, Answer, purse_count
from escapology.games.lab_rats.solver.kernels import kernel_of
from escapology.games.lab_rats.solver.line import Line
from escapology.games.lab_rats.solver.purses import find_order, purse_of, wins_table
from escapology.games.lab_rats.solver.squares import Squares, has_square, meets, members, set_of, spread
from escapology.games.lab_rats.solver.stacks import OUT
from escapology.native import rule

__all__ = ["fill_sets", "solve_bag", "solve_rebag", "wanted_last"]

SIDE: Final = COINS + 1
SETS_BYTES: Final = 16 * SIDE**3

Open = tuple[int, int, int]  #: the coins that lie open, in order


@rule
def fill_sets(maze: Any, values: Any, n: int, sets: Any) -> int:
    """Fill `sets`; ((i × 25 + j) × 25 + k) × 3 + place of the first coin that runs out, else -1."""
    step, _, leads_out = maze
    for i in range(n):
        for j in range(i + 1, n + 1):
            for k in range(min(j + 1, n), n + 1):
                low, high = sets[i, j, k, 0], sets[i, j, k, 1]
                if (low | high) == 0:
                    continue
                new = min(k + 1, n)
                for place in range(3):
                    coin = i if place == 0 else j if place == 1 else k
                    if coin == n:
                        continue
                    value = values[coin]
                    if meets(leads_out, value, low, high):
                        return ((i * 25 + j) * 25 + k) * 3 + place
                    more = spread(step, value, low, high)
                    first, second = j if place == 0 else i, j if place == 2 else k
                    sets[first, second, new, 0] |= low | more[0]
                    sets[first, second, new, 1] |= high | more[1]
    return -1


def solve_bag(d: Deal, s: State, budget: Budget) -> Answer:
    """Every play is looked at."""
    squares, line = Squares(d), Line(d, s)
    places = [i for i in range(STACKS) if s.height[i]]
    values = [line.top(i) for i in places] + [value_of(coin) for coin in reversed(s.bag[: s.bag_count])]
    n = len(values)
    budget.allocate(SETS_BYTES)
    budget.spend(max(1, n * (n - 1) * (n - 2) // 6))
    sets = np.zeros((SIDE, SIDE, SIDE, 2), np.int64)
    sets[0, min(1, n), min(2, n)] = set_of([0, 1] if s.rat == NOWHERE else [s.rat])
    found = int(kernel_of(fill_sets)(squares.maze, np.array(values, np.int64), n, sets))
    if found < 0:
        return "exhausted", []
    last = (found // 1875, found // 75 % 25, found // 3 % 25)
    coin = last[found % 3]
    here = next(q for q in members(sets[last]) if squares.runs_out(values[coin], q))
    steps = [(coin, here, OUT)]
    while last != (0, min(1, n), min(2, n)):
        last, coin, before = _before(squares, values, sets, last, here)
        steps.append((coin, before, here))
        here = before
    line.start(here)
    place_of = dict(enumerate(places))
    drawn = len(places)
    for coin, before, there in reversed(steps):
        place = place_of[coin]
        if before == there:
            line.drop(place)
        else:
            line.run(place, there)
        place_of[drawn] = place
        drawn += 1
    return "", line.texts


def _before(squares: Squares, values: list[int], sets: Any, after: Open, here: int) -> tuple[Open, int, int]:
    """What led to a square with these coins open: the coins open before, the one used, the square before."""
    n = len(values)
    rests: list[tuple[Open, int, int]] = []
    for coin in range(n):
        if coin in after:
            continue
        i, j, k = sorted((coin, after[0], after[1]))
        if min(k + 1, n) != after[2]:
            continue
        was = sets[i, j, k].tolist()
        runs = squares.runs(values[coin], here)
        for before in members((was[0] & runs[0], was[1] & runs[1])):
            return (i, j, k), coin, before
        if has_square(was, here):
            rests.append(((i, j, k), coin, here))
    return rests[0]


def solve_rebag(d: Deal, s: State, budget: Budget) -> Answer:
    """Some order of the coins gets out, or none does."""
    squares, line = Squares(d), Line(d, s)
    tops = [line.top(i) for i in range(STACKS) if s.height[i]]
    purse = purse_of(tops + [value_of(coin) for coin in s.bag[: s.bag_count]])
    budget.allocate(TABLE_BYTES)
    budget.spend(purse_count(purse))
    wins = wins_table(squares, purse)
    starts = [q for q in ([0, 1] if s.rat == NOWHERE else [s.rat]) if has_square(wins[purse], q)]
    if not starts:
        return "no order", []
    line.start(starts[0])
    order = find_order(squares, wins, purse, starts[0])
    for nth, (value, to) in enumerate(order):
        wanted = [later for later, _ in order[nth:]]
        while (place := _showing(line, value)) is None:
            budget.spend(1)
            line.drop(wanted_last({i: line.top(i) for i in range(STACKS) if line.s.height[i]}, wanted))
        line.run(place, to)
    return "", line.texts


def _showing(line: Line, value: int) -> int | None:
    """The place of an open coin of that value."""
    return next((place for place in range(STACKS) if line.s.height[place] and line.top(place) == value), None)


def wanted_last(tops: dict[int, int], wanted: list[int]) -> int:
    """Of the open coins, the place of the one that is wanted last, or not at all; `tops` are their values by place."""
    return max(tops, key=lambda place: wanted.index(tops[place]) if tops[place] in wanted else len(wanted))
