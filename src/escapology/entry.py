"""Deals entered by hand: what lies on a table, part by part, for people who have dealt with real cards.

A game says of which parts its deal is made, what can lie in each of their places, and how a deal line comes of it.
What nobody knows yet, because it lies face down, may be left open: luck fills it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from escapology.setting import Setting

if TYPE_CHECKING:
    from escapology.draw.scene import Item, Scene
    from escapology.luck import Luck

__all__ = ["Entered", "Entry", "Part", "Piece"]

Entered = Mapping[str, Sequence[str]]  # of each part: the pieces in its places, "" where nothing was entered


@dataclass(frozen=True, slots=True)
class Piece:
    """A card, a coin, or whatever can lie in a place."""

    text: str  # as deal lines write it: "G3A"
    words: str  # and as one says it: "green 3 axe"
    item: Item  # its picture: a card with its corner at (0, 0), a token in the middle of (0, 0) to (1, 1)


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """Places that are entered together."""

    name: str  # "field"
    title: str  # "The field"
    words: str  # what is to be entered, and in which order
    rows: tuple[tuple[str, int], ...]  # their names, and how many places they have
    pieces: tuple[tuple[Piece, ...], ...]  # what can lie here, in rows for a tray
    copies: int = 1  # of each piece; 0 = as many as one likes
    box: str = ""  # where the pieces come from: parts that name the same box share them; "" = the part's own
    if_open: str = ""  # what becomes of places that are left open; "" = all must be entered
    sketch: Callable[[Setting, Entered], Scene] | None = None  # what was entered so far as it lies; places are targets
    # `part:place`, or `part:place=piece` to put that piece there; None = row by row

    @property
    def places(self) -> int:
        """How many there are."""
        return sum(count for _, count in self.rows)


@dataclass(frozen=True, slots=True)
class Entry:
    """How a game's deals are entered."""

    parts: Callable[[Setting], tuple[Part, ...]]
    complete: Callable[[Setting, Entered, Luck], str]  # the deal's text, open places filled by luck
    check: Callable[[Setting, Entered], list[tuple[str, str]]] = lambda setting, entered: []  # parts, and what is wrong
    # there already: what can't become a deal however it goes on
    tidy: Callable[[str], str] = str.upper  # other spellings of a piece
