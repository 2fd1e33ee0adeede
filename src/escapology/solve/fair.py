"""Fair play: choosing a move by what the player knows, and nothing else.

A fair player can't see what is hidden, but can imagine it: `redraw` gives worlds that look just like this one, each as
likely as any other. In every imagined world each move is tried and the position behind it solved; a move is worth the
share of worlds in which it leaves a win. Moves that have fallen clearly behind are not tried in further worlds.

That is the best such sampling can do, not the best there is: it supposes that everything will be known from the next
move on, so it never pays for finding something out.
"""

from __future__ import annotations

import time
from dataclasses import dataclass

from escapology.game import Deal, Game, Struct
from escapology.luck import Luck
from escapology.middle import legal_texts, play_move
from escapology.solve import Limits, solve

__all__ = ["Judgement", "judge_moves"]

_FIRST_ROUND = 4  # worlds before any move is given up
_WORLD_SECONDS = 0.1  # for one position of one world; what is not decided by then counts as half a win


@dataclass(frozen=True, slots=True)
class Judgement:
    """What a move is worth, as far as it was tried."""

    move: str
    worlds: int  # in which it was tried
    wins: float  # of them, those in which a win is left behind it; half for each that was not decided

    @property
    def share(self) -> float:
        """Of worlds in which it leaves a win."""
        return self.wins / self.worlds if self.worlds else 0.0


def judge_moves(
    game: Game, deal: Deal, state: Struct, luck: Luck, seconds: float = 1.0, most_worlds: int = 1_000
) -> list[Judgement]:
    """Every legal move with its worth, the best first (of equals, the one tried in more worlds)."""
    seen = game.observe(deal, state)  # from here on nothing else is looked at
    tried = {text: [0, 0.0] for text in legal_texts(game, *seen)}
    alive = list(tried)
    end = time.monotonic() + seconds
    for world in range(most_worlds):
        if len(alive) < 2 or (world and time.monotonic() >= end):
            break
        dealt, standing = game.redraw(*seen, luck)
        legal = legal_texts(game, dealt, standing)
        for text in alive:
            tried[text][0] += 1
            tried[text][1] += _worth(game, dealt, play_move(game, dealt, standing, legal[text]))
        alive = _keep(alive, tried, world + 1)
    judged = [Judgement(text, int(worlds), wins) for text, (worlds, wins) in tried.items()]
    return sorted(judged, key=lambda judgement: (-judgement.worlds, -judgement.share))


def _worth(game: Game, deal: Deal, state: Struct) -> float:
    verdict = solve(game, deal, state, Limits(seconds=_WORLD_SECONDS)).verdict
    return {"winnable": 1.0, "undecided": 0.5, "unwinnable": 0.0}[verdict]


def _keep(alive: list[str], tried: dict[str, list[float]], worlds: int) -> list[str]:
    """The moves that are not clearly behind the best one: by more than chance makes likely."""
    if worlds < _FIRST_ROUND:
        return alive
    best = max(tried[text][1] for text in alive)
    return [text for text in alive if best - tried[text][1] <= 2 * worlds**0.5]
