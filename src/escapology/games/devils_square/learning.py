"""What programs that learn Devil's Square see, do and are dealt.

To what can be done it makes no difference on which space a pile lies, so an observation says of every card where it
lies, and an action is a card that goes onto another one.
"""

from typing import Final

from escapology.games.devils_square.rules import BOOKS, CARDS, SPACES, Deal, State, move_parts
from escapology.luck import shuffle
from escapology.native import rule
from escapology.protocol import Actions, Array
from escapology.setting import Setting

__all__ = ["ACTIONS", "ARRAYS", "action_of", "deal", "encode", "forms"]

ACTIONS: Final = (
    Actions(
        "move",
        144,
        "a card of number 2, 3 or 4, with all that lies on it, goes onto a card of the next lower number "
        "of its colour "
        "and of another item: ((colour × 3 + number - 2) × 4 + item) × 3 + k, colours Y R G B and items "
        "K A S C counted "
        "from 0; k counts the three other items in that order",
    ),
)

HIDDEN: Final = 0
IN_A_BOOK: Final = 1
LOWEST: Final = 2
ON: Final = 3  # and the item of the card it lies on

ARRAYS: Final = (
    Array(
        "cards",
        (CARDS,),
        0,
        6,
        "where each card is, colour × 16 + (number - 1) × 4 + item: 0 in the draw pile, 1 in a book, 2 "
        "the lowest of a "
        "pile, 3 to 6 on the card of item K, A, S, C with the next lower number",
        is_kind=True,
    ),
    Array("books", (1,), 0, BOOKS, "books set aside"),
    Array("draw_pile", (1,), 0, CARDS - SPACES, "cards in the draw pile"),
)


@rule
def action_of(d: Deal, s: State, move: int) -> int:
    """The action that a legal move is."""
    source, taken, target = move_parts(move)
    lowest = s.pile[source][s.height[source] - taken]
    item = lowest & 3
    onto = s.pile[target][s.height[target] - 1] & 3
    colour = lowest >> 4
    number = lowest >> 2 & 3  # less one
    return ((colour * 3 + number - 1) * 4 + item) * 3 + (onto - 1 if onto > item else onto)


@rule
def encode(d: Deal, s: State, out: list[int]) -> None:
    """Where each card is."""
    seen = SPACES + s.drawn
    for card in range(CARDS):
        out[card] = HIDDEN
    for i in range(seen):
        out[d.deck[i]] = IN_A_BOOK
    for space in range(SPACES):
        if s.height[space] > 0:
            below = s.pile[space][0]
            out[below] = LOWEST
            for i in range(1, s.height[space]):
                card = s.pile[space][i]
                out[card] = ON + (below & 3)
                below = card
    out[CARDS] = s.books
    out[CARDS + 1] = CARDS - seen


@rule
def deal(d: Deal, luck: list[int]) -> None:
    """A shuffled deck."""
    for card in range(CARDS):
        d.deck[card] = card
    shuffle(luck, d.deck, CARDS)


def forms(setting: Setting) -> list[Deal]:
    """All deals are alike but for their decks."""
    return [Deal.blank(setting)]
