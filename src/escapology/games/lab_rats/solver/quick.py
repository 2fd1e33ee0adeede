"""Lab Rats without backing up, played to its end by one who can't see the coins below: how often that gets out.

The quick player goes by the table of chances (`chances.py`), which takes coins below to be of any value; of the coin
that is turned up next he knows better, for he counts what is still out of sight. A move is worth how often he gets out
after it, over many orders of the coins out of sight. That is more than the table knows, so whoever goes by it plays
better than the quick player himself.
"""

from __future__ import annotations

import functools
from typing import Any, Final, NamedTuple

import numpy as np

from escapology.games.lab_rats.knowledge import unseen_by_value
from escapology.games.lab_rats.rules import COINS, STACK_SIZE, STACKS, VALUES, Deal, State, value_of
from escapology.games.lab_rats.solver.chances import Chances, chances_of, layers_of
from escapology.luck import draw_at
from escapology.native import rule

__all__ = ["OUT", "STAY", "Table", "Tries", "lay_out", "play_orders", "table_of"]

BAG: Final = 3  # where `left` counts the coins of the bag
NONE: Final = -1  # no coin on top
OUT: Final = -1  # instead of a square: out of the maze
STAY: Final = -1  # instead of a stack: no coin is used; the rat is put on its start square


class Table(NamedTuple):
    """What the quick player looks up."""

    chances: Chances
    layer: Any  # [heights of A, B, C]: the layer, when there is no bag or nothing in it
    place: Any  # [heights of A, B, C][stack]: its place in the layer
    bag_layer: Any  # [coins in the bag]: the layer, when there are some


class Tries(NamedTuple):
    """A position, what is tried in it, and room to play in; rows 1 are for the game that is played."""

    tops: Any  # [0 or 1][stack]: the value of its top coin, or NONE
    left: Any  # [0 or 1][stack, or BAG]: coins below, or in the bag
    unseen: Any  # [0 or 1][value]: coins out of sight
    order: Any  # the coins out of sight, in some order
    first: Any  # [stack, or BAG]: which of them is its lowest coin
    moves: Any  # [move]: the stack whose coin is used, and where the rat is then
    wins: Any  # [move]: games that were won after it


def table_of(d: Deal) -> Table:
    """The table of a deal's maze."""
    return Table(chances_of(d), *_places(bool(d.has_bag)))


@functools.cache
def _places(has_bag: bool) -> tuple[Any, Any, Any]:
    number = layers_of(has_bag).number
    side = STACK_SIZE + 1
    layer, place = np.zeros((side,) * 3, np.int64), np.zeros((side,) * 3 + (STACKS,), np.int64)
    for heights in np.ndindex(side, side, side):
        layer[heights] = number.get((tuple(sorted(heights)), 0), 0)
        place[heights][np.argsort(heights, kind="stable")] = range(STACKS)
    bag_layer = np.zeros(COINS + 1, np.int64)
    for bag in range(1, COINS - STACKS + 1):
        bag_layer[bag] = number.get(((1,) * STACKS, bag), 0)
    return layer, place, bag_layer


def lay_out(d: Deal, s: State, moves: list[tuple[int, int]]) -> Tries:
    """A position, to try these moves in."""
    tops, left = np.full((2, STACKS), NONE), np.zeros((2, STACKS + 1), np.int64)
    unseen = np.zeros((2, VALUES), np.int64)
    for stack in range(STACKS):
        if s.height[stack]:
            tops[0, stack] = value_of(s.stack[stack][s.height[stack] - 1])
            left[0, stack] = s.height[stack] - 1
    left[0, BAG] = s.bag_count
    unseen[0] = unseen_by_value(s)
    order = np.repeat(np.arange(VALUES), unseen[0])
    first = np.cumsum(left[0]) - left[0]
    return Tries(tops, left, unseen, order, first, np.array(moves, np.int64), np.zeros(len(moves), np.int64))


@rule
def _shuffle(order: Any, seed: int, index: int) -> None:
    for i in range(len(order) - 1, 0, -1):
        j = draw_at(seed, index + i, i + 1)
        order[i], order[j] = order[j], order[i]


@rule
def _turn_up(tries: Tries, stack: int, has_bag: bool) -> None:
    """The top coin of a stack is gone: turn up the next one, if there is one, and count it as seen."""
    left = tries.left[1]
    pile = BAG if has_bag else stack
    value = NONE
    if left[pile] > 0:
        left[pile] -= 1
        value = tries.order[tries.first[pile] + left[pile]]
        tries.unseen[1, value] -= 1
    tries.tops[1, stack] = value


@rule
def _weigh(t: Table, tops: Any, left: Any, unseen: Any, stack: int, there: int, has_bag: bool) -> float:
    """How good it looks to use that stack's top coin to get there: the chance, over what may be turned up."""
    c = t.chances
    a = left[0] + (tops[0] >= 0) - (stack == 0)
    b = left[1] + (tops[1] >= 0) - (stack == 1)
    e = left[2] + (tops[2] >= 0) - (stack == 2)
    turns_up = left[stack] > 0
    layer = t.layer[a, b, e]
    if has_bag and left[BAG] > 0:
        turns_up = True
        layer = t.bag_layer[left[BAG] - 1] if left[BAG] > 1 else t.layer[1, 1, 1]
        a, b, e = 1, 1, 1
    number = 0
    for other in range(STACKS):
        if other != stack and tops[other] >= 0:
            number += tops[other] * c.weights[t.place[a, b, e, other]]
    if not turns_up:
        return c.chance[layer, there, number]  # type: ignore[no-any-return]
    weight = c.weights[t.place[a, b, e, stack]]
    total, count = 0.0, 0
    for value in range(VALUES):
        if unseen[value] > 0:
            total += unseen[value] * c.chance[layer, there, number + value * weight]
            count += unseen[value]
    return total / count


@rule
def _choose(t: Table, tops: Any, left: Any, unseen: Any, square: int, has_bag: bool) -> tuple[int, int]:
    """The quick player's move: the stack whose coin he uses, STAY if there is none, and where he gets."""
    c = t.chances
    best, stack, to = -1.0, STAY, square
    for i in range(STACKS):
        value = tops[i]
        if value < 0:
            continue
        if c.leads_out[value, square]:
            return i, OUT
        for k in range(-1, c.count[value, square]):  # -1: he drops it
            there = square if k < 0 else c.ends[value, square, k]
            worth = _weigh(t, tops, left, unseen, i, there, has_bag)
            if worth > best:
                best, stack, to = worth, i, there
    return stack, to


@rule
def _gets_out(t: Table, tries: Tries, square: int, has_bag: bool) -> bool:
    """Play to the end."""
    tops, left, unseen = tries.tops[1], tries.left[1], tries.unseen[1]
    while True:
        stack, square = _choose(t, tops, left, unseen, square, has_bag)
        if stack == STAY:
            return False
        if square == OUT:
            return True
        _turn_up(tries, stack, has_bag)


@rule
def play_orders(t: Table, tries: Tries, has_bag: bool, orders: int, seed: int, index: int) -> None:
    """Play on after each of the moves, in so many orders of the coins out of sight, the same for all moves."""
    tops, left, unseen = tries.tops, tries.left, tries.unseen
    for order in range(orders):
        _shuffle(tries.order, seed, COINS * (index + order))
        for m in range(len(tries.moves)):
            for i in range(STACKS):
                tops[1, i] = tops[0, i]
            for i in range(STACKS + 1):
                left[1, i] = left[0, i]
            for i in range(VALUES):
                unseen[1, i] = unseen[0, i]
            stack, square = tries.moves[m, 0], tries.moves[m, 1]
            if stack != STAY:
                _turn_up(tries, stack, has_bag)
            if _gets_out(t, tries, square, has_bag):
                tries.wins[m] += 1
