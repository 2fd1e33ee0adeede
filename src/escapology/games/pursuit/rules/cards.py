"""Playing cards as numbers: 13 to a suit, the suits in the order of the circle ♠ ♥ ♣ ♦.

    card    0  1  2 …  9 10 11 12   13 14 …
           ♠A ♠2 ♠3 … ♠T ♠J ♠Q ♠K   ♥A ♥2 …

So a pursuer's number is his suit, and the suit of the same colour is two further on.
"""

from typing import Final

from escapology.native import rule

__all__ = [
    "ACE",
    "KING",
    "NO_CARD",
    "QUEEN",
    "RANKS",
    "SUITS",
    "card_text",
    "card_words",
    "colour_of",
    "distance_value",
    "is_number",
    "parse_card",
    "preference",
    "rank_of",
    "suit_of",
]

RANKS: Final = "A23456789TJQK"
SUITS: Final = "SHCD"
SYMBOLS: Final = "♠♥♣♦"
ACE: Final = 0
TEN: Final = 9
QUEEN: Final = 11
KING: Final = 12
NO_CARD: Final = -1  # none there, or the player has not seen it


@rule
def suit_of(card: int) -> int:
    """Its place in the circle of suits."""
    return card // 13


@rule
def rank_of(card: int) -> int:
    """Its place in the order of ranks, ace lowest."""
    return card % 13


@rule
def colour_of(card: int) -> int:
    """0 for black, 1 for red."""
    return card // 13 & 1


@rule
def is_number(card: int) -> bool:
    """Whether it is a 2 to 10."""
    return ACE < card % 13 <= TEN


@rule
def distance_value(card: int) -> int:
    """What stops a walk: ace 1, numbers as shown, all pictures 11."""
    rank = card % 13
    return rank + 1 if rank <= TEN else 11


@rule
def preference(card: int, first: int) -> int:
    """How much a card is preferred when the preference starts at suit `first`: the more, the higher."""
    return 13 * (3 - (card // 13 - first & 3)) + card % 13


def card_text(card: int) -> str:
    """`TS`, and `-` for none."""
    return "-" if card == NO_CARD else RANKS[card % 13] + SUITS[card // 13]


def card_words(card: int) -> str:
    """`♠10`, as people read it."""
    return SYMBOLS[card // 13] + RANKS[card % 13].replace("T", "10")


def parse_card(text: str) -> int:
    """The card that is written so; NO_CARD if it is none."""
    if len(text) != 2 or text[0] not in RANKS or text[1] not in SUITS:
        return NO_CARD
    return 13 * SUITS.index(text[1]) + RANKS.index(text[0])
