"""Devil's Square entered by hand: the field as it lies, and the draw pile as far as one knows it."""

from __future__ import annotations

from escapology.draw.scene import Card
from escapology.entry import Entered, Entry, Part, Piece
from escapology.games.devils_square.notation import card_text
from escapology.games.devils_square.rules import CARDS
from escapology.games.devils_square.words import COLOURS, ITEMS, card_words
from escapology.luck import Luck
from escapology.setting import Setting

__all__ = ["ENTRY", "PIECES"]


def _piece(card: int) -> Piece:
    text, number = card_text(card), str((card >> 2 & 3) + 1)
    drawn = Card(0, 0, 1, 1.4, text, number, ITEMS[card & 3], COLOURS[card >> 4])
    return Piece(text, card_words(card), drawn)


PIECES = tuple(tuple(_piece(card) for card in range(first, first + 8)) for first in range(0, CARDS, 8))


def _parts(setting: Setting) -> tuple[Part, ...]:
    how = "A card is its colour Y R G B, its number and its item K A S C: G3A is the green 3 with the axe."
    return (
        Part(
            name="field",
            title="The field",
            words=f"The sixteen cards that lie open, row by row. {how}",
            rows=tuple((f"Row {row}", 4) for row in range(1, 5)),
            pieces=PIECES,
            box="the deck",
        ),
        Part(
            name="pile",
            title="The draw pile",
            words="The cards face down, in the order in which they will be turned up.",
            rows=tuple((f"Cards {first} to {first + 7}", 8) for first in range(1, 49, 8)),
            pieces=PIECES,
            box="the deck",
            if_open="Those you leave open are shuffled: any order is as likely as any other.",
        ),
    )


def _complete(setting: Setting, entered: Entered, luck: Luck) -> str:
    cards = [*entered["field"], *entered["pile"]]
    left = [text for card in range(CARDS) if (text := card_text(card)) not in cards]
    luck.shuffle(left)
    return " ".join(card or left.pop() for card in cards)


ENTRY = Entry(_parts, _complete)
