"""Plans: rows of turns up to where a pile is dealt. Nothing new is learned until then: they can be chosen as wholes.

What they can lead to is found as the search finds it, turn by turn (`kernel.py`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import numpy as np

from escapology.games.pursuit.rules.state import TURN
from escapology.games.pursuit.solver.kernel import FOLLOW, FOUND, OVERFLOW, PLAN
from escapology.games.pursuit.solver.turns import SMALL_SEEN, Run, TurnSearch
from escapology.native import is_plain

__all__ = ["Follower", "Plan", "Planner", "Turn", "turns_known"]

MOST: Final = 24  # plans of several turns that are told of one world

Turn = tuple[int, ...]  #: its moves
Plan = tuple[Turn, ...]


def turns_known(s: Any) -> int:
    """How many turns there are until a pile is dealt; before the first one, only where to begin is chosen."""
    return 3 - (s.turn - 1) % 3 if s.phase == TURN else 1


class Planner:
    """Finds plans in one world after the other, with the same arrays."""

    def __init__(self, search: TurnSearch, turns: int) -> None:
        self.search, self.turns = search, turns
        self._run: Run | None = None

    def find(self, d: Any, s: Any) -> tuple[Plan, dict[Plan, int]]:
        """A plan that wins, if there is one; else those that leave hope, with how they rank: the best of many."""
        if self._run is None:
            self._run = Run(self.search, d, s, prunes=True, seen=SMALL_SEEN)
        else:
            self._run.change_world(d)
        run = self._run
        while True:
            run.move_to(s)
            answer = run.do(PLAN, self.turns)
            if answer != OVERFLOW:
                break
            run.begin(*(4 * size for size in run.sizes()))
        start, end = run.stack.frame[0].tolist()
        if answer == FOUND:
            return self._plan_to(start), {}
        ranks = run.stack.ranks[start:end]
        best = range(len(ranks)) if self.turns == 1 else np.argsort(ranks, kind="stable")[:MOST].tolist()
        return (), {self._plan_to(start + i): int(ranks[i]) for i in best}

    def _plan_to(self, node: int) -> Plan:
        assert self._run is not None
        stack = self._run.stack
        turns: list[Turn] = []
        while node:
            path = stack.paths[node]
            turns.append(tuple(path[1 : path[0] + 1].tolist()))
            node = int(stack.before[node])
        return tuple(reversed(turns))


class Follower:
    """Follows plans in one world after the other, with the same arrays."""

    def __init__(self, search: TurnSearch) -> None:
        self.search = search
        self._run: Run | None = None

    def follow(self, d: Any, s: Any, plans: Sequence[Plan]) -> list[Any]:
        """Where plans lead to in that world."""
        if self._run is None:
            self._run = Run(self.search, d, s, prunes=True, seen=SMALL_SEEN)
        else:
            self._run.change_world(d)
        run = self._run
        if len(plans) > len(run.stack.arena):
            run.begin(len(run.walks.queue), len(plans))
        count = len(plans)
        run.stack.arena[:count] = [s.copy() for _ in plans] if is_plain() else type(s).rows([s] * count)
        for turn in range(max(map(len, plans))):
            for i, plan in enumerate(plans):
                moves = plan[turn] if turn < len(plan) else ()
                run.stack.paths[i, : len(moves) + 1] = (len(moves), *moves)
            run.do(FOLLOW, count)
        found = run.stack.arena[:count]
        return list(found) if is_plain() else [type(s).from_row(state) for state in found]
