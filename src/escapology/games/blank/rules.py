"""The rules of Blank, in the order of RULES.md."""

from typing import Final

from escapology.native import rule
from escapology.protocol import Deal as BaseDeal
from escapology.protocol import Struct, field

__all__ = [
    "CLIMB",
    "MOST_MOVES",
    "SKIP",
    "Deal",
    "State",
    "moves",
    "play",
    "score",
    "start",
    "won",
]

CLIMB: Final = 0
SKIP: Final = 1
MOST_MOVES: Final = 2
UNKNOWN: Final = 0  # a card the player has not seen


class Deal(BaseDeal):
    """The shuffled pile."""

    pile: list[int] = field("i1", 9)  # the cards, top first
    size: int = field("i1")  # how many they are
    goal: int = field("i1")  # climbs that lead out
    skips: int = field("i1")  # BL1: cards that may be skipped


class State(Struct):
    """A position."""

    top: int = field("i1")  # place in the pile of the card that is face up
    on: int = field("i1")  # the card one stands on, 0 = the ground
    climbed: int = field("i1")  # climbs so far
    skipped: int = field("i1")  # skips so far


@rule
def start(d: Deal, s: State) -> None:
    """Rule 1: the top card is turned over; a state of zeros is just that."""


@rule
def moves(d: Deal, s: State, out: list[int]) -> int:
    """Rule 2."""
    n = 0
    if won(d, s) or s.top == d.size:
        return n
    if d.pile[s.top] > s.on:
        out[n] = CLIMB
        n += 1
    if s.skipped < d.skips:  # BL1
        out[n] = SKIP
        n += 1
    return n


@rule
def play(d: Deal, s: State, move: int) -> None:
    """Rule 2."""
    if move == CLIMB:
        s.on = d.pile[s.top]
        s.climbed += 1
    else:
        s.skipped += 1
    s.top += 1


@rule
def won(d: Deal, s: State) -> bool:
    """Rule 3."""
    return s.climbed == d.goal


@rule
def score(d: Deal, s: State) -> int:
    """One point for getting out."""
    return 1 if won(d, s) else 0
