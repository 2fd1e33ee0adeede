"""Coins in any order: where the rat gets when it may use the coins it has in whatever order it likes.

A *purse* is how many coins of each value there are, written in base 5: nulls + 5 × aces + 25 × twos …, below 15,625.

    reach[purse]   the squares that can be reached from a start square with some of these coins in some order
    wins[purse]    the squares from which some of these coins, in some order, get out
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable
from typing import Any, Final

import numpy as np

from escapology.games.lab_rats.rules import VALUES
from escapology.games.lab_rats.solver.squares import Squares, has_square, meets, members, set_of, spread
from escapology.native import compile_kernel, is_plain, rule

__all__ = [
    "PURSES",
    "RELAXED_BYTES",
    "find_order",
    "find_path",
    "lose_kernel",
    "may_win",
    "purse_of",
    "reach_table",
    "wins_table",
]

PURSES: Final = 5**VALUES
RELAXED_BYTES: Final = 200  # of a relaxation, for each node: two places in `waiting`, up to three in `seen`
PLACES: Final = tuple(5**value for value in range(VALUES))


def purse_of(values: Iterable[int]) -> int:
    """The purse of these coins."""
    return sum(PLACES[value] for value in values)


@functools.cache
def _table_kernel(plain: bool) -> Callable[..., None]:
    def fill(step: Any, first: Any, most: Any, table: Any) -> None:
        """All purses with at most so many coins of each value, each from those with one coin less.

        first[value]: the squares that one such coin adds in any case. Runs inside the maze can be run the other way
        round, so that the same loop looks forwards and backwards.
        """
        count = np.zeros(6, np.int64)
        purse = 0
        while True:
            low, high = table[purse][0], table[purse][1]
            place = 1
            for value in range(6):
                if count[value] > 0:
                    was = table[purse - place]
                    more = spread(step, value, was[0], was[1])
                    low |= was[0] | more[0] | first[value][0]
                    high |= was[1] | more[1] | first[value][1]
                place *= 5
            table[purse][0], table[purse][1] = low, high
            value, place = 0, 1
            while value < 6 and count[value] == most[value]:
                purse -= count[value] * place
                count[value] = 0
                value, place = value + 1, place * 5
            if value == 6:
                return
            count[value] += 1
            purse += place

    return fill if plain else compile_kernel(fill)


def _most(purse: int) -> Any:
    return np.array([purse // place % 5 for place in PLACES], np.int64)


def reach_table(squares: Squares, purse: int, start: int) -> Any:
    """`reach` for all parts of a purse."""
    table = np.zeros((PURSES, 2), np.int64)
    table[0] = set_of([start])
    _table_kernel(is_plain())(squares.step, np.zeros((VALUES, 2), np.int64), _most(purse), table)
    return table


def wins_table(squares: Squares, purse: int) -> Any:
    """`wins` for all parts of a purse."""
    table = np.zeros((PURSES, 2), np.int64)
    _table_kernel(is_plain())(squares.step, squares.leads_out, _most(purse), table)
    return table


def find_order(squares: Squares, wins: Any, purse: int, square: int) -> list[tuple[int, int]]:
    """An order of coins that gets out from a square of wins[purse]: each value, with the square it leads to (-1 = out).

    No coin of it can be spared.
    """
    for place in PLACES:  # throw out what is not needed; then every coin that is left has to run
        while purse // place % 5 and has_square(wins[purse - place], square):
            purse -= place
    order: list[tuple[int, int]] = []
    while True:
        values = [value for value, place in enumerate(PLACES) if purse // place % 5]
        for value in values:
            if squares.runs_out(value, square):
                return [*order, (value, -1)]
        value, square = next(
            (value, there)
            for value in values
            for there in members(squares.runs(value, square))
            if has_square(wins[purse - PLACES[value]], there)
        )
        purse -= PLACES[value]
        order.append((value, square))


def find_path(squares: Squares, reach: Any, purse: int, start: int, square: int) -> list[tuple[int, int]]:
    """An order of coins that leads from the start to a square of reach[purse]: each value, and where it leads to."""
    path: list[tuple[int, int]] = []
    while square != start:
        for place in PLACES:  # throw out what is not needed
            while purse // place % 5 and has_square(reach[purse - place], square):
                purse -= place
        value, before = next(
            (value, before)
            for value, place in enumerate(PLACES)
            if purse // place % 5
            for before in members(squares.runs(value, square))
            if has_square(reach[purse - place], before)
        )
        path.append((value, square))
        purse -= PLACES[value]
        square = before
    return path[::-1]


@rule
def gets_out(leads_out: Any, reach: Any, purse: int) -> bool:
    """Whether some order of these coins gets out."""
    place = 1
    for value in range(6):
        if (purse // place) % 5 > 0:
            low, high = reach[purse - place][0], reach[purse - place][1]
            if meets(leads_out, value, low, high):
                return True
        place *= 5
    return False


@functools.cache
def lose_kernel(plain: bool) -> Callable[..., int]:
    """The kernel of the relaxation."""

    def lose(maze: Any, coins: Any, heights: Any, reach: Any, waiting: Any, nodes: Any) -> int:
        """1 = some choice of coins to lose leaves a way out, 0 = none does, -1 = out of nodes.

        waiting: positions to be tried, the purse of the free coins and the depths. nodes: used, allowed.
        """
        _, stays, leads_out = maze
        seen = {-1}
        at = np.zeros(3, np.int64)
        place = np.zeros(6, np.int64)
        for value in range(6):
            place[value] = 5**value
        n = 1
        while n > 0:
            n -= 1
            nodes[0] += 1
            if nodes[0] > nodes[1]:
                return -1
            purse = waiting[n] // 729
            at[0], at[1], at[2] = waiting[n] // 81 % 9, waiting[n] // 9 % 9, waiting[n] % 9
            grows = True
            while grows:
                grows = False
                low, high = reach[purse][0], reach[purse][1]
                for i in range(3):
                    if at[i] == heights[i]:
                        continue
                    value = coins[i][at[i]]
                    if meets(leads_out, value, low, high):
                        return 1
                    if meets(stays, value, low, high):
                        at[i] += 1
                        purse += place[value]
                        grows = True
                        break
            if gets_out(leads_out, reach, purse):
                return 1
            for i in range(3):
                after = ((purse * 9 + at[0]) * 9 + at[1]) * 9 + at[2] + 9 ** (2 - i)
                if at[i] < heights[i] and after not in seen:
                    seen.add(after)
                    waiting[n] = after
                    n += 1
        return 0

    return lose if plain else compile_kernel(lose)


def may_win(squares: Squares, coins: Any, heights: Any, reach: Any, limit: int) -> tuple[int, int]:
    """The relaxation (`classic.py`), at most so many nodes: 1, 0 or -1 as the kernel says, and the nodes it took."""
    waiting = np.zeros(2 * limit + 4, np.int64)  # a node takes one away and puts three there at most
    nodes = np.array([0, limit], np.int64)
    found = lose_kernel(is_plain())(squares.maze, coins, heights, reach, waiting, nodes)
    return int(found), int(nodes[0])
