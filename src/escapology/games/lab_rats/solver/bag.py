"""`bag`: three open coins, filled up from a bag whose order is known to us.

Number the coins 0 … n - 1, the open ones first, then the bag in drawing order. The newest coin lies open as long as the
bag is not empty, so which three lie open says how many were drawn: `sets[i][j][k]`, i < j < k, is the set of squares
the rat can be on with these open (n stands for an empty place). A coin that is used is followed by k + 1.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from escapology.games.lab_rats.rules import COINS, NOWHERE, STACKS, Deal, State, value_of
from escapology.games.lab_rats.solver.budget import Budget
from escapology.games.lab_rats.solver.classic import Answer
from escapology.games.lab_rats.solver.kernels import kernel_of
from escapology.games.lab_rats.solver.line import Line
from escapology.games.lab_rats.solver.squares import Squares, has_square, meets, set_of, spread
from escapology.games.lab_rats.solver.stacks import DROPPED, OUT, RAN, Step
from escapology.native import rule

__all__ = ["fill_sets", "solve_bag", "trace_bag"]

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
    here = squares.first_out(values[coin], sets[last])
    steps, work = np.empty((COINS, 3), np.int64), np.array(last, np.int64)
    count = int(kernel_of(trace_bag)(squares.step, np.array(values, np.int64), n, sets, here, work, steps))
    way = [*reversed(steps[:count].tolist()), (coin, here, OUT)]
    here = way[0][1]
    line.start(here)
    place_of = dict(enumerate(places))
    taken: list[Step] = []
    for drawn, (coin, before, there) in enumerate(way, start=len(places)):
        place_of[drawn] = place_of[coin]
        taken.append((DROPPED if before == there else RAN, place_of[coin], there))
    line.finish(taken)
    return "", line.texts


@rule
def trace_bag(step: Any, values: Any, n: int, sets: Any, here: int, last: Any, steps: Any) -> int:
    """The steps back from a square, with the coins `last` lying open, and how many they are.

    Of each step the coin that was used and the squares before and after it.
    """
    count = 0
    while last[0] != 0 or last[1] != min(1, n) or last[2] != min(2, n):
        used, before = -1, here
        for coin in range(n):
            i, j, k = sort_three(coin, last[0], last[1])
            if coin == last[0] or coin == last[1] or coin == last[2] or min(k + 1, n) != last[2]:
                continue
            low, high = sets[i, j, k, 0], sets[i, j, k, 1]
            low_runs = step[values[coin], here // 6, 1 << (here % 6), 0] & low  # runs lead back as they lead there
            high_runs = step[values[coin], here // 6, 1 << (here % 6), 1] & high
            if low_runs | high_runs:
                used, before = coin, 0 if low_runs else 48
                squares = low_runs if low_runs else high_runs
                while squares & 1 == 0:
                    squares >>= 1
                    before += 1
                break
            if used < 0 and has_square(sets[i, j, k], here):
                used = coin
        i, j, k = sort_three(used, last[0], last[1])
        last[0], last[1], last[2] = i, j, k
        steps[count, 0], steps[count, 1], steps[count, 2] = used, before, here
        here = before
        count += 1
    return count


@rule
def sort_three(a: int, b: int, c: int) -> tuple[int, int, int]:
    """Three numbers, the smallest first; b is not above c."""
    if a <= b:
        return a, b, c
    return (b, a, c) if a <= c else (b, c, a)
