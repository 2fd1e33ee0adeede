"""Coins in any order: where the rat gets when it may use the coins it has in whatever order it likes.

A *purse* is how many coins of each value there are, written in base 5: nulls + 5 × aces + 25 × twos …, below 15,625.

    reach[purse]   the squares that can be reached from a start square with some of these coins in some order
    wins[purse]    the squares from which some of these coins, in some order, get out
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final, NamedTuple

import numpy as np

from escapology.games.lab_rats.rules import COINS, OUTSIDE, VALUES
from escapology.games.lab_rats.solver.kernels import kernel_of
from escapology.games.lab_rats.solver.squares import Squares, has_square, meets, members, set_of
from escapology.native import rule

__all__ = [
    "PLACES",
    "PURSES",
    "RELAXED_BYTES",
    "Relaxation",
    "Wins",
    "find_order",
    "find_path",
    "find_wins",
    "lose_coins",
    "make_relaxation",
    "may_win",
    "purse_of",
    "reach_table",
    "wins_table",
]

PURSES: Final = 5**VALUES
RELAXED_BYTES: Final = 200  # of a relaxation, for each node: two places in `waiting`, up to three in `seen`
PLACES: Final = tuple(5**value for value in range(VALUES))


class Relaxation(NamedTuple):
    """What the relaxation works with."""

    waiting: Any  # positions to be tried: the purse of the free coins and the depths
    seen: Any  # those that have ever waited, a hash table
    at: Any  # the depths of the one that is tried
    nodes: Any  # how many were tried, and how many may be


class Wins(NamedTuple):
    """Whence the coins of a purse get out."""

    table: Any  # `wins` for all its parts
    least: Any  # of each square, how many coins it takes at least


def make_relaxation(limit: int) -> Relaxation:
    """Room for so many nodes: each takes one position away and puts three there at most."""
    waiting, seen = np.zeros(2 * limit + 4, np.int64), np.zeros(1 << (6 * limit + 1).bit_length(), np.int64)
    return Relaxation(waiting, seen, np.zeros(3, np.int64), np.array([0, limit], np.int64))


def purse_of(values: Iterable[int]) -> int:
    """The purse of these coins."""
    return sum(PLACES[value] for value in values)


@rule
def gather(runs: Any, places: Any, squares: int, base: int, coins: int, ends: Any, least: Any) -> None:
    """Add to `ends` where each value leads from squares of one half, `base` being the first of it."""
    while squares != 0:
        bit = squares & -squares
        square: int = base + places[bit % 53]
        for k in range(12):
            ends[k] |= runs[square, k]
        least[square] = min(least[square], coins)
        squares ^= bit


@rule
def follow_on(
    runs: Any, new: tuple[int, int], purse: tuple[int, int], most: Any, count: Any, work: Any, table: Any, least: Any
) -> None:
    """Where each coin more leads from squares that are new to a purse. purse: its number, and how many coins it is."""
    _, ends, places = work
    for k in range(12):
        ends[k] = 0
    for half in range(2):  # one call: code that is compiled twice takes twice as long
        gather(runs, places, new[0] if half == 0 else new[1], 48 * half, purse[1], ends, least)
    place = 1
    for value in range(6):
        if count[value] < most[value]:
            table[purse[0] + place, 0] |= ends[2 * value]
            table[purse[0] + place, 1] |= ends[2 * value + 1]
        place *= 5


@rule
def fill_purses(runs: Any, first: Any, most: Any, count: Any, work: Any, table: Any, least: Any) -> None:
    """All purses with at most so many coins of each value, each from those with one coin less.

    first[value]: the squares that one such coin adds in any case. Runs inside the maze can be run the other way
    round, so that the same loop looks forwards and backwards. count: six zeros to work with. least: of each square, how
    many coins it takes at least, if that is less than what stands there.

    Most squares of a purse are those of purses with a coin less. What is new is followed on, and only that. Nulls are
    counted in a loop of their own: there, the same purses come before all.
    """
    for half in range(2):
        place = 1
        for value in range(6):
            if most[value] > 0:
                table[place, half] |= first[value, half]
            place *= 5
    before, _, _ = work
    coins, rest = 0, 0  # how many they are, nulls aside, and their purse
    while True:
        ways, place = 0, 5
        for value in range(1, 6):
            if count[value] > 0:
                before[ways] = place
                ways += 1
            place *= 5
        known_low, known_high = 0, 0  # the squares of the purse with a null less
        for nulls in range(most[0] + 1):
            purse = rest + nulls
            count[0] = nulls
            for i in range(ways):
                known_low |= table[purse - before[i], 0]
                known_high |= table[purse - before[i], 1]
            low, high = table[purse, 0] & ~known_low, table[purse, 1] & ~known_high
            known_low, known_high = known_low | low, known_high | high
            table[purse, 0], table[purse, 1] = known_low, known_high
            if low | high:
                follow_on(runs, (low, high), (purse, coins + nulls), most, count, work, table, least)
        value, place = 1, 5
        while value < 6 and count[value] == most[value]:
            rest -= count[value] * place
            coins -= count[value]
            count[value] = 0
            value, place = value + 1, place * 5
        if value == 6:
            return
        count[value] += 1
        coins += 1
        rest += place


def _most(purse: int) -> Any:
    return np.array([purse // place % 5 for place in PLACES], np.int64)


_BIT_PLACES: Final = np.zeros(53, np.int64)  # the place of a bit below 48, by what is left when 53 divides its number
_BIT_PLACES[[(1 << place) % 53 for place in range(48)]] = range(48)


def _fill(squares: Squares, first: Any, purse: int, table: Any) -> Any:
    least = np.full(OUTSIDE, COINS + 1, np.int64)
    work = np.empty(VALUES - 1, np.int64), np.empty(2 * VALUES, np.int64), _BIT_PLACES
    kernel_of(fill_purses)(squares.rows, first, _most(purse), np.zeros(VALUES, np.int64), work, table, least)
    return least


def reach_table(squares: Squares, purse: int, start: int) -> Any:
    """`reach` for all parts of a purse."""
    table = np.zeros((PURSES, 2), np.int64)
    table[0] = set_of([start])
    _fill(squares, np.zeros((VALUES, 2), np.int64), purse, table)
    return table


def wins_table(squares: Squares, purse: int) -> Any:
    """`wins` for all parts of a purse."""
    return find_wins(squares, purse).table


def find_wins(squares: Squares, purse: int) -> Wins:
    """The same, with the fewest coins."""
    table = np.zeros((PURSES, 2), np.int64)
    return Wins(table, _fill(squares, squares.leads_out, purse, table))


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
            low, high = reach[purse - place, 0], reach[purse - place, 1]
            if meets(leads_out, value, low, high):
                return True
        place *= 5
    return False


@rule
def is_new(seen: Any, key: int) -> bool:
    """Whether a number, which is not 0, is not in a hash table; then it is put there."""
    slot = (key * 0x9E3779B1 >> 16) & (len(seen) - 1)
    while seen[slot] != 0:
        if seen[slot] == key:
            return False
        slot = (slot + 1) & (len(seen) - 1)
    seen[slot] = key
    return True


@rule
def lose_coins(maze: Any, coins: Any, heights: Any, reach: Any, work: Relaxation) -> int:
    """The relaxation: 1 = some choice of coins to lose leaves a way out, 0 = none does, -1 = out of nodes."""
    _, stays, leads_out = maze
    waiting, seen, at, nodes = work
    waiting[0] = 0
    nodes[0] = 0
    for i in range(len(seen)):
        seen[i] = 0
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
            low, high = reach[purse, 0], reach[purse, 1]
            for i in range(3):
                if at[i] == heights[i]:
                    continue
                value = coins[i, at[i]]
                if meets(leads_out, value, low, high):
                    return 1
                if meets(stays, value, low, high):
                    at[i] += 1
                    purse += PLACES[value]
                    grows = True
                    break
        if gets_out(leads_out, reach, purse):
            return 1
        here = ((purse * 9 + at[0]) * 9 + at[1]) * 9 + at[2]
        for i in range(3):
            after = here + (81 if i == 0 else 9 if i == 1 else 1)
            if at[i] < heights[i] and is_new(seen, after):
                waiting[n] = after
                n += 1
    return 0


def may_win(squares: Squares, coins: Any, heights: Any, reach: Any, limit: int) -> tuple[int, int]:
    """The relaxation (`classic.py`), at most so many nodes: 1, 0 or -1 as the rule says, and the nodes it took."""
    work = make_relaxation(limit)
    found = kernel_of(lose_coins)(squares.maze, coins, heights, reach, work)
    return int(found), int(work.nodes[0])
