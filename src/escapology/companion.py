"""What the companion needs of a game: for people who play it at a real table, and tell what they see as it comes up.

What a deal is made of is told place by place, as it is when a whole deal is entered (`entry.py`): first what is laid
out before the game begins, then whatever comes to light in its course. All the rest is filled by luck, and nobody looks
at it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, Generic, TypeAlias

from escapology.entry import Entered, Entry, Part
from escapology.luck import Luck
from escapology.protocol import D, S
from escapology.setting import Setting

__all__ = ["TURN_UP", "Companion", "Spot", "next_to_lay", "row_name"]

TURN_UP: Final = ""  #: among the things to be carried out: here something is turned up

Spot: TypeAlias = tuple[str, int]  # a place of a deal: the name of its part, and its number there


def next_to_lay(setting: Setting, parts: Sequence[Part], entered: Entered) -> Spot | None:
    """The first open place of the parts that must be entered; None = all is laid out."""
    for part in parts:
        if not part.if_open and "" in entered[part.name]:
            return part.name, list(entered[part.name]).index("")
    return None


def row_name(parts: Sequence[Part], spot: Spot) -> str:
    """A place by its row and where it is in it: "row 2, place 3"."""
    name, number = spot
    for row, count in next(part.rows for part in parts if part.name == name):
        if number < count:
            return row.lower() if count == 1 else f"{row.lower()}, place {number + 1}"
        number -= count
    raise IndexError(spot)


def _by_row(setting: Setting, spot: Spot) -> str:
    return ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Companion(Generic[D, S]):
    """How a game is followed at a table."""

    entry: Entry  # what can be told. Parts without `if_open` are laid out before the game begins
    seen: Callable[[D, S], Sequence[Spot]]  # (d, s): the places of other parts that lie open, or did, in the order in
    # which one tells of them. Whether one is among them depends on nothing that is told after it
    ask: Callable[
        [D, S, Spot], str
    ]  # (d, s, place): what to turn up, and where to lay it, as a question; s is the first
    # state in which the place lies open
    name: Callable[[Setting, Spot], str] = _by_row  # what people call a place; "" = by its row
    carry_out: Callable[[D, S, S, int], list[str]] | None = None  # (d, before, after, move): what is to be done on the
    # table, in order, with `TURN_UP` before what depends on what is turned up; by default what the log tells
    next_to_lay: Callable[[Setting, Sequence[Part], Entered], Spot | None] = next_to_lay  # (setting, parts, entered):
    # where what is laid out depends on what was told before
    complete: Callable[[Setting, Entered, Sequence[int], Luck], str] | None = (
        None  # as the entry's, where the deal also
    )
    # depends on the moves that were made: a coin that somebody puts back can be drawn again
    check: Callable[[Setting, Entered, Sequence[int]], list[tuple[str, str]]] | None = None  # and so what can be told
