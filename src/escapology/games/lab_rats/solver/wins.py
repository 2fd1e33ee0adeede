"""Wins that the search of the homes has found, played: from home to home, to a base, and out (`classic.py`)."""

from __future__ import annotations

import itertools
from typing import Any

from escapology.games.lab_rats.rules import STACKS, VALUES
from escapology.games.lab_rats.solver.bases import find_base, find_pool, pool_room, purse_room, values_of
from escapology.games.lab_rats.solver.budget import Budget
from escapology.games.lab_rats.solver.digs import dig_out
from escapology.games.lab_rats.solver.homes import LOSE, MOVE, Link
from escapology.games.lab_rats.solver.kernels import kernel_of
from escapology.games.lab_rats.solver.line import Line
from escapology.games.lab_rats.solver.purses import Wins, find_order, find_path, purse_of
from escapology.games.lab_rats.solver.shifts import shift_out
from escapology.games.lab_rats.solver.sorting import sort_soon
from escapology.games.lab_rats.solver.squares import Squares, members, set_of
from escapology.games.lab_rats.solver.stacks import Reach, coin_array

__all__ = ["sort_and_win", "take", "win_home"]


def take(squares: Squares, line: Line, link: Link) -> None:
    """Play from a home to the next."""
    order = _in_order(line)
    stacks = [line.stacks[i] for i in order]
    reach = Reach(squares, stacks, [line.s.rat], drops=False)
    x = stacks[link.i][link.depths[link.i]]
    here = members(reach.sets[link.depths])
    i, j = order[link.i], order[link.j]
    if link.kind == LOSE:
        steps = reach.trace(link.depths, here[0])[1]
        line.follow(steps, order)
        line.drop(i)
    elif link.kind == MOVE:
        steps = reach.trace(link.depths, next(q for q in here if squares.can_lay(x, q)))[1]
        line.follow(steps, order)
        line.lay(i)
        line.lift(j)
    else:
        y = stacks[link.j][link.depths[link.j]]
        # Run with x or lay it, and lay y then
        square, to = next(
            (q, r)
            for q in here
            for r in range(96)
            if squares.can_lay(y, r) and (squares.leads(x, q, r) or (q == r and squares.can_lay(x, q)))
        )
        steps = reach.trace(link.depths, square)[1]
        line.follow(steps, order)
        if square == to:
            line.lay(i)
        else:
            line.run(i, to)
        line.lay(j)
        line.lift(i)
        line.lift(j)
    for _, stack, _ in reversed(steps):
        line.lift(order[stack])


def _in_order(line: Line) -> list[int]:
    """The stacks in the order in which a home's number has them."""

    def number(stack: list[int]) -> int:
        return sum((value + 1) * 6**i for i, value in enumerate(stack))

    return sorted(range(STACKS), key=lambda i: number(line.stacks[i]), reverse=True)


def win_home(squares: Squares, line: Line, free: Any, wins: Wins, budget: Budget, *, is_first: bool) -> None:
    """Win from a home that the search found won; `is_first` = from where it began."""
    for drops in (True, False):
        reach = Reach(squares, line.stacks, [line.s.rat], drops=drops)
        found = reach.way_out()
        if found is not None:
            line.follow(found[1])
            return
        find = kernel_of(find_base)
        base = find(squares.kinds, reach.coins, reach.heights, reach.sets, wins.table, purse_room())
        if base >= 0:
            depths = (base // 1296, base // 144 % 9, base // 16 % 9)
            rest = [value for stack, depth in zip(line.stacks, depths, strict=True) for value in stack[depth:]]
            square = _base_square(squares, reach.sets[depths], base % 16, rest, wins.table)
            line.follow(reach.trace(depths, square)[1])
            _win_base(squares, line, wins, budget, is_new=not is_first or sum(depths) > 0)
            return
    _win_by_pool(squares, line, free, wins, budget)


def _win_base(squares: Squares, line: Line, wins: Wins, budget: Budget, *, is_new: bool = True) -> None:
    """Win from a base: by sorting all coins there, if nothing shorter is found. `is_new` = nobody has looked for it."""
    here = [line.s.rat]
    if is_new and (shift_out(squares, line, here, wins, budget) or dig_out(squares, line, here, wins, budget)):
        return
    sort_and_win(squares, line, wins.table)


def _order(squares: Squares, line: Line, wins: Any) -> list[tuple[int, int]]:
    """An order of the coins that can be laid where the rat is, which gets out."""
    here = line.s.rat
    values = [value for stack in line.stacks for value in stack if line.d.has_liftable or squares.can_lay(value, here)]
    return find_order(squares, wins, purse_of(values), here)


def sort_and_win(squares: Squares, line: Line, wins: Any) -> None:
    """Win from a square where some order of the coins that can be laid there gets out."""
    order = _order(squares, line, wins)
    values = [value for value, _ in order]
    if sort_soon(line, values):
        found = Reach(squares, line.stacks, [line.s.rat], drops=True).way_out()
        assert found is not None, "the coins are not sorted"
        line.finish(found[1])
        return
    for stack, (_, to) in zip(line.sort(values), order, strict=True):
        line.run(stack, to)


def _base_square(squares: Squares, among: Any, kind: int, rest: list[int], wins: Any) -> int:
    """A square of that kind from which these coins, as far as they can be laid, get out."""
    values = values_of(kind)
    purse = purse_of(value for value in rest if value in values)
    return next(
        q for q in members(among & wins[purse]) if [value for value in range(6) if squares.can_lay(value, q)] == values
    )


def _win_by_pool(squares: Squares, line: Line, free: Any, wins: Wins, budget: Budget) -> None:
    """The pool theorem."""
    home = line.s.rat
    coins, heights = coin_array(line.stacks)
    find = kernel_of(find_pool)
    found = int(find(squares.kinds, coins, heights, set_of([home]), free, wins.table, pool_room()))
    assert found >= 0, "the home is not won"
    pool: list[int] = []
    for coins_of_stack in line.stacks:
        pool += itertools.takewhile(lambda value: squares.can_lay(value, home), coins_of_stack)
    rest = list(itertools.chain(*line.stacks))
    for value in range(VALUES):
        for _ in range(found // 16 // 5**value % 5):
            rest.remove(value)
    square = _base_square(squares, free[found // 16], found % 16, rest, wins.table)
    path = find_path(squares, free, found // 16, home, square)
    for value, _ in path:
        pool.remove(value)
    stacks = line.sort([value for value, _ in path] + pool, only_pool=True)
    for stack, (_, to) in zip(stacks, path, strict=False):
        line.run(stack, to)
    _win_base(squares, line, wins, budget)
