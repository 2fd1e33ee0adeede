"""Getting ready: every kernel is run once, on next to nothing, so that none is compiled while a clock runs."""

from __future__ import annotations

import numpy as np

from escapology.games.lab_rats.rules import Deal
from escapology.games.lab_rats.solver.bag import SIDE, bag_kernel
from escapology.games.lab_rats.solver.bases import base_kernel, pool_kernel
from escapology.games.lab_rats.solver.budget import Budget
from escapology.games.lab_rats.solver.homes import HomeSearch
from escapology.games.lab_rats.solver.purses import may_win, purse_of, reach_table, wins_table
from escapology.games.lab_rats.solver.squares import Squares, set_of
from escapology.games.lab_rats.solver.stacks import Reach
from escapology.native import is_plain
from escapology.verdict import Limits

__all__ = ["make_ready"]

_done: list[bool] = []  # once it has been


def make_ready(d: Deal) -> None:
    """Compile, or load, all kernels; any deal will do."""
    if _done or is_plain():
        return
    squares, stacks, start = Squares(d), [[1], [1], [1]], set_of([0])
    purse = purse_of([1, 1, 1])
    free, wins = reach_table(squares, purse, 0), wins_table(squares, purse)
    reach = Reach(squares, stacks, [0], drops=False)
    may_win(squares, reach.coins, reach.heights, free, 10)
    base_kernel(False)(squares.stays, reach.coins, reach.heights, reach.sets, wins)
    pool_kernel(False)(squares.stays, reach.coins, reach.heights, start, free, wins)
    search = HomeSearch(squares, stacks, 0, (free, wins), Budget(Limits()))
    search.look(1)
    search.grow()
    bag_kernel(False)(squares.maze, np.array([1], np.int64), 1, np.zeros((SIDE, SIDE, SIDE, 2), np.int64))
    _done.append(True)
