"""What to do this turn, for one who can't see the cards to come.

All that the turn can lead to is found as by the search that solves the game, one node deep; its cards are known. In
worlds that look alike, each with the cards to come in another order, it is asked which of these positions can be won:
a turn is worth the share of worlds in which it leaves a win, and a little for how the position ranks, which tells apart
what wins alike. What ranks badly in the first worlds is not tried.

The cards of the pile's other turns are known, too, and nothing new is learned before the next pile is dealt. So where
ranks are good enough to find them, whole plans up to there (`plans.py`) are compared, and a turn is worth as much as
the best plan that begins with it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

from escapology.games.pursuit.solver.plans import Follower, Plan, Planner, Turn, turns_known
from escapology.games.pursuit.solver.turns import Looker, TurnSearch
from escapology.halving import halve
from escapology.verdict import Effort, Limits, Rated

__all__ = ["advise_turn"]

GLANCES: Final = 4  # worlds in which all plans are ranked
TURNS: Final = 24  # that are tried in others …
PLANS: Final = 48  # … or plans of several
NODES: Final = 300  # to decide a position; what is not decided by then counts as half a win
UNDECIDED: Final = 0.5
PROMISE: Final = 0.15  # what the best rank weighs against a win
WORST: Final = 4_000  # in place of a rank, where no win is left


def advise_turn(search: TurnSearch, s: Any, worlds: Iterator[tuple[Any, Any]], effort: Effort) -> list[Rated]:
    """Turns, the best first; none if there is no hope in the first worlds. `worlds`, which look like `s`, never end."""
    planner = Planner(search, turns_known(s) if search.ranks_plans else 1)
    ranks: dict[Plan, list[int]] = {}
    for d, start in (next(worlds) for _ in range(GLANCES)):
        win, found = planner.find(d, start)
        if win:
            return [Rated(tuple(move for turn in win for move in turn), 1.0, 0)]
        for plan, rank in found.items():
            ranks.setdefault(plan, []).append(rank)
    most = TURNS if planner.turns == 1 else PLANS
    plans = sorted(ranks, key=lambda plan: sum((ranks[plan] + [WORST] * GLANCES)[:GLANCES]))[:most]
    wins, undecided = [0.0] * len(plans), [0] * len(plans)
    looker, follower = Looker(search), Follower(search)
    limits = Limits(nodes=NODES if effort.nodes is None else effort.nodes)
    ends: dict[str, list[Any]] = {}  # by what is known of a world: the cards to come have nothing to do with them

    def sample(alive: Sequence[int], _: int, count: int) -> Sequence[float]:
        worth = [0.0] * len(alive)
        for d, start in (next(worlds) for _ in range(count)):
            known = f"{d.task} {start!r}"
            if known not in ends:
                ends[known] = follower.follow(d, start, plans)
            looks = looker.look(d, [ends[known][plan] for plan in alive], limits)
            for i, look in enumerate(looks):
                wins[alive[i]] += look.win
                undecided[alive[i]] += look.win == UNDECIDED
                worth[i] += (look.win + PROMISE * look.promise) / (1 + PROMISE)
        return worth

    best: dict[Turn, Rated] = {}  # by the turn that is made
    for i, _, samples in halve(len(plans), sample, effort, step=1):
        turn = plans[i][0]
        best.setdefault(turn, Rated(turn, wins[i] / samples, samples, undecided[i]))
    return list(best.values())
