"""Bases: squares from which a position is won by bringing coins into another order (the theorems of `classic.py`).

Squares are of 16 kinds, by which coins can be laid there: 1 (two) + 2 (three) + 4 (four) + 8 (five); null and ace can
be laid everywhere.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from escapology.games.lab_rats.solver.purses import PLACES
from escapology.native import rule

__all__ = ["find_base", "find_pool", "pool_room", "purse_room", "values_of"]


def purse_room() -> Any:
    """For `find_base` to work with: purses by kind, stack and depth, and in a last row the squares to look at."""
    return np.zeros((16, 4, 9), np.int64)


def pool_room() -> Any:
    """For `find_pool` to work with."""
    return np.zeros((3, 6), np.int64)


def values_of(kind: int) -> list[int]:
    """The values that can be laid on squares of a kind."""
    return [0, 1, *(value for value in range(2, 6) if kind >> (value - 2) & 1)]


@rule
def count_pool(coins: Any, heights: Any, kind: int, count: Any) -> bool:
    """Count the coins of each value, in the pool and in all (none is used yet); whether the pool can be sorted.

    The pool is what lies above the first coin of each stack that can't be laid where the rat is. To sort it, two
    stacks must have room when it is in the trail.
    """
    for value in range(6):
        count[0, value], count[1, value], count[2, value] = 0, 0, 0
    with_room = 0
    for i in range(3):
        is_free = True
        room = 8 - heights[i]
        for k in range(heights[i]):
            value = coins[i, k]
            count[1, value] += 1
            is_free = is_free and (value < 2 or (kind >> (value - 2)) & 1 == 1)
            if is_free:
                count[0, value] += 1
                room += 1
        with_room += room > 0
    return with_room > 1


@rule
def find_base(kinds: Any, coins: Any, heights: Any, reach: Any, wins: Any, purse: Any) -> int:
    """A base: a square where some order of the coins that can be laid there wins. kinds: the squares of each kind.

    The depths of the first one and its kind, ((a × 9 + b) × 9 + c) × 16 + kind; -1 = there is none. purse: room for the
    coins that can be laid on squares of a kind, from each depth of each stack on.

    A square from which not even all the coins win is no base for some of them. Mostly, few squares are left.
    """
    hope_low, hope_high = 0, 0
    for kind in range(16):
        for i in range(3):
            purse[kind, i, heights[i]] = 0
            for k in range(heights[i] - 1, -1, -1):
                value = coins[i, k]
                counts = value < 2 or (kind >> (value - 2)) & 1
                purse[kind, i, k] = purse[kind, i, k + 1] + (PLACES[value] if counts else 0)
        most = purse[kind, 0, 0] + purse[kind, 1, 0] + purse[kind, 2, 0]
        purse[kind, 3, 0], purse[kind, 3, 1] = kinds[kind, 0] & wins[most, 0], kinds[kind, 1] & wins[most, 1]
        hope_low, hope_high = hope_low | purse[kind, 3, 0], hope_high | purse[kind, 3, 1]
    for total in range(heights[0] + heights[1] + heights[2]):
        for a in range(min(total, heights[0]) + 1):
            for b in range(max(0, total - a - heights[2]), min(total - a, heights[1]) + 1):
                c = total - a - b
                low, high = reach[a, b, c, 0] & hope_low, reach[a, b, c, 1] & hope_high
                if (low | high) == 0:
                    continue
                for kind in range(15, -1, -1):
                    low_here, high_here = low & purse[kind, 3, 0], high & purse[kind, 3, 1]
                    if (low_here | high_here) == 0:
                        continue
                    rest = purse[kind, 0, a] + purse[kind, 1, b] + purse[kind, 2, c]
                    if (low_here & wins[rest, 0]) | (high_here & wins[rest, 1]):
                        return ((a * 9 + b) * 9 + c) * 16 + kind
    return -1


@rule
def rest_of(kind: int, count: Any) -> int:
    """The purse of the coins that are not used and can be laid on squares of a kind."""
    rest, place = 0, 1
    for value in range(6):
        if value < 2 or (kind >> (value - 2)) & 1:
            rest += (count[1, value] - count[2, value]) * place
        place *= 5
    return rest


@rule
def find_pool(kinds: Any, coins: Any, heights: Any, start: Any, free: Any, wins: Any, count: Any) -> int:
    """A base that can be reached with coins of the pool, in some order.

    The purse that leads to the base and its kind, purse × 16 + kind; -1 = there is none. free: the squares that purses
    reach from the start square. count: room for how many coins of each value are in the pool, there at all, and used.
    """
    home = 0
    for kind in range(16):
        if (kinds[kind, 0] & start[0]) | (kinds[kind, 1] & start[1]):
            home = kind
    if not count_pool(coins, heights, home, count):
        return -1
    hope_low, hope_high = 0, 0
    for kind in range(16):
        all_coins = rest_of(kind, count)
        hope_low |= kinds[kind, 0] & wins[all_coins, 0]
        hope_high |= kinds[kind, 1] & wins[all_coins, 1]
    purse = 0
    while True:
        low, high = free[purse, 0] & hope_low, free[purse, 1] & hope_high
        for kind in range(16) if low | high else range(0):
            low_here, high_here = low & kinds[kind, 0], high & kinds[kind, 1]
            if low_here | high_here:
                rest = rest_of(kind, count)
                if (low_here & wins[rest, 0]) | (high_here & wins[rest, 1]):
                    return purse * 16 + kind
        value, place = 0, 1
        while value < 6 and count[2, value] == count[0, value]:
            purse -= count[2, value] * place
            count[2, value] = 0
            value, place = value + 1, place * 5
        if value == 6:
            return -1
        count[2, value] += 1
        purse += place
