"""Devil's Square on paper: its 64 cards, the order of a turn, and reference cards."""

from __future__ import annotations

from typing import Final

from escapology.document import Block, Cut, Laying, Piece, PieceSet, Printing, Words
from escapology.draw.scene import Card, Scene
from escapology.games.devils_square.entry import PIECES
from escapology.games.devils_square.notation import card_text, deal_text
from escapology.games.devils_square.rules import CARDS, Deal
from escapology.games.devils_square.words import COLOURS, ITEMS, card_words

__all__ = ["PRINTING"]

#: Poker size, as card sleeves have it.
WIDTH, HEIGHT = 63.0, 88.0
UNIT: Final = 20.0  # millimetres of a unit of the cards' pictures
INSET: Final = 0.1  # from the cut to the card's own edge, in units


def _card(card: int | None) -> Scene:
    """A card as it is printed; None is the back of any."""
    wide, high = WIDTH / UNIT, HEIGHT / UNIT
    lies = (INSET, INSET, wide - 2 * INSET, high - 2 * INSET)
    if card is None:
        return Scene(wide, high, "Card back", "The back of a card", (Card(*lies, "", back=True),))
    face = Card(*lies, card_text(card), corner="1234"[card >> 2 & 3], emblem=ITEMS[card & 3], role=COLOURS[card >> 4])
    return Scene(wide, high, "Card", f"The {card_words(card)}", (face,))


def _cards() -> tuple[Block, ...]:
    back = _card(None)
    return (Cut(tuple(Piece(_card(card), back) for card in range(CARDS)), WIDTH, HEIGHT, "The 64 cards"),)


def _deal(d: Deal) -> tuple[Laying, ...]:
    """The draw pile; the field is seen."""
    drawn = {piece.text: piece.item for row in PIECES for piece in row}
    pile = [drawn[text] for text in deal_text(d).split()[16:]]
    rows = ((f"{first + 1}–{first + 8}", tuple(pile[first : first + 8])) for first in range(0, len(pile), 8))
    return (
        Laying(
            title="The draw pile",
            words="Lay these 48 cards face up in this order, each on the one before. Then turn the whole pile over, so "
            "that the first card is on top.",
            rows=tuple(rows),
            high=1.4,
            across=2,
        ),
    )


def _turn() -> tuple[Words, ...]:
    return (
        "Carry a whole pile, or its top card or top two, onto another pile: one colour, numbers that go up one by "
        "one, no item twice.",
        "1, 2, 3 and 4 are a book: set it aside, ten points.",
        "Deal a card to each open space: the one where you took a whole pile, then the book's.",
        "No legal move left? The game is over. Sixteen books: you are free.",
    )


def _reference() -> tuple[tuple[str, tuple[Words, ...]], ...]:
    return (
        ("Piles", (
            "One colour. In grey, yellow is dotted, red striped, green wavy, blue plain.",
            "Numbers that go up one by one from bottom to top; it may begin with any number.",
            "No item twice: key, axe, shield, coin.",
            "A 1 can't be put on anything.",
            "1, 2, 3 and 4 are a book. It leaves at once: ten points.",
        )),
        ("Your move", (
            "Lift a whole pile, or its top card or top two. Put them, in the same order, on another pile, if what "
            "results is a pile.",
            "A whole pile opens its space, a part of one does not.",
            "Every open space gets the next card of the draw pile: first the one the cards came from, then the book's.",
            "Nothing is ever carried into an open space.",
            "Over: no legal move. Free: sixteen books, 160 points.",
        )),
    )  # fmt: skip


PRINTING: Final = Printing(
    pieces=(PieceSet("cards", "the 64 cards, with backs", _cards),),
    turn=_turn,
    cards=_reference,
    deal=_deal,
    board=lambda d: "Lay these sixteen cards face up, four by four.",
    reading="b2>a1 carries the whole pile on b2 onto the one on a1; b2:1>a1 only its top card, b2:2 its top two.",
    figures=(
        ("piles", "Four piles. (In grey, yellow is dotted, red striped, green wavy, blue plain.)"),
        ("no-piles", "None of these goes onto the green 2: same item, other colour, two higher."),
        ("book-before", "The red 4 makes a book."),
        ("book-after", "Two spaces were open, and got new cards."),
    ),
)
