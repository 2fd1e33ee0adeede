"""Kidnap Machine in words: what a move is, why another is not legal, and the whole position."""

from typing import Final

from escapology.games.kidnap_machine.notation import house_in, odds, square_text, walk_to
from escapology.games.kidnap_machine.rules import (
    BLANK,
    GOAL,
    NOWHERE,
    PLAYING,
    Deal,
    State,
    beside,
    is_in_view,
    move_parts,
)

__all__ = ["WAY_NAMES", "describe", "enemy_name", "odds_words", "outcome_words", "turn_words", "why_not", "words"]

WAY_NAMES: Final = ("north", "east", "south", "west")
_OUTCOMES: Final = ("", "Out: won", "Caught", "Too late")


def odds_words(d: Deal, number: int) -> str:
    """The chance to leave a square of that number: "5 in 6"."""
    return f"{odds(d, number)} in 6"


def words(d: Deal, s: State, move: int) -> str:
    """The move, as one would say it."""
    end, way = move_parts(move)
    walk = walk_to(d, s, end)
    if s.number[end] == GOAL:
        return f"Walk to the goal on {square_text(d, end)}: out"
    if way < 0:
        return f"Walk to {square_text(d, end)}" if walk else "Wait"
    target = square_text(d, beside(d, end, way))
    start = f"Walk to {square_text(d, end)} and investigate" if walk else "Investigate"
    return f"{start} {target} ({odds_words(d, s.number[end])})"


def why_not(d: Deal, s: State, text: str) -> str:
    """Why a well-formed move is not legal."""
    here = s.you
    for name in text.split():
        square = _square(d, name.removeprefix("?"))
        if square == NOWHERE:
            return f"{name.removeprefix('?')} is off the board"
        if s.number[here] == GOAL and here != s.you:
            return f"the game is won on {square_text(d, here)}, so the walk ends there"
        if square not in [beside(d, here, way) for way in range(4)]:
            return f"{name.removeprefix('?')} is not next to {square_text(d, here)}"
        if square == s.enemy:
            return f"the enemy stands on {name.removeprefix('?')}"
        if name.startswith("?"):
            return f"{name[1:]} is not blank: walk there"
        if s.number[square] == BLANK:
            return f"{name} is blank: investigate it with ?{name}"
        here = square
    return "no walk leads there"


def _square(d: Deal, name: str) -> int:
    column, row = ord(name[0]) - ord("a"), int(name[1]) - 1
    return row * d.width + column if column < d.width and row < d.height else NOWHERE


def enemy_name(d: Deal) -> str:
    """Who the enemy is."""
    house, number = house_in(d)
    return house.enemies[number - 1].name


def turn_words(d: Deal, s: State) -> str:
    """What time it is."""
    return f"Turn {s.turn} of {d.last_turn}" if d.last_turn else f"Turn {s.turn}"


def outcome_words(s: State) -> str:
    """How the game ended."""
    return _OUTCOMES[s.ended]


def describe(d: Deal, s: State) -> str:
    """The whole position, for those who can't see the picture."""
    name = enemy_name(d)
    said = [f"{turn_words(d, s)}."]
    if s.ended != PLAYING:
        said.append(f"{outcome_words(s)}.")
    said.append(f"You are on {_square_words(d, s, s.you)}.")
    said.append(f"{name} is on {_square_words(d, s, s.enemy)}, looking {WAY_NAMES[s.facing]}.")
    if s.ended == PLAYING:
        said.append(f"You are {'' if is_in_view(d, s) else 'not '}in its view.")
        ahead = [square_text(d, square) for square in d.route[s.next : d.length]]
        said.append(f"Its route ahead: {', '.join(ahead)}.")
    squares = range(d.width * d.height)
    written = [f"{square_text(d, q)} {s.number[q]}" for q in squares if s.number[q] not in (BLANK, GOAL)]
    said.append(f"The goal is {square_text(d, d.route[0])}. Written: {', '.join(written)}.")
    if s.roll[0]:
        said.append(f"You rolled a {s.roll[0]}" + (f", and wrote a {s.roll[1]}." if s.roll[1] else " and failed."))
    return " ".join(said)


def _square_words(d: Deal, s: State, square: int) -> str:
    number = s.number[square]
    what = "blank" if number == BLANK else "the goal" if number == GOAL else f"a {number}"
    return f"{square_text(d, square)} ({what})"
