"""Homes: positions with no coin on the table and the rat on its start square; and the search through them.

A home is three stacks. It is kept as one whole number: each stack, its coins read from the bottom up as digits 1 … 6 of
base 6, is below 2²¹, and the largest stands first, for it does not matter which stack is which. `classic.py` tells why
three kinds of steps link all homes, and when a home is won.

How a home came from its parent, the depths a, b, c being what the parent's stacks have lost to the trail then:
    SWAP i j   the next coins of the stacks i and j change places
    MOVE i j   the next coin of stack i goes in front of the next coin of stack j
    LOSE i     the next coin of stack i is dropped
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final, NamedTuple

import numpy as np

from escapology.games.lab_rats.rules import COINS
from escapology.games.lab_rats.solver.bases import find_base, find_pool, pool_room, purse_room
from escapology.games.lab_rats.solver.budget import Budget
from escapology.games.lab_rats.solver.kernels import kernel_of
from escapology.games.lab_rats.solver.purses import PLACES, Relaxation, lose_coins, make_relaxation
from escapology.games.lab_rats.solver.queues import (
    COUNT,
    HOW,
    IS_SEEN,
    KEY,
    LOOKED,
    PARENT,
    QUEUES,
    ROWS,
    Parent,
    add_home,
    enter_homes,
    next_home,
)
from escapology.games.lab_rats.solver.squares import Squares, meets, set_of, spread
from escapology.games.lab_rats.solver.stacks import Depths, coin_array, fill_depths, fill_reach
from escapology.native import rule

__all__ = ["LOSE", "MOVE", "SWAP", "HomeSearch", "Link", "decode", "encode"]

SWAP: Final = 0
MOVE: Final = 1
LOSE: Final = 2

WON: Final = COINS + 1  # what is said of a home that is won, in place of how far it goes

OPEN: Final = -1  # what the kernel says if it found no home that is won: there are homes left to look at
FULL: Final = -2  # the tables are full
DONE: Final = -3  # all homes were looked at

FIRST_SIZE: Final = 1 << 15  # homes
RELAXED: Final = 1_000  # positions of the relaxation of a home that came by a loss
DESK_BYTES: Final = 250_000  # of what the search works with: mostly that relaxation
MOST_LINKS: Final = 729 * 3 * 5  # of one home: a loss, two moves and two swaps for each of the depths and stacks


class Desk(NamedTuple):
    """What the search works with, one home at a time."""

    coins: Any  # the stacks of the home, top first
    heights: Any
    new: Any  # the stacks of a home that it is linked to
    less: Any  # and their heights
    at: Any  # how many coins of each stack are in the trail
    reach: Any  # of `fill_reach`
    rest: Any  # the purse of what is left of each stack at each depth
    purse: Any  # of `find_base`
    count: Any  # of `find_pool`
    hopeless: Any  # by values, whether no coin may be lost
    relaxation: Relaxation  # of `lose_coins`

    @classmethod
    def make(cls) -> Desk:
        """An empty one."""

        def room(*shape: int) -> Any:
            return np.zeros(shape, np.int64)

        return cls(
            room(3, 9),
            room(3),
            room(3, 9),
            room(3),
            room(3),
            room(9, 9, 9, 2),
            room(3, 9),
            purse_room(),
            pool_room(),
            room(6),
            make_relaxation(RELAXED),
        )


@rule
def encode(coins: Any, heights: Any) -> int:
    """The number of three stacks, whichever is which."""
    a, b, c = 0, 0, 0
    for k in range(heights[0] - 1, -1, -1):
        a = a * 6 + coins[0, k] + 1
    for k in range(heights[1] - 1, -1, -1):
        b = b * 6 + coins[1, k] + 1
    for k in range(heights[2] - 1, -1, -1):
        c = c * 6 + coins[2, k] + 1
    if a < b:
        a, b = b, a
    if b < c:
        b, c = c, b
    if a < b:
        a, b = b, a
    return (((a << 21) | b) << 21) | c


@rule
def decode(key: int, coins: Any, heights: Any) -> None:
    """The stacks of a number, top first."""
    for i in range(3):
        rest = (key >> (21 * (2 - i))) & 0x1FFFFF
        height = 0
        while rest > 0:
            coins[i, height] = (rest - 1) % 6
            rest = (rest - 1) // 6
            height += 1
        heights[i] = height


@rule
def add(key: int, kind: int, parent: Parent, work: Desk, tables: Any) -> None:
    """Add a home that its parent is linked to so, with so many coins of its stacks in the trail."""
    depths = (work.at[0] * 9 + work.at[1]) * 9 + work.at[2]
    add_home(key, parent, kind * 729 + depths, tables)


@rule
def most_laid(heights: Any, reach: Any) -> int:
    """How many coins of a home can be in the trail at once."""
    most = 0
    for a in range(heights[0] + 1):
        for b in range(heights[1] + 1):
            for c in range(heights[2] + 1):
                if a + b + c > most and (reach[a, b, c, 0] | reach[a, b, c, 1]):
                    most = a + b + c
    return most


@rule
def find_hopeless(coins: Any, heights: Any, start: Any, wins: Any, hopeless: Any) -> None:
    """Of which values no coin may be lost: no order of the others gets out."""
    purse = 0
    for i in range(3):
        for k in range(heights[i]):
            purse += PLACES[coins[i, k]]
    for value in range(6):
        rest = max(0, purse - PLACES[value])
        hopeless[value] = ((wins[rest, 0] & start[0]) | (wins[rest, 1] & start[1])) == 0


@rule
def add_losses_and_moves(stays: Any, i: int, parent: Parent, work: Desk, tables: Any) -> None:
    """Add the homes in which the next coin of stack i is dropped, or stands on another stack."""
    coins, heights, new, less, at = work.coins, work.heights, work.new, work.less, work.at
    low, high = work.reach[at[0], at[1], at[2], 0], work.reach[at[0], at[1], at[2], 1]
    x = coins[i, at[i]]
    for k in range(at[i], heights[i]):
        new[i, k] = coins[i, k + 1]
    less[i] -= 1
    if not work.hopeless[x]:
        add(encode(new, less), LOSE * 9 + i * 3, parent, work, tables)
    for j in range(3):
        if j == i or heights[j] == 8 or not meets(stays, x, low, high):
            continue
        for k in range(at[j], heights[j]):
            new[j, k + 1] = coins[j, k]
        new[j, at[j]] = x
        less[j] += 1
        add(encode(new, less), MOVE * 9 + i * 3 + j, parent, work, tables)
        for k in range(at[j], heights[j] + 1):
            new[j, k] = coins[j, k]
        less[j] -= 1
    for k in range(at[i], heights[i]):
        new[i, k] = coins[i, k]
    less[i] += 1


@rule
def add_swaps(step: Any, stays: Any, i: int, parent: Parent, work: Desk, tables: Any) -> None:
    """Add the homes in which the next coin of stack i has changed places with that of another stack."""
    coins, heights, new, at = work.coins, work.heights, work.new, work.at
    low, high = work.reach[at[0], at[1], at[2], 0], work.reach[at[0], at[1], at[2], 1]
    x = coins[i, at[i]]
    more = spread(step, x, low, high)
    low_after, high_after = more[0] | (low & stays[x, 0]), more[1] | (high & stays[x, 1])
    for j in range(3):
        y = coins[j, at[j]]
        if j == i or at[j] == heights[j] or x == y or not meets(stays, y, low_after, high_after):
            continue
        new[i, at[i]], new[j, at[j]] = y, x
        add(encode(new, heights), SWAP * 9 + i * 3 + j, parent, work, tables)
        new[i, at[i]], new[j, at[j]] = x, y


@rule
def link_home(maze: Any, parent: Parent, work: Desk, tables: Any) -> None:
    """Add the homes that a home is linked to; its `reach` is that of laying coins."""
    step, stays, _ = maze
    heights, at = work.heights, work.at
    for i in range(3):
        work.less[i] = heights[i]
        for k in range(9):
            work.new[i, k] = work.coins[i, k]
    for a in range(heights[0] + 1):
        for b in range(heights[1] + 1):
            for c in range(heights[2] + 1):
                if (work.reach[a, b, c, 0] | work.reach[a, b, c, 1]) == 0:
                    continue
                at[0], at[1], at[2] = a, b, c
                for i in range(3):
                    if at[i] < heights[i]:
                        add_losses_and_moves(stays, i, parent, work, tables)
                        add_swaps(step, stays, i, parent, work, tables)


@rule
def fill_hopeful(maze: Any, start: Any, wins: Any, work: Desk) -> int:
    """Fill `reach` without backing up, but for squares from which no order of the coins that are left gets out.

    How many coins can be gone before no square is left; WON = the rat gets out.
    """
    coins, heights, reach, rest = work.coins, work.heights, work.reach, work.rest
    _, _, leads_out = maze
    for i in range(3):
        rest[i, heights[i]] = 0
        for k in range(heights[i] - 1, -1, -1):
            rest[i, k] = rest[i, k + 1] + PLACES[coins[i, k]]
    most = 0
    for total in range(heights[0] + heights[1] + heights[2] + 1):
        for a in range(min(total, heights[0]) + 1):
            for b in range(max(0, total - a - heights[2]), min(total - a, heights[1]) + 1):
                c = total - a - b
                if total == 0:
                    reach[0, 0, 0, 0], reach[0, 0, 0, 1] = start[0], start[1]
                else:
                    fill_depths(maze, coins, (a, b, c), True, reach)
                purse = rest[0, a] + rest[1, b] + rest[2, c]
                low, high = reach[a, b, c, 0] & wins[purse, 0], reach[a, b, c, 1] & wins[purse, 1]
                reach[a, b, c, 0], reach[a, b, c, 1] = low, high
                if low | high:
                    most = total
                    for i in range(3):
                        gone = a if i == 0 else b if i == 1 else c
                        if gone < heights[i] and meets(leads_out, coins[i, gone], low, high):
                            return WON
    return most


@rule
def try_home(maze: Any, kinds: Any, start: Any, purses: Any, work: Desk) -> int:
    """WON if a home is won without backing up, by the base theorem or by the pool theorem; else how far it goes."""
    free, wins = purses
    far = fill_hopeful(maze, start, wins, work)
    if far == WON or find_base(kinds, work.coins, work.heights, work.reach, wins, work.purse) >= 0:
        return WON
    fill_reach(maze, work.coins, work.heights, start, False, work.reach)  # for its links; it reaches nothing more
    if find_pool(kinds, work.coins, work.heights, start, free, wins, work.count) >= 0:
        return WON
    return far


@rule
def search_homes(maze: Any, kinds: Any, start: Any, purses: Any, tables: Any, work: Desk, budget: int) -> int:
    """Look at so many homes: the first one that is won, else OPEN, FULL or DONE."""
    homes, _, _, counts = tables
    for _ in range(budget):
        if homes.shape[1] - counts[COUNT] < MOST_LINKS:
            return FULL
        home: int = next_home(tables)
        if home < 0:
            return DONE
        homes[IS_SEEN, home] = 1
        counts[LOOKED] += 1
        decode(homes[KEY, home], work.coins, work.heights)
        # One that came by a loss: the relaxation may have something to say
        if (
            homes[HOW, home] >= LOSE * 9 * 729
            and lose_coins(maze, work.coins, work.heights, purses[0], work.relaxation) == 0
        ):
            continue
        far = try_home(maze, kinds, start, purses, work)
        if far == WON:
            return home
        find_hopeless(work.coins, work.heights, start, purses[1], work.hopeless)
        link_home(maze, (home, far, most_laid(work.heights, work.reach)), work, tables)
    return OPEN


@dataclass(frozen=True, slots=True)
class Link:
    """A step from a home to the next; stacks are numbered as in the home's number."""

    kind: int  # SWAP, MOVE or LOSE
    i: int
    j: int
    depths: Depths


class HomeSearch:
    """The search of the homes that can be reached from one, from one start square."""

    def __init__(self, squares: Squares, stacks: list[list[int]], start: int, purses: Any, budget: Budget) -> None:
        self.squares = squares
        self.start = set_of([start])
        self.purses = purses  # the squares they reach from the start square, and those from which they get out
        self.budget = budget
        budget.allocate(DESK_BYTES)
        self.queues = np.full((2, 2, QUEUES), -1, np.int64)
        self.counts = np.array([0, 0, 0, QUEUES - 1, QUEUES - 1], np.int64)
        self._make_tables(FIRST_SIZE)
        coins, heights = coin_array(stacks)
        add_home(encode(coins, heights), (-1, 0, 0), 0, self._tables)
        self.desk = Desk.make()
        self.won = -1  # the home that is won
        self.is_done = False

    @property
    def _tables(self) -> tuple[Any, Any, Any, Any]:
        return self.homes, self.table, self.queues, self.counts

    def _make_tables(self, size: int) -> None:
        self.budget.allocate(size * (ROWS + 2) * 8)
        self.homes = np.zeros((ROWS, size), np.int64)
        self.table = np.full(2 * size, -1, np.int64)

    def grow(self) -> None:
        """Tables twice as large."""
        old, count = self.homes, int(self.counts[COUNT])
        self._make_tables(2 * old.shape[1])
        self.budget.free(old.nbytes * (ROWS + 2) // ROWS)
        self.homes[:, : old.shape[1]] = old
        kernel_of(enter_homes)(self.homes, self.table, count)

    def look(self, homes: int) -> None:
        """Look at so many more homes."""
        self.budget.spend(homes)
        before = int(self.counts[LOOKED])
        maze = (self.squares.maze, self.squares.kinds)
        found = int(kernel_of(search_homes)(*maze, self.start, self.purses, self._tables, self.desk, homes))
        self.budget.nodes -= homes - (int(self.counts[LOOKED]) - before)
        if found >= 0:
            self.won = found
        elif found == FULL:
            self.grow()
        self.is_done = found >= 0 or found == DONE

    def links(self) -> list[Link]:
        """The steps that lead to the home that is won."""
        links: list[Link] = []
        home = self.won
        while (parent := int(self.homes[PARENT, home])) >= 0:
            how, depths = divmod(int(self.homes[HOW, home]), 729)
            links.append(Link(how // 9, how // 3 % 3, how % 3, (depths // 81, depths // 9 % 9, depths % 9)))
            home = parent
        return links[::-1]
