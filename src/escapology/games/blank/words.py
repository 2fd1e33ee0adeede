"""Blank in words: what a move does, and why a move is not legal."""

from escapology.games.blank.rules import CLIMB, Deal, State

__all__ = ["why_not", "words"]


def words(d: Deal, s: State, move: int) -> str:
    """The move, as one would say it."""
    return f"{'Climb onto' if move == CLIMB else 'Skip'} the {d.pile[s.top]}"


def why_not(d: Deal, s: State, text: str) -> str:
    """Why a well-formed move is not legal."""
    if text == "skip":
        return f"{d.skips} cards are skipped already, and no more may be"
    return f"the {d.pile[s.top]} is lower than the {s.on} you stand on"
