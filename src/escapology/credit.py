"""Whose a game is."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["Credit", "Script"]


@dataclass(frozen=True, slots=True)
class Script:
    """A name in a script for which not every machine has a font: pages draw it."""

    text: str  # "はくし"
    language: str  # of the text, as pages name it: "ja"
    strokes: tuple[str, ...]  # of each character, the lines of a pen as an SVG path in a square of 100 by 100


@dataclass(frozen=True, slots=True)
class Credit:
    """Who made the game for the table."""

    designer: str  # in Latin letters; "" = nobody in particular: a traditional game
    year: int | None = None  # None where nobody knows
    link: str = ""
    licence: str = ""
    script: Script | None = None  # the designer's name in another script, which is their own

    @property
    def names(self) -> str:
        """The designer, in both scripts."""
        return f"{self.designer} ({self.script.text})" if self.script else self.designer

    @property
    def words(self) -> str:
        """Whose it is, for a title, and since when if that is known."""
        whose = f"by {self.names}" if self.designer else "traditional"
        return f"{whose} ({self.year})" if self.year else whose
