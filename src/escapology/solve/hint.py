"""Hints, the status of a game in progress, and the move that lost a finished one.

A hint says how much it is worth (its *standing*):

- proven: the move keeps a win that is certain
- likely: of the worlds the player must reckon with, this share is won after the move
- lost: nothing wins any more, and that is certain
- chance: where luck is still to come, the move has the best chance there is
- heuristic: nothing is known; the move is only as good as any other
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from escapology.errors import IllegalMoveError, SettingError
from escapology.game import Deal, Game, Struct
from escapology.luck import Luck
from escapology.middle import legal_texts
from escapology.record import Record
from escapology.solve import Limits, solve
from escapology.solve.fair import judge

__all__ = ["Blunder", "Hint", "find_blunder", "give_hint"]


@dataclass(frozen=True, slots=True)
class Hint:
    """A move, and how much it is worth."""

    move: str
    standing: Literal["proven", "likely", "lost", "chance", "heuristic"]
    share: float | None = None  # likely: of worlds in which the move leaves a win; chance: of winning
    worlds: int = 0  # likely: how many were tried
    row: tuple[str, ...] = ()  # the move and those that are meant to follow it, as far as they are thought out


@dataclass(frozen=True, slots=True)
class Blunder:
    """Where a win was lost."""

    standing: Literal["won", "winnable", "lost", "never", "unknown"]
    number: int = 0  # lost: number of the losing move, from 1
    move: str = ""  # lost: that move
    better: tuple[str, ...] = ()  # lost: moves that would have won from there


def give_hint(
    game: Game, deal: Deal, state: Struct, *, peeks: bool = False, seconds: float = 1.0, seed: int = 1
) -> Hint:
    """The best move one can name within the time; a hint that `peeks` knows all that is hidden."""
    moves = list(legal_texts(game, deal, state))
    if not moves:
        raise IllegalMoveError(f"there is no move to hint at: the game is over ({game.status(deal, state)})")
    if game.optimum is not None:
        best = game.optimum(deal, state)
        return Hint(best.move, "chance", best.chance)
    if peeks or game.hidden(deal, state) == 0:
        verdict = solve(game, deal, state, Limits(seconds=seconds))
        if verdict.verdict == "winnable":
            return Hint(verdict.moves[0], "proven", row=verdict.moves)
        return Hint(moves[0], "lost" if verdict.verdict == "unwinnable" else "heuristic")
    best = judge(game, deal, state, Luck(seed), seconds=seconds)[0]
    texts = best.choice.texts(game, *game.observe(deal, state))
    if best.share == 0:
        return Hint(texts[0], "heuristic", 0.0, best.worlds, texts)
    return Hint(texts[0], "likely", best.share, best.worlds, texts)


def find_blunder(record: Record, limits_seconds: float = 10.0) -> Blunder:
    """Where the win was lost, all that is hidden being known.

    Once no win is left, none ever comes back: so the last position that can still be won is found by halving.
    """
    game, deal, states = record.game, record.deal, list(record.states())
    if game.optimum is not None:
        raise SettingError(
            f"{game.name} is a game of dice: no single move loses it; see `escapology solve` for chances"
        )
    if game.won(deal, states[-1]):
        return Blunder("won")
    first, last = 0, len(states) - 1
    for place in (last, first):
        verdict = solve(game, deal, states[place], Limits(seconds=limits_seconds)).verdict
        if verdict == "undecided":
            return Blunder("unknown")
        if place == last and verdict == "winnable":
            return Blunder("winnable")
        if place == first and verdict == "unwinnable":
            return Blunder("never")
    while last - first > 1:  # states[first] can be won, states[last] can't
        middle = (first + last) // 2
        verdict = solve(game, deal, states[middle], Limits(seconds=limits_seconds)).verdict
        if verdict == "undecided":
            return Blunder("unknown")
        first, last = (middle, last) if verdict == "winnable" else (first, middle)
    winning = solve(game, deal, states[first], Limits(seconds=limits_seconds)).moves
    return Blunder("lost", last, record.moves[first], winning)
