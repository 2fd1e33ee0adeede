"""Devil's Square in words: cards, what a move does, and why a move is not legal."""

from typing import Final

from escapology.draw.scene import Emblem, Role
from escapology.games.devils_square.notation import MOVE, parse_space
from escapology.games.devils_square.rules import Deal, State, move_parts

__all__ = ["COLOURS", "ITEMS", "card_words", "why_not", "words"]

COLOURS: Final[tuple[Role, ...]] = ("yellow", "red", "green", "blue")
ITEMS: Final[tuple[Emblem, ...]] = ("key", "axe", "shield", "coin")


def card_words(card: int) -> str:
    """A card as one would say it: "green 3 axe"."""
    return f"{COLOURS[card >> 4]} {(card >> 2 & 3) + 1} {ITEMS[card & 3]}"


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
