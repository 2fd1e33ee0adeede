"""How hard a deal is, from what can be measured about it.

lost     the share of games lost by quick players who know what a player may know: the game's own, many times over; for
         dice, twenty that play at random and sixty greedy ones; or a greedy bot, and one that imagines one world
first    the share of first choices that throw the win away, all that is hidden being known
narrow   the same share half way through a solution, or on average at several moments of it

    score = 1/2 lost + 1/5 first + 3/10 narrow                         from 0, a walk, to 1

A game of dice has no first choice that throws a win away; there the chance of losing with the best play takes the place
of the last two. The five levels divide the deals of a variant that can be won into fifths: where the bounds lie was
measured (`benchmarks/difficulty.py`, `docs/results/difficulty.md`) and stands in `FairPlay.yardstick`.

Everything is counted in worlds and positions, not in seconds, so a deal has the same score on every machine. The
players' luck is fixed; `luck` gives them another one, to see how much of a score is luck.
"""

from __future__ import annotations

import statistics
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final

from escapology.luck import Luck
from escapology.middle import play_move, read_move, start_state
from escapology.protocol import AnyGame, Deal, Struct, Yardstick
from escapology.solve import Limits, best_play, solver_of
from escapology.solve.bots import Bot, fair, greedy, play_game, random
from escapology.solve.choices import find_choices
from escapology.verdict import Effort

__all__ = ["Difficulty", "level_of", "measure"]


_LADDER: Final[tuple[Bot, ...]] = (greedy, partial(fair, effort=Effort(worlds=1)))
_DICE_LADDER: Final[tuple[Bot, ...]] = (random,) * 20 + (greedy,) * 60
_USUAL: Final[Yardstick[Deal]] = Yardstick(
    bounds=(("", (0.2, 0.4, 0.6, 0.8)),)
)  # for a game whose deals nobody has measured yet
_MOST_POSITIONS: Final = 40  # met while its choices are found
_MOST_CHOICES: Final = 8  # that are tried at one moment of a solution


@dataclass(frozen=True, slots=True)
class Difficulty:
    """What was measured about a deal, each from 0 to 1."""

    lost: float
    first: float
    narrow: float

    @property
    def score(self) -> float:
        """How hard it is."""
        return self.lost / 2 + self.first / 5 + self.narrow * 3 / 10


def level_of(game: AnyGame, variant: str, difficulty: Difficulty) -> int | None:
    """The level from 1 to 5, among deals of that variant; None if it has no levels."""
    bounds = game.fair.yardstick and game.fair.yardstick.bounds_of(variant)
    return 1 + sum(difficulty.score > bound for bound in bounds) if bounds else None


def measure(game: AnyGame, deal: Deal, solution: Sequence[str], luck: int = 0) -> Difficulty:
    """How hard a deal is that `solution` wins (for a game of dice, nothing); another luck tells how far that holds."""
    yardstick = game.fair.yardstick or _USUAL
    if game.facts.has_dice:
        risk = 1 - _best_chance(game, deal)
        return Difficulty(_lost(game, deal, _DICE_LADDER, luck), risk, risk)
    states = [start_state(game, deal)]
    for text in solution:
        states.append(play_move(game, deal, states[-1], read_move(game, deal, states[-1], text)))
    looked_at = [0, *(int(len(solution) * moment) for moment in yardstick.moments)]
    first, *narrow = (_thrown_away(game, deal, states[i], yardstick.nodes) for i in looked_at)
    lost = yardstick.lost(deal, luck) if yardstick.lost else _lost(game, deal, _LADDER, luck)
    return Difficulty(lost, first, statistics.fmean(narrow))


def _lost(game: AnyGame, deal: Deal, ladder: Sequence[Bot], luck: int) -> float:
    """The share of games that these bots lose."""
    lost = sum(not play_game(game, deal, bot, Luck(luck << 16 | i)).is_won for i, bot in enumerate(ladder))
    return lost / len(ladder)


def _thrown_away(game: AnyGame, deal: Deal, state: Struct, nodes: int) -> float:
    """The share of choices that throw the win away."""
    choices = find_choices(game, deal, state, _MOST_POSITIONS)
    choices = choices[:: 1 + (len(choices) - 1) // _MOST_CHOICES]
    solve = solver_of(game)
    lost = 0.0
    for choice in choices:
        verdict = solve(deal, choice.lead_from(game, deal, state), Limits(nodes=nodes)).verdict
        lost += {"winnable": 0.0, "undecided": 0.5, "unwinnable": 1.0}[verdict]
    return lost / len(choices)


_chances: dict[str, float] = {}


def _best_chance(game: AnyGame, deal: Deal) -> float:
    """The same for all dice; it takes seconds, so it is remembered."""
    state = start_state(game, deal)
    key = repr(game.knowledge.observe(deal, state))
    if key not in _chances:
        _chances[key] = best_play(game, deal, state).chance
    return _chances[key]
