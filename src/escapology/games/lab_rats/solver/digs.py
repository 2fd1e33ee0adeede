"""A win where nearly every coin is needed, and in an order that the stacks don't have: coins are dug for.

Where `shifts.py` finds nothing, it is mostly so: few orders of the coins are left, and the next coin lies deep. So here
coins are laid one by one, in a *pile*, and lifted one by one:

    RAN        run with the top coin of a stack, for good, the pile being empty        1 move
    DROPPED    drop it, the pile being empty: with `dropped=liftable` it lies on top   1
    LAID       lay it on the pile, where the rat is                                    2
    WENT       run with it to where another coin can be laid; it belongs to the pile   1
    LIFTED     lift the last coin of the pile onto a stack with room                   1, or 2 with the way back

So the pile is that part of the trail that is to be lifted again. Positions are looked at in the order of the moves made
so far, of the coins needed at least to get out, and of those that lie on a coin that could be run with next. Nothing is
proven where the search finds nothing.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

import numpy as np

from escapology.games.lab_rats.solver.budget import Budget
from escapology.games.lab_rats.solver.kept import Kept
from escapology.games.lab_rats.solver.kernels import kernel_of
from escapology.games.lab_rats.solver.line import Line
from escapology.games.lab_rats.solver.purses import PLACES, Wins, purse_of
from escapology.games.lab_rats.solver.shifts import has_room, number_of_stacks, pop, push, sort_stacks, top
from escapology.games.lab_rats.solver.squares import Squares, has_square, set_of
from escapology.games.lab_rats.solver.stacks import OUT
from escapology.native import rule

__all__ = ["dig_out"]

RAN: Final = 0
DROPPED: Final = 1
LAID: Final = 2
WENT: Final = 3
LIFTED: Final = 4

FEW: Final = 4_000  # positions that are looked at
NEEDED: Final = 10  # moves that a coin counts for which is still needed
ABOVE: Final = 3  # and one that lies on the next coin that could be run with
STUCK: Final = 3  # coins that one counts for which can't be laid where it would have to be
QUEUES: Final = 1024  # by moves made and what is still to be done, as it counts

# Columns of the list of positions
STACKS_OF: Final = 0  # the three stacks, 21 bits each
PLACE: Final = 1  # all their coins and those of the pile, and the square below the pile: purse × 128 + square
PILE: Final = 2  # the coins of the pile, as a stack
WHERE: Final = 3  # a hash of their squares, and the square of the rat: hash × 128 + square
LAST: Final = 4  # the position in which the last coin of the pile had just been run with
COST: Final = 5  # moves up to there
PARENT: Final = 6  # the place of the position before
STEP: Final = 7  # what led from there: the kind × 3 + the stack
NEXT: Final = 8  # the next position in the same queue
SORTED: Final = 9  # the three stacks, the largest first: it does not matter which is which
COLUMNS: Final = 10

# Behind the first positions of the queues
COUNT: Final = 1024  # how many positions there are
FIRST: Final = 1025  # the first queue that may have one
LOOKED: Final = 1026  # how many positions were looked at

MOST_STEPS: Final = 200  # from one position: 147 runs, 3 drops, 3 lays, 21 runs to a pile, 3 lifts at most
ROOM: Final = 6  # for how many positions there is room, to each that may be looked at
NODE_BYTES: Final = 8 * COLUMNS + 10  # of each, with up to two and a half places in the hash table


@rule
def count_above(maze: Any, wins: Any, stacks: int, pile: int, place: int) -> int:
    """How many coins lie, at least, on one that could be run with next; a coin of the pile has one on it."""
    step, stays, _ = maze
    square, purse = place & 127, place >> 7
    nearest = 9
    for i in range(4):
        part = (stacks >> (21 * i)) & 0x1FFFFF if i < 3 else pile
        k = 0 if i < 3 else 1
        while k < nearest and part > 0:
            x = (part - 1) % 6
            part = (part - 1) // 6
            rest = purse - PLACES[x]
            low = step[x, square // 6, 1 << (square % 6), 0] & wins[rest, 0]
            high = step[x, square // 6, 1 << (square % 6), 1] & wins[rest, 1]
            if low | high:
                nearest = k
            elif i < 3:
                k += 1 if has_square(stays[x], square) else STUCK
    return nearest


@rule
def count_pile(pile: int) -> int:
    """How many coins are in a pile."""
    n = 0
    while pile > 0:
        pile = (pile - 1) // 6
        n += 1
    return n


@rule
def add_dug(maze: Any, chances: Any, what: Any, where: Any, cost: int, came: Any, tables: Any) -> None:
    """Put a position into its queue, unless it is known to take no more moves.

    chances: `wins` and `least`; what: the stacks, the pile, and its last position; where: `PLACE` and `WHERE`;
    came: the parent and the step.
    """
    nodes, table, queues = tables
    wins, least = chances
    stacks, pile, last = what
    place, at = where
    mask, alike = len(table) - 1, sort_stacks(stacks)
    mixed = (alike & 0x1FFFFF) * 0x9E3779B1 + ((alike >> 21) & 0x1FFFFF) * 0x85EBCA77
    mixed += (alike >> 42) * 0xC2B2AE3D + ((place & 127) + 128 * (at & 0xFFFFFF)) * 0x27D4EB2F
    slot = (mixed ^ (mixed >> 23)) & mask
    while table[slot] >= 0:
        known = table[slot]
        if (
            nodes[known, SORTED] == alike
            and nodes[known, PLACE] == place
            and nodes[known, PILE] == pile
            and nodes[known, WHERE] == at
        ):
            if nodes[known, COST] <= cost:
                return
            break
        slot = (slot + 1) & mask
    n: int = queues[COUNT]
    far = NEEDED * least[place & 127] + ABOVE * count_above(maze, wins, stacks, pile, place) + count_pile(pile)
    queue = min(cost + far, QUEUES - 1)
    queues[COUNT] = n + 1
    table[slot] = n
    nodes[n, STACKS_OF], nodes[n, PLACE], nodes[n, PILE], nodes[n, WHERE] = stacks, place, pile, at
    nodes[n, LAST], nodes[n, COST], nodes[n, SORTED] = n if last == -2 else last, cost, alike
    nodes[n, PARENT], nodes[n, STEP], nodes[n, NEXT] = came[0], came[1], queues[queue]
    queues[queue] = n
    queues[FIRST] = min(queues[FIRST], queue)


@rule
def marked(at: int, x: int, rat: int) -> int:
    """`WHERE` with one coin more in the pile, and the rat on a square."""
    mixed = (at >> 7) * 0x9E3779B1 + ((at & 127) + 128 * x + 1) * 0x85EBCA77
    return ((mixed ^ (mixed >> 29)) & 0x3FFFFFFF) << 7 | rat


@rule
def add_runs_for_good(maze: Any, chances: Any, i: int, n: int, tables: Any) -> None:
    """Add the positions after the top coin of stack i was run with, the pile being empty."""
    nodes, _, _ = tables
    step, _, _ = maze
    wins, _ = chances
    stacks, place, cost = nodes[n, STACKS_OF], nodes[n, PLACE], nodes[n, COST]
    square, x = place & 127, top(stacks, i)
    purse, after = (place >> 7) - PLACES[x], pop(stacks, i)
    for half in range(2):
        squares, to = step[x, square // 6, 1 << (square % 6), half] & wins[purse, half], 48 * half
        while squares != 0:
            if squares & 1:
                add_dug(maze, chances, (after, 0, -1), (purse << 7 | to, to), cost + 1, (n, RAN * 3 + i), tables)
            squares >>= 1
            to += 1


@rule
def add_excursions(maze: Any, chances: Any, i: int, n: int, tables: Any) -> None:
    """Add the positions after a run with the top coin of stack i to where the next coins can be laid."""
    nodes, _, _ = tables
    step, stays, _ = maze
    stacks, place, pile, at = nodes[n, STACKS_OF], nodes[n, PLACE], nodes[n, PILE], nodes[n, WHERE]
    rat, x, cost = at & 127, top(stacks, i), nodes[n, COST]
    after, known = pop(stacks, i), 1
    for half in range(2):
        squares, to = step[x, rat // 6, 1 << (rat % 6), half], 48 * half
        while squares != 0:
            if squares & 1:
                fresh = 0
                for m in range(3):
                    y = top(after, m)
                    if y >= 0 and not has_square(stays[y], rat) and has_square(stays[y], to):
                        fresh |= 1 << m
                if (known >> fresh) & 1 == 0:
                    known |= 1 << fresh
                    where = place, marked(at, x, to)
                    add_dug(maze, chances, (after, 6 * pile + x + 1, -2), where, cost + 1, (n, WENT * 3 + i), tables)
            squares >>= 1
            to += 1


@rule
def add_dug_from(maze: Any, chances: Any, n: int, tables: Any) -> None:
    """Add the positions one step from a position."""
    nodes, _, _ = tables
    _, stays, _ = maze
    wins, _ = chances
    stacks, place, pile, at = nodes[n, STACKS_OF], nodes[n, PLACE], nodes[n, PILE], nodes[n, WHERE]
    rat, cost, last = at & 127, nodes[n, COST], nodes[n, LAST]
    for i in range(3):
        x = top(stacks, i)
        if x >= 0:
            after = pop(stacks, i)
            if pile == 0:
                add_runs_for_good(maze, chances, i, n, tables)
            less = place - (PLACES[x] << 7)
            if pile == 0 and has_square(wins[less >> 7], place & 127):
                add_dug(maze, chances, (after, 0, -1), (less, at), cost + 1, (n, DROPPED * 3 + i), tables)
            if has_square(stays[x], rat):
                where = place, marked(at, x, rat)
                add_dug(maze, chances, (after, 6 * pile + x + 1, -2), where, cost + 2, (n, LAID * 3 + i), tables)
            add_excursions(maze, chances, i, n, tables)
        if pile > 0 and has_room(stacks, i):
            before = nodes[last, PARENT]
            what = push(stacks, i, (pile - 1) % 6), (pile - 1) // 6, nodes[before, LAST]
            where = place, nodes[before, WHERE]
            more = 1 if nodes[before, WHERE] & 127 == rat else 2
            add_dug(maze, chances, what, where, cost + more, (n, LIFTED * 3 + i), tables)


@rule
def search_digs(maze: Any, begin: Any, start: Any, chances: Any, tables: Any, most: int) -> int:
    """Look at so many positions: one with a coin that runs out, × 3 + its stack; -1 = there is none, or no more room.

    begin: the stacks and their purse, with which the rat may be on any square of `start`.
    """
    _, _, leads_out = maze
    wins, _ = chances
    nodes, _, queues = tables
    for square in range(96):
        if has_square(start, square) and has_square(wins[begin[1]], square):
            add_dug(maze, chances, (begin[0], 0, -1), (begin[1] << 7 | square, square), 0, (-1, 0), tables)
    while queues[LOOKED] < most and queues[FIRST] < QUEUES and len(nodes) - queues[COUNT] >= MOST_STEPS:
        n: int = queues[queues[FIRST]]
        if n < 0:
            queues[FIRST] += 1
            continue
        queues[queues[FIRST]] = nodes[n, NEXT]
        queues[LOOKED] += 1
        for i in range(3):
            x = top(nodes[n, STACKS_OF], i)
            if x >= 0 and has_square(leads_out[x], nodes[n, WHERE] & 127):
                return n * 3 + i
        add_dug_from(maze, chances, n, tables)
    return -1


_kept = Kept(COLUMNS, LOOKED + 1)


def dig_out(
    squares: Squares, line: Line, starts: Iterable[int], wins: Wins, budget: Budget, *, most: int = FEW
) -> bool:
    """Look for a win from one of these squares, at so many positions at most, and play it if there is one."""
    most = min(most, budget.nodes_left())
    size = ROOM * most + MOST_STEPS
    if budget.limits.lacks(budget.bytes + NODE_BYTES * size):
        return False
    budget.spend(most)
    _kept.make_room(size)
    nodes, table, queues = _kept.nodes, _kept.table, _kept.queues
    table.fill(-1)
    queues.fill(-1)
    queues[COUNT:] = 0, QUEUES, 0
    stacks = line.stacks
    begin = np.array([number_of_stacks(stacks), purse_of(value for stack in stacks for value in stack)], np.int64)
    maze = squares.with_drops_laid if line.d.has_liftable else squares.maze
    search = kernel_of(search_digs)
    found = int(search(maze, begin, set_of(starts), tuple(wins), (nodes, table, queues), most))
    budget.nodes -= most - int(queues[LOOKED])
    if found < 0:
        return False
    _play(line, nodes, *divmod(found, 3))
    return True


def _play(line: Line, nodes: Any, n: int, stack: int) -> None:
    """Play the way to a position, and run out with the top coin of a stack."""
    steps: list[tuple[int, int]] = []
    while n >= 0:
        where, n, step = nodes[n, [WHERE, PARENT, STEP]].tolist()
        steps.append((step, where & 127))
    _, start = steps.pop()
    line.start(start)
    for step, rat in reversed(steps):
        kind, i = divmod(step, 3)
        if kind in (RAN, WENT):
            line.run(i, rat)
        elif kind == DROPPED:
            line.drop(i)
        elif kind == LAID:
            line.lay(i)
        else:
            line.lift(i)
    line.run(stack, OUT)
