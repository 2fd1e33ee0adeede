"""What a player of Devil's Square goes by who doesn't look ahead."""

from typing import Final

from escapology.games.devils_square.rules import CARDS, MOST_MOVES, SPACES, Deal, State, moves

__all__ = ["at_least", "promise", "settles"]

_MANY: Final = 40  # moves; more make no difference


def promise(d: Deal, s: State) -> float:
    """How far the game has come, and how many moves there are: having some left is what keeps it going."""
    progress = s.drawn + s.books + sum(height == 0 for height in s.height)
    choice = min(moves(d, s, [0] * MOST_MOVES), _MANY)
    return (progress + choice / 10) / (CARDS + SPACES + 4)


def at_least(d: Deal, s: State) -> int:
    """A book takes three moves that put one pile on another, and none does more than that once."""
    return 48 - 3 * s.books - sum(max(0, height - 1) for height in s.height)


def settles(d: Deal, before: State, after: State) -> bool:
    """A space was opened; parts of piles can be moved to and fro."""
    return (
        after.drawn > before.drawn
        or after.books > before.books
        or sum(after.height) < sum(before.height)
        or (after.height.count(0) > before.height.count(0))
    )
