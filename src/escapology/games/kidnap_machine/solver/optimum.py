"""The best possible chance, exactly: of any position, for each of its moves, with the best one.

Nothing is hidden but the dice, so the chance of winning with the best play is a number. It is computed in double
precision, not sampled; `search.py` does the work and says how.

    solution = solve(deal)             # from the start
    solution = solve(deal, state)      # from any position
    solution.chance, solution.move     # 0.5994…, "?b1"
    solve(deal, state, limits)         # SpentError if a limit is reached first
"""

from __future__ import annotations

import functools
import threading
import time
from dataclasses import replace
from typing import Any, Final

from escapology.errors import SettingError
from escapology.games.kidnap_machine.notation import move_text, odds
from escapology.games.kidnap_machine.rules import (
    GOAL,
    MOST_MOVES,
    PLAYING,
    WON,
    Deal,
    State,
    beside,
    move_parts,
    moves,
    start,
)
from escapology.games.kidnap_machine.solver.memory import Place, make_memory
from escapology.games.kidnap_machine.solver.plan import LOST, Plan, Spot, make_plans, spot_of
from escapology.native import is_plain
from escapology.verdict import Limits, Solution, SpentError

__all__ = ["Solver", "bits_within", "solve"]

_SLICE: Final = 2_000  # positions between two looks at the limits: about a millisecond
_ALL: Final = 1 << 62  # more positions than can ever be looked at
_LEAST_BITS: Final = 4
_MEMORY_BITS: Final = 22  # four million positions, 128 MB; what does not fit is worked out again
_PLAIN_BITS: Final = 14


class Solver:
    """Answers for one enemy of one house; it remembers what it found, so later answers are quick."""

    def __init__(
        self, d: Deal, turns: int | None = None, bits: int | None = None, uses: tuple[int, int, int] = (1, 1, 1)
    ) -> None:
        if turns is None:
            turns = d.last_turn
        if not turns:
            raise SettingError(
                "kidnap-machine[clock=off] can go on for ever, so its chance can't be worked out: take clock=on"
            )
        from escapology.games.kidnap_machine.solver import search  # compiles

        self._search = search.search
        self._paused, self._go_on = search.PAUSED, search.GO_ON
        self._deal = d
        self._turns = turns
        self._plans = make_plans(d, turns, uses)
        self._memory = make_memory(bits or (_PLAIN_BITS if is_plain() else _MEMORY_BITS))
        self._after: Any = self._plans[0].after if is_plain() else self._plans["after"][0]
        self._lock = threading.Lock()  # the plan holds the notes of one search at a time

    @property
    def states(self) -> int:
        """Positions looked at so far."""
        return int(self._plans[0].looked_at if is_plain() else self._plans["looked_at"][0])

    def chance(self, s: State) -> float:
        """The chance of a position."""
        if s.ended != PLAYING:
            return float(s.ended == WON)
        return self._chance_of(self._spot(s))

    def chances(self, s: State, limits: Limits | None = None) -> dict[int, float]:
        """The chance of every legal move; a limit on nodes is one on all positions looked at so far."""
        spot = self._spot(s)
        out = [0] * MOST_MOVES
        walks: dict[int, float] = {}
        entries: dict[int, float] = {}
        chances: dict[int, float] = {}
        for move in out[: moves(self._deal, s, out)]:
            end, way = move_parts(move)
            if s.number[end] == GOAL:
                chances[move] = 1.0
                continue
            if end not in walks:
                walks[end] = self._chance_of(self._moved(spot, end, 0), limits)
            chances[move] = walks[end]
            if way >= 0:
                target = beside(self._deal, end, way)
                if target not in entries:
                    numbered = [self._moved(spot, target, n) for n in range(1, 7)]
                    entries[target] = sum(self._chance_of(after, limits) for after in numbered) / 6
                share = odds(self._deal, s.number[end]) / 6
                chances[move] = share * entries[target] + (1 - share) * walks[end]
        return chances

    def ranked(self, s: State, limits: Limits | None = None) -> dict[int, float]:
        """The same, best first; of equals, what leads nearest to the goal, so that a sure win is not put off."""
        chances = self.chances(s, limits)
        order = sorted(chances, key=lambda move: (-round(chances[move], 12), self._distance(move)))
        return {move: chances[move] for move in order}

    def _distance(self, move: int) -> int:
        """How far from the goal a move leads if the die is kind."""
        d = self._deal
        end, way = move_parts(move)
        if way >= 0:
            end = beside(d, end, way)
        goal = d.route[0]
        return abs(end % d.width - goal % d.width) + abs(end // d.width - goal // d.width)

    def _spot(self, s: State) -> Spot:
        return spot_of(self._deal, s)._replace(left=self._turns - s.turn + 1)

    def _moved(self, spot: Spot, square: int, number: int) -> Spot:
        """The position after your turn has ended there, with that number written (0 = none), and the enemy's turn."""
        sets = [words | (number >> bit & 1) << square for bit, words in enumerate(spot[:3])]
        return Spot(sets[0], sets[1], sets[2], square, int(self._after[spot.enemy][square]), spot.left - 1)

    def _chance_of(self, spot: Spot, limits: Limits | None = None) -> float:
        if spot.enemy == LOST or spot.left == 0:
            return 0.0
        with self._lock:
            while True:
                answer = float(self._search(self._plans, self._memory, spot, -1.0, self._pause_at(limits)))
                if answer != self._paused:
                    return answer
                spot = self._go_on

    def _pause_at(self, limits: Limits | None) -> int:
        """The number of positions at which to look at the limits; they must not have been reached yet."""
        if limits is None:
            return _ALL
        states = self.states
        if reason := limits.reached(states):
            raise SpentError(reason, states)
        return states + _SLICE if limits.nodes is None else min(states + _SLICE, limits.nodes)


def bits_within(memory: int | None) -> int:
    """The size of the largest memory of positions that may be had beside a plan, in bits; 0 = there is no room."""
    most = _PLAIN_BITS if is_plain() else _MEMORY_BITS
    if memory is None:
        return most
    places = max(0, memory - Plan.dtype().itemsize) // Place.dtype().itemsize
    bits = min(most, places.bit_length() - 1)
    return bits if bits >= _LEAST_BITS else 0


@functools.lru_cache(maxsize=2)
def _solver(route: tuple[int, ...], width: int, height: int, tie_fails: int, last_turn: int, bits: int) -> Solver:
    d = Deal()
    d.width, d.height, d.tie_fails, d.last_turn = width, height, tie_fails, last_turn
    d.length = len(route)
    d.route[: d.length] = route
    return Solver(d, bits=bits)


def solve(d: Deal, s: State | None = None, limits: Limits | None = None) -> Solution:
    """The best possible chance from that position (else from the start), and that of every move."""
    limits = limits or Limits()
    if s is None:
        s = State()
        start(d, s)
    began = time.perf_counter()
    if reason := limits.reached(0):
        raise SpentError(reason)
    bits = bits_within(limits.memory)
    if not bits:
        raise SpentError("memory")
    solver = _solver(tuple(d.route[: d.length]), d.width, d.height, d.tie_fails, d.last_turn, bits)
    before = solver.states
    if s.ended != PLAYING:
        return Solution(solver.chance(s), "", {}, 0, time.perf_counter() - began)
    allowed = replace(limits, nodes=None if limits.nodes is None else before + limits.nodes)
    try:
        ranked = solver.ranked(s, allowed)
    except SpentError as spent:
        raise SpentError(str(spent), spent.nodes - before) from None
    chances = {move_text(d, s, move): chance for move, chance in ranked.items()}
    best = next(iter(chances))
    return Solution(max(chances.values()), best, chances, solver.states - before, time.perf_counter() - began)
