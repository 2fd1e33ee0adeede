"""What both maze games have on paper: two decks of cards, tokens, and tracks for turns, fatigue and tasks.

Cards are small, for seven by seven of them are to lie on a table.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import chain
from typing import Final

from escapology.document import Block, Cut, Heading, Laying, NewPage, Note, Picture, Pictures, Piece
from escapology.draw.scene import Box, Card, Item, Label, Role, Scene, Token
from escapology.games.pursuit.rules.cards import card_words
from escapology.games.pursuit.rules.state import MazeDeal
from escapology.games.pursuit.scene.picture import SUIT_EMBLEMS, playing_card

__all__ = ["cards", "movement", "pursuers", "shown", "token", "tokens", "tracks", "walls_alone"]

CARD: Final = (44.0, 63.0)
TOKEN: Final = 22.0  # the side of the square that a token is cut from
UNIT: Final = 20.0  # millimetres of a unit of the cards' pictures
INSET: Final = 0.08  # from the cut to the card's own edge
TRACK: Final = 10.0  # millimetres of a unit of the tracks
WIDE: Final = 17.2  # of the tracks, in units
PILES: Final = 8


def _lying() -> tuple[float, float, tuple[float, float], tuple[float, float]]:
    wide, high = CARD[0] / UNIT, CARD[1] / UNIT
    return wide, high, (INSET, INSET), (wide - 2 * INSET, high - 2 * INSET)


def _face(card: int) -> Scene:
    wide, high, corner, size = _lying()
    return Scene(wide, high, "Card", card_words(card), (playing_card(card, *corner, size),))


def _back(name: str) -> Scene:
    """A card's back, with the name of its deck."""
    wide, high, corner, size = _lying()
    across = 0.17 * len(name)
    items = (
        Card(*corner, *size, "", back=True),
        Box((wide - across) / 2, high - 0.72, across, 0.34, "white", "ink", 0.08),
        Label(wide / 2, high - 0.55, name, 0.22, "ink", bold=True),
    )
    return Scene(wide, high, "Card back", f"The back of a card of the {name} deck", items)


def cards(first: str = "maze") -> tuple[Block, ...]:
    """Two decks of 52; the backs say which is which."""
    decks = []
    for name in (first, "movement"):
        back = _back(name)
        decks.append(Cut(tuple(Piece(_face(card), back) for card in range(52)), *CARD, f"The {name} deck"))
    return tuple(decks)


def walls_alone(scene: Scene) -> Scene:
    """A small board without its cards: what is written on them could not be read, and they stay where they are."""
    return replace(scene, items=tuple(item for item in scene.items if not isinstance(item, Card)))


def shown(cards: Iterable[int]) -> tuple[Card, ...]:
    """Cards as a list of them has them."""
    return tuple(playing_card(card, 0, 0, (1, 1.4)) for card in cards)


def movement(d: MazeDeal) -> Laying:
    """The piles of movement cards."""
    piles = [shown(d.movement[6 * pile : 6 * pile + 6]) for pile in range(PILES)]
    return Laying(
        title="The movement cards",
        words="For each pile, lay its six cards face up in this order, each on the one before, and turn the whole pile "
        "over, so that the first card is on top. When you deal a pile out, the first three cards make the first column "
        "from the top down, the next two the second, and the last one the third.",
        rows=tuple((f"Pile {number}", cards) for number, cards in enumerate(piles, 1)),
        high=1.4,
        across=2,
    )


def token(words: str, front: Token, back: Token | None = None) -> Piece:
    """A token that shows the same on both sides, or something else on its back."""
    return Piece(Scene(1, 1, words, words, (front,)), Scene(1, 1, words, words, (back or front,)))


def pursuers(name: str) -> list[Piece]:
    """The four of them: on patrol, and alert on the other side."""
    return [
        token(
            f"The {name} of {emblem}s, on patrol; on the other side alert",
            Token(0.5, 0.55, 0.56, sign, emblem=emblem, role="blue", facing="n"),
            Token(0.5, 0.55, 0.56, f"{sign}!", emblem=emblem, role="danger", facing="n"),
        )
        for emblem, sign in zip(SUIT_EMBLEMS, "♠♥♣♦", strict=True)
    ]


def tokens(pieces: Sequence[Piece], words: str) -> tuple[Block, ...]:
    """These tokens and those that both games need: you, and markers for the tracks."""
    you = token("You", Token(0.5, 0.5, 0.8, "@", "pawn", role="green"))
    turn = token("The marker of the turn track", Token(0.5, 0.5, 0.7, "", emblem="sun", role="white"))
    tired = token("The marker of the fatigue track", Token(0.5, 0.5, 0.7, "", emblem="moon", role="white"))
    return (Cut((you, *pieces, turn, tired), TOKEN, TOKEN, words),)


def tracks(
    marked: Iterable[tuple[int, str]], tasks: Sequence[str], who: str, entering: Sequence[str]
) -> tuple[Block, ...]:
    """A page of tracks: what happens before some turns; places for task cards; when each pursuer enters."""
    return (
        NewPage(),
        Heading("Turns"),
        Pictures((Picture(_turns(dict(marked))),), TRACK),
        Note("The sun marks the turn. A turn is a column of its pile: three cards, then two, then one."),
        Heading("Fatigue"),
        Pictures((Picture(_fatigue()),), TRACK),
        Note(
            "The moon marks your fatigue. The bottom card of a column costs 1, the next 2, the third 3, never past 6. "
            "A rest takes 1 away."
        ),
        Heading("Task cards"),
        Pictures((Picture(_tasks(tasks)),), TRACK),
        Heading(who),
        Pictures((Picture(_entering(entering)),), TRACK),
    )


def _turns(marked: dict[int, str]) -> Scene:
    """The 24 turns, a column for each pile."""
    left, wide, high = 1.4, (WIDE - 1.4) / PILES, 1.3
    items: list[Item] = []
    for column, cards_of in enumerate(("3 cards", "2 cards", "1 card")):
        items.append(Label(left - 0.12, 0.6 + (column + 0.5) * high, cards_of, 0.28, "muted", "end"))
    for pile in range(PILES):
        x = left + pile * wide
        items.append(Label(x + wide / 2, 0.28, f"pile {pile + 1}", 0.28, "muted"))
        items += chain.from_iterable(
            _box(x, 0.6 + column * high, wide - 0.12, high - 0.12, str(3 * pile + column + 1), marked)
            for column in range(3)
        )
    return Scene(WIDE, 0.6 + 3 * high, "Turn track", "A track of 24 turns, three for each of eight piles", tuple(items))


def _box(x: float, y: float, wide: float, high: float, number: str, marked: dict[int, str]) -> Iterable[Item]:
    said = marked.get(int(number), "")
    yield Box(x, y, wide, high, "good" if said else "board", "ink", 0.12)
    yield Label(x + wide / 2, y + (0.42 if said else high / 2), number, 0.56, "ink", bold=True)
    if said:
        yield Label(x + wide / 2, y + high - 0.28, said, 0.26, "ink")


def _fatigue() -> Scene:
    wide = WIDE / 6
    items: list[Item] = []
    for number in range(1, 7):
        x = (number - 1) * wide
        role: Role = "danger" if number == 6 else "board"
        items.append(Box(x, 0.05, wide - 0.12, 2.2, role, "ink", 0.12))
        items.append(Token(x + (wide - 0.12) / 2, 0.95, 1.2, str(number), "die", role="white"))
        if number == 6:
            items.append(Label(x + (wide - 0.12) / 2, 1.9, "rest only", 0.34, "ink"))
    return Scene(WIDE, 2.3, "Fatigue track", "A track of fatigue from 1 to 6; at 6 you can only rest", tuple(items))


def _tasks(tasks: Sequence[str]) -> Scene:
    """Places for the task cards, side by side."""
    step = WIDE / len(tasks)
    wide, high = CARD[0] / TRACK + 0.2, CARD[1] / TRACK + 0.2
    items: list[Item] = []
    for place, words in enumerate(tasks):
        x = place * step + (step - wide) / 2
        items.append(Box(x, 0.05, wide, high, "board", "ink", 0.25, dashed=True))
        items += [
            Label(x + wide / 2, high / 2 + 0.5 * line, said, 0.36, "muted")
            for line, said in enumerate(words.split("|"))
        ]
    return Scene(WIDE, high + 0.1, "Places for the task cards", "Places for three task cards", tuple(items))


def _entering(words: Sequence[str]) -> Scene:
    """The four who look for you, each with what brings him."""
    step = WIDE / 4
    items: list[Item] = []
    for place, (emblem, sign, said) in enumerate(zip(SUIT_EMBLEMS, "♠♥♣♦", words, strict=True)):
        x = (place + 0.5) * step
        items.append(Token(x, 0.65, 1.1, sign, emblem=emblem, role="blue"))
        items.append(Label(x, 1.5, said, 0.32, "ink"))
    said = ", ".join(f"{sign} {words}" for sign, words in zip("♠♥♣♦", words, strict=True))
    return Scene(WIDE, 1.8, "Who enters when", said, tuple(items))
