"""Kidnap Machine at a real table: with dice of one's own, each told when it is rolled."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from escapology.companion import TURN_UP, Companion, Spot
from escapology.draw.scene import Token
from escapology.entry import Entered, Entry, Part, Piece
from escapology.errors import DealError, MoveError
from escapology.games.kidnap_machine.entry import ENTRY
from escapology.games.kidnap_machine.notation import square_text
from escapology.games.kidnap_machine.rules import MOST_DICE, MOST_ROUTE, Deal, State, move_parts
from escapology.games.kidnap_machine.rules.houses import House
from escapology.games.kidnap_machine.words import events
from escapology.luck import Luck
from escapology.setting import Setting

__all__ = ["COMPANION"]

_ROW: Final = 16  # rolls
_OWN: Final = "own"  # as an enemy: that of a house of one's own
_END: Final = "end"  # behind the last square of a route


def _extra(text: str, words: str) -> tuple[Piece, ...]:
    return (Piece(text, words, Token(0.5, 0.5, 0.9, text, "disc", role="white", title=words)),)


def _parts(setting: Setting) -> tuple[Part, ...]:
    """Whom one rolled, or the route of another house; and room for all dice that a deal can hold."""
    parts = {part.name: part for part in ENTRY.parts(setting)}
    rows = tuple((f"Rolls {first + 1} to {first + _ROW}", _ROW) for first in range(0, MOST_DICE, _ROW))
    return (
        replace(
            parts["enemy"],
            words="Roll the die: which enemy of the manor do you get? Or say that you play in a house of your own.",
            pieces=(*parts["enemy"].pieces, _extra(_OWN, "a house of my own")),
            if_open="",
        ),
        replace(parts["board"], if_open=""),
        replace(parts["route"], pieces=(*parts["route"].pieces, _extra(_END, "that was the last one")), if_open=""),
        replace(parts["dice"], rows=rows, if_open="They are told as they are rolled."),
    )


def _route(entered: Entered) -> list[str]:
    return [square for square in entered["route"] if square not in ("", _END)]


def _next_to_lay(setting: Setting, parts: Sequence[Part], entered: Entered) -> Spot | None:
    """The enemy of the manor is enough; a house of one's own has a board and a route."""
    if not entered["enemy"][0]:
        return "enemy", 0
    if entered["enemy"][0] != _OWN:
        return None
    if "" in entered["board"]:
        return "board", list(entered["board"]).index("")
    length = len(_route(entered))
    return None if _END in entered["route"] or length == MOST_ROUTE else ("route", length)


def _check(setting: Setting, entered: Entered) -> list[tuple[str, str]]:
    """A route leads over its board, from square to square, and not from a1."""
    route = _route(entered)
    if _END in entered["route"] and len(route) < 2:
        return [("route", "a route has two squares at least")]
    if not route:
        return []
    board = House("", int(entered["board"][0]), int(entered["board"][1]), ())
    try:
        if len(route) > 1:
            board.parse_route(route)
        elif board.parse_square(route[0]) == 0:
            return [("route", "the route can't start on a1, which is where you start")]
    except DealError as error:
        return [("route", str(error))]
    return []


def _complete(setting: Setting, entered: Entered, luck: Luck) -> str:
    is_own = entered["enemy"][0] == _OWN
    route = _route(entered)
    whole = {**entered, "enemy": [""] if is_own else entered["enemy"], "route": route}
    return ENTRY.complete(setting, whole, luck)


def _seen(d: Deal, s: State) -> Sequence[Spot]:
    """The dice rolled so far; the enemy's is rolled before."""
    if s.rolled > MOST_DICE:
        raise MoveError(f"a game at the table has at most {MOST_DICE} rolls, and all of them are used")
    return [("dice", roll) for roll in range(s.rolled)]


def _ask(d: Deal, s: State, spot: Spot) -> str:
    """The first roll of an investigation, or the second, which comes if the first was high enough."""
    if s.roll[1] and spot[1] == s.rolled - 1:
        return f"High enough: you get to {square_text(d, s.you)}. Roll again for its number: what does the die show?"
    return "Roll the die: what does it show?"


def _name(setting: Setting, spot: Spot) -> str:
    part, number = spot
    if part == "board":
        return "rows" if number else "columns"
    return {"enemy": "your roll", "dice": f"roll {number + 1}"}.get(part, f"square {number + 1} of the route")


def _carry_out(d: Deal, before: State, after: State, move: int) -> list[str]:
    """Your part up to the dice, then all that happens."""
    told = [event.words for event in events(d, before, move)]
    _, way = move_parts(move)
    if way < 0:
        return told
    walk = 1 if move_parts(move)[0] != before.you else 0
    return [*told[:walk], TURN_UP, *told[walk:]]


COMPANION: Companion[Deal, State] = Companion(
    entry=Entry(_parts, _complete, _check, ENTRY.tidy),
    seen=_seen,
    ask=_ask,
    name=_name,
    carry_out=_carry_out,
    next_to_lay=_next_to_lay,
)
