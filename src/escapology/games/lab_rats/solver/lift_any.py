"""`lift=any`: the top coin of the trail on the rat's square may be lifted, however old it is.

**Two null coins win** (LR5). Clear the table first: lift what lies under the rat, else go back, until nothing lies
there. Now a null moves the rat any distance for nothing: run there with one, back with the other, lift the first, go
back to the second, and lift that. So walk to the exit and run out. Coins that lie above the nulls are dropped; where
dropped coins could be lifted they would be in the way, so all coins are sorted first, the nulls on top.

Without two nulls, positions are searched one by one, by the plain rules; there may be very many of them.
"""

from __future__ import annotations

from collections import deque
from typing import Final

from escapology.games.lab_rats.rules import (
    BACK,
    LIFT,
    MOST_MOVES,
    NOWHERE,
    OUTSIDE,
    STACK_SIZE,
    STACKS,
    Deal,
    State,
    coin_to_lift,
    moves,
    play,
    value_of,
    won,
)
from escapology.games.lab_rats.solver.budget import Budget
from escapology.games.lab_rats.solver.classic import Answer, begin, run_out
from escapology.games.lab_rats.solver.line import Line, stacks_of
from escapology.games.lab_rats.solver.stacks import OUT

__all__ = ["solve_lift_any"]

STATE_BYTES: Final = 4000  # of a position in the search, roughly


def solve_lift_any(d: Deal, s: State, budget: Budget) -> Answer:
    """Won with two nulls; else search."""
    squares, line = begin(d, s, budget)
    if run_out(squares, line):
        return "", line.texts
    if _nulls(s) >= 2:
        _win_with_nulls(line)
        return "", line.texts
    return _search(d, s, budget)


def _nulls(s: State) -> int:
    """How many nulls are not lost."""
    coins = [value for stack in stacks_of(s) for value in stack]
    return (coins + [value_of(coin) for coin in s.trail_coin[: s.trail_count]]).count(0)


def _win_with_nulls(line: Line) -> None:
    """Walk to the exit for nothing."""
    line.start(0)
    s = line.s
    while s.trail_count:
        line.play(LIFT + line.widest() if coin_to_lift(line.d, s) >= 0 else BACK)
    if line.d.has_liftable:
        rest = [value for stack in line.stacks for value in stack]
        rest.remove(0)
        rest.remove(0)
        line.sort([0, 0, *rest])
    *walks, _ = _way_out(line.d, s.rat)
    for there in walks:
        here = s.rat
        line.run(_dig(line), there)
        line.run(_dig(line), here)
        line.play(LIFT + next(i for i in range(STACKS) if s.height[i] < STACK_SIZE))
        line.play(BACK)
        line.play(LIFT + next(i for i in reversed(range(STACKS)) if s.height[i] < STACK_SIZE))
    line.run(_dig(line), OUT)


def _dig(line: Line) -> int:
    """Drop coins until a stack shows a null; which one."""
    while True:
        filled = [i for i in range(STACKS) if line.s.height[i]]
        shown = [i for i in filled if line.top(i) == 0]
        if shown:
            return shown[0]
        line.drop(next(i for i in filled if 0 in line.stacks[i]))


def _way_out(d: Deal, square: int) -> list[int]:
    """The squares at which runs of any length, as few as may be, stop on their way out."""
    came = {square: square}
    queue = deque([square])
    while queue:
        here = queue.popleft()
        for way in range(4):
            there = here
            while (there := d.next[there][way]) != NOWHERE:
                if there not in came:
                    came[there] = here
                    queue.append(there)
    at = OUTSIDE if OUTSIDE in came else OUTSIDE + 1
    stops = []
    while at != square:
        stops.append(at)
        at = came[at]
    return stops[::-1]


def _key(s: State) -> tuple[object, ...]:
    """All that matters of a position: suits and the order of the stacks don't."""
    trail = tuple((value_of(s.trail_coin[i]), s.trail_square[i]) for i in range(s.trail_count))
    return s.rat, tuple(sorted(map(tuple, stacks_of(s)))), trail


def _search(d: Deal, s: State, budget: Budget) -> Answer:
    """All positions that can be reached, nearest first."""
    came: dict[tuple[object, ...], tuple[State | None, int]] = {_key(s): (None, 0)}
    queue = deque([s])
    out = [0] * MOST_MOVES
    while queue:
        here = queue.popleft()
        budget.spend(1)
        for move in out[: moves(d, here, out)]:
            after = here.copy()
            play(d, after, move)
            key = _key(after)
            if key in came:
                continue
            budget.allocate(STATE_BYTES)
            came[key] = (here, move)
            if won(d, after):
                return "", _moves_to(d, s, came, after)
            queue.append(after)
    return "exhausted", []


def _moves_to(d: Deal, s: State, came: dict[tuple[object, ...], tuple[State | None, int]], at: State) -> list[str]:
    path: list[int] = []
    before, move = came[_key(at)]
    while before is not None:
        path.append(move)
        before, move = came[_key(before)]
    line = Line(d, s)
    for move in reversed(path):
        line.play(move)
    return line.texts
