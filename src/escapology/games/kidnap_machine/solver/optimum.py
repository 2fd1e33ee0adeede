"""The best possible chance, exactly: of any position, for each of its moves, with the best one.

Nothing is hidden but the dice, so the chance of winning with the best play is a number. It is computed in double
precision, not sampled; `search.py` does the work and says how.

    solution = solve(deal)             # from the start
    solution = solve(deal, state)      # from any position
    solution.chance, solution.move     # 0.5994…, "?b1"
    solve(deal, state, limits)         # SpentError if a limit is reached first
"""

from __future__ import annotations

import threading
import time
from collections import OrderedDict
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
from escapology.games.kidnap_machine.solver.outlines import Outline, make_outlines
from escapology.games.kidnap_machine.solver.plan import LOST, MOST_TURNS, Plan, Spot, make_notes, make_plans, spot_of
from escapology.native import is_plain
from escapology.verdict import MEGABYTE, Limits, Solution, SpentError

__all__ = ["Solver", "bits_within", "solve"]

_SLICE: Final = 2_000  # positions between two looks at the limits: about a millisecond
_STEPS: Final = 2_000  # of the survey between two looks at them
_ALL: Final = 1 << 62  # more positions than can ever be looked at
_LEAST_BITS: Final = 4
_FIRST_BITS: Final = 16  # of the memory at first
_MORE_BITS: Final = 1  # that it gets when it is half full
_MEMORY_BITS: Final = 22  # and at last: four million positions, 128 MB; what does not fit is worked out again
_PLAIN_BITS: Final = 14
_MOST_KEPT: Final = 256 * MEGABYTE  # of all solvers together that are kept for the next deal


class Solver:
    """Answers for one enemy of one house; it remembers what it found, so later answers are quick."""

    def __init__(
        self, d: Deal, turns: int | None = None, bits: int | None = None, uses: tuple[int, int, int] = (1, 1, 1)
    ) -> None:
        if turns is None:
            turns = d.last_turn
        if not turns:
            raise SettingError("kidnap-machine[clock=off] can go on for ever, so it has no exact chance: use clock=on")
        from escapology.games.kidnap_machine.solver import search  # compiles

        self._search = search.search
        self._paused, self._go_on, self._surveying = search.PAUSED, search.GO_ON, search.SURVEYING
        self._deal = d
        self._turns = turns
        self._plans = make_plans(d, turns, uses)
        self._bits = bits or (_PLAIN_BITS if is_plain() else _MEMORY_BITS)
        self._memory = make_memory(min(self._bits, _FIRST_BITS))
        self._nothing = make_memory(0)
        self._notes = make_notes()
        self._outlines = make_outlines(_outline_bits(self._bits))
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
                self._look_at(limits)
                former = self._enlarge_memory()
                tables = self._plans, self._outlines, self._notes, former, self._memory
                answer = float(self._search(*tables, spot, _STEPS, self._pause_at(limits)))
                if answer == self._paused:
                    spot = self._go_on
                elif answer != self._surveying:
                    return answer

    def _enlarge_memory(self) -> Any:
        """Have more memory if half of it may be in use, but for the largest; the former one, if it is to be moved."""
        places, former = len(self._memory), self._memory
        if self.states < places // 2 or places >= 1 << self._bits:
            return self._nothing
        self._memory = make_memory(min(self._bits, places.bit_length() - 1 + _MORE_BITS))
        return former

    def _pause_at(self, limits: Limits | None) -> int:
        """The number of positions at which to look at the limits and at the memory again."""
        most = len(self._memory) // 2 if len(self._memory) < 1 << self._bits else _ALL
        if limits is not None:
            most = min(most, self.states + _SLICE)
            if limits.nodes is not None:
                most = min(most, limits.nodes)
        return most

    def _look_at(self, limits: Limits | None) -> None:
        """Give up if a limit has been reached."""
        if limits is not None and (reason := limits.reached(self.states)):
            raise SpentError(reason, self.states)

    @property
    def size(self) -> int:
        """How many bytes it has in use, about."""
        laid = int(self._plans[0].laid if is_plain() else self._plans["laid"][0])
        return _bytes_of(len(self._memory), laid)


def _bytes_of(places: int, outlines: int) -> int:
    return Plan.dtype().itemsize + places * Place.dtype().itemsize + outlines * Outline.dtype().itemsize


def _outline_bits(bits: int) -> int:
    """The size of the table of outlines beside a memory of that size."""
    return max(0, bits - 6)


def bits_within(memory: int | None) -> int:
    """The size of the largest memory of positions that may be had beside all else, in bits; 0 = there is no room."""
    bits = _PLAIN_BITS if is_plain() else _MEMORY_BITS
    while memory is not None and bits and _most_bytes(bits) > memory:
        bits -= 1
    return bits if bits >= _LEAST_BITS else 0


def _most_bytes(bits: int) -> int:
    """What is laid out at most, while the memory of that size is filled from a smaller one."""
    return _bytes_of((1 << bits) + (1 << max(0, bits - _MORE_BITS)), (1 << _outline_bits(bits)) + MOST_TURNS)


Key = tuple[tuple[int, ...], int, int, int, int, int]
_solvers: Final[OrderedDict[Key, Solver]] = OrderedDict()  # the one that was used last comes last
_solvers_lock: Final = threading.Lock()


def _solver_of(d: Deal, bits: int) -> Solver:
    """The solver for a deal's enemy. As many as memory allows are kept: deals of one house have but six enemies."""
    key = (tuple(d.route[: d.length]), d.width, d.height, d.tie_fails, d.last_turn, bits)
    with _solvers_lock:
        solver = _solvers.get(key)
    if solver is None:
        solver = Solver(d.copy(), bits=bits)
    with _solvers_lock:
        solver = _solvers.setdefault(key, solver)
        _solvers.move_to_end(key)
        while len(_solvers) > 1 and sum(one.size for one in _solvers.values()) > _MOST_KEPT:
            _solvers.popitem(last=False)
    return solver


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
    solver = _solver_of(d, bits)
    before = solver.states
    if s.ended != PLAYING:
        return Solution(solver.chance(s), "", {}, 1, time.perf_counter() - began)
    allowed = replace(limits, nodes=None if limits.nodes is None else before + limits.nodes)
    try:
        ranked = solver.ranked(s, allowed)
    except SpentError as spent:
        raise SpentError(str(spent), spent.nodes - before) from None
    chances = {move_text(d, s, move): chance for move, chance in ranked.items()}
    best = next(iter(chances))
    states = max(1, solver.states - before)  # what is remembered, or clear at a glance, was looked at as well
    return Solution(max(chances.values()), best, chances, states, time.perf_counter() - began)
