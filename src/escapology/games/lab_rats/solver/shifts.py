"""A short win where the rat may back up: a search for it, straight ahead.

Backing up is of use for one thing: a coin can be laid where the rat is (run with and backed up from) and lifted onto
another stack, so that it is at hand later, or what lay below it now. So a step is one of these, the rat staying where
it is but for a run:

    RAN        run with the top coin of a stack                                            1 move
    DROPPED    drop it                                                                     1
    SHIFTED    lay it, and lift it onto another stack that has room                        3
    SWAPPED    lay it and that of another stack, and lift each onto the other's            6
    FETCHED    run with it to where another coin can be laid, shift that, back, and lift   6

Positions are looked at in the order of the moves made so far and of the coins that are needed at least from there to
get out, which count more (`HASTE`): so a win is found soon, and with few moves. Where they count as the one move that
each of them is, it is found late, but no win by such steps takes fewer moves. A position from which no order of its
coins gets out is left out. To go further back along the trail is not among the steps, so where
the search finds nothing, that proves nothing; `classic.py` goes on then.

A stack is a whole number, its coins read from the bottom up as digits 1 … 6 of base 6: the top coin is the last digit.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final

import numpy as np

from escapology.games.lab_rats.rules import STACKS
from escapology.games.lab_rats.solver.budget import Budget
from escapology.games.lab_rats.solver.kept import Kept
from escapology.games.lab_rats.solver.kernels import kernel_of
from escapology.games.lab_rats.solver.line import Line
from escapology.games.lab_rats.solver.purses import PLACES, Wins, purse_of
from escapology.games.lab_rats.solver.squares import Squares, has_square, meets, members, set_of
from escapology.games.lab_rats.solver.stacks import OUT
from escapology.native import rule

__all__ = ["has_room", "number_of_stacks", "pop", "push", "shift_out", "sort_stacks", "top"]

RAN: Final = 0
DROPPED: Final = 1
SHIFTED: Final = 2
SWAPPED: Final = 3
FETCHED: Final = 4

FEW: Final = 6_000  # positions that are looked at, where nobody asked for a short win
HASTE: Final = 3  # how many moves a coin counts for that is still needed, where nobody asked for a short win
QUEUES: Final = 512  # by moves made and what is still needed, as it counts
ROOMY: Final = 335_923  # the least number of a stack of eight coins: less has room

# Columns of the list of positions
STACKS_OF: Final = 0  # the three stacks, 21 bits each
PLACE: Final = 1  # their purse and the square of the rat: purse × 128 + square
COST: Final = 2  # moves up to there
PARENT: Final = 3  # the place of the position before
STEP: Final = 4  # what led from there: the kind and up to four stacks, each a digit of base 3
NEXT: Final = 5  # the next position in the same queue
SORTED: Final = 6  # the three stacks, the largest first: it does not matter which is which
COLUMNS: Final = 7

# Behind the first positions of the queues
COUNT: Final = 512  # how many positions there are
FIRST: Final = 513  # the first queue that may have one
LOOKED: Final = 514  # how many positions were looked at
HURRY: Final = 515  # how many moves a coin counts for that is still needed

MOST_STEPS: Final = 240  # from one position: 147 runs, 3 drops, 6 shifts, 3 swaps, 54 excursions at most
ROOM: Final = 6  # for how many positions there is room, to each that may be looked at
NODE_BYTES: Final = 8 * COLUMNS + 10  # of each, with up to two and a half places in the hash table


@rule
def sort_stacks(stacks: int) -> int:
    """Three stacks, the largest first."""
    a, b, c = stacks & 0x1FFFFF, (stacks >> 21) & 0x1FFFFF, stacks >> 42
    if a < b:
        a, b = b, a
    if b < c:
        b, c = c, b
    if a < b:
        a, b = b, a
    return (((a << 21) | b) << 21) | c


@rule
def add_position(stacks: int, place: int, cost: int, from_where: Any, ahead: int, tables: Any) -> None:
    """Put a position into its queue, unless it is known to take no more moves. from_where: the parent and the step."""
    nodes, table, queues = tables
    mask, alike = len(table) - 1, sort_stacks(stacks)
    mixed = (alike & 0x1FFFFF) * 0x9E3779B1 + ((alike >> 21) & 0x1FFFFF) * 0x85EBCA77
    mixed += (alike >> 42) * 0xC2B2AE3D + (place & 127) * 0x27D4EB2F
    slot = (mixed ^ (mixed >> 23)) & mask
    while table[slot] >= 0:
        known = table[slot]
        if nodes[known, SORTED] == alike and nodes[known, PLACE] == place:
            if nodes[known, COST] <= cost:
                return
            break
        slot = (slot + 1) & mask
    n, queue = queues[COUNT], min(cost + queues[HURRY] * ahead, QUEUES - 1)
    queues[COUNT] = n + 1
    table[slot] = n
    nodes[n, STACKS_OF], nodes[n, PLACE], nodes[n, COST], nodes[n, SORTED] = stacks, place, cost, alike
    nodes[n, PARENT], nodes[n, STEP], nodes[n, NEXT] = from_where[0], from_where[1], queues[queue]
    queues[queue] = n
    queues[FIRST] = min(queues[FIRST], queue)


@rule
def pop(stacks: int, i: int) -> int:
    """The stacks without the top coin of stack i."""
    part = (stacks >> (21 * i)) & 0x1FFFFF
    return stacks + (((part - 1) // 6 - part) << (21 * i))


@rule
def push(stacks: int, i: int, value: int) -> int:
    """The stacks with a coin more on stack i."""
    part = (stacks >> (21 * i)) & 0x1FFFFF
    return stacks + ((5 * part + value + 1) << (21 * i))


@rule
def top(stacks: int, i: int) -> int:
    """The top coin of stack i; less than 0 = there is none."""
    part = (stacks >> (21 * i)) & 0x1FFFFF
    return (part - 1) % 6 if part > 0 else -1


@rule
def has_room(stacks: int, i: int) -> bool:
    """Whether a stack has fewer than eight coins."""
    return (stacks >> (21 * i)) & 0x1FFFFF < ROOMY


@rule
def add_runs_and_drops(step: Any, i: int, n: int, nodes: Any, wins: Any, least: Any, tables: Any) -> None:
    """Add the positions after the top coin of stack i was run with or dropped."""
    stacks, place, cost = nodes[n, STACKS_OF], nodes[n, PLACE], nodes[n, COST]
    square, x = place & 127, top(stacks, i)
    purse, after = (place >> 7) - PLACES[x], pop(stacks, i)
    for half in range(2):
        squares, to = step[x, square // 6, 1 << (square % 6), half] & wins[purse, half], 48 * half
        while squares != 0:
            if squares & 1:
                add_position(after, purse << 7 | to, cost + 1, (n, RAN * 81 + i * 27), least[to], tables)
            squares >>= 1
            to += 1
    if has_square(wins[purse], square):
        add_position(after, purse << 7 | square, cost + 1, (n, DROPPED * 81 + i * 27), least[square], tables)


@rule
def add_shifts(stays: Any, i: int, n: int, nodes: Any, ahead: int, tables: Any) -> None:
    """Add the positions in which the top coin of stack i stands on another one, or has changed places with its top."""
    stacks, place, cost = nodes[n, STACKS_OF], nodes[n, PLACE], nodes[n, COST]
    square, x = place & 127, top(stacks, i)
    if not has_square(stays[x], square):
        return
    for j in range(3):
        if j == i:
            continue
        y = top(stacks, j)
        if has_room(stacks, j):
            how = SHIFTED * 81 + i * 27 + j * 9
            add_position(push(pop(stacks, i), j, x), place, cost + 3, (n, how), ahead, tables)
        if j > i and y >= 0 and y != x and has_square(stays[y], square):
            swapped = push(pop(push(pop(stacks, i), i, y), j), j, x)
            add_position(swapped, place, cost + 6, (n, SWAPPED * 81 + i * 27 + j * 9), ahead, tables)


@rule
def add_fetched(maze: Any, i: int, n: int, nodes: Any, ahead: int, tables: Any) -> None:
    """Add the positions after an excursion with the top coin of stack i, to where another coin can be laid."""
    step, stays, _ = maze
    place, cost = nodes[n, PLACE], nodes[n, COST]
    square, x = place & 127, top(nodes[n, STACKS_OF], i)
    low, high = step[x, square // 6, 1 << (square % 6), 0], step[x, square // 6, 1 << (square % 6), 1]
    stacks = pop(nodes[n, STACKS_OF], i)
    for m in range(3):
        y = top(stacks, m)
        if y < 0 or y == x or has_square(stays[y], square) or not meets(stays, y, low, high):
            continue
        for j in range(3):
            if j == m or not has_room(stacks, j):
                continue
            fetched = push(pop(stacks, m), j, y)
            for k in range(3):
                if has_room(fetched, k):
                    how = FETCHED * 81 + i * 27 + m * 9 + j * 3 + k
                    add_position(push(fetched, k, x), place, cost + 6, (n, how), ahead, tables)


@rule
def search_shifts(maze: Any, begin: Any, start: Any, wins: Any, least: Any, tables: Any, most: int) -> int:
    """Look at so many positions: one with a coin that runs out, × 3 + its stack; -1 = there is none, or no more room.

    begin: the stacks and their purse, with which the rat may be on any square of `start`.
    """
    step, stays, leads_out = maze
    nodes, _, queues = tables
    for square in range(96):
        if has_square(start, square) and has_square(wins[begin[1]], square):
            add_position(begin[0], begin[1] << 7 | square, 0, (-1, 0), least[square], tables)
    while queues[LOOKED] < most and queues[FIRST] < QUEUES and len(nodes) - queues[COUNT] >= MOST_STEPS:
        n: int = queues[queues[FIRST]]
        if n < 0:
            queues[FIRST] += 1
            continue
        queues[queues[FIRST]] = nodes[n, NEXT]
        queues[LOOKED] += 1
        square = nodes[n, PLACE] & 127
        for i in range(3):
            x = top(nodes[n, STACKS_OF], i)
            if x >= 0 and has_square(leads_out[x], square):
                return n * 3 + i
        for i in range(3):
            if top(nodes[n, STACKS_OF], i) >= 0:
                add_runs_and_drops(step, i, n, nodes, wins, least, tables)
                add_shifts(stays, i, n, nodes, least[square], tables)
                add_fetched(maze, i, n, nodes, least[square], tables)
    return -1


_kept = Kept(COLUMNS, HURRY + 1)


def shift_out(
    squares: Squares,
    line: Line,
    starts: Iterable[int],
    wins: Wins,
    budget: Budget,
    *,
    most: int = FEW,
    haste: int = HASTE,
) -> bool:
    """Look for a win from one of these squares, at so many positions at most, and play it if there is one."""
    most = min(most, budget.nodes_left())
    if budget.limits.lacks(budget.bytes + NODE_BYTES * (ROOM * most + MOST_STEPS)):
        return False
    budget.spend(most)
    shifts = Shifts(squares, line, starts, wins, most, haste)
    budget.nodes -= most - shifts.looked_at
    return shifts.play()


class Shifts:
    """The search from one position."""

    def __init__(self, squares: Squares, line: Line, starts: Iterable[int], wins: Wins, most: int, haste: int) -> None:
        self.squares, self.line = squares, line
        stacks, size = line.stacks, ROOM * most + MOST_STEPS
        _kept.make_room(size)
        self.nodes, table, self.queues = _kept.nodes, _kept.table, _kept.queues
        table.fill(-1)
        self.queues.fill(-1)
        self.queues[COUNT:] = 0, QUEUES, 0, haste
        begin = np.array([number_of_stacks(stacks), purse_of(value for stack in stacks for value in stack)], np.int64)
        maze = squares.with_drops_laid if line.d.has_liftable else squares.maze
        tables = self.nodes, table, self.queues
        search = kernel_of(search_shifts)
        self._found = int(search(maze, begin, set_of(starts), wins.table, wins.least, tables, most))

    @property
    def looked_at(self) -> int:
        """How many positions were looked at."""
        return int(self.queues[LOOKED])

    def play(self) -> bool:
        """Play the win, if there is one."""
        if self._found < 0:
            return False
        steps: list[tuple[int, int]] = []
        n, stack = divmod(self._found, 3)
        while n >= 0:
            _, place, _, n, step, _, _ = self.nodes[n].tolist()
            steps.append((step, place & 127))
        _, start = steps.pop()
        self.line.start(start)
        for step, square in reversed(steps):
            self._take(step // 81, step // 27 % 3, (step // 9 % 3, step // 3 % 3, step % 3), square)
        self.line.run(stack, OUT)
        return True

    def _take(self, kind: int, i: int, others: tuple[int, int, int], square: int) -> None:
        line, (j, to, back_to) = self.line, others
        if kind == RAN:
            line.run(i, square)
        elif kind == DROPPED:
            line.drop(i)
        elif kind == FETCHED:
            value, below = line.top(i), line.stacks[j][1 if j == i else 0]
            line.run(i, next(q for q in members(self.squares.runs(value, square)) if self.squares.can_lay(below, q)))
            line.lay(j)
            line.lift(to)
            line.lift(back_to)
        else:
            line.lay(i)
            if kind == SWAPPED:
                line.lay(j)
                line.lift(i)
            line.lift(j)


def number_of_stacks(stacks: Sequence[Sequence[int]]) -> int:
    """Three stacks, top first, as one number."""
    number = 0
    for i in range(STACKS):
        part = 0
        for value in reversed(stacks[i]):
            part = part * 6 + value + 1
        number |= part << 21 * i
    return number
