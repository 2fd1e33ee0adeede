"""Devil's Square in words: cards, what a move does, and why a move is not legal."""

from typing import Final

from escapology.draw.scene import Emblem, Role
from escapology.games.devils_square.notation import MOVE, parse_space
from escapology.games.devils_square.rules import (
    BOOKS,
    CARDS,
    MOST_MOVES,
    SPACES,
    Deal,
    State,
    is_stuck,
    move_parts,
    moves,
    opens_space,
    won,
)
from escapology.protocol import Goal

__all__ = ["COLOURS", "ITEMS", "card_words", "fate", "goal", "rules", "why_not", "words"]

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


def goal(d: Deal, s: State) -> Goal:
    """What one is after, and how far one is."""
    return Goal("Clear away all the cards", f"{s.books} of {BOOKS} books out")


def fate(d: Deal, s: State) -> str:
    """What ended it."""
    if won(d, s):
        return f"All {BOOKS} books are out, and so are you."
    out = "no book is out" if not s.books else f"{s.books} of {BOOKS} books {'is' if s.books == 1 else 'are'} out"
    return f"No card can be moved any more, and {out}."


def rules(d: Deal, s: State) -> tuple[str, ...]:
    """The rules that matter now."""
    out = [0] * MOST_MOVES
    legal = out[: moves(d, s, out)]
    if not legal:
        return ("11",) if won(d, s) else ("12",)
    if is_stuck(d, s):
        return "13", "7"
    if any(s.height[target] + taken == 4 for _, taken, target in map(move_parts, legal)):
        return "8", "9"
    if not any(opens_space(s, move) for move in legal):
        return "7", "5"
    return ("10", "5") if s.drawn == CARDS - SPACES else ("4", "5")
