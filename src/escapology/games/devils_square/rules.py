"""The rules of Devil's Square, in the order of RULES.md.

A card is a small number that holds colour, number and item:

    card = colour * 16 + (number - 1) * 4 + item       card >> 2 = colour and number together, its *rank* here

so a card of rank r lies on a card of rank r - 1 (a one lies on nothing). The sixteen spaces are numbered in reading
order, a1 = 0, b1 = 1 … d4 = 15.
"""

from typing import Final

from escapology.native import rule
from escapology.protocol import Deal as BaseDeal
from escapology.protocol import Struct, field

__all__ = [
    "BOOKS",
    "CARDS",
    "MOST_MOVES",
    "NO_CARD",
    "SPACES",
    "Deal",
    "State",
    "is_stuck",
    "move_parts",
    "moves",
    "opens_space",
    "play",
    "score",
    "start",
    "won",
]

CARDS: Final = 64
SPACES: Final = 16
BOOKS: Final = 16
MOST_MOVES: Final = 144  # 48 cards are no ones, and each has three cards of other items it could lie on
NO_CARD: Final = -1  # where no card lies, and a card the player has not seen


class Deal(BaseDeal):
    """The shuffled deck."""

    deck: list[int] = field("i1", CARDS)  # in the order the cards leave it: sixteen for the field, then the draw pile


class State(Struct):
    """A position."""

    drawn: int = field("i1")  # cards taken from the draw pile
    books: int = field("i1")  # books set aside
    height: list[int] = field("i1", SPACES)  # cards of the pile on each space, 0 = open space
    pile: list[list[int]] = field("i1", SPACES, 4)  # those cards, bottom first; what is above the height means nothing
    rank: list[int] = field("i1", SPACES)  # rank of the pile's top card (NO_CARD: open), so that moves are found fast
    items: list[int] = field("i1", SPACES)  # bit set of the items in the pile, for the same end


@rule
def start(d: Deal, s: State) -> None:
    """Rules 1 and 2: the first sixteen cards fill the field."""
    for space in range(SPACES):
        _lay_one(s, space, d.deck[space])


@rule
def moves(d: Deal, s: State, out: list[int]) -> int:
    """Rules 4 and 5: the top cards of a pile go onto another pile if the result is a pile by rule 3."""
    found = 0
    for source in range(SPACES):
        height = s.height[source]
        items = 0
        for taken in range(1, height + 1):
            lowest = s.pile[source][height - taken]
            items |= 1 << (lowest & 3)
            if lowest & 12 == 0:  # a one lies on nothing
                continue
            wanted = (lowest >> 2) - 1  # same colour, one number lower
            for target in range(SPACES):
                # (never the source itself: its top is one of the cards taken)
                if s.rank[target] == wanted and s.items[target] & items == 0:
                    out[found] = source << 8 | taken << 4 | target
                    found += 1
    return found


@rule
def move_parts(move: int) -> tuple[int, int, int]:
    """A move's source space, number of cards taken, and target space."""
    return move >> 8, move >> 4 & 15, move & 15


@rule
def play(d: Deal, s: State, move: int) -> None:
    """Rules 4 to 10: move the cards, set a book aside, and fill open spaces."""
    source, taken, target = move_parts(move)
    left = s.height[source] - taken
    height = s.height[target]
    for i in range(taken):
        card = s.pile[source][left + i]
        s.pile[target][height + i] = card
        s.items[source] ^= 1 << (card & 3)
        s.items[target] |= 1 << (card & 3)
    s.rank[target] += taken
    s.height[target] = height + taken
    s.height[source] = left
    if left > 0:  # rule 7: a part of a pile opens no space
        s.rank[source] = s.pile[source][left - 1] >> 2
    else:
        _fill(d, s, source)  # rules 6 and 9, DS1: first the space the cards left
    if height + taken == 4:  # rule 8: a book
        s.books += 1
        _fill(d, s, target)


@rule
def _fill(d: Deal, s: State, space: int) -> None:
    """Rules 9 and 10: an open space gets the next card of the draw pile, or stays open when there is none."""
    if s.drawn < CARDS - SPACES:
        _lay_one(s, space, d.deck[SPACES + s.drawn])
        s.drawn += 1
    else:
        s.height[space] = 0
        s.rank[space] = NO_CARD
        s.items[space] = 0


@rule
def _lay_one(s: State, space: int, card: int) -> None:
    """A single card becomes the pile on a space."""
    s.height[space] = 1
    s.pile[space][0] = card
    s.rank[space] = card >> 2
    s.items[space] = 1 << (card & 3)


@rule
def won(d: Deal, s: State) -> bool:
    """Rule 11: all books are out."""
    return s.books == BOOKS


@rule
def score(d: Deal, s: State) -> int:
    """Rule 11: ten points a book."""
    return 10 * s.books


@rule
def opens_space(s: State, move: int) -> bool:
    """Rules 6 to 8: whether a move takes a whole pile or completes a book."""
    source, taken, target = move_parts(move)
    return taken == s.height[source] or s.height[target] + taken == 4


def is_stuck(d: Deal, s: State) -> bool:
    """Rule 13: moves remain, but none ever opens a space again, whatever parts of piles are moved before (DS2)."""
    out = [0] * MOST_MOVES
    if moves(d, s, out) == 0:
        return False
    reached = {_piles(s)}
    waiting = [s]
    while waiting:
        here = waiting.pop()
        for move in out[: moves(d, here, out)]:
            if opens_space(here, move):
                return False
            after = here.copy()
            play(d, after, move)
            piles = _piles(after)
            if piles not in reached:
                reached.add(piles)
                waiting.append(after)
    return True


def _piles(s: State) -> frozenset[tuple[int, ...]]:
    """The piles, wherever they lie."""
    return frozenset(tuple(s.pile[space][: s.height[space]]) for space in range(SPACES) if s.height[space])
