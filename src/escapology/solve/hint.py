"""Hints, the status of a game in progress, and the move that lost a finished one.

A hint says how much it is worth (its *standing*):

- proven: the move keeps a win that is certain
- likely: of the worlds the player must reckon with, about this share is won after the move
- lost: nothing wins any more, and that is certain; where a game has points, the move keeps the most of them
- chance: where luck is still to come, the move has the best chance there is
- heuristic: nothing is known; the move is only as good as any other
"""

from __future__ import annotations

import threading
from dataclasses import dataclass
from typing import Final, Literal

from escapology.errors import IllegalMoveError, SettingError
from escapology.luck import Luck
from escapology.middle import legal_texts
from escapology.protocol import AnyGame, Deal, Struct
from escapology.record import Record
from escapology.solve import Limits, best_play, most_points, solve
from escapology.solve.choices import find_choices
from escapology.solve.fair import judge

__all__ = ["Blunder", "Hint", "find_blunder", "give_hint", "standing_words"]

_MOST_POSITIONS: Final = 1_000  # on the way to the next choices, where a position is lost


@dataclass(frozen=True, slots=True)
class Hint:
    """A move, and how much it is worth."""

    move: str
    standing: Literal["proven", "likely", "lost", "chance", "heuristic"]
    share: float | None = None  # likely: of worlds that are won after the move; chance: of winning
    worlds: int = 0  # likely: how many were tried
    row: tuple[str, ...] = ()  # the move and those that are meant to follow it, as far as they are thought out
    points: int | None = None  # lost: the most that can still be made, where a game has points

    def words(self) -> str:
        """What the advice is worth, as a line says it."""
        return {
            "proven": "proven: a win is left",
            "likely": f"likely: wins about {self.share or 0:.0%}, by {self.worlds} imagined worlds",
            "lost": f"nothing wins any more{_points_words(self.points)}",
            "heuristic": "nothing better is known",
            "chance": f"the best chance: {self.share or 0:.9f}",
        }[self.standing]


@dataclass(frozen=True, slots=True)
class Blunder:
    """Where a win was lost."""

    standing: Literal["won", "winnable", "lost", "never", "unknown"]
    number: int = 0  # lost: number of the losing move, from 1
    move: str = ""  # lost: that move
    better: tuple[str, ...] = ()  # lost: moves that would have won from there
    points: int | None = None  # lost, never: the most that can still be made, where a game has points and goes on

    def words(self) -> str:
        """How a finished game is told."""
        return {
            "won": "won",
            "winnable": "can still be won",
            "never": "could never be won",
            "unknown": "not known",
            "lost": f"lost by move {self.number}, {self.move}; {self.better[0] if self.better else ''} would have won",
        }[self.standing]


def standing_words(blunder: Blunder) -> str:
    """How a game in progress is told, without saying what would have won."""
    return {
        "won": "This game is won",
        "winnable": "This game can still be won",
        "never": "This deal could never be won",
        "unknown": "Whether this game can still be won is not known",
        "lost": f"This game is lost since move {blunder.number}, {blunder.move}",
    }[blunder.standing] + _points_words(blunder.points)


def _points_words(points: int | None) -> str:
    """What is left where no win is, if that is known."""
    return "" if points is None else f"; {points} points are the most that can still be made"


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


def find_blunder(record: Record, seconds: float = 10.0, stop: threading.Event | None = None) -> Blunder:
    """Where the win was lost, all that is hidden being known.

    Once no win is left, none ever comes back: so the last position that can still be won is found by halving. Each
    position that is looked at may take so many seconds.
    """
    game, deal, states = record.game, record.deal, list(record.states())
    stop = stop or threading.Event()
    if game.facts.has_dice:
        raise SettingError(
            f"{game.name} is a game of dice: no single move loses it; see `escapology solve` for chances"
        )
    if game.rules.won(deal, states[-1]):
        return Blunder("won")
    first, last = 0, len(states) - 1
    points = None
    for place in (last, first):
        verdict = solve(game, deal, states[place], Limits(seconds=seconds, stop=stop)).verdict
        if verdict == "undecided":
            return Blunder("unknown")
        if place == last and verdict == "winnable":
            return Blunder("winnable")
        if place == last and game.notation.status(deal, states[last]) == "playing":
            points = most_points(game, deal, states[last], Limits(seconds=seconds, stop=stop))
        if place == first and verdict == "unwinnable":
            return Blunder("never", points=points)
    while last - first > 1:  # states[first] can be won, states[last] can't
        middle = (first + last) // 2
        verdict = solve(game, deal, states[middle], Limits(seconds=seconds, stop=stop)).verdict
        if verdict == "undecided":
            return Blunder("unknown")
        first, last = (middle, last) if verdict == "winnable" else (first, middle)
    winning = solve(game, deal, states[first], Limits(seconds=seconds, stop=stop)).moves
    return Blunder("lost", last, record.moves[first], winning, points)
