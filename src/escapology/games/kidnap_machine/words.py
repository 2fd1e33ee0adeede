"""Kidnap Machine in words: what a move is, and why another is not legal."""

from escapology.games.kidnap_machine.notation import odds, square_text, walk_to
from escapology.games.kidnap_machine.rules import BLANK, GOAL, NOWHERE, Deal, State, beside, move_parts

__all__ = ["odds_words", "why_not", "words"]


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
