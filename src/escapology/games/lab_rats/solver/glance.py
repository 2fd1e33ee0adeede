"""What a player of Lab Rats goes by who doesn't look ahead: how near the exit is."""

import functools
from typing import Final

from escapology.games.lab_rats.rules import (
    COINS,
    DROP,
    NOWHERE,
    OUTSIDE,
    RUN,
    STACKS,
    SUITED,
    UNKNOWN,
    VALUES,
    Deal,
    State,
    value_of,
    won,
)
from escapology.native import rule

__all__ = ["class_of", "is_free", "promise", "shows"]

_FAR: Final = 30  # runs


def promise(d: Deal, s: State) -> float:
    """The fewest runs to the exit if one had all coins to choose from; of equal ones, the more coins are left."""
    if won(d, s):
        return 1.0
    squares = (0, 1) if s.rat == NOWHERE else (s.rat,)
    runs = min(_runs_to_exit(_ways(d))[square] for square in squares)
    coins = sum(s.height[:STACKS]) + s.bag_count
    return (1 - runs / (_FAR + 1)) * 0.9 + 0.1 * coins / COINS


_Ways = tuple[tuple[tuple[int, ...], ...], tuple[int, ...]]


def _ways(d: Deal) -> _Ways:
    """The maze, in a form that can be remembered."""
    return tuple(map(tuple, d.next)), tuple(d.exit_run)


@functools.lru_cache(maxsize=64)
def _runs_to_exit(ways: _Ways) -> list[int]:
    """Of each square, the fewest runs that lead out, with coins of any value but null."""
    follow, exit_run = ways
    runs = [1 if exit_run[square] else _FAR for square in range(OUTSIDE)]
    has_changed = True
    while has_changed:
        has_changed = False
        for square in range(OUTSIDE):
            for way in range(4):
                there = square
                for _ in range(1, VALUES):
                    there = follow[there][way]
                    if there == NOWHERE or there >= OUTSIDE:
                        break
                    if runs[there] + 1 < runs[square]:
                        runs[square] = runs[there] + 1
                        has_changed = True
    return runs


@rule
def is_free(d: Deal, s: State, move: int) -> bool:
    """Where the rat may back up, only a coin that is dropped is lost (`classic.py`), and the start can't be changed."""
    return bool(d.has_backing) and s.rat != NOWHERE and (move < DROP or move >= RUN or bool(d.has_liftable))


@rule
def shows(d: Deal, before: State, after: State) -> bool:
    """A coin was turned up, of a value that may not be known."""
    was, now = 0, 0
    for value in range(UNKNOWN + 1):
        was += before.turned[value]
        now += after.turned[value]
    return now > was


def class_of(d: Deal, s: State) -> object:
    """The coins that are lost, and how many of each stack nobody has seen: the rest can be brought about."""
    lost = sorted(value_of(coin) for coin in s.dropped_coin[: s.dropped_count])
    return s.rat == NOWHERE, lost, [sum(coin < SUITED for coin in s.stack[i][: s.height[i]]) for i in range(STACKS)]
