"""Fair play: choosing by what the player knows, and nothing else.

A fair player can't see what is hidden, but can imagine it: `redraw` gives worlds that look just like this one, each as
likely as any other. In every imagined world each choice (`choices.py`) is followed, and the position behind it is
looked at: a choice is worth the share of worlds in which it leaves a win. Where that tells choices apart no longer, as
when all of them win, what a position promises decides.

Worlds are taken in rounds, each longer than the one before; after a round the better half of the choices goes on. So
most of the time is spent on those that are hard to tell apart.

It is the best such sampling can do, not the best there is: it supposes that everything will be known from the next
choice on, so it never pays for finding something out. Games where that matters say in `FairPlay.prospects` how likely a
win is to one who will not know, or have a search of their own (`FairPlay.advise`).
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import count

from escapology.luck import Luck
from escapology.middle import play_move
from escapology.protocol import AnyGame, Deal, Struct
from escapology.setting import Setting
from escapology.solve import Limits, make_ready, solver_of
from escapology.solve.breadth import find_look
from escapology.solve.choices import Choice, find_choices
from escapology.verdict import Effort, Prospect, Rated

__all__ = ["Judgement", "judge"]

_FIRST_ROUND = 3  # worlds
_LONGER = 1.6  # rounds become longer by that factor
_MOST_CHOICES = 80  # that are tried at all
_PROMISE = 0.15  # what all the promise there is weighs against a win
_ready: set[Setting] = set()  # settings for which a game's own prospects were asked for in this process
_WORTH = {"winnable": 1.0, "undecided": 0.5, "unwinnable": 0.0}


@dataclass(slots=True)
class Judgement:
    """What a choice is worth, as far as it was tried."""

    choice: Choice
    is_certain: bool = False  # it wins at once, whatever is hidden
    worlds: int = 0  # in which it was tried
    wins: float = 0.0  # of them, those in which a win is left behind it; half for each that was not decided
    undecided: float = 0.0  # of them, those that were not decided: half a win each
    promise: float = 0.0  # of the positions behind it, in all these worlds

    @property
    def share(self) -> float:
        """Of worlds in which it leaves a win."""
        return self.wins / self.worlds if self.worlds else 0.0

    @property
    def worth(self) -> float:
        """What choices are compared by."""
        return (self.wins + _PROMISE * self.promise) / self.worlds if self.worlds else 0.0


def judge(
    game: AnyGame,
    deal: Deal,
    state: Struct,
    luck: Luck,
    effort: Effort,
    *,
    avoid: Sequence[Struct] = (),
    rates_all: bool = False,
) -> list[Judgement]:
    """Every choice with its worth, the best first. At least one world is tried, however little time there is.

    A choice that wins at once needs no worlds, and the others are not looked at. Positions that are to be avoided must
    look like this one: nothing was seen since. A single choice is rated only if somebody wants to know its worth.
    """
    if game.fair.prospects is None and game.fair.advise is None:
        make_ready(game, deal, state)
    seen = game.knowledge.observe(deal, state)  # from here on nothing else is looked at
    avoid = [game.knowledge.observe(deal, other)[1] for other in avoid]
    if game.fair.advise and (advice := game.fair.advise(*seen, luck, effort)):
        fresh = [rated for rated in advice if not _leads_through(game, *seen, rated.moves, avoid)]
        return [_as_judgement(rated) for rated in fresh or advice]
    nodes = game.fair.nodes if effort.nodes is None else effort.nodes
    if game.fair.prospects and deal.setting not in _ready:  # have all it needs compiled and made before the clock runs
        _try(game, [Judgement(Choice(()))], *game.knowledge.redraw(*seen, Luck(0)), nodes)
        _ready.add(deal.setting)
    end = None if effort.seconds is None else time.monotonic() + effort.seconds
    judged = [Judgement(choice) for choice in _most_promising(game, *seen, avoid)]
    for judgement in judged:
        if judgement.choice.wins_for_certain(game, *seen):
            return [replace(judgement, is_certain=True, worlds=1, wins=1.0, promise=1.0)]
    alive = judged
    round_end = _FIRST_ROUND
    most = effort.worlds if len(judged) > 1 or rates_all else 1
    for world in count() if most is None else range(most):
        if world and end is not None and time.monotonic() >= end:
            break
        if world == round_end:
            alive = sorted(alive, key=lambda judgement: -judgement.worth)[: max(2, (len(alive) + 1) // 2)]
            round_end = int(round_end * _LONGER) + 1
        _try(game, alive, *game.knowledge.redraw(*seen, luck), nodes)
    return sorted(judged, key=lambda judgement: (-judgement.worlds, -judgement.worth))


def _leads_through(game: AnyGame, deal: Deal, state: Struct, moves: Sequence[int], positions: Sequence[Struct]) -> bool:
    """Whether these moves lead through one of these positions, their end included."""
    names = {repr(position) for position in positions}
    for move in moves if names else ():
        state = play_move(game, deal, state, move)
        if repr(state) in names:
            return True
    return False


def _as_judgement(rated: Rated) -> Judgement:
    worlds = max(rated.worlds, 1)
    return Judgement(
        Choice(rated.moves),
        is_certain=rated.worlds == 0,
        worlds=worlds,
        wins=rated.chance * worlds,
        undecided=rated.undecided,
    )


def _most_promising(game: AnyGame, deal: Deal, state: Struct, avoid: Sequence[Struct]) -> list[Choice]:
    """The choices, or if they are many, those that look best at a glance; what can be seen for nothing is seen."""
    looking = game.fair.looking
    if looking and (row := find_look(game, deal, state, avoid)):
        return [Choice(row, game.rules.won(deal, Choice(row).lead_from(game, deal, state)))]
    choices = find_choices(game, deal, state, avoid=avoid)
    if looking:
        found: dict[str, Choice] = {}
        for choice in choices:
            found.setdefault(repr(looking.class_of(deal, choice.lead_from(game, deal, state))), choice)
        choices = list(found.values())
    if len(choices) > _MOST_CHOICES:
        promise = {choice: game.fair.promise(deal, choice.lead_from(game, deal, state)) for choice in choices}
        choices = sorted(choices, key=lambda choice: -promise[choice])[:_MOST_CHOICES]
    return choices


def _try(game: AnyGame, judgements: Sequence[Judgement], deal: Deal, state: Struct, nodes: int) -> None:
    """Try choices in one more world, looking at so many nodes behind each."""
    states = [judgement.choice.lead_from(game, deal, state) for judgement in judgements]
    limits = Limits(nodes=nodes)
    look = game.fair.prospects(deal, states, limits) if game.fair.prospects else _look(game, deal, states, limits)
    for judgement, (win, promise) in zip(judgements, look, strict=True):
        judgement.worlds += 1
        judgement.wins += win
        judgement.undecided += win == 0.5
        judgement.promise += promise


def _look(game: AnyGame, deal: Deal, states: list[Struct], limits: Limits) -> list[Prospect]:
    """Whether positions can be won, and their promise."""
    found = []
    for state in states:
        limits.restart()
        verdict = solver_of(game)(deal, state, limits).verdict
        found.append(Prospect(_WORTH[verdict], game.fair.promise(deal, state)))
    return found
