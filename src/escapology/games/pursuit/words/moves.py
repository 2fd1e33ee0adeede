"""Moves of both games in words, and why one is not legal."""

from escapology.games.pursuit.rules.cards import SYMBOLS, card_words
from escapology.games.pursuit.rules.maze import DIRECTIONS, beside, space_of, space_text
from escapology.games.pursuit.rules.state import NOWHERE, TURN, VESSEL, WALK, MazeDeal, MazeState
from escapology.games.pursuit.rules.turn import (
    GO,
    REST,
    STOP,
    USE,
    can_step,
    column_size,
    lowest_card,
    movement_card,
)

__all__ = ["COMPASS", "place_words", "shared_why_not", "shared_words", "why_no_step", "why_not_use"]

COMPASS = ("north", "east", "south", "west")


def place_words(s: MazeState, x: int) -> str:
    """A space and its card: `c4 (♥7)`."""
    name = "the vessel" if x == VESSEL else space_text(x)
    return f"{name} ({card_words(s.card[x])})"


def shared_words(d: MazeDeal, s: MazeState, move: int) -> str:
    """A move that both games know, in words."""
    kind, argument = divmod(move, 64)
    if kind == GO:
        return f"Step {COMPASS[argument]} to {place_words(s, s.way[4 * s.you + argument])}"
    if kind == USE:
        cost = f"fatigue {s.fatigue} to {s.fatigue + argument}"
        return f"Walk by {card_words(movement_card(d, s.turn, argument))}, {cost}"
    if kind == STOP:
        return f"Stop on {place_words(s, s.you)}"
    if kind == REST:
        return f"Rest, and let them move by {card_words(lowest_card(d, s.turn))}"
    return ""


def shared_why_not(d: MazeDeal, s: MazeState, text: str) -> str:
    """Why a move that both games know is not legal here; "" for others."""
    word, _, argument = text.partition(" ")
    if word == "use":
        return why_not_use(d, s, int(argument))
    if text in DIRECTIONS:
        return why_no_step(s, DIRECTIONS.index(text))
    if text == "stop":
        return "you have not made a step" if s.phase == WALK else "you are not walking"
    if text == "rest":
        return "you are in the course of a walk" if s.phase == WALK else "no turn has begun"
    return ""


def why_not_use(d: MazeDeal, s: MazeState, position: int) -> str:
    """Why that card of the column can't be used."""
    if s.phase == WALK:
        return "you already walk by a card"
    if s.phase != TURN:
        return "no turn has begun"
    size = column_size(s.turn)
    if position > size:
        return f"this column has only {size} card{'s' if size > 1 else ''}"
    if s.fatigue == 6:
        return "at fatigue 6 you can only rest"
    if s.fatigue + position > 6:
        card = card_words(movement_card(d, s.turn, position))
        return f"{card} would lift your fatigue from {s.fatigue} over 6"
    return "you can't make a step: every way is closed or a pursuer stands there"


def why_no_step(s: MazeState, direction: int) -> str:
    """Why you can't step that way."""
    if s.phase != WALK:
        return "choose a movement card first" if s.phase == TURN else "you are not walking"
    x = s.way[4 * s.you + direction]
    if x == NOWHERE:
        beyond = beside(s.you, direction)
        if beyond != NOWHERE and s.there >> beyond & 1:
            return f"there is a wall between {space_text(s.you)} and {space_text(beyond)}"
        return f"there is nothing {COMPASS[direction]} of {space_text(s.you)}"
    if x == VESSEL:
        return "that is the vessel: board it"
    if s.walked >> x & 1:
        return f"you have been on {space_text(x)} in this walk"
    assert not can_step(s, direction)
    return f"a pursuer stands on {space_text(x)}: {who_is_on(s, x)}"


def who_is_on(s: MazeState, x: int) -> str:
    """The pursuers on a space."""
    return " ".join(SYMBOLS[p] for p in range(s.pursuers) if s.at[p] == x)


def space_in(text: str) -> int:
    """The space a move names, as in `enter a7`."""
    return space_of(text.partition(" ")[2])
