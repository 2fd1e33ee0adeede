"""Devil's Square as text, and what its player knows. Notation and hidden information are described in RULES.md."""

import re
from typing import Final

from escapology.draw.scene import Emblem, Role
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
    "COLOURS",
    "ITEMS",
    "MOVE",
    "card_text",
    "card_words",
    "deal_cards",
    "deal_text",
    "hidden",
    "move_text",
    "observe",
    "parse_card",
    "parse_deal",
    "pile_texts",
    "redraw",
    "reveals",
    "space_text",
    "state_text",
    "status",
    "tidy",
    "why_not",
    "words",
]

COLOURS: Final[tuple[Role, ...]] = ("yellow", "red", "green", "blue")
ITEMS: Final[tuple[Emblem, ...]] = ("key", "axe", "shield", "coin")
MOVE: Final = re.compile(r"(?P<source>[a-d][1-4])(?::(?P<taken>[1-4]))?>(?P<target>[a-d][1-4])")
_CARD: Final = re.compile("[YRGB][1-4][KASC]")


def parse_card(text: str) -> int:
    """Read `G3A`."""
    if not _CARD.fullmatch(text):
        raise DealError(f"{shorten(text)} is no card: a card is a colour Y R G B, a number 1 to 4, an item K A S C")
    return "YRGB".index(text[0]) * 16 + (int(text[1]) - 1) * 4 + "KASC".index(text[2])


def card_text(card: int) -> str:
    """A card as `G3A`, one that is not known as `??`."""
    return "??" if card == NO_CARD else "YRGB"[card >> 4] + "1234"[card >> 2 & 3] + "KASC"[card & 3]


def card_words(card: int) -> str:
    """A card as one would say it: "green 3 axe"."""
    return f"{COLOURS[card >> 4]} {(card >> 2 & 3) + 1} {ITEMS[card & 3]}"


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
            raise DealError(f"card {place}: {word} is there twice (first as card {cards.index(card) + 1})")
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
    """Rule 6."""
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


def words(d: Deal, s: State, move: int) -> str:
    """The move, as one would say it."""
    source, taken, target = move_parts(move)
    height = s.height[source]
    cards = s.pile[source][height - taken : height]
    what = f"the {card_words(cards[0])}" if taken == 1 else f"the {taken} cards from the {card_words(cards[0])} up"
    book = ", which completes a book" if s.height[target] + taken == 4 else ""
    return f"Put {what} on the {card_words(s.pile[target][s.height[target] - 1])}{book}"


def why_not(d: Deal, s: State, text: str) -> str:
    """Why a well-formed move is not legal."""
    match = MOVE.fullmatch(text)
    assert match
    source, target = parse_space(match["source"]), parse_space(match["target"])
    height = s.height[source]
    taken = int(match["taken"] or height)
    if height == 0:
        return f"{match['source']} is an open space"
    if source == target:
        return "a pile can't go onto itself"
    if s.height[target] == 0:
        return f"{match['target']} is an open space, and nothing may be moved into one"
    if taken > height:
        return f"the pile on {match['source']} has only {height} card{'s' * (height > 1)}"
    lowest, top = s.pile[source][height - taken], s.pile[target][s.height[target] - 1]
    if lowest >> 4 != top >> 4:
        return f"the {card_words(lowest)} and the {card_words(top)} differ in colour"
    number = (lowest >> 2 & 3) + 1
    if number == 1:
        return "a 1 lies on nothing"
    if lowest >> 2 != (top >> 2) + 1:
        return f"a {number} goes onto a {number - 1}, not onto a {(top >> 2 & 3) + 1}"
    there = {card & 3 for card in s.pile[target][: s.height[target]]}
    twice = next(card & 3 for card in s.pile[source][height - taken : height] if card & 3 in there)
    return f"the pile would have two {ITEMS[twice]}s"


def aim(d: Deal, s: State, source: str, place: str) -> str:
    """The move one means who takes a card, and what lies on it, to a space."""
    for space in range(SPACES):
        if source in (pile := pile_texts(s, space)):
            return f"{space_text(space)}:{len(pile) - pile.index(source)}>{place}"
    return ""


def hidden(d: Deal, s: State) -> int:
    """Cards still in the draw pile."""
    return CARDS - SPACES - s.drawn


def reveals(d: Deal, before: State, after: State) -> bool:
    """Whether a card was dealt from the draw pile."""
    return hidden(d, after) < hidden(d, before)


def observe(d: Deal, s: State) -> tuple[Deal, State]:
    """The draw pile is blanked out."""
    seen = d.copy()
    first = SPACES + s.drawn
    seen.deck[first:] = [NO_CARD] * (CARDS - first)
    return seen, s.copy()


def redraw(d: Deal, s: State, luck: Luck) -> tuple[Deal, State]:
    """The draw pile in any order: the cards that have not been seen yet."""
    world = d.copy()
    first = SPACES + s.drawn
    unseen = sorted(set(range(CARDS)).difference(d.deck[:first]))
    luck.shuffle(unseen)
    world.deck[first:] = unseen
    return world, s.copy()
