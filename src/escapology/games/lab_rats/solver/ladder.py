"""Quick players of Lab Rats who make mistakes, some more and some fewer: how many of them lose a deal.

Each goes by the table of chances (`chances.py`), but now and then makes any move, good or bad. None of them sees the
coins below, and none backs up: who gets out so gets out anyway. A deal is played many times over.
"""

from __future__ import annotations

import zlib
from typing import Any, Final, NamedTuple

import numpy as np

from escapology.games.lab_rats.rules import STACK_SIZE, STACKS, VALUES, Deal
from escapology.games.lab_rats.solver.chances import Chances, chances_of
from escapology.games.lab_rats.solver.kernels import kernel_of
from escapology.luck import draw_at
from escapology.native import rule

__all__ = ["MISTAKES", "lost", "play_games"]

MISTAKES: Final = (100, 50, 25, 10, 0)  # of 100 moves, those that are made without looking
GAMES: Final = 100  # of each player
OUT: Final = -1  # instead of a square


@rule
def _expect(c: Chances, layer: int, stack: int, there: int, tops: Any) -> float:
    """What it is worth to use that stack's top coin to get there: the sum of the chances for all that may turn up."""
    others = 0
    for i in range(STACKS):
        if i != stack:
            others += tops[i] * c.weights[c.place[layer, stack, i]]
    after, weight = c.after[layer, stack], c.weights[c.place[layer, stack, stack]]
    total = 0.0
    for value in range(VALUES):
        total += c.chance[after, there, others + value * weight]
    return total


@rule
def _decide(c: Chances, layer: int, square: int, tops: Any, nth: int) -> tuple[int, int, int]:
    """The stack whose coin is used and the square it leads to, or OUT; and how many moves there are.

    It is the best move, or if `nth` is not negative, that one of all.
    """
    best, stack, to, count = -1.0, 0, 0, 0
    for i in range(STACKS):
        if c.after[layer, i] < 0:
            continue
        value = tops[i]
        leads_out = c.leads_out[value, square]
        for k in range(-2 if leads_out else -1, c.count[value, square]):  # -1 drops the coin, -2 runs out
            there = OUT if k == -2 else square if k == -1 else c.ends[value, square, k]
            if nth < 0:
                worth = 2.0 * VALUES if there == OUT else _expect(c, layer, i, there, tops)
                if worth > best:
                    best, stack, to = worth, i, there
            elif count == nth:
                stack, to = i, there
            count += 1
    return stack, to, count


class Table(NamedTuple):
    """What a game is played on."""

    tops: Any  # the coins on top, by places of the layer
    owner: Any  # the stacks they lie on
    moved: Any  # both of them, while places change
    used: Any  # coins of each stack; of the bag, all in the first


@rule
def _gets_out(c: Chances, coins: Any, has_bag: bool, mistakes: int, seed: int, table: Table) -> bool:
    """Play one game to its end."""
    tops, owner, moved, used = table
    number = 0
    for i in range(STACKS):
        owner[i] = i
        tops[i] = coins[i] if has_bag else coins[i * STACK_SIZE]
        used[i] = STACKS if has_bag else 1
        number += tops[i] * c.weights[i]
    layer, turn = len(c.after) - 1, 1
    if draw_at(seed, 0, 100) < mistakes:
        square = draw_at(seed, 1, 2)
    else:
        square = 1 if c.chance[layer, 1, number] > c.chance[layer, 0, number] else 0
    while layer > 0:
        nth = -1
        if draw_at(seed, 2 * turn, 100) < mistakes:
            nth = draw_at(seed, 2 * turn + 1, _decide(c, layer, square, tops, 0)[2])
        stack, square, _ = _decide(c, layer, square, tops, nth)
        if square == OUT:
            return True
        pile = 0 if has_bag else owner[stack]
        if used[pile] < (len(coins) if has_bag else STACK_SIZE):
            tops[stack] = coins[pile * STACK_SIZE + used[pile]]
        used[pile] += 1
        for i in range(STACKS):
            moved[0, i], moved[1, i] = tops[i], owner[i]
        for i in range(STACKS):
            place = c.place[layer, stack, i]
            tops[place], owner[place] = moved[0, i], moved[1, i]
        layer = c.after[layer, stack]
        turn += 1
    return False


@rule
def count_wins(c: Chances, coins: Any, has_bag: bool, mistakes: int, games: int, seed: int, table: Table) -> int:
    """How many of so many games a player wins who makes so many mistakes."""
    won = 0
    for game in range(games):
        if _gets_out(c, coins, has_bag, mistakes, seed + 1_000_003 * game & 0xFFFFFFFF, table):
            won += 1
    return won


def play_games(d: Deal, mistakes: int, games: int, seed: int) -> int:
    """How many of so many games of a deal a player wins who makes so many mistakes."""
    one, two, three = (np.zeros(STACKS, np.int64) for _ in range(3))
    table = Table(one, two, np.zeros((2, STACKS), np.int64), three)
    coins = np.array(d.coins, np.int64)
    return kernel_of(count_wins)(chances_of(d), coins, bool(d.has_bag), mistakes, games, seed, table)


def lost(d: Deal, luck: int) -> float:
    """The share of games of a deal that these players lose. Coins dropped in `rebag` are gone for them."""
    seed = zlib.crc32(bytes([*d.maze, *d.coins]), luck)
    won = sum(play_games(d, mistakes, GAMES, seed + mistakes) for mistakes in MISTAKES)
    return 1 - won / (GAMES * len(MISTAKES))
