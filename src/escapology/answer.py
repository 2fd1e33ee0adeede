"""Answers: what can be found out about a position, a move or a deal, as it is told to whoever has asked.

`solve/` finds them, `thinking/codec.py` sends them from one process to another, `wording/answers.py` says them.

A hint says how much it is worth, and an outlook whether a game can still be won (their *standing*).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

__all__ = [
    "Answer",
    "BestChance",
    "Cost",
    "Decision",
    "Failure",
    "FoundDeal",
    "Hint",
    "Kind",
    "Odds",
    "Outlook",
    "Printed",
    "WayOut",
    "Worth",
]

#: What can be asked: for a hint, by what the player may know or peeking; to be shown the way out; how near a game that
#: was won came to the shortest way; for the outlook of a play; whether a move is worth making; for a verdict; for a
#: deal that is as one wishes; for something on paper.
Kind = Literal["hint", "peek", "show", "near", "outlook", "worth", "verdict", "find", "print"]


@dataclass(frozen=True, slots=True)
class Hint:
    """A move, and how much the advice is worth.

    - proven: the move keeps a win that is certain
    - likely: it looks best by what the player may know; `share` is how often one wins from here who goes on following
      hints, as far as that was measured
    - lost: nothing wins any more, and that is certain; where a game has points, the move keeps the most of them
    - chance: where luck is still to come, the move has the best chance there is
    - heuristic: nothing is known; the move is a decent one, and has no figure
    """

    move: str
    standing: Literal["proven", "likely", "lost", "chance", "heuristic"]
    share: float | None = None  # likely, chance: of winning; None where nobody has measured what a rating means
    worlds: int = 0  # likely: over how many samples of what is hidden it was rated
    row: tuple[str, ...] = ()  # the move and those that are meant to follow it, as far as they are thought out
    points: int | None = None  # lost: the most that can still be made, where a game has points
    rating: float | None = None  # likely: how the move was rated, from 0 to 1, before that was compared with wins
    undecided: float = 0  # of the samples, how many were not decided; they count as half a win in the rating
    wins: bool = False  # proven: the move itself wins the game


@dataclass(frozen=True, slots=True)
class Cost:
    """The move of a game that cost the most chance, by what the player could know (`solve/costs.py`)."""

    number: int  # of the move, from 1
    move: str
    before: float  # how often one wins from there who follows hints; with dice, the chance of the best play …
    after: float  # … and behind the move, on average over all that could have turned up
    better: tuple[str, ...] = ()  # the moves that a hint would have named instead, up to the next choice


@dataclass(frozen=True, slots=True)
class Outlook:
    """Whether a game can still be won, or since when it can't, all that is hidden being known."""

    standing: Literal["won", "winnable", "lost", "never", "unknown"]
    number: int = 0  # lost: number of the losing move, from 1
    move: str = ""  # lost: that move
    better: tuple[str, ...] = ()  # lost: moves that would have won from there
    points: int | None = None  # lost, never: the most that can still be made, where a game has points and goes on
    costliest: Cost | None = None  # the move that cost the most chance, if one cost much and chances were measured


@dataclass(frozen=True, slots=True)
class Odds:
    """The outlook where luck is still to come."""

    share: float  # with which the best play wins
    standing: Literal["chance"] = "chance"
    costliest: Cost | None = None  # the move that cost the most of it, if one cost much


@dataclass(frozen=True, slots=True)
class WayOut:
    """The moves of a win, all that is hidden being known; where luck is still to come, the best move (`chance`)."""

    verdict: Literal["winnable", "unwinnable", "undecided", "chance"]
    moves: tuple[str, ...] = ()
    length: int = 0  # winnable: how long they are …
    pace: str = "move"  # … and in what that is counted
    is_shortest: bool = False  # winnable: no way is shorter, and that is proven
    taken: int = 0  # how long the player took, who has won


@dataclass(frozen=True, slots=True)
class Worth:
    """What a move is worth to one who could still win."""

    loses: bool  # it throws the win away


@dataclass(frozen=True, slots=True)
class Decision:
    """A verdict on a position."""

    deal: str  # the deal line
    verdict: Literal["winnable", "unwinnable", "undecided"]
    reason: str  # the proof of `unwinnable`, the limit of `undecided`; "" for `winnable`
    nodes: int  # positions looked at
    seconds: float
    record: str | None  # of a win
    points: int | None = None  # the most that can be made, where a game has points and somebody asked
    length: int | None = None  # of the win, in moves or turns as the game counts, if somebody asked for the shortest
    is_shortest: bool | None = None  # the same: whether it is proven that no win is shorter


@dataclass(frozen=True, slots=True)
class BestChance:
    """The same where luck is still to come."""

    deal: str  # the deal line
    moves: int  # made before
    chance: float  # of winning, with the best play
    move: str  # the best one; "" when the game is over
    chances: dict[str, float]  # after every move, best first
    states: int  # positions looked at
    seconds: float


@dataclass(frozen=True, slots=True)
class FoundDeal:
    """A deal that is as one wished."""

    seed: int
    tried: int  # deals looked at, this one included
    proven: bool  # it can be won: a solution was found and replayed
    level: int | None  # of difficulty, if one was asked for


@dataclass(frozen=True, slots=True)
class Failure:
    """Nothing was found out."""

    error: str  # why not
    retry_after: int | None = None  # in so many seconds it is worth asking again, if it was only a matter of too many


@dataclass(frozen=True, slots=True)
class Printed:
    """Something typeset."""

    pdf: str  # in base64, for answers are sent as text
    pages: int


Answer = Hint | Outlook | Odds | WayOut | Worth | Decision | BestChance | FoundDeal | Printed | Failure
