"""Pieces of a piecepack on a table, and the moves of PPN that lay, move, turn and take them.

    piece       suit S M C A (suns, moons, crowns, arms), rank n a 2 3 4 5, kind t c p d (tile, coin, pawn, die),
                side f b (face, back), angle ^ < v >: `3Scb`, `nMt<`; letters in any order
    location    `(1.5,-2)`, `b3`, `<1,0>` and `2N` from where a piece is, `&piece` where another piece is
    which       `?3Sc` the one that looks like that, or a location: the topmost there

    place   3Scb@(1,2)        move    ?Cp-(1,2)  ?Cp-3N        move under   ?3Sc_%?Cp  ?3Sc_(1,2)
    turn    ?3Sc@>90          flip    +?3Sc                    take away    *?3Sc
    swap a side, suit, rank or angle           ?3Sc~f

Pieces are kept from the lowest to the topmost, as `ppn` keeps them.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final, Literal, TypeAlias, TypeVar

from escapology.errors import EscapologyError, shorten

__all__ = ["RANKS", "SUITS", "PPNError", "Piece", "Table", "place_text"]

SUITS: Final = "SMCA"  #: suns, moons, crowns, arms
RANKS: Final = "na2345"  #: null, ace, 2 to 5
ANGLES: Final = {"^": 0, "<": 90, "v": 180, ">": 270}  #: counted against the clock

Kind = Literal["tile", "coin", "pawn", "die"]
Side = Literal["face", "back"]
_KINDS: Final[dict[str, Kind]] = {"t": "tile", "c": "coin", "p": "pawn", "d": "die"}
_SIDES: Final[dict[str, Side]] = {"f": "face", "b": "back"}
T = TypeVar("T")
_SPEC: Final = re.compile(r"[SMCAna0-5tcpdfb^<v>]+")
_WAYS: Final = {
    "N": (0, 1), "E": (1, 0), "S": (0, -1), "W": (-1, 0), "U": (0, 1), "R": (1, 0), "D": (0, -1), "L": (-1, 0),
    "NE": (1, 1), "SE": (1, -1), "SW": (-1, -1), "NW": (-1, 1),
}  # fmt: skip
_NUMBER: Final = r"[+-]?\d{1,6}(?:\.\d{1,6})?"
_SPOT: Final = re.compile(rf"\(({_NUMBER}),({_NUMBER})\)")
_OFFSET: Final = re.compile(rf"<({_NUMBER}),({_NUMBER})>")
_COUNTED: Final = re.compile(r"(\d{1,6}(?:\.\d{1,6})?)([NESWURDL]{1,2})")
_SQUARE: Final = re.compile(r"([a-z]{1,2})(\d{1,3})")


class PPNError(EscapologyError):
    """A PPN file that can't be read; names the place."""


@dataclass(frozen=True, slots=True)
class Piece:
    """One piece, where it lies."""

    kind: Kind
    suit: str  # "S", "" if it was not said
    rank: str  # "3", "" if it was not said
    side: Side
    angle: int  # degrees, against the clock
    x: float
    y: float

    def at(self, x: float, y: float, *, side: Side) -> Piece:
        """The same piece somewhere."""
        return replace(self, x=x, y=y, side=side)

    @property
    def laid(self) -> str:
        """How it is laid down: `3Scb@(1,-2)`."""
        angle = "" if self.kind == "coin" else next(sign for sign, turned in ANGLES.items() if turned == self.angle)
        side = "" if self.kind in ("pawn", "die") else self.side[0]
        return f"{self.rank}{self.suit}{self.kind[0]}{side}{angle}@{place_text(self.x, self.y)}"

    @property
    def name(self) -> str:
        """What it is called once it lies there: `?3Sc`."""
        return f"?{self.rank}{self.suit}{self.kind[0]}"

    def lies_at(self, x: float, y: float) -> bool:
        """Whether its middle is there."""
        return math.isclose(self.x, x, abs_tol=1e-4) and math.isclose(self.y, y, abs_tol=1e-4)


def place_text(x: float, y: float) -> str:
    """`(1.5,-2)`."""
    return f"({x:g},{y:g})"


@dataclass(frozen=True, slots=True)
class _Look:
    """What a text says of a piece; what it doesn't say is None."""

    kind: Kind | None
    suit: str | None
    rank: str | None
    side: Side | None
    angle: int | None

    def fits(self, piece: Piece) -> bool:
        said = ((self.kind, piece.kind), (self.suit, piece.suit), (self.rank, piece.rank), (self.side, piece.side))
        return all(wanted in (None, found) for wanted, found in said) and self.angle in (None, piece.angle)


def _look(text: str) -> _Look:
    if not _SPEC.fullmatch(text):
        raise PPNError(f"{shorten(text)} is not a piece of a piecepack: write it like 3Scb, nMt< or Cp")
    letters = text.replace("0", "n").replace("1", "a")
    return _Look(
        _only(letters, _KINDS, text), _only(letters, {suit: suit for suit in SUITS}, text),
        _only(letters, {rank: rank for rank in RANKS}, text), _only(letters, _SIDES, text),
        _only(letters, ANGLES, text),
    )  # fmt: skip


def _only(letters: str, meanings: dict[str, T], text: str) -> T | None:
    found = {meanings[letter] for letter in letters if letter in meanings}
    if len(found) > 1:
        raise PPNError(f"{shorten(text)} describes a piece in two ways at once")
    return next(iter(found), None)


_Change: TypeAlias = Callable[[Piece], Piece]


class Table:
    """A table with pieces, changed by the moves of a file."""

    def __init__(self) -> None:
        self.pieces: list[Piece] = []  # the lowest first
        self._active: list[Piece] = []  # what the last action moved

    def play(self, token: str) -> None:
        """Do what one token of movetext says."""
        if token.startswith("*"):
            for piece in self._which(token[1:]):
                self.pieces.remove(piece)
            self._active = []
        elif token.startswith("+"):
            self._change(token[1:], lambda p: replace(p, side="back" if p.side == "face" else "face"))
        elif token.startswith("!"):
            self._move(token[1:], "<0,0>")
        elif "@>" in token:
            which, _, angle = token.partition("@>")
            turned = _degrees(angle)
            self._change(which, lambda p: replace(p, angle=(p.angle - turned) % 360))
        elif "@" in token:
            self._place(*token.split("@", 1))
        elif match := re.fullmatch(r"([^-]*(?:\([^)]*\))?)-(.+)", token):
            self._move(match[1], match[2])
        elif "~" in token:
            which, _, look = token.partition("~")
            said = _look(look)
            self._change(which, lambda p: _as_said(p, said))
        elif "_" in token:
            which, _, where = token.partition("_")
            self._move(which, where, under=True)
        else:
            raise PPNError(f"{shorten(token)} is not a known action: see docs/ppn.md")

    def _place(self, spec: str, where: str) -> None:
        look = _look(spec)
        kind: Kind = look.kind or ("tile" if (look.suit is None) == (look.rank is None) else "coin")
        whole = look.suit is not None and look.rank is not None
        side: Side = "back" if (kind == "tile" and not whole) or (kind == "coin" and look.suit is not None) else "face"
        x, y = self._where(where, None)
        piece = Piece(kind, look.suit or "", look.rank or "", look.side or side, look.angle or 0, x, y)
        self.pieces.append(piece)
        self._active = [piece]

    def _move(self, which: str, where: str, *, under: bool = False) -> None:
        moving = self._which(which)
        place, percent, beside = where.partition("%")
        rest = [piece for piece in self.pieces if not any(piece is m for m in moving)]
        if percent:
            mark = self._which(beside)[-1]
            x, y = self._where(place, moving[0]) if place else (mark.x, mark.y)
            at = next(i for i, piece in enumerate(rest) if piece is mark) + (not under)
        else:
            x, y = self._where(place, moving[0])
            at = 0 if under else len(rest)
        dx, dy = x - moving[0].x, y - moving[0].y
        moved = [replace(piece, x=piece.x + dx, y=piece.y + dy) for piece in moving]
        self.pieces[:] = rest[:at] + moved + rest[at:]
        self._active = moved

    def _change(self, which: str, change: _Change) -> None:
        chosen = self._which(which)
        self._active = []
        for i, piece in enumerate(self.pieces):
            if any(piece is c for c in chosen):
                self.pieces[i] = change(piece)
                self._active.append(self.pieces[i])

    def _which(self, text: str) -> list[Piece]:
        """The pieces that a text names; never none."""
        if not text:
            found = self._active
        elif text.startswith(("?", "/")):
            look = _look(text[1:])
            found = [piece for piece in self.pieces if look.fits(piece)]
            found = found if text[0] == "/" else found[-1:]
        else:
            x, y = self._where(text, None)
            found = [piece for piece in self.pieces if piece.lies_at(x, y)][-1:]
        if not found:
            raise PPNError(f"no piece on the table is {shorten(text)}")
        return found

    def _where(self, text: str, moving: Piece | None) -> tuple[float, float]:
        if match := _SPOT.fullmatch(text):
            return float(match[1]), float(match[2])
        if text.startswith("&"):
            piece = self._which(text[1:])[-1]
            return piece.x, piece.y
        if match := _SQUARE.fullmatch(text):
            column = 0
            for letter in match[1]:
                column = column * 26 + ord(letter) - ord("a") + 1
            return float(column), float(match[2])
        if moving is not None:
            if match := _OFFSET.fullmatch(text):
                return moving.x + float(match[1]), moving.y + float(match[2])
            if (match := _COUNTED.fullmatch(text)) and match[2] in _WAYS:
                across, up = _WAYS[match[2]]
                return moving.x + float(match[1]) * across, moving.y + float(match[1]) * up
        raise PPNError(f"{shorten(text)} is not a place: write (1.5,-2), b3, 2N or &?Cp")


def _degrees(text: str) -> int:
    if not re.fullmatch(r"-?\d{1,4}", text):
        raise PPNError(f"{shorten(text)} is not an angle: write whole degrees")
    return int(text)


def _as_said(piece: Piece, said: _Look) -> Piece:
    """A piece with what was said of it."""
    return replace(
        piece, kind=said.kind or piece.kind, suit=said.suit or piece.suit, rank=said.rank or piece.rank,
        side=said.side or piece.side, angle=piece.angle if said.angle is None else said.angle,
    )  # fmt: skip
