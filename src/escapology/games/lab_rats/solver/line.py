"""A line of play, written move by move by the plain rules: what a solver hands out as a win."""

from __future__ import annotations

import functools
from collections.abc import Iterable, Sequence

from escapology.games.lab_rats.notation import move_text
from escapology.games.lab_rats.rules import (
    BACK,
    DROP,
    LIFT,
    LONGEST,
    NOWHERE,
    OUTSIDE,
    RUN,
    STACK_SIZE,
    STACKS,
    Deal,
    State,
    play,
    value_of,
)
from escapology.games.lab_rats.solver.stacks import DROPPED, LAID, OUT, RAN, Step

__all__ = ["Line", "number_of", "stacks_of"]


def number_of(text: str) -> int:
    """The move that is written so: the same in every position."""
    return _numbers()[text]


@functools.cache
def _numbers() -> dict[str, int]:
    return {text: move for move, text in enumerate(_texts())}


@functools.cache
def _texts() -> list[str]:
    """How each move is written: the same in every position."""
    d, s = Deal(), State()
    return [move_text(d, s, move) for move in range(RUN + STACKS * 4 * LONGEST)]


def stacks_of(s: State) -> list[list[int]]:
    """The values of the coins of the stacks, top first."""
    return [[value_of(coin) for coin in reversed(s.stack[i][: s.height[i]])] for i in range(STACKS)]


class Line:
    """A position and the moves that led to it."""

    def __init__(self, d: Deal, s: State) -> None:
        self.d = d
        self.s = s.copy()
        self.texts: list[str] = []

    def play(self, move: int) -> None:
        """Make a legal move."""
        self.texts.append(_texts()[move])
        play(self.d, self.s, move)

    @property
    def stacks(self) -> list[list[int]]:
        """The stacks, top first."""
        return stacks_of(self.s)

    def top(self, stack: int) -> int:
        """The value of the top coin of a stack."""
        return value_of(self.s.stack[stack][self.s.height[stack] - 1])

    def start(self, square: int) -> None:
        """Put the rat into the maze, unless it is there."""
        if self.s.rat == NOWHERE:
            self.play(square)

    def run(self, stack: int, to: int) -> None:
        """Run to a square in line with the rat, or OUT."""
        for way in range(4):
            at = self.s.rat
            for distance in range(1, self.d.reach[self.s.rat][way] + 1):
                at = self.d.next[at][way]
                if at == to or (to == OUT and at >= OUTSIDE):
                    self.play(RUN + (stack * 4 + way) * LONGEST + distance - 1)
                    return
        raise AssertionError("no such run")

    def finish(self, steps: Iterable[Step]) -> None:
        """Take steps that lead out: moves are written down, but not played, for nothing comes after them."""
        d, at = self.d, self.s.rat
        for kind, stack, to in steps:
            move = DROP + stack
            if kind == RAN:
                east, north = d.x[to] - d.x[at], d.y[to] - d.y[at]
                way, distance = (1 if east > 0 else 3, abs(east)) if east else (0 if north > 0 else 2, abs(north))
                if to == OUT:
                    way, distance = d.exit_way, d.exit_run[at]
                move, at = RUN + (stack * 4 + way) * LONGEST + distance - 1, to
            self.texts.append(_texts()[move])

    def lay(self, stack: int) -> None:
        """Have the top coin under the rat as the last coin of the trail, where it can be run with or be dropped so."""
        if self.d.has_liftable:
            self.play(DROP + stack)
            return
        to = self._run_inside(stack)
        assert to is not None
        self.run(stack, to)
        self.play(BACK)

    def can_lay(self, stack: int) -> bool:
        """Whether the top coin can be laid."""
        return bool(self.d.has_liftable) or self._run_inside(stack) is not None

    def _run_inside(self, stack: int) -> int | None:
        """A square inside that the top coin leads to."""
        value = max(1, self.top(stack))
        for way in range(4):
            at, distance = self.s.rat, 0
            while distance < value and self.d.next[at][way] != NOWHERE:
                at, distance = self.d.next[at][way], distance + 1
            if distance == value and at < OUTSIDE:
                return at
        return None

    def drop(self, stack: int) -> None:
        """Drop the top coin of a stack."""
        self.play(DROP + stack)

    def lift(self, stack: int) -> None:
        """Back up to the last coin, if need be, and put it on a stack."""
        if self.s.rat != self.s.trail_square[self.s.trail_count - 1]:
            self.play(BACK)
        self.play(LIFT + stack)

    def room(self, stack: int) -> int:
        """How many coins a stack can still take."""
        return STACK_SIZE - self.s.height[stack]

    def widest(self) -> int:
        """The stack with the most room."""
        return max(range(STACKS), key=self.room)

    def go_home(self) -> None:
        """Lift the whole trail."""
        while self.s.trail_count:
            self.lift(self.widest())

    def follow(self, steps: Iterable[Step], order: Sequence[int] = (0, 1, 2)) -> None:
        """Take steps; `order` says which stack is meant by each of their stacks."""
        for kind, stack, to in steps:
            if kind == DROPPED:
                self.drop(order[stack])
            elif kind == LAID:
                self.lay(order[stack])
            else:
                self.run(order[stack], to)

    # Sorting: coins that can be laid on a square are brought into any order there by trail and stacks together

    def sort(self, values: Sequence[int], *, only_pool: bool = False) -> list[int]:
        """Bring coins with these values onto the stacks, the first to be used on top, the others into the trail.

        The stacks they come to, in order. Coins that can't be laid are dropped, or stay with what lies below them if it
        is the pool that is to be sorted.

        Each in turn, the last one first, is fetched from the trail with the coins above it, which go back there. The
        coin comes to the stack with the most room, so that but for the last coin there are two stacks with room.
        """
        below = self.s.trail_count  # what lies there already stays
        for stack in range(STACKS):
            while self.s.height[stack]:
                if self.can_lay(stack):
                    self.lay(stack)
                elif only_pool:
                    break
                else:
                    self.drop(stack)
        done = self.s.height[:]  # coins of each stack that are at their place
        goals: list[int] = []
        for value in reversed(values):
            goal = self._fetch(value, below, done)
            done[goal] += 1
            goals.append(goal)
        return goals[::-1]

    def _fetch(self, value: int, below: int, done: list[int]) -> int:
        """Bring one coin from the trail onto a stack, all others back into the trail; the stack."""
        s = self.s
        goal = self.widest()
        others = [stack for stack in range(STACKS) if stack != goal]
        place = max(i for i in range(below, s.trail_count) if value_of(s.trail_coin[i]) == value)
        while s.trail_count > place + 1:
            self.lift(next((stack for stack in others if self.room(stack)), goal))
        self.lift(goal)
        for stack in others:
            while s.height[stack] > done[stack]:
                self.lay(stack)
        if s.height[goal] > done[goal] + 1:  # there are coins between
            side = next(stack for stack in others if self.room(stack))
            self.lay(goal)
            self.lift(side)
            while s.height[goal] > done[goal]:
                self.lay(goal)
            self.lay(side)
            self.lift(goal)
        return goal
