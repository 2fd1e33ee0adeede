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

import functools
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from escapology.games.lab_rats.rules import COINS
from escapology.games.lab_rats.solver.bases import base_kernel, pool_kernel
from escapology.games.lab_rats.solver.budget import Budget
from escapology.games.lab_rats.solver.purses import lose_kernel
from escapology.games.lab_rats.solver.squares import Squares, meets, set_of, spread
from escapology.games.lab_rats.solver.stacks import Depths, coin_array, reach_kernel
from escapology.native import compile_kernel, is_plain, rule

__all__ = ["LOSE", "MOVE", "SWAP", "HomeSearch", "Link", "decode", "encode"]

SWAP: Final = 0
MOVE: Final = 1
LOSE: Final = 2

OPEN: Final = -1  # what the kernel says if it found no home that is won: there are homes left to look at
FULL: Final = -2  # the tables are full
DONE: Final = -3  # all homes were looked at

KEY: Final = 0  # rows of the list of homes: its number
PARENT: Final = 1  # the place of its parent
HOW: Final = 2  # how it came from there
AFTER: Final = 3  # the next home in the same queue; there are 25, by how many coins its parent can have in the trail

HEAD: Final = 0  # rows of the queues: the first home of each
TAIL: Final = 1  # the last one
COUNTS: Final = 2  # how many homes there are, how many were looked at, which queue is next

FIRST_SIZE: Final = 1 << 15  # homes
SCRATCH_BYTES: Final = 250_000  # of the kernel: mostly the relaxation of homes that came by a loss
MOST_LINKS: Final = 729 * 3 * 5  # of one home: a loss, two moves and two swaps for each of the depths and stacks


@rule
def encode(coins: Any, heights: Any) -> int:
    """The number of three stacks, whichever is which."""
    a, b, c = 0, 0, 0
    for k in range(heights[0] - 1, -1, -1):
        a = a * 6 + coins[0][k] + 1
    for k in range(heights[1] - 1, -1, -1):
        b = b * 6 + coins[1][k] + 1
    for k in range(heights[2] - 1, -1, -1):
        c = c * 6 + coins[2][k] + 1
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
            coins[i][height] = (rest - 1) % 6
            rest = (rest - 1) // 6
            height += 1
        heights[i] = height


@rule
def slot_of(key: int, table: Any, homes: Any) -> int:
    """Where a home is in the hash table, or is to be put."""
    mask = len(table) - 1
    mixed = (key & 0x1FFFFF) * 0x9E3779B1 + ((key >> 21) & 0x1FFFFF) * 0x85EBCA77 + (key >> 42) * 0xC2B2AE3D
    slot = (mixed ^ (mixed >> 23)) & mask
    while table[slot] >= 0 and homes[0][table[slot]] != key:
        slot = (slot + 1) & mask
    return slot


@rule
def add(key: int, queue: int, parent: int, how: int, homes: Any, table: Any, queues: Any) -> None:
    """Put a home into a queue, unless it is known."""
    slot = slot_of(key, table, homes)
    if table[slot] >= 0:
        return
    n = queues[2][0]
    queues[2][0] = n + 1
    table[slot] = n
    homes[0][n], homes[1][n], homes[2][n], homes[3][n] = key, parent, how, -1
    if queues[0][queue] < 0:
        queues[0][queue] = n
    else:
        homes[3][queues[1][queue]] = n
    queues[1][queue] = n


@rule
def most_laid(heights: Any, reach: Any) -> int:
    """How many coins of a home can be in the trail at once."""
    most = 0
    for a in range(heights[0] + 1):
        for b in range(heights[1] + 1):
            for c in range(heights[2] + 1):
                if a + b + c > most and (reach[a][b][c][0] | reach[a][b][c][1]):
                    most = a + b + c
    return most


@rule
def find_hopeless(coins: Any, heights: Any, start: Any, wins: Any, hopeless: Any) -> None:
    """Of which values no coin may be lost: no order of the others gets out."""
    purse = 0
    for i in range(3):
        for k in range(heights[i]):
            purse += 5 ** coins[i][k]
    for value in range(6):
        rest = wins[max(0, purse - 5**value)]
        hopeless[value] = ((rest[0] & start[0]) | (rest[1] & start[1])) == 0


@functools.cache
def _link_kernel(plain: bool) -> Callable[..., None]:
    def link(maze: Any, reach: Any, home: int, hopeless: Any, homes: Any, table: Any, queues: Any) -> None:
        """Add the homes that a home is linked to; `reach` is that of laying coins. Values not to be lost: hopeless."""
        step, stays, _ = maze
        coins = np.zeros((3, 9), np.int64)
        heights = np.zeros(3, np.int64)
        decode(homes[0][home], coins, heights)
        queue = most_laid(heights, reach)
        new, less, at = coins.copy(), heights.copy(), np.zeros(3, np.int64)
        for depths in range(729):
            at[0], at[1], at[2] = depths // 81, depths // 9 % 9, depths % 9
            low, high = reach[at[0]][at[1]][at[2]][0], reach[at[0]][at[1]][at[2]][1]
            if at[0] > heights[0] or at[1] > heights[1] or at[2] > heights[2] or (low | high) == 0:
                continue
            for i in range(3):
                if at[i] == heights[i]:
                    continue
                x = coins[i][at[i]]
                for k in range(at[i], heights[i]):
                    new[i][k] = coins[i][k + 1]
                less[i] -= 1
                if not hopeless[x]:
                    add(encode(new, less), queue, home, (2 * 9 + i * 3) * 729 + depths, homes, table, queues)
                for j in range(3):
                    if j == i or heights[j] == 8 or not meets(stays, x, low, high):
                        continue
                    for k in range(at[j], heights[j]):
                        new[j][k + 1] = coins[j][k]
                    new[j][at[j]] = x
                    less[j] += 1
                    add(encode(new, less), queue, home, (9 + i * 3 + j) * 729 + depths, homes, table, queues)
                    new[j] = coins[j]
                    less[j] -= 1
                new[i] = coins[i]
                less[i] += 1
                more = spread(step, x, low, high)
                low_after, high_after = more[0] | (low & stays[x][0]), more[1] | (high & stays[x][1])
                for j in range(3):
                    y = coins[j][at[j]]
                    if j == i or at[j] == heights[j] or x == y or not meets(stays, y, low_after, high_after):
                        continue
                    new[i][at[i]], new[j][at[j]] = y, x
                    add(encode(new, heights), queue, home, (i * 3 + j) * 729 + depths, homes, table, queues)
                    new[i][at[i]], new[j][at[j]] = x, y

    return link if plain else compile_kernel(link)


@functools.cache
def _search_kernel(plain: bool) -> Callable[..., int]:
    fill, link = reach_kernel(plain), _link_kernel(plain)
    find_base, find_pool, lose = base_kernel(plain), pool_kernel(plain), lose_kernel(plain)

    def search(maze: Any, start: Any, purses: Any, homes: Any, table: Any, queues: Any, budget: int) -> int:
        """Look at so many homes, one of each queue in turn: the first one that is won, else OPEN, FULL or DONE."""
        free, wins = purses
        coins = np.zeros((3, 9), np.int64)
        heights = np.zeros(3, np.int64)
        reach = np.zeros((9, 9, 9, 2), np.int64)
        hopeless = np.zeros(6, np.int64)
        waiting, nodes = np.zeros(2048, np.int64), np.zeros(2, np.int64)
        idle = 0  # queues in a row that were empty
        while idle < 25:
            queue = queues[2][2]
            home = queues[0][queue]
            if home >= 0:
                if budget == 0:
                    return -1
                if len(homes[0]) - queues[2][0] < MOST_LINKS:
                    return -2
                budget -= 1
                idle = -1
                queues[0][queue] = homes[3][home]
                queues[2][1] += 1
                decode(homes[0][home], coins, heights)
                if homes[2][home] >= 2 * 9 * 729:  # came by a loss: the relaxation may have something to say
                    waiting[0], nodes[0], nodes[1] = 0, 0, 1000
                    if lose(maze, coins, heights, free, waiting, nodes) == 0:
                        continue
                for drops in (True, False):
                    if fill(maze, coins, heights, start, drops, reach) >= 0:
                        return int(home)
                    if find_base(maze[1], coins, heights, reach, wins) >= 0:
                        return int(home)
                if find_pool(maze[1], coins, heights, start, free, wins) >= 0:
                    return int(home)
                find_hopeless(coins, heights, start, wins, hopeless)
                link(maze, reach, home, hopeless, homes, table, queues)
            idle += 1
            queues[2][2] = (queue + 24) % 25
        return -3

    return search if plain else compile_kernel(search)


@functools.cache
def _enter_kernel(plain: bool) -> Callable[..., None]:
    def enter(homes: Any, table: Any, count: int) -> None:
        """Enter that many homes into an empty hash table."""
        for n in range(count):
            table[slot_of(homes[0][n], table, homes)] = n

    return enter if plain else compile_kernel(enter)


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
        budget.allocate(SCRATCH_BYTES)
        self.queues = np.full((3, COINS + 1), -1, np.int64)
        self.queues[COUNTS, :3] = 0, 0, COINS
        self._make_tables(FIRST_SIZE)
        coins, heights = coin_array(stacks)
        add(encode(coins, heights), int(heights.sum()), -1, 0, self.homes, self.table, self.queues)
        self.won = -1  # the home that is won
        self.is_done = False

    def _make_tables(self, size: int) -> None:
        self.budget.allocate(size * (4 + 2) * 8)
        self.homes = np.zeros((4, size), np.int64)
        self.table = np.full(2 * size, -1, np.int64)

    def grow(self) -> None:
        """Tables twice as large."""
        old, count = self.homes, int(self.queues[COUNTS, 0])
        self._make_tables(2 * old.shape[1])
        self.budget.free(old.nbytes * 3 // 2)
        self.homes[:, : old.shape[1]] = old
        _enter_kernel(is_plain())(self.homes, self.table, count)

    def look(self, homes: int) -> None:
        """Look at so many more homes."""
        self.budget.spend(homes)
        before = int(self.queues[COUNTS, 1])
        args = (self.squares.maze, self.start, self.purses, self.homes, self.table, self.queues, homes)
        found = int(_search_kernel(is_plain())(*args))
        self.budget.nodes -= homes - (int(self.queues[COUNTS, 1]) - before)
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
