"""Hints, and the outlook of a game: whether it can still be won, or which move lost it (`answer.py` says more)."""

from __future__ import annotations

import threading
from typing import Final, Literal

from escapology.answer import Hint, Odds, Outlook
from escapology.errors import IllegalMoveError
from escapology.luck import Luck
from escapology.middle import legal_texts
from escapology.protocol import AnyGame, Deal, Struct
from escapology.record import Record
from escapology.solve import Limits, best_play, most_points, solve
from escapology.solve.choices import find_choices
from escapology.solve.fair import judge

__all__ = ["find_outlook", "give_hint"]

_MOST_POSITIONS: Final = 1_000  # on the way to the next choices, where a position is lost


def give_hint(
    game: AnyGame, deal: Deal, state: Struct, *, peeks: bool = False, seconds: float = 1.0, seed: int = 1
) -> Hint:
    """The best move one can name within the time; a hint that `peeks` knows all that is hidden."""
    moves = list(legal_texts(game, deal, state))
    if not moves:
        raise IllegalMoveError(f"there is no move to hint at: the game is over ({game.notation.status(deal, state)})")
    if game.facts.has_dice:
        best = best_play(game, deal, state)
        return Hint(best.move, "chance", best.chance)
    if game.notation.status(deal, state) != "playing":  # it goes on, but leads nowhere, whatever is hidden
        return Hint(moves[0], "lost")
    if peeks or game.knowledge.hidden(deal, state) == 0:
        verdict = solve(game, deal, state, Limits(seconds=seconds))
        if verdict.verdict == "winnable":
            return Hint(verdict.moves[0], "proven", row=verdict.moves)
        if verdict.verdict == "unwinnable":
            return _keep_points(game, deal, state, Limits(seconds=seconds)) or Hint(moves[0], "lost")
        return Hint(moves[0], "heuristic")
    judged = judge(game, deal, state, Luck(seed), seconds=seconds)[0]
    texts = judged.choice.texts(game, *game.knowledge.observe(deal, state))
    if judged.is_certain:
        return Hint(texts[0], "proven", row=texts)
    standing: Literal["likely", "heuristic"] = "likely" if judged.share else "heuristic"
    return Hint(texts[0], standing, judged.share, judged.worlds, texts)


def _keep_points(game: AnyGame, deal: Deal, state: Struct, limits: Limits) -> Hint | None:
    """Where no win is left: what keeps the most points, if a game has them and they are found within the limits."""
    most = most_points(game, deal, state, limits)
    if most is None:
        return None
    choices = find_choices(game, deal, state, _MOST_POSITIONS)
    keep = (c for c in choices if most_points(game, deal, c.lead_from(game, deal, state), limits) == most)
    row = next(keep, choices[0]).texts(game, deal, state)  # none does if they are made already
    return Hint(row[0], "lost", row=row, points=most)


def find_outlook(record: Record, seconds: float = 10.0, stop: threading.Event | None = None) -> Outlook | Odds:
    """Whether it can still be won, or where the win was lost, all that is hidden being known; of dice, the chance.

    Once no win is left, none ever comes back: so the last position that can still be won is found by halving. Each
    position that is looked at may take so many seconds.
    """
    game, deal, states = record.game, record.deal, list(record.states())
    stop = stop or threading.Event()
    if game.facts.has_dice:
        return Odds(best_play(game, deal, states[-1]).chance)
    if game.rules.won(deal, states[-1]):
        return Outlook("won")
    first, last = 0, len(states) - 1
    points = None
    for number in (last, first):
        verdict = solve(game, deal, states[number], Limits(seconds=seconds, stop=stop)).verdict
        if verdict == "undecided":
            return Outlook("unknown")
        if number == last and verdict == "winnable":
            return Outlook("winnable")
        if number == last and game.notation.status(deal, states[last]) == "playing":
            points = most_points(game, deal, states[last], Limits(seconds=seconds, stop=stop))
        if number == first and verdict == "unwinnable":
            return Outlook("never", points=points)
    while last - first > 1:  # states[first] can be won, states[last] can't
        middle = (first + last) // 2
        verdict = solve(game, deal, states[middle], Limits(seconds=seconds, stop=stop)).verdict
        if verdict == "undecided":
            return Outlook("unknown")
        first, last = (middle, last) if verdict == "winnable" else (first, middle)
    winning = solve(game, deal, states[first], Limits(seconds=seconds, stop=stop)).moves
    return Outlook("lost", last, record.moves[first], winning, points)
