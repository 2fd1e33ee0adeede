"""`rebag`: what is dropped goes back into the bag, whose order is known to us.

One can drop until the coin one wants turns up. The places are settled by the deal's number, but they fall like dice: a
win that needs certain coins in a certain order is found sooner or later. And where no order of the coins gets out,
nothing does. So it is the order that decides. A win looks a few drops ahead for a coin that some order goes on with.
Then the rows of steps that can be spared are left out, as it stands.

The table is kept as a row of numbers: the rat, the open coins (-1 = none), how many coins went back and how many are in
the bag, and these, the next to be drawn last. A step is the place of an open coin, and where it runs to, or LOST.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from escapology.games.lab_rats.rules import COINS, NOWHERE, STACKS, Deal, State, place_among, value_of
from escapology.games.lab_rats.solver.budget import Budget
from escapology.games.lab_rats.solver.classic import TABLE_BYTES, Answer, purse_count
from escapology.games.lab_rats.solver.kernels import kernel_of
from escapology.games.lab_rats.solver.line import Line
from escapology.games.lab_rats.solver.purses import PLACES, find_wins, purse_of
from escapology.games.lab_rats.solver.squares import Squares, has_square
from escapology.games.lab_rats.solver.stacks import DROPPED, OUT, RAN
from escapology.native import is_plain, rule

__all__ = ["COLUMNS", "find_way", "solve_rebag"]

RAT: Final = 0  # columns of a table
TOPS: Final = 1  # and two more
REBAGGED: Final = 4
COUNT: Final = 5
BAG: Final = 6
COLUMNS: Final = BAG + COINS

DROPS: Final = 20  # positions that drops lead to, looked at before a run
QUEUED: Final = DROPS + STACKS  # as many as there can be
LOST: Final = -2  # in the place of a square: the coin is dropped
FAR: Final = 3  # how many drops a coin counts for that is still needed
LONG: Final = 1_024  # steps that are looked for in one go


@rule
def drop_coin(d: Any, table: Any, i: int) -> None:
    """Put an open coin back into the bag, and draw another."""
    count = table[COUNT]
    place = place_among(d, table[REBAGGED], count)
    for j in range(count, place, -1):
        table[BAG + j] = table[BAG + j - 1]
    table[BAG + place] = table[TOPS + i]
    table[TOPS + i] = table[BAG + count]
    table[REBAGGED] += 1


@rule
def run_coin(table: Any, i: int, to: int) -> None:
    """Run with an open coin, and draw another."""
    table[RAT] = to
    count = table[COUNT]
    table[TOPS + i] = table[BAG + count - 1] if count > 0 else -1
    table[COUNT] = max(0, count - 1)


@rule
def find_runs(step: Any, leads_out: Any, wins: Any, least: Any, purse: int, here: int, runs: Any) -> None:
    """Of each value the square to run to after which some order gets out, with the fewest coins, and how many.

    -2 = there is none.
    """
    place = 1
    for value in range(6):
        runs[value, 0], runs[value, 1] = LOST, 0
        if purse // place % 5 > 0:
            if has_square(leads_out[value], here):
                runs[value, 0] = OUT
            else:
                for half in range(2):
                    squares = step[value, here // 6, 1 << (here % 6), half] & wins[purse - place, half]
                    to = 48 * half
                    while squares != 0:
                        if squares & 1 and (runs[value, 0] == LOST or least[to] < runs[value, 1]):
                            runs[value, 0], runs[value, 1] = to, least[to]
                        squares >>= 1
                        to += 1
        place *= 5


@rule
def rank_values(step: Any, leads_out: Any, wins: Any, purse: int, here: int, ranks: Any) -> None:
    """When each value is wanted in an order that gets out, of which no coin can be spared; 99 = not at all."""
    place = 1
    for value in range(6):
        ranks[value] = 99
        while purse // place % 5 > 0 and has_square(wins[purse - place], here):
            purse -= place
        place *= 5
    rank, square = 0, here
    while purse > 0 and square >= 0:
        place, to = 1, LOST
        for value in range(6):
            if to == LOST and purse // place % 5 > 0 and has_square(leads_out[value], square):
                to = OUT
                ranks[value] = min(ranks[value], rank)
            place *= 5
        place = 1
        for value in range(6):
            for half in range(2) if to == LOST and purse // place % 5 > 0 else range(0):
                squares = step[value, square // 6, 1 << (square % 6), half] & wins[purse - place, half]
                if to == LOST and squares != 0:
                    to = 48 * half
                    while squares & 1 == 0:
                        squares >>= 1
                        to += 1
                    purse -= place
                    ranks[value] = min(ranks[value], rank)
            place *= 5
        rank, square = rank + 1, to


@rule
def is_alike(one: Any, other: Any) -> bool:
    """Whether the same coins lie open and, in the same order, in the bag."""
    differ = 0
    for j in range(TOPS, BAG + one[COUNT]):
        differ += j != REBAGGED and one[j] != other[j]
    return differ == 0


@rule
def look_ahead(d: Any, runs: Any, tables: Any, came: Any) -> int:
    """The table with the best run, from the first one on by few drops: its number × 3 + the coin; -1 = there is none.

    came: of each table the one before, and the place of the coin that was dropped there; how many drops there were.
    """
    came[0, 2] = 0
    count, n, best, best_far = 1, 0, -1, 0
    while n < count:
        drops = came[n, 2]
        if best >= 0 and drops + FAR >= best_far:
            break
        for value in range(6):
            for i in range(3):
                if tables[n, TOPS + i] == value and runs[value, 0] != LOST:
                    far = drops + FAR * runs[value, 1]
                    if best < 0 or far < best_far:
                        best, best_far = n * 3 + i, far
        for i in range(3) if count < DROPS else range(0):
            if tables[n, TOPS + i] >= 0:
                for j in range(COLUMNS):
                    tables[count, j] = tables[n, j]
                drop_coin(d, tables[count], i)
                is_known = False
                for other in range(count):
                    is_known = is_known or is_alike(tables[count], tables[other])
                if not is_known:
                    came[count, 0], came[count, 1], came[count, 2] = n, i, drops + 1
                    count += 1
        n += 1
    return best


@rule
def last_wanted(table: Any, ranks: Any) -> int:
    """The place of the open coin that is wanted last, or not at all."""
    last, rank = -1, -1
    for i in range(3):
        value = table[TOPS + i]
        if value >= 0 and ranks[value] > rank:
            last, rank = i, ranks[value]
    return last


@rule
def find_steps(deals: Any, maze: Any, chances: Any, purse: int, room: Any, steps: Any) -> int:
    """Find steps that get out: how many they are; as many as there is room for, if it does not get out by then.

    The first of the tables is the one it begins with, and at the end the one it comes to.
    """
    d = deals[0]
    step, _, leads_out = maze
    wins, least = chances
    tables, came, runs, ranks = room
    count, table = 0, tables[0]
    while table[RAT] >= 0:
        find_runs(step, leads_out, wins, least, purse, table[RAT], runs)
        best = look_ahead(d, runs, tables, came)
        drops = came[best // 3, 2] if best >= 0 else 1
        if count + drops + 1 > len(steps):
            return count
        if best < 0:
            rank_values(step, leads_out, wins, purse, table[RAT], ranks)
            steps[count, 0], steps[count, 1] = last_wanted(table, ranks), LOST
            drop_coin(d, table, steps[count, 0])
            count += 1
            continue
        n: int = best // 3
        for back in range(drops - 1, -1, -1):
            steps[count + back, 0], steps[count + back, 1] = came[n, 1], LOST
            n = came[n, 0]
        for back in range(drops):
            drop_coin(d, table, steps[count + back, 0])
        count += drops
        place: int = best % 3
        value = table[TOPS + place]
        steps[count, 0], steps[count, 1] = place, runs[value, 0]
        purse -= PLACES[value]
        run_coin(table, place, runs[value, 0])
        count += 1
    return count


@rule
def can_follow(d: Any, maze: Any, table: Any, steps: Any, first: int, count: int) -> bool:
    """Whether these steps can be taken, whichever coins lie there."""
    step, _, leads_out = maze
    for n in range(first, count):
        i, to = steps[n, 0], steps[n, 1]
        value, here = table[TOPS + i], table[RAT]
        if value < 0:
            return False
        if to == LOST:
            drop_coin(d, table, i)
            continue
        if to == OUT:
            if not has_square(leads_out[value], here):
                return False
        elif not has_square(step[value, here // 6, 1 << (here % 6)], to):
            return False
        run_coin(table, i, to)
    return True


@rule
def spare_one(d: Any, maze: Any, tables: Any, steps: Any, count: int) -> int:
    """Leave out the longest row of steps without which the others can be taken; how many are left."""
    for n in range(count):
        for j in range(COLUMNS):
            tables[n + 1, j] = tables[n, j]
        if steps[n, 1] == LOST:
            drop_coin(d, tables[n + 1], steps[n, 0])
        else:
            run_coin(tables[n + 1], steps[n, 0], steps[n, 1])
    work = tables[count + 1]
    for long in range(count - 1, 0, -1):
        for first in range(count - long):
            for j in range(COLUMNS):
                work[j] = tables[first, j]
            if can_follow(d, maze, work, steps, first + long, count):
                for n in range(first, count - long):
                    steps[n, 0], steps[n, 1] = steps[n + long, 0], steps[n + long, 1]
                return count - long
    return count


@rule
def spare_steps(deals: Any, maze: Any, tables: Any, steps: Any, count: int) -> int:
    """Leave out what can be spared of steps that get out, the longest rows first; how many are left."""
    before = count + 1
    while count < before:
        before = count
        count = spare_one(deals[0], maze, tables, steps, count)
    return count


def solve_rebag(d: Deal, s: State, budget: Budget) -> Answer:
    """Some order of the coins gets out, or none does."""
    squares, line = Squares(d), Line(d, s)
    tops = [line.top(i) if s.height[i] else -1 for i in range(STACKS)]
    bag = [value_of(coin) for coin in s.bag[: s.bag_count]]
    purse = purse_of([value for value in tops + bag if value >= 0])
    budget.allocate(TABLE_BYTES)
    budget.spend(purse_count(purse))
    wins = find_wins(squares, purse)
    starts = [q for q in ([0, 1] if s.rat == NOWHERE else [s.rat]) if has_square(wins.table[purse], q)]
    if not starts:
        return "no order", []
    line.start(min(starts, key=lambda q: int(wins.least[q])))
    table = np.zeros(COLUMNS, np.int64)
    table[: BAG + len(bag)] = [line.s.rat, *tops, s.rebagged, len(bag), *bag]
    steps = find_way(d, squares, (wins.table, wins.least), purse, table, budget)
    line.finish((DROPPED, place, to) if to == LOST else (RAN, place, to) for place, to in steps)
    return "", line.texts


def find_way(d: Deal, squares: Squares, chances: Any, purse: int, begin: Any, budget: Budget) -> list[list[int]]:
    """The steps of a way out; each drop counts for a node."""
    deals, long = [d] if is_plain() else Deal.rows([d]), LONG
    room = np.empty((QUEUED, 3), np.int64), np.empty((6, 2), np.int64), np.empty(6, np.int64)
    while True:
        tables, steps = np.empty((QUEUED, COLUMNS), np.int64), np.empty((long, 2), np.int64)
        tables[0] = begin
        count = int(kernel_of(find_steps)(deals, squares.maze, chances, purse, (tables, *room), steps))
        if tables[0, RAT] < 0:
            break
        budget.check()
        long *= 2
    budget.spend(int((steps[:count, 1] == LOST).sum()))
    tables = np.empty((count + 2, COLUMNS), np.int64)
    tables[0] = begin
    count = int(kernel_of(spare_steps)(deals, squares.maze, tables, steps, count))
    found: list[list[int]] = steps[:count].tolist()
    return found
