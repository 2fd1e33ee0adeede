"""What a player of Devil's Square goes by who doesn't look ahead."""

from typing import Final

from escapology.games.devils_square.rules import CARDS, MOST_MOVES, SPACES, Deal, State, moves
from escapology.native import rule

__all__ = ["at_least", "glance", "promise", "settles"]

_MANY: Final = 40  # moves; more make no difference


def promise(d: Deal, s: State) -> float:
    """How far the game has come, and how many moves there are: having some left is what keeps it going."""
    return glance(d, s, [0] * MOST_MOVES)


@rule
def glance(d: Deal, s: State, out: list[int]) -> float:
    """The same, with room for the moves."""
    choice = min(moves(d, s, out), _MANY)
    return (s.drawn + s.books + _open_spaces(s) + choice / 10) / (CARDS + SPACES + 4)


@rule
def _open_spaces(s: State) -> int:
    count = 0
    for space in range(SPACES):
        count += s.height[space] == 0
    return count


def at_least(d: Deal, s: State) -> int:
    """A book takes three moves that put one pile on another, and none does more than that once."""
    return 48 - 3 * s.books - sum(max(0, height - 1) for height in s.height)


@rule
def settles(d: Deal, before: State, after: State) -> bool:
    """A space was opened; parts of piles can be moved to and fro."""
    return after.drawn > before.drawn or after.books > before.books or _open_spaces(after) > _open_spaces(before)
