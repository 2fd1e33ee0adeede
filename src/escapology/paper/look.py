"""How a document is to be printed: paper, ink, and where its codes lead."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final, Literal
from urllib.parse import urlsplit

from escapology.errors import EscapologyError, shorten

__all__ = ["INKS", "PAPERS", "Ink", "Look", "PaperName", "parse_link"]

PaperName = Literal["a4", "letter"]
Ink = Literal["colour", "low"]

#: Width and height of a sheet, upright.
PAPERS: Final[Mapping[PaperName, tuple[float, float]]] = MappingProxyType(
    {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}
)
INKS: Final[tuple[Ink, ...]] = ("colour", "low")

_LONGEST: Final = 200  # characters of a link: longer ones make codes that nobody can read


@dataclass(frozen=True, slots=True)
class Look:
    """What one chooses when one prints."""

    paper: PaperName = "a4"
    ink: Ink = "colour"  # `low`: lines alone, to be read in grey
    link: str = ""  # where the app is that codes lead to: "https://play.example"; "" = no codes

    @property
    def scheme(self) -> str:
        """What pictures are drawn with."""
        return "outlined" if self.ink == "low" else "printed"


def parse_link(text: str) -> str:
    """Read the address of an app."""
    try:
        parts = urlsplit(text)
        is_good = parts.scheme in ("http", "https") and bool(parts.hostname)
    except ValueError:
        is_good = False
    if not is_good or parts.query or parts.fragment or not text.isascii() or len(text) > _LONGEST or " " in text:
        raise EscapologyError(
            f"{shorten(text, 60)} can't be the address for QR codes: give the address of the app, such as "
            "https://play.example, without ? and #"
        )
    return text.rstrip("/")
