"""Lab Rats without backing up, for one who can't see the coins below: how likely it is to get out.

What comes next is taken to be any of the coins out of sight, by their numbers now: as if each, once turned up, were put
back before the next is. Then only these matter, and a table has them all:

    chance[n][square][three]   n coins out of sight, the rat's square, the values of the three coins on top
    mean[n][square][two]       the average over what comes next, two coins being left on top

`three` and `two` number the rows of values in which each is at least as large as the one before; EMPTY is a stack that
is used up. That coins are not put back, and that a stack may end before others do, is left aside: it is a forecast.
"""

from __future__ import annotations

import functools
from typing import Any, Final

import numpy as np

from escapology.games.lab_rats.knowledge import unseen_by_value
from escapology.games.lab_rats.rules import NOWHERE, OUTSIDE, STACKS, VALUES, Deal, State, value_of, won
from escapology.native import compile_kernel, is_plain, rule
from escapology.verdict import Outlook

__all__ = ["forecast"]

EMPTY: Final = VALUES
TOPS: Final = VALUES + 1
TWOS: Final = 28
THREES: Final = 84
MOST_ENDS: Final = 64  # of runs with one coin from one square


def forecast(d: Deal, states: list[State]) -> list[Outlook]:
    """How likely these positions are to be won."""
    return [Outlook(_chance(d, s), 0.0) for s in states]


def _chance(d: Deal, s: State) -> float:
    if won(d, s):
        return 1.0
    tops = sorted(value_of(s.stack[i][s.height[i] - 1]) if s.height[i] else EMPTY for i in range(STACKS))
    unseen = tuple(unseen_by_value(s))
    chance = _table(_maze(d), unseen)
    three = _numbers()[0][tuple(tops)]
    squares = (0, 1) if s.rat == NOWHERE else (s.rat,)
    return max(float(chance[sum(unseen)][square][three]) for square in squares)


_Maze = tuple[tuple[tuple[int, ...], ...], int, tuple[int, ...]]


def _maze(d: Deal) -> _Maze:
    """The maze, in a form that can be remembered."""
    return tuple(map(tuple, d.next)), d.exit_way, tuple(d.exit_run)


@functools.lru_cache(maxsize=24)
def _table(maze: _Maze, unseen: tuple[int, ...]) -> Any:
    """The chances in that maze, with so many coins of each value out of sight."""
    n = sum(unseen)
    chance = np.zeros((n + 1, OUTSIDE, THREES))
    mean = np.zeros((n + 1, OUTSIDE, TWOS))
    shares = np.array(unseen) / max(n, 1)
    _kernel(is_plain())(shares, _ends(maze), _numbers(), chance, mean)
    return chance


@functools.lru_cache(maxsize=8)
def _ends(maze: _Maze) -> tuple[Any, Any, Any]:
    """Where runs end, by value and square; how many such squares there are; and whether a run leads out."""
    follow, exit_way, exit_run = maze
    ends = np.zeros((VALUES, OUTSIDE, MOST_ENDS), np.int64)
    count = np.zeros((VALUES, OUTSIDE), np.int64)
    leads_out = np.zeros((VALUES, OUTSIDE), np.bool_)
    for square in range(OUTSIDE):
        for way in range(4):
            there, distance = follow[square][way], 1
            is_exit = way == exit_way and exit_run[square] > 0
            while there != NOWHERE and there < OUTSIDE:
                for value in {0, distance} if distance < VALUES else {0}:
                    ends[value, square, count[value, square]] = there
                    count[value, square] += 1
                there, distance = follow[there][way], distance + 1
            if is_exit:  # rule 10: no exact count needed, but no less
                leads_out[0, square] = True
                leads_out[exit_run[square] :, square] = True
    return ends, count, leads_out


@functools.cache
def _numbers() -> tuple[Any, Any, Any]:
    """The numbers of rows of three values and of two, in any order; and the rows of three."""
    threes = np.zeros((TOPS, TOPS, TOPS), np.int64)
    twos = np.zeros((TOPS, TOPS), np.int64)
    rows = [(a, b, c) for a in range(TOPS) for b in range(a, TOPS) for c in range(b, TOPS)]
    for number, (a, b, c) in enumerate(rows):
        for x, y, z in ((a, b, c), (a, c, b), (b, a, c), (b, c, a), (c, a, b), (c, b, a)):
            threes[x, y, z] = number
    for number, pair in enumerate((a, b) for a in range(TOPS) for b in range(a, TOPS)):
        twos[pair] = twos[pair[::-1]] = number
    rows.sort(key=lambda row: -row.count(EMPTY))  # those with fewer coins first, as others lead to them
    return threes, twos, np.array(rows)


@rule
def _best(value: int, left: int, square: int, moves: Any, after: Any) -> float:
    """The best chance with a coin of that value: run out, run, or drop it; after[square][left] is what follows."""
    ends, count, leads_out = moves
    if value == EMPTY:
        return 0.0
    if leads_out[value][square]:
        return 1.0
    best: float = after[square][left]
    for i in range(count[value][square]):
        best = max(best, after[ends[value][square][i]][left])
    return best


@functools.cache
def _kernel(plain: bool) -> Any:
    def fill(shares: Any, moves: Any, numbers: Any, chance: Any, mean: Any) -> None:
        """Fill both tables, from no coin out of sight on."""
        threes, twos, rows = numbers
        for n in range(len(chance)):
            for square in range(OUTSIDE):
                for a in range(TOPS if n else 0):
                    for b in range(a, TOPS):
                        for value in range(VALUES):
                            share = shares[value] * chance[n - 1][square][threes[a][b][value]]
                            mean[n][square][twos[a][b]] += share
            for i in range(len(rows)):
                a, b, c = rows[i][0], rows[i][1], rows[i][2]
                for square in range(OUTSIDE):
                    if n == 0:
                        best = _best(a, threes[b][c][EMPTY], square, moves, chance[0])
                        best = max(best, _best(b, threes[a][c][EMPTY], square, moves, chance[0]))
                        best = max(best, _best(c, threes[a][b][EMPTY], square, moves, chance[0]))
                    else:
                        best = _best(a, twos[b][c], square, moves, mean[n])
                        best = max(best, _best(b, twos[a][c], square, moves, mean[n]))
                        best = max(best, _best(c, twos[a][b], square, moves, mean[n]))
                    chance[n][square][threes[a][b][c]] = best

    return fill if plain else compile_kernel(fill)
