"""Blank in words: what a move does, and why a move is not legal."""

from escapology.games.blank.rules import CLIMB, Deal, State, won
from escapology.protocol import Goal

__all__ = ["fate", "goal", "rules", "why_not", "words"]


def words(d: Deal, s: State, move: int) -> str:
    """The move, as one would say it."""
    return f"{'Climb onto' if move == CLIMB else 'Skip'} the {d.pile[s.top]}"


def why_not(d: Deal, s: State, text: str) -> str:
    """Why a well-formed move is not legal."""
    if text == "skip":
        return f"{d.skips} cards are skipped already, and no more may be"
    return f"the {d.pile[s.top]} is lower than the {s.on} you stand on"


def goal(d: Deal, s: State) -> Goal:
    """What one is after, and how far one is."""
    return Goal("Climb out of the hole", f"{s.climbed} of {d.goal} climbs made")


def fate(d: Deal, s: State) -> str:
    """What ended it."""
    if won(d, s):
        return "You climbed out of the hole."
    return f"There is nothing left to climb onto: {s.climbed} of {d.goal} climbs were made."


def rules(d: Deal, s: State) -> tuple[str, ...]:
    """The rules that matter now."""
    return ("3",) if won(d, s) or s.top == d.size else ("2",)
