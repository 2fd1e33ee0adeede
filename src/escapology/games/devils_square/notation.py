"""Devil's Square as text: deals, moves and states. The notation is described in RULES.md."""

import re
from typing import Final

from escapology.errors import DealError, shorten
from escapology.games.devils_square.rules import (
    CARDS,
    MOST_MOVES,
    NO_CARD,
    SPACES,
    Deal,
    State,
    is_stuck,
    move_parts,
    moves,
    won,
)
from escapology.luck import Luck
from escapology.setting import Setting

__all__ = [
    "MOVE",
    "card_text",
    "deal_cards",
    "deal_text",
    "move_text",
    "parse_card",
    "parse_deal",
    "parse_space",
    "pile_texts",
    "space_text",
    "state_text",
    "status",
    "tidy",
]

MOVE: Final = re.compile(r"(?P<source>[a-d][1-4])(?::(?P<taken>[1-4]))?>(?P<target>[a-d][1-4])")
_CARD: Final = re.compile("[YRGB][1-4][KASC]")


def parse_card(text: str) -> int:
    """Read `G3A`."""
    if not _CARD.fullmatch(text):
        raise DealError(f"{shorten(text)} is not a card: a card is a colour Y R G B, a number 1 to 4, an item K A S C")
    return "YRGB".index(text[0]) * 16 + (int(text[1]) - 1) * 4 + "KASC".index(text[2])


def card_text(card: int) -> str:
    """A card as `G3A`, one that is not known as `??`."""
    return "??" if card == NO_CARD else "YRGB"[card >> 4] + "1234"[card >> 2 & 3] + "KASC"[card & 3]


def parse_space(text: str) -> int:
    """Read `b2`."""
    return "1234".index(text[1]) * 4 + "abcd".index(text[0])


def space_text(space: int) -> str:
    """A space as `b2`."""
    return "abcd"[space % 4] + "1234"[space // 4]


def deal_cards(setting: Setting, luck: Luck) -> Deal:
    """A shuffled deck."""
    d = Deal.blank(setting)
    d.deck = list(range(CARDS))
    luck.shuffle(d.deck)
    return d


def parse_deal(setting: Setting, text: str) -> Deal:
    """Read the 64 cards."""
    cards: list[int] = []
    for place, word in enumerate(text.split(), 1):
        try:
            card = parse_card(word)
        except DealError as error:
            raise DealError(f"card {place}: {error}") from None
        if card in cards:
            raise DealError(f"card {place}: {word} appears twice (first as card {cards.index(card) + 1})")
        cards.append(card)
    if len(cards) != CARDS:
        raise DealError(f"there are {len(cards)} cards: a deal has {CARDS}, each once")
    d = Deal.blank(setting)
    d.deck = cards
    return d


def deal_text(d: Deal) -> str:
    """The 64 cards in the order they leave the deck."""
    return " ".join(card_text(card) for card in d.deck)


def move_text(d: Deal, s: State, move: int) -> str:
    """A move as `b2>a1`, or `b2:1>a1` when a part of a pile is taken."""
    source, taken, target = move_parts(move)
    part = "" if taken == s.height[source] else f":{taken}"
    return f"{space_text(source)}{part}>{space_text(target)}"


def tidy(d: Deal, s: State, text: str) -> str:
    """A whole pile is written without its height."""
    match = MOVE.fullmatch(text)
    if match and match["taken"] and int(match["taken"]) == s.height[parse_space(match["source"])]:
        return f"{match['source']}>{match['target']}"
    return text


def status(d: Deal, s: State) -> str:
    """Rules 11 to 13."""
    if won(d, s):
        return "won"
    if moves(d, s, [0] * MOST_MOVES) == 0:
        return "over"
    return "stuck" if is_stuck(d, s) else "playing"


def pile_texts(s: State, space: int) -> list[str]:
    """The cards of the pile on a space, bottom first."""
    return [card_text(card) for card in s.pile[space][: s.height[space]]]


def state_text(d: Deal, s: State) -> str:
    """The state line."""
    piles = " ".join(f"{space_text(space)}={','.join(pile_texts(s, space)) or '-'}" for space in range(SPACES))
    return f"books={s.books} drawn={s.drawn} {piles} status={status(d, s)}"
