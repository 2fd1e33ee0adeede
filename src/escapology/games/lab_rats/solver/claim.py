"""The designer's claim: about one maze in fifty can't be navigated by any sequence of coins.

That may mean:

(a) mazes that no sequence of any values at all gets out of
(b) mazes that no order of the 24 coins that exist gets out of
(c) deals of `hard` that no play gets out of
"""

from __future__ import annotations

from collections.abc import Iterable

from escapology.games.lab_rats.notation import deal_cards
from escapology.games.lab_rats.rules import COINS, NOWHERE, OUTSIDE, STACK_SIZE, Deal
from escapology.games.lab_rats.solver.purses import PURSES, wins_table
from escapology.games.lab_rats.solver.squares import Squares, has_square
from escapology.games.lab_rats.solver.stacks import Reach
from escapology.luck import Luck
from escapology.setting import Setting

__all__ = ["count_mazes"]

STARTS = (0, 1)


def count_mazes(setting: Setting, seeds: Iterable[int]) -> tuple[int, int, int]:
    """How many of the deals of these seeds are lost in the sense of (a), (b) and (c)."""
    walled_in = without_order = lost = 0
    for seed in seeds:
        d = deal_cards(setting, Luck(seed))
        squares = Squares(d)
        stacks = [d.coins[i : i + STACK_SIZE] for i in range(0, COINS, STACK_SIZE)]
        if Reach(squares, stacks, STARTS, drops=True).way_out() is not None:
            continue
        lost += 1
        wins = wins_table(squares, PURSES - 1)[PURSES - 1]
        if any(has_square(wins, square) for square in STARTS):
            continue
        without_order += 1
        walled_in += not _connected(d)
    return walled_in, without_order, lost


def _connected(d: Deal) -> bool:
    """Whether one can walk out, square by square."""
    seen = set(STARTS)
    waiting = list(STARTS)
    while waiting:
        for there in d.next[waiting.pop()]:
            if there != NOWHERE and there not in seen:
                seen.add(there)
                waiting.append(there)
    return any(square >= OUTSIDE for square in seen)
