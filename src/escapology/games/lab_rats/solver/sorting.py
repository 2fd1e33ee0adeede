"""Coins brought into an order, on a square where all of them can be laid, in few moves.

A coin's *time* is its place in the order. A stack is in order where times grow towards the bottom. In one pass, all
coins above the part that is in order are laid, the one with the smallest time first, and lifted again, each onto the
stack whose top coin comes next after it, if there is one: a merge sort with three stacks. Coins that the order has no
need of are dropped. So the first try goes, pass by pass; in the others chance has a say in what is laid and where it is
lifted to, and the try with the fewest moves is taken.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import numpy as np

from escapology.games.lab_rats.rules import COINS, STACK_SIZE, STACKS
from escapology.games.lab_rats.solver.kernels import kernel_of
from escapology.games.lab_rats.solver.line import Line
from escapology.native import rule

__all__ = ["sort_soon"]

NEVER: Final = 99  # the time of a coin that is not needed
TRIES: Final = 300
MOST: Final = 400  # steps of a try: more is given up

LAY: Final = 0
LIFT: Final = 1
DROP: Final = 2


@rule
def draw(luck: Any, n: int) -> int:
    """A whole number below n."""
    luck[0] = (luck[0] * 1103515245 + 12345) & 0x7FFFFFFF
    below: int = (luck[0] >> 8) % n
    return below


@rule
def count_in_order(times: Any, height: int, i: int) -> int:
    """How many coins at the bottom of a stack are in order."""
    last = 99
    for k in range(height):
        time = times[i, k]
        if time != 99:
            if time > last:
                return k
            last = time
    return height


@rule
def time_on_top(times: Any, height: int, i: int) -> int:
    """The time of the first coin of a stack that is needed."""
    for k in range(height - 1, -1, -1):
        if times[i, k] != 99:
            time: int = times[i, k]
            return time
    return 99


@rule
def choose_next(times: Any, heights: Any, stay: Any, luck: Any) -> int:
    """Which stack to take a coin from; -1 = from none any more."""
    best, least, count = -1, 100, 0
    for i in range(3):
        if heights[i] > stay[i]:
            count += 1
            time = times[i, heights[i] - 1]
            if time == 99:
                return i
            if time < least:
                best, least = i, time
    if count > 1 and luck[0] >= 0 and draw(luck, 7) == 0:
        best = draw(luck, 3)
        while heights[best] <= stay[best]:
            best = (best + 1) % 3
    return best


@rule
def choose_place(times: Any, heights: Any, time: int, luck: Any) -> int:
    """Which stack to lift a coin onto: the one whose top coin comes next after it, else the one that comes last."""
    best, least = -1, 1000
    for i in range(3):
        if heights[i] < 8:
            after = time_on_top(times, heights[i], i)
            rank = after if after > time else 500 - after
            if rank < least:
                best, least = i, rank
    if luck[0] >= 0 and draw(luck, 7) == 0:
        best = draw(luck, 3)
        while heights[best] == 8:
            best = (best + 1) % 3
    return best


@rule
def try_to_sort(times: Any, heights: Any, room: Any, luck: Any, most: int) -> int:
    """Sort; how many steps it takes, or -1 for more moves than that. room: the pile, what stays, and the steps."""
    pile, stay, steps = room
    n, cost = 0, 0
    while True:
        is_done = True
        for i in range(3):
            stay[i] = count_in_order(times, heights[i], i)
            is_done = is_done and stay[i] == heights[i]
        if is_done:
            return n
        for i in range(3):
            if luck[0] >= 0 and draw(luck, 2) == 0:
                stay[i] = max(0, stay[i] - draw(luck, 4))
        count = 0
        i = choose_next(times, heights, stay, luck)
        while i >= 0:
            heights[i] -= 1
            time = times[i, heights[i]]
            if time == 99:
                steps[n], cost = 2 * 3 + i, cost + 1
            else:
                steps[n], cost = i, cost + 2
                pile[count] = time
                count += 1
            n += 1
            i = choose_next(times, heights, stay, luck)
        while count > 0:
            count -= 1
            i = choose_place(times, heights, pile[count], luck)
            times[i, heights[i]] = pile[count]
            heights[i] += 1
            steps[n], cost = 3 + i, cost + 1
            n += 1
        if cost >= most or n > len(steps) - 48:
            return -1


@rule
def find_sorting(times: Any, heights: Any, room: Any, luck: Any, best: Any, tries: int) -> int:
    """The best of so many tries, written to `best`: how many steps it is, or -1. room: copies, and that of a try."""
    least, found = len(best), -1
    copy, high, rest = room
    for n in range(tries):
        for i in range(3):
            high[i] = heights[i]
            for k in range(8):
                copy[i, k] = times[i, k]
        luck[0] = -1 if n == 0 else n
        count = try_to_sort(copy, high, rest, luck, least)
        if count < 0:
            continue
        cost = 0
        for k in range(count):
            cost += 2 if rest[2][k] < 3 else 1
        if cost < least:
            least, found = cost, count
            for k in range(count):
                best[k] = rest[2][k]
    return found


def sort_soon(line: Line, values: Sequence[int]) -> bool:
    """Bring coins with these values onto the stacks, those to be used first on top; False = no way is found.

    Coins that are not needed may still lie among them, to be dropped when their turn comes.
    """
    if line.d.has_liftable:  # what is dropped is laid there
        return False
    times, heights = _times(line.stacks, values)
    best = np.zeros(MOST, np.int64)
    each = np.zeros(COINS, np.int64), np.zeros(STACKS, np.int64), np.zeros(MOST, np.int64)
    room = np.zeros_like(times), np.zeros_like(heights), each
    found = int(kernel_of(find_sorting)(times, heights, room, np.zeros(1, np.int64), best, TRIES))
    for step in best[: max(0, found)].tolist():
        kind, i = divmod(step, STACKS)
        (line.lay, line.lift, line.drop)[kind](i)
    return found >= 0


def _times(stacks: Sequence[Sequence[int]], values: Sequence[int]) -> tuple[Any, Any]:
    """The times of all coins, bottom first, and how many they are; of equal coins those come first that lie higher."""
    times = np.full((STACKS, STACK_SIZE), NEVER, np.int64)
    left = {value: [time for time, other in enumerate(values) if other == value] for value in set(values)}
    for depth in range(STACK_SIZE):
        for i, stack in enumerate(stacks):
            if depth < len(stack) and left.get(stack[depth]):
                times[i, len(stack) - 1 - depth] = left[stack[depth]].pop(0)
    return times, np.array([len(stack) for stack in stacks], np.int64)
