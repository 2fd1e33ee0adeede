"""Getting ready: kernels are run once, on next to nothing, so that none is compiled while a clock runs."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from escapology.games.lab_rats.rules import Deal, State
from escapology.games.lab_rats.solver.bag import SIDE, fill_sets, trace_bag
from escapology.games.lab_rats.solver.bases import find_base, find_pool, pool_room, purse_room
from escapology.games.lab_rats.solver.budget import Budget
from escapology.games.lab_rats.solver.digs import dig_out
from escapology.games.lab_rats.solver.homes import HomeSearch
from escapology.games.lab_rats.solver.kernels import kernel_of
from escapology.games.lab_rats.solver.line import Line
from escapology.games.lab_rats.solver.purses import find_wins, may_win, purse_of, reach_table, wins_table
from escapology.games.lab_rats.solver.rebag import COLUMNS, find_way
from escapology.games.lab_rats.solver.shifts import shift_out
from escapology.games.lab_rats.solver.sorting import sort_soon
from escapology.games.lab_rats.solver.squares import Squares, set_of
from escapology.games.lab_rats.solver.stacks import OUT, Reach
from escapology.native import is_plain
from escapology.verdict import Limits

__all__ = ["make_ready", "make_ready_to_hope"]

_done: set[Callable[[Squares], None]] = set()


def make_ready(d: Deal) -> None:
    """Compile, or load, all kernels that deals of this kind may need; any such deal will do."""
    if d.has_rebag:
        _make(d, _rebag)
    elif d.has_bag:
        _make(d, _bag)
    else:
        _make(d, _runs)
        _make(d, _ways_back)
        if d.has_backing and not d.has_lift_any:
            _make(d, _hopes)
            _make(d, _shifts)
            _make(d, _homes)


def make_ready_to_hope(d: Deal) -> None:
    """The same for what shows that a position is lost where the rat may back up, the search left out."""
    _make(d, _runs)
    _make(d, _hopes)


def _make(d: Deal, part: Callable[[Squares], None]) -> None:
    if part not in _done and not is_plain():
        part(Squares(d))
        _done.add(part)


def _bag(squares: Squares) -> None:
    values, sets = np.array([1], np.int64), np.zeros((SIDE, SIDE, SIDE, 2), np.int64)
    kernel_of(fill_sets)(squares.maze, values, 1, sets)
    kernel_of(trace_bag)(squares.step, values, 0, sets, 0, np.zeros(3, np.int64), np.empty((1, 3), np.int64))


def _rebag(squares: Squares) -> None:
    wins = find_wins(squares, 0)
    find_way(Deal(), squares, (wins.table, wins.least), 0, np.full(COLUMNS, OUT, np.int64), Budget(Limits()))


def _runs(squares: Squares) -> None:
    Reach(squares, [[1], [1], [1]], [0], drops=False)


def _ways_back(squares: Squares) -> None:
    """How a way that was found is traced."""
    Reach(squares, [[1], [1], [1]], [0], drops=True).trace((0, 0, 0), 0)


def _hopes(squares: Squares) -> None:
    """What `classic.py` asks when it is not won without backing up."""
    reach = Reach(squares, [[1], [1], [1]], [0], drops=False)
    wins_table(squares, purse_of([1, 1, 1]))
    may_win(squares, reach.coins, reach.heights, reach_table(squares, purse_of([1, 1, 1]), 0), 10)


def _shifts(squares: Squares) -> None:
    """And its first searches."""
    line, wins, budget = Line(Deal(), State()), find_wins(squares, 0), Budget(Limits())
    shift_out(squares, line, [], wins, budget)
    dig_out(squares, line, [], wins, budget)


def _homes(squares: Squares) -> None:
    """And its search."""
    stacks, start = [[1], [1], [1]], set_of([0])
    purse = purse_of([1, 1, 1])
    free, wins = reach_table(squares, purse, 0), wins_table(squares, purse)
    reach = Reach(squares, stacks, [0], drops=False)
    kernel_of(find_base)(squares.kinds, reach.coins, reach.heights, reach.sets, wins, purse_room())
    kernel_of(find_pool)(squares.kinds, reach.coins, reach.heights, start, free, wins, pool_room())
    search = HomeSearch(squares, stacks, 0, (free, wins), Budget(Limits()))
    search.look(1)
    search.grow()
    sort_soon(Line(Deal(), State()), [])
