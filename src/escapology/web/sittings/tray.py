"""The pieces that can be told: buttons large enough for a thumb, each with what a card or coin says."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from escapology.draw import Card, Item, Token
from escapology.draw.emblems import PATHS
from escapology.draw.scene import Emblem, Role
from escapology.entry import Part, Piece
from escapology.sitting import Sitting
from escapology.web.players.preferences import Preferences

__all__ = ["Choice", "Tray", "tray_of"]

_WIDE: Final = 8  # choices in a row; one that has more goes on in a second
_FOUR: Final[dict[str, Role]] = {"spade": "black", "heart": "red", "club": "green", "diamond": "blue"}


@dataclass(frozen=True, slots=True)
class Choice:
    """A piece as a button."""

    text: str  # what is told
    words: str
    label: str  # what stands on the button …
    emblem: Emblem  # … with a picture, "" = none …
    role: str  # … in a colour, "" = that of all writing
    note: str  # and below it, "" = nothing
    fits: bool  # it can be told now


@dataclass(frozen=True, slots=True)
class Tray:
    """All pieces that can lie somewhere, in rows."""

    rows: list[tuple[int, list[Choice]]]  # with the number of columns
    emblems: dict[str, str]  # pictures by their names, as SVG paths
    hint: str  # how a piece is written

    @property
    def is_empty(self) -> bool:
        """Whether nothing can be told."""
        return not any(choice.fits for _, row in self.rows for choice in row)


def tray_of(sitting: Sitting, preferences: Preferences) -> Tray | None:
    """The tray for what is asked now, if something is."""
    if sitting.asked is None:
        return None
    part, fitting = sitting.part(sitting.asked.spot[0]), sitting.fitting()
    rows: list[tuple[int, list[Choice]]] = []
    for row in part.pieces:
        choices = [_choice(piece, preferences, fits=piece.text in fitting) for piece in row]
        if any(choice.fits for choice in choices):
            rows.append((_columns(len(choices)), choices))
    emblems = {str(choice.emblem): PATHS[choice.emblem] for _, row in rows for choice in row if choice.emblem}
    return Tray(rows, emblems, _hint(part))


def _columns(count: int) -> int:
    return count if count <= _WIDE else (count + 1) // 2


def _choice(piece: Piece, preferences: Preferences, *, fits: bool) -> Choice:
    label, emblem, role = _looks(piece.item, preferences)
    label = label or piece.text
    note = "" if emblem or label in piece.words else piece.words
    return Choice(piece.text, piece.words, label, emblem, role, note, fits)


def _looks(item: Item, preferences: Preferences) -> tuple[str, Emblem, str]:
    if isinstance(item, Card):
        role = _FOUR.get(item.emblem, item.role) if preferences.deck == "four" else item.role
        return item.corner or item.text, item.emblem, role
    return (item.text, "", "") if isinstance(item, Token) else ("", "", "")


def _hint(part: Part) -> str:
    """Two examples of how a piece is written."""
    pieces = [piece for row in part.pieces for piece in row]
    shown = dict.fromkeys([pieces[min(1, len(pieces) - 1)], pieces[-1]])
    return ", ".join(p.text if p.text == p.words else f"{p.text} for {p.words}" for p in shown)
