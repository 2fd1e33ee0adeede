"""The picture of Devil's Square: the field of fanned piles, the draw pile, and the books set aside.

  a    b    c    d
1 ▯    ▯    ▯    ▯     draw pile
2 ▯    ▯    ▯    ▯     books: a row of four for each colour
3 ▯    ▯    ▯    ▯
4 ▯    ▯    ▯    ▯
"""

from dataclasses import replace
from typing import Final

from escapology.draw.scene import Box, Card, Item, Label, Place, Role, Scene, Sign, Target
from escapology.games.devils_square.notation import card_text, move_text, pile_texts, space_text, status
from escapology.games.devils_square.rules import (
    BOOKS,
    MOST_MOVES,
    SPACES,
    Deal,
    State,
    move_parts,
    moves,
    score,
)
from escapology.games.devils_square.words import COLOURS, ITEMS, card_words, words

__all__ = ["aim", "scene"]

CARD_WIDTH: Final = 1.0
CARD_HEIGHT: Final = 1.4
FAN: Final = 0.36  # of a card that shows below the next one of its pile
LEFT, TOP = 0.55, 0.5  # where the field begins
ACROSS, DOWN = 1.25, 2.5  # from space to space
PANEL: Final = LEFT + 4 * ACROSS + 0.2  # where the draw pile and the books are
PILE, SHELF = "pile", "books"  # keys
NEWS: Final[dict[str, tuple[str, ...]]] = {  # what a status means, in short lines
    "playing": (),
    "stuck": ("Stuck: no space", "opens any more."),
    "over": ("No move is left.",),
    "won": ("You are free!",),
}


def _card(card: int, x: float, y: float, title: str) -> Card:
    return Card(
        x,
        y,
        CARD_WIDTH,
        CARD_HEIGHT,
        card_text(card),
        corner="1234"[card >> 2 & 3],
        emblem=ITEMS[card & 3],
        role=COLOURS[card >> 4],
        key=card_text(card),
        title=title,
    )


def _sign(card: int, words: str) -> Sign:
    return Sign((replace(_card(card, 0.17, 0.04, ""), width=0.66, height=0.92, key=""),), words)


_OPEN: Final = Box(0.17, 0.04, 0.66, 0.92, "space", "muted", 0.1, dashed=True)
LEGEND: Final = (
    _sign(0b10_10_01, "A card has a colour, a number from 1 to 4 and an item: here the green 3 axe."),
    *(_sign(item, f"The item {name}. No pile may have it twice.") for item, name in enumerate(ITEMS)),
    Sign((_OPEN,), "An open space. Nothing may be put there; only the draw pile fills it."),
    Sign(
        (Card(0.25, 0.155, 0.5, 0.69, "R", "R", role="red"),),
        "A finished book, by its colour: Y is yellow, R red, G green and B blue. Each is worth ten points.",
    ),
    Sign((Card(0.17, 0.04, 0.66, 0.92, "", back=True),), "The draw pile. Its next card fills every space that opens."),
)


def scene(d: Deal, s: State) -> Scene:
    """What the player sees."""
    items = _field(s) + _draw_pile(s) + _books(d, s) + _targets(d, s)
    places = tuple(Place(space_text(space), *_corner(space), CARD_WIDTH, DOWN) for space in range(SPACES))
    height = TOP + 4 * DOWN + 0.1
    prompt = "Put a card on another one." if status(d, s) == "playing" else ""
    return Scene(
        PANEL + 2.35, height, "Devil's Square", _description(d, s), tuple(items), 7.2, 2, (), places, prompt,
        pile=PILE, shelf=SHELF, legend=LEGEND,
    )  # fmt: skip


def _corner(space: int) -> tuple[float, float]:
    """The top left corner of a space."""
    return LEFT + space % 4 * ACROSS, TOP + space // 4 * DOWN


def _field(s: State) -> list[Item]:
    items: list[Item] = []
    for i in range(4):
        items.append(Label(LEFT + i * ACROSS + CARD_WIDTH / 2, 0.25, "abcd"[i], role="muted"))
        items.append(Label(0.25, TOP + i * DOWN + CARD_HEIGHT / 2, "1234"[i], role="muted"))
    for space in range(SPACES):
        x, y = _corner(space)
        if s.height[space] == 0:
            title = f"{space_text(space)}: an open space"
            items.append(Box(x, y, CARD_WIDTH, CARD_HEIGHT, "space", "muted", 0.1, dashed=True, title=title))
        for i, card in enumerate(s.pile[space][: s.height[space]]):
            title = f"{space_text(space)}: {card_words(card)}"
            items.append(_card(card, x, y + i * FAN, title))
    return items


def _draw_pile(s: State) -> list[Item]:
    left = 48 - s.drawn
    items: list[Item] = [Label(PANEL, 0.25, "Draw pile", role="muted", anchor="start")]
    if left:
        items.append(
            Card(PANEL, TOP, CARD_WIDTH, CARD_HEIGHT, "", back=True, key=PILE, title=f"{left} cards, face down")
        )
    else:
        items.append(Box(PANEL, TOP, CARD_WIDTH, CARD_HEIGHT, "space", "muted", 0.1, dashed=True, title="empty"))
    items.append(Label(PANEL + 1.2, TOP + 0.55, str(left), 0.5, anchor="start", bold=True))
    items.append(Label(PANEL + 1.2, TOP + 1.0, "left", 0.28, "muted", "start"))
    return items


def _books(d: Deal, s: State) -> list[Item]:
    """The books set aside, a row for each colour."""
    top = TOP + DOWN
    items: list[Item] = [Label(PANEL, top, f"Books: {s.books} of {BOOKS}", role="muted", anchor="start", key=SHELF)]
    for colour, count in enumerate(_books_by_colour(d, s)):
        name = COLOURS[colour]
        y = top + 0.5 + colour * 1.0
        for i in range(4):
            x = PANEL + i * 0.575
            if i < count:
                title = f"a {name} book"
                items.append(Card(x, y, 0.5, 0.69, "YRGB"[colour], "YRGB"[colour], role=name, title=title))
            else:
                items.append(Box(x, y, 0.5, 0.69, "space", name, 0.06, dashed=True))
    items.append(Label(PANEL, top + 4.9, f"{score(d, s)} points", 0.36, anchor="start", bold=True))
    for i, line in enumerate(NEWS[status(d, s)]):
        role: Role = "good" if s.books == BOOKS else "danger"
        items.append(Label(PANEL, top + 5.6 + 0.5 * i, line, 0.28, role, "start"))
    return items


def _books_by_colour(d: Deal, s: State) -> list[int]:
    """Cards that have left the deck and don't lie on the field are in books."""
    there = {card for space in range(SPACES) for card in s.pile[space][: s.height[space]]}
    gone = [card for card in d.deck[: SPACES + s.drawn] if card not in there]
    return [sum(card >> 4 == colour for card in gone) // 4 for colour in range(4)]


def _targets(d: Deal, s: State) -> list[Item]:
    items: list[Item] = []
    out = [0] * MOST_MOVES
    for move in out[: moves(d, s, out)]:
        source, taken, target = move_parts(move)
        x, y = _corner(target)
        lowest = s.pile[source][s.height[source] - taken]
        height = CARD_HEIGHT + (s.height[target] - 1) * FAN
        text = move_text(d, s, move)
        items.append(Target(x, y, CARD_WIDTH, height, text, words(d, s, move), source=card_text(lowest)))
    return items


def _description(d: Deal, s: State) -> str:
    piles = "; ".join(
        f"{space_text(space)} {', '.join(card_words(card) for card in s.pile[space][: s.height[space]]) or 'open'}"
        for space in range(SPACES)
    )
    news = " ".join(("", *NEWS[status(d, s)]))
    return (
        f"{s.books} of {BOOKS} books are out, {score(d, s)} points; {48 - s.drawn} cards are left in the draw pile."
        f"{news} Piles, bottom to top: {piles}."
    )


def aim(d: Deal, s: State, source: str, place: str) -> str:
    """The move one means who takes a card, and what lies on it, to a space."""
    for space in range(SPACES):
        if source in (pile := pile_texts(s, space)):
            return f"{space_text(space)}:{len(pile) - pile.index(source)}>{place}"
    return ""
