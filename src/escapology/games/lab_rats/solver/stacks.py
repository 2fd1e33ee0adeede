"""Runs without backing up: which squares the rat can be on when so many coins of each stack are gone.

`reach[a][b][c]` is the set of squares after a, b and c coins of the stacks: 9 × 9 × 9 sets, each made from the three
before it. A coin is run with; or the rat stays, because the coin is dropped or because it is *laid*: run with and
backed up from, which needs a square where it can be run with.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final

import numpy as np

from escapology.games.lab_rats.rules import STACK_SIZE, STACKS
from escapology.games.lab_rats.solver.kernels import kernel_of
from escapology.games.lab_rats.solver.squares import Squares, has_square, meets, set_of, spread
from escapology.native import rule

__all__ = ["DROPPED", "LAID", "OUT", "RAN", "REACH_BYTES", "Reach", "Step", "coin_array", "fill_reach"]

RAN: Final = 0
DROPPED: Final = 1
LAID: Final = 2
OUT: Final = -1  # where a run out of the maze leads
REACH_BYTES: Final = 16 * (STACK_SIZE + 1) ** 3  # of one `reach`

Step = tuple[int, int, int]  #: RAN, DROPPED or LAID; the stack; the square it leads to
Depths = tuple[int, int, int]  #: how many coins of each stack are gone


@rule
def fill_reach(maze: Any, coins: Any, heights: Any, start: Any, drops: bool, reach: Any) -> int:
    """Fill `reach`, few coins first; where the rat gets out.

    The first depths and stack with a coin that runs out: ((a × 9 + b) × 9 + c) × 3 + stack; else -1.
    """
    _, _, leads_out = maze
    for total in range(heights[0] + heights[1] + heights[2] + 1):
        for a in range(min(total, heights[0]) + 1):
            for b in range(max(0, total - a - heights[2]), min(total - a, heights[1]) + 1):
                c = total - a - b
                if total == 0:
                    reach[0, 0, 0, 0], reach[0, 0, 0, 1] = start[0], start[1]
                else:
                    fill_depths(maze, coins, (a, b, c), drops, reach)
                low, high = reach[a, b, c, 0], reach[a, b, c, 1]
                for i in range(3):
                    gone = a if i == 0 else b if i == 1 else c
                    if gone < heights[i] and meets(leads_out, coins[i, gone], low, high):
                        return ((a * 9 + b) * 9 + c) * 3 + i
    return -1


@rule
def fill_depths(maze: Any, coins: Any, depths: Depths, drops: bool, reach: Any) -> None:
    """The set of some depths, from the three before."""
    step, stays, _ = maze
    a, b, c = depths
    low, high = 0, 0
    for i in range(3):
        gone = a if i == 0 else b if i == 1 else c
        if gone == 0:
            continue
        value = coins[i, gone - 1]
        x, y, z = a - (i == 0), b - (i == 1), c - (i == 2)
        low_before, high_before = reach[x, y, z, 0], reach[x, y, z, 1]
        if (low_before | high_before) == 0:
            continue
        more = spread(step, value, low_before, high_before)
        if not drops:
            low_before &= stays[value, 0]
            high_before &= stays[value, 1]
        low, high = low | low_before | more[0], high | high_before | more[1]
    reach[a, b, c, 0], reach[a, b, c, 1] = low, high


@rule
def trace_back(maze: Any, coins: Any, square: int, drops: bool, reach: Any, work: Any) -> int:
    """The square from which steps lead to one at some depths. work: the depths, and room for the steps."""
    step, stays, _ = maze
    at, steps = work
    for n in range(len(steps) - 1, -1, -1):
        kind, stack, before = -1, -1, square
        for i in range(3):
            if at[i] == 0 or kind == RAN:
                continue
            value = coins[i, at[i] - 1]
            a, b, c = at[0] - (i == 0), at[1] - (i == 1), at[2] - (i == 2)
            for half in range(2):
                # Runs lead back as they lead there
                squares = step[value, square // 6, 1 << (square % 6), half] & reach[a, b, c, half]
                if squares != 0 and kind != RAN:
                    kind, stack, before = RAN, i, 48 * half
                    while (squares >> (before - 48 * half)) & 1 == 0:
                        before += 1
            if kind != RAN and has_square(reach[a, b, c], square) and (drops or has_square(stays[value], square)):
                kind, stack, before = DROPPED if drops else LAID, i, square
        steps[n, 0], steps[n, 1], steps[n, 2] = kind, stack, square
        at[stack] -= 1
        square = before
    return square


def coin_array(stacks: Sequence[Sequence[int]]) -> tuple[Any, Any]:
    """Stacks, top first, as an array of values (one place to spare) and one of heights."""
    coins = np.zeros((STACKS, STACK_SIZE + 1), np.int64)
    for i, stack in enumerate(stacks):
        coins[i, : len(stack)] = stack
    return coins, np.array([len(stack) for stack in stacks], np.int64)


class Reach:
    """Where the rat gets from one of the start squares with these stacks, top first, dropping or laying coins."""

    def __init__(self, squares: Squares, stacks: Sequence[Sequence[int]], start: Iterable[int], *, drops: bool) -> None:
        self.squares = squares
        self.stacks = stacks
        self.drops = drops
        self.sets = np.zeros((STACK_SIZE + 1, STACK_SIZE + 1, STACK_SIZE + 1, 2), np.int64)
        self.coins, self.heights = coin_array(stacks)
        fill = kernel_of(fill_reach)
        self._found = fill(squares.maze, self.coins, self.heights, set_of(start), drops, self.sets)

    @staticmethod
    def entries(stacks: Sequence[Sequence[int]]) -> int:
        """How many sets there are."""
        a, b, c = (len(stack) + 1 for stack in stacks)
        return a * b * c

    @property
    def gets_out(self) -> bool:
        """Whether there is a way out."""
        return self._found >= 0

    def way_out(self) -> tuple[int, list[Step]] | None:
        """The square it starts from, and the steps that lead out; None = there are none."""
        if not self.gets_out:
            return None
        at = (self._found // 243, self._found // 27 % 9, self._found // 3 % 9)
        stack = self._found % 3
        value = self.stacks[stack][at[stack]]
        here = self.squares.first_out(value, self.sets[at])
        start, steps = self.trace(at, here)
        return start, [*steps, (RAN, stack, OUT)]

    def trace(self, depths: Depths, square: int) -> tuple[int, list[Step]]:
        """The square it starts from, and steps that lead to a square at these depths."""
        steps = np.empty((sum(depths), 3), np.int64)
        work = np.array(depths, np.int64), steps
        start = int(kernel_of(trace_back)(self.squares.maze, self.coins, square, self.drops, self.sets, work))
        return start, [(kind, stack, to) for kind, stack, to in steps.tolist()]
