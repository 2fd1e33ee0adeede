"""Bases: squares from which a position is won by bringing coins into another order (the theorems of `classic.py`).

Squares are of 16 kinds, by which coins can be laid there: 1 (two) + 2 (three) + 4 (four) + 8 (five); null and ace can
be laid everywhere.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

import numpy as np

from escapology.native import compile_kernel, rule

__all__ = ["base_kernel", "pool_kernel", "values_of"]


def values_of(kind: int) -> list[int]:
    """The values that can be laid on squares of a kind."""
    return [0, 1, *(value for value in range(2, 6) if kind >> (value - 2) & 1)]


@rule
def sort_squares(stays: Any, squares: Any) -> None:
    """The squares of each kind."""
    for kind in range(16):
        squares[kind][0], squares[kind][1] = stays[0][0], stays[0][1]
        for value in range(2, 6):
            flip = 0 if (kind >> (value - 2)) & 1 else -1
            squares[kind][0] &= stays[value][0] ^ flip
            squares[kind][1] &= stays[value][1] ^ flip


@rule
def count_pool(coins: Any, heights: Any, kind: int, pool: Any, total: Any) -> bool:
    """Count the coins of each value, in the pool and in all; whether the pool can be sorted.

    The pool is what lies above the first coin of each stack that can't be laid where the rat is. To sort it, two
    stacks must have room when it is in the trail.
    """
    with_room = 0
    for i in range(3):
        is_free = True
        room = 8 - heights[i]
        for k in range(heights[i]):
            value = coins[i][k]
            total[value] += 1
            is_free = is_free and (value < 2 or (kind >> (value - 2)) & 1 == 1)
            if is_free:
                pool[value] += 1
                room += 1
        with_room += room > 0
    return with_room > 1


@functools.cache
def base_kernel(plain: bool) -> Callable[..., int]:
    """The kernel that looks for a base: a square where some order of the coins that can be laid there wins."""

    def find(stays: Any, coins: Any, heights: Any, reach: Any, wins: Any) -> int:
        """The depths of the first base and its kind, ((a × 9 + b) × 9 + c) × 16 + kind; -1 = there is none."""
        purse = np.zeros((16, 3, 10), np.int64)  # of the coins that can be laid, from each depth of each stack on
        squares = np.zeros((16, 2), np.int64)
        sort_squares(stays, squares)
        for kind in range(16):
            for i in range(3):
                for k in range(heights[i] - 1, -1, -1):
                    value = coins[i][k]
                    counts = value < 2 or (kind >> (value - 2)) & 1
                    purse[kind][i][k] = purse[kind][i][k + 1] + (5**value if counts else 0)
        for total in range(heights[0] + heights[1] + heights[2]):
            for a in range(min(total, heights[0]) + 1):
                for b in range(max(0, total - a - heights[2]), min(total - a, heights[1]) + 1):
                    c = total - a - b
                    low, high = reach[a][b][c][0], reach[a][b][c][1]
                    if (low | high) == 0:
                        continue
                    for kind in range(15, -1, -1):
                        rest = wins[purse[kind][0][a] + purse[kind][1][b] + purse[kind][2][c]]
                        if (low & squares[kind][0] & rest[0]) | (high & squares[kind][1] & rest[1]):
                            return int(((a * 9 + b) * 9 + c) * 16 + kind)
        return -1

    return find if plain else compile_kernel(find)


@functools.cache
def pool_kernel(plain: bool) -> Callable[..., int]:
    """The kernel that looks for a base that can be reached with coins of the pool, in some order."""

    def find(stays: Any, coins: Any, heights: Any, start: Any, free: Any, wins: Any) -> int:
        """The purse that leads to the base and its kind, purse × 16 + kind; -1 = there is none.

        free: the squares that purses reach from the start square.
        """
        squares = np.zeros((16, 2), np.int64)
        sort_squares(stays, squares)
        home = 0
        for kind in range(16):
            if (squares[kind][0] & start[0]) | (squares[kind][1] & start[1]):
                home = kind
        pool, total, used = np.zeros(6, np.int64), np.zeros(6, np.int64), np.zeros(6, np.int64)
        if not count_pool(coins, heights, home, pool, total):
            return -1
        purse = 0
        while True:
            low, high = free[purse][0], free[purse][1]
            for kind in range(16):
                low_here, high_here = low & squares[kind][0], high & squares[kind][1]
                if low_here | high_here:
                    rest, place = 0, 1
                    for value in range(6):
                        if value < 2 or (kind >> (value - 2)) & 1:
                            rest += (total[value] - used[value]) * place
                        place *= 5
                    if (low_here & wins[rest][0]) | (high_here & wins[rest][1]):
                        return int(purse * 16 + kind)
            value, place = 0, 1
            while value < 6 and used[value] == pool[value]:
                purse -= used[value] * place
                used[value] = 0
                value, place = value + 1, place * 5
            if value == 6:
                return -1
            used[value] += 1
            purse += place

    return find if plain else compile_kernel(find)
