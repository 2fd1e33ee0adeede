"""`bag` and `rebag`: three open coins, filled up from a bag whose order is known to us.

**bag**: number the coins 0 … n - 1, the open ones first, then the bag in drawing order. The newest coin lies open as
long as the bag is not empty, so which three lie open says how many were drawn: `sets[i][j][k]`, i < j < k, is the set
of squares the rat can be on with these open (n stands for an empty place). A coin that is used is followed by k + 1.

**rebag**: a dropped coin goes back into the bag, so one can drop until the coin one wants turns up. The places are
settled by the deal's number, but they fall like dice: a win that needs certain coins in a certain order is found
sooner or later. And where no order of the coins gets out, nothing does. So it is the order that decides. A win looks a
few drops ahead for a coin that some order goes on with.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import numpy as np

from escapology.games.lab_rats.rules import COINS, NOWHERE, OUTSIDE, STACKS, Deal, State, place_among, value_of
from escapology.games.lab_rats.solver.budget import Budget
from escapology.games.lab_rats.solver.classic import TABLE_BYTES, Answer, purse_count
from escapology.games.lab_rats.solver.kernels import kernel_of
from escapology.games.lab_rats.solver.line import Line, number_of
from escapology.games.lab_rats.solver.purses import PLACES, Wins, find_order, find_wins, purse_of
from escapology.games.lab_rats.solver.squares import Squares, has_square, meets, members, set_of, spread
from escapology.games.lab_rats.solver.stacks import DROPPED, OUT, RAN, Step
from escapology.native import rule

__all__ = ["fill_sets", "solve_bag", "solve_rebag", "trace_bag", "wanted_last"]

SIDE: Final = COINS + 1
DROPS: Final = 20  # positions that drops lead to, looked at before a run of `rebag`
LOST: Final = -2  # in the place of a square: the coin is dropped
FAR: Final = 3  # how many drops a coin counts for that is still needed
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


def solve_rebag(d: Deal, s: State, budget: Budget) -> Answer:
    """Some order of the coins gets out, or none does."""
    squares, line = Squares(d), Line(d, s)
    tops = [line.top(i) for i in range(STACKS) if s.height[i]]
    purse = purse_of(tops + [value_of(coin) for coin in s.bag[: s.bag_count]])
    budget.allocate(TABLE_BYTES)
    budget.spend(purse_count(purse))
    wins = find_wins(squares, purse)
    starts = [q for q in ([0, 1] if s.rat == NOWHERE else [s.rat]) if has_square(wins.table[purse], q)]
    if not starts:
        return "no order", []
    line.start(min(starts, key=lambda q: int(wins.least[q])))
    table, begin = _Table.of(line), len(line.texts)
    steps: list[tuple[int, int]] = []  # the place of a coin, and where it runs to, or LOST
    while line.s.rat < OUTSIDE:
        value, to, drops = _next_run(squares, line, wins, purse)
        for stack in drops:
            budget.spend(1)
            steps.append((stack, LOST))
            line.drop(stack)
        shown = _showing(line, value)
        if shown is not None:
            steps.append((shown, to))
            line.run(shown, to)
            purse -= PLACES[value]
    spared = _spare(squares, d, table, steps, {})
    if len(spared) < len(steps):
        again = Line(d, s)
        for text in line.texts[:begin]:
            again.play(number_of(text))
        for place, to in spared:
            if to == LOST:
                again.drop(place)
            else:
                again.run(place, to)
        line = again
    return "", line.texts


class _Table(NamedTuple):
    """What lies on the table of `rebag`: values, and the rat."""

    rat: int
    tops: tuple[int, ...]  # -1 = none
    bag: tuple[int, ...]  # the next to be drawn last
    rebagged: int

    @classmethod
    def of(cls, line: Line) -> _Table:
        """That of a position."""
        s = line.s
        tops = tuple(line.top(i) if s.height[i] else -1 for i in range(STACKS))
        return cls(s.rat, tops, tuple(value_of(coin) for coin in s.bag[: s.bag_count]), s.rebagged)

    def drop(self, d: Deal, i: int) -> _Table:
        """After a coin was dropped."""
        rat, tops, bag, rebagged = self
        place = place_among(d, rebagged, len(bag))
        bag = (*bag[:place], tops[i], *bag[place:])
        return _Table(rat, (*tops[:i], bag[-1], *tops[i + 1 :]), bag[:-1], rebagged + 1)

    def run(self, i: int, to: int) -> _Table:
        """After a run."""
        _, tops, bag, rebagged = self
        return _Table(to, (*tops[:i], bag[-1] if bag else -1, *tops[i + 1 :]), bag[:-1], rebagged)


_Leads = dict[tuple[int, int, int], bool]  #: whether a value leads from one square to another, as far as known


def _spare(
    squares: Squares, d: Deal, start: _Table, steps: list[tuple[int, int]], leads: _Leads
) -> list[tuple[int, int]]:
    """The steps without those that can be spared, as they stand; the longest rows first."""
    tables = [start]
    for i, to in steps:
        tables.append(tables[-1].drop(d, i) if to == LOST else tables[-1].run(i, to))
    for long in range(len(steps) - 1, 0, -1):
        for first in range(len(steps) - long):
            if _can_follow(squares, d, tables[first], steps[first + long :], leads):
                return _spare(squares, d, start, steps[:first] + steps[first + long :], leads)
    return steps


def _can_follow(squares: Squares, d: Deal, table: _Table, steps: list[tuple[int, int]], leads: _Leads) -> bool:
    """Whether these steps can be taken, whichever coins lie there."""
    for i, to in steps:
        if to == LOST:
            table = table.drop(d, i)
            continue
        value, here = table.tops[i], table.rat
        if (value, here, to) not in leads:
            is_there = squares.runs_out(value, here) if to == OUT else squares.leads(value, here, to)
            leads[value, here, to] = value >= 0 and is_there
        if not leads[value, here, to]:
            return False
        table = table.run(i, to)
    return True


def _next_run(squares: Squares, line: Line, wins: Wins, purse: int) -> tuple[int, int, list[int]]:
    """A run after which some order of the coins still gets out: its value, its end, and what is dropped before.

    Positions that drops lead to are gone through, few drops first. Where none of them has such a run, coins that
    are wanted late are dropped, and one looks again.
    """
    d, here = line.d, line.s.rat
    runs = _good_runs(squares, wins, purse, here)
    table = _Table.of(line)
    queue: list[tuple[_Table, tuple[int, ...]]] = [(table, ())]
    seen = {(table.tops, table.bag)}
    best: tuple[int, int, int, tuple[int, ...]] | None = None  # how far it is, the value, the square, and the drops
    for there, drops in queue:  # it grows as we go
        if best and len(drops) + FAR >= best[0]:
            break
        for value in set(there.tops) & runs.keys():
            to, ahead = runs[value]
            far = len(drops) + FAR * ahead
            if best is None or far < best[0]:
                best = far, value, to, drops
        for i in range(STACKS) if len(queue) < DROPS else ():
            if there.tops[i] >= 0 and ((after := there.drop(d, i)).tops, after.bag) not in seen:
                seen.add((after.tops, after.bag))
                queue.append((after, (*drops, i)))
    if best:
        return best[1], best[2], list(best[3])
    wanted = [value for value, _ in find_order(squares, wins.table, purse, here)]
    return wanted[0], here, [wanted_last({i: top for i, top in enumerate(table.tops) if top >= 0}, wanted)]


def _good_runs(squares: Squares, wins: Wins, purse: int, here: int) -> dict[int, tuple[int, int]]:
    """Of each value that can be run with so: the square with the fewest coins ahead, and how many they are."""
    runs: dict[int, tuple[int, int]] = {}
    for value, place in enumerate(PLACES):
        if purse // place % 5 == 0:
            continue
        if squares.runs_out(value, here):
            runs[value] = OUT, 0
            continue
        there = [q for q in members(squares.runs(value, here)) if has_square(wins.table[purse - place], q)]
        if there:
            to = min(there, key=lambda q: int(wins.least[q]))
            runs[value] = to, int(wins.least[to])
    return runs


def _showing(line: Line, value: int) -> int | None:
    """The place of an open coin of that value."""
    return next((place for place in range(STACKS) if line.s.height[place] and line.top(place) == value), None)


def wanted_last(tops: dict[int, int], wanted: list[int]) -> int:
    """Of the open coins, the place of the one that is wanted last, or not at all; `tops` are their values by place."""
    return max(tops, key=lambda place: wanted.index(tops[place]) if tops[place] in wanted else len(wanted))
