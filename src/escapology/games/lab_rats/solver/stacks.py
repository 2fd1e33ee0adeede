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
from escapology.games.lab_rats.solver.squares import Squares, has_square, meets, members, set_of, spread
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
    """Fill `reach`; where the rat gets out.

    The first depths and stack with a coin that runs out: ((a × 9 + b) × 9 + c) × 3 + stack; else -1.
    """
    step, stays, leads_out = maze
    for a in range(heights[0] + 1):
        for b in range(heights[1] + 1):
            for c in range(heights[2] + 1):
                low, high = 0, 0
                if a + b + c == 0:
                    low, high = start[0], start[1]
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
                for i in range(3):
                    gone = a if i == 0 else b if i == 1 else c
                    if gone < heights[i] and meets(leads_out, coins[i, gone], low, high):
                        return ((a * 9 + b) * 9 + c) * 3 + i
    return -1


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

    def way_out(self) -> tuple[int, list[Step]] | None:
        """The square it starts from, and the steps that lead out; None = there are none."""
        if self._found < 0:
            return None
        at = (self._found // 243, self._found // 27 % 9, self._found // 3 % 9)
        stack = self._found % 3
        value = self.stacks[stack][at[stack]]
        here = next(q for q in members(self.sets[at]) if self.squares.runs_out(value, q))
        start, steps = self.trace(at, here)
        return start, [*steps, (RAN, stack, OUT)]

    def trace(self, depths: Depths, square: int) -> tuple[int, list[Step]]:
        """The square it starts from, and steps that lead to a square at these depths."""
        at, here = list(depths), square
        steps: list[Step] = []
        while any(at):
            kind, stack, before = self._step_before(at, here)
            steps.append((kind, stack, here))
            at[stack] -= 1
            here = before
        return here, steps[::-1]

    def _step_before(self, at: list[int], here: int) -> tuple[int, int, int]:
        """What led to a square at these depths: RAN, DROPPED or LAID, the stack, the square before."""
        rest: tuple[int, int, int] | None = None
        for i in range(STACKS):
            if not at[i]:
                continue
            value = self.stacks[i][at[i] - 1]
            was = self.sets[at[0] - (i == 0), at[1] - (i == 1), at[2] - (i == 2)].tolist()
            runs = self.squares.runs(value, here)
            for before in members((was[0] & runs[0], was[1] & runs[1])):
                return RAN, i, before
            if has_square(was, here) and (self.drops or self.squares.can_lay(value, here)):
                rest = (DROPPED if self.drops else LAID, i, here)
        assert rest is not None
        return rest
