"""Which positions are the same, for the search that is made from the rules."""

from escapology.games.devils_square.rules import SPACES, Deal, State
from escapology.native import rule

__all__ = ["canonical"]


@rule
def canonical(d: Deal, s: State, bag: list[int]) -> int:
    """The piles, wherever they lie, the cards drawn and the books."""
    for space in range(SPACES):
        word = 0
        for i in range(s.height[space]):
            word = word << 7 | 64 | s.pile[space][i]
        bag[space] = word
    bag[SPACES] = 1 << 40 | s.drawn << 8 | s.books
    return SPACES + 1
