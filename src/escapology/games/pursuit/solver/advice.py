"""What to do this turn, for one who can't see the cards to come.

All that the turn can lead to is found by the search that solves the game (`kernel.py`), one node deep; its cards are
known. In worlds that look alike, each with the cards to come in another order, it is asked which of these positions can
be won: a turn is worth the share of worlds in which it leaves a win, and a little for how the position ranks, which
tells apart what wins alike. What ranks badly in the first worlds is not tried.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

from escapology.games.pursuit.solver.turns import Looker, TurnSearch, find_turns
from escapology.halving import halve
from escapology.verdict import Effort, Limits, Rated

__all__ = ["advise_turn"]

GLANCES: Final = 4  # worlds in which all turns are ranked
CHOICES: Final = 24  # turns that are tried in others
NODES: Final = 300  # to decide a position; what is not decided by then counts as half a win
UNDECIDED: Final = 0.5
PROMISE: Final = 0.15  # what the best rank weighs against a win
WORST: Final = 4_000  # in place of a rank, where no win is left

Turn = tuple[int, ...]  #: the moves of a turn


def advise_turn(search: TurnSearch, worlds: Iterator[tuple[Any, Any]], effort: Effort) -> list[Rated]:
    """Turns, the best first; none if there is no hope in the first worlds. `worlds` never end."""
    ranks: dict[Turn, list[int]] = {}
    for d, s in (next(worlds) for _ in range(GLANCES)):
        win, found = find_turns(search, d, s)
        if win:
            return [Rated(win, 1.0, 0)]
        for turn, rank in found.items():
            ranks.setdefault(turn, []).append(rank)
    turns = sorted(ranks, key=lambda turn: sum((ranks[turn] + [WORST] * GLANCES)[:GLANCES]))[:CHOICES]
    wins, undecided = [0.0] * len(turns), [0] * len(turns)
    looker = Looker(search)
    limits = Limits(nodes=NODES if effort.nodes is None else effort.nodes)
    ends: dict[str, list[Any]] = {}  # by what is known of a world: the cards to come have nothing to do with them

    def sample(alive: Sequence[int], _: int, count: int) -> Sequence[float]:
        worth = [0.0] * len(alive)
        for d, s in (next(worlds) for _ in range(count)):
            known = f"{d.task} {s!r}"
            if known not in ends:
                ends[known] = _ends(search, d, s, turns)
            looks = looker.look(d, [ends[known][turn] for turn in alive], limits)
            for i, look in enumerate(looks):
                wins[alive[i]] += look.win
                undecided[alive[i]] += look.win == UNDECIDED
                worth[i] += (look.win + PROMISE * look.promise) / (1 + PROMISE)
        return worth

    means = halve(len(turns), sample, effort, step=1)
    return [Rated(turns[i], wins[i] / samples, samples, undecided[i]) for i, _, samples in means]


def _ends(search: TurnSearch, d: Any, s: Any, turns: Sequence[Turn]) -> list[Any]:
    """Where turns lead to."""
    states = []
    for turn in turns:
        states.append(s.copy())
        for move in turn:
            search.play(d, states[-1], move)
    return states
