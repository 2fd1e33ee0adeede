"""A deal that is entered by hand: what a form says so far, what of it is missing, and what is wrong.

Each row of a part is one field of the form, `PART-ROW`, with the pieces in their order; a question mark stands for one
that is not known. A row that holds more than it has room for goes on in the rows below, as long as those are empty.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field
from typing import Final

from escapology.entry import Entry, Part, Piece
from escapology.errors import DealError, shorten
from escapology.luck import Luck
from escapology.setting import Setting
from escapology.web.form import Form, field_text

__all__ = ["Reading", "box_of", "next_place", "put_piece", "read_entry"]

_OPEN: Final = frozenset({"?", "??", "-", "_", "."})
_LONGEST: Final = 2_000  # characters of a row


@dataclass
class Reading:
    """What was entered so far."""

    setting: Setting
    entry: Entry
    parts: tuple[Part, ...]
    places: dict[str, list[str]] = field(default_factory=dict)  # of each part: piece by piece, "" = open
    wrong: dict[str, list[str]] = field(default_factory=dict)  # of each part: what can't be right
    kept: dict[str, str] = field(default_factory=dict)  # rows that can't be read, as they were typed

    def used(self, box: str) -> Counter[str]:
        """How many of each piece of a box lie somewhere."""
        return Counter(text for part in self.parts if box_of(part) == box for text in self.places[part.name] if text)

    def count(self, part: Part) -> int:
        """How many places of a part are filled."""
        return sum(map(bool, self.places[part.name]))

    def left(self, part: Part) -> list[Piece]:
        """The pieces that can still be laid there."""
        used = self.used(box_of(part))
        return [piece for row in part.pieces for piece in row if not part.copies or used[piece.text] < part.copies]

    def row_text(self, part: Part, row: int) -> str:
        """A row as a field shows it."""
        name = f"{part.name}-{row}"
        if name in self.kept:
            return self.kept[name]
        first = sum(count for _, count in part.rows[:row])
        places = self.places[part.name][first : first + part.rows[row][1]]
        while places and not places[-1]:
            places.pop()
        return ("" if is_single(part) else " ").join(text or "?" for text in places)

    @property
    def is_sound(self) -> bool:
        """Whether nothing is wrong; something may be missing."""
        return not any(self.wrong.values())

    def missing(self) -> list[str]:
        """What must be entered before one can play, in words."""
        lacking = [(part, part.places - self.count(part)) for part in self.parts if not part.if_open]
        return [f"{part.title}: {count} of {part.places} still missing" for part, count in lacking if count]

    def deal_text(self, luck: Luck) -> str:
        """The deal, what is open filled by luck."""
        if not self.is_sound:
            raise DealError(next(text for texts in self.wrong.values() for text in texts))
        return self.entry.complete(self.setting, self.places, luck)


def box_of(part: Part) -> str:
    """Where a part's pieces come from."""
    return part.box or part.title


def is_single(part: Part) -> bool:
    """Whether each piece is one character, so that none need stand between them."""
    return all(len(piece.text) == 1 for row in part.pieces for piece in row)


def read_entry(setting: Setting, entry: Entry, form: Form) -> Reading:
    """What a form says."""
    reading = Reading(setting, entry, entry.parts(setting))
    for part in reading.parts:
        reading.wrong[part.name] = []
        reading.places[part.name] = _read_part(part, entry, form, reading)
    for box in {box_of(part) for part in reading.parts}:
        _count_pieces(reading, box)
    if reading.is_sound:
        for name, text in entry.check(setting, reading.places):
            reading.wrong[name].append(text)
    return reading


def _read_part(part: Part, entry: Entry, form: Form, reading: Reading) -> list[str]:
    known = {piece.text for row in part.pieces for piece in row}
    places: list[str] = []
    spill: list[str] = []
    typed: dict[str, str] = {}  # the row that holds more than it has room for, and those that it goes on in
    for number, (name, count) in enumerate(part.rows):
        text = field_text(form, f"{part.name}-{number}", _LONGEST)
        words = [word for word in re.split(r"[\s,;|/]+", text) if word]
        if is_single(part):
            words = list("".join(words))
        pieces = [("" if word in _OPEN else entry.tidy(word)) for word in words]
        strange = [word for word, piece in zip(words, pieces, strict=True) if piece and piece not in known]
        if strange:
            shown = ", ".join(shorten(word, 12) for word in strange[:3])
            reading.wrong[part.name].append(f"{name}: {shown} can’t lie here")
            reading.kept[f"{part.name}-{number}"] = text
            pieces = [piece if piece in known else "" for piece in pieces]
        if spill and pieces:
            reading.wrong[part.name].append(f"{name}: the row above holds {len(spill)} too many")
            reading.kept |= typed
            spill = []
        pieces = spill + pieces
        places += pieces[:count] + [""] * (count - len(pieces))
        typed = {**(typed if spill else {}), f"{part.name}-{number}": text}
        spill = pieces[count:]
    if spill:
        reading.kept |= typed
        reading.wrong[part.name].append(f"{part.title}: there are {len(spill)} too many")
    return places


def _count_pieces(reading: Reading, box: str) -> None:
    """No piece is there more often than it is in the box."""
    parts = [part for part in reading.parts if box_of(part) == box and part.copies]
    for text, count in reading.used(box).items():
        for part in [part for part in parts if text in reading.places[part.name] and count > part.copies][-1:]:
            often = "twice" if count == 2 else f"{count} times"
            limit = "" if part.copies == 1 else f": the box holds {part.copies}"
            reading.wrong[part.name].append(f"{text} appears {often}{limit} ({_where(parts, reading, text)})")


def _where(parts: list[Part], reading: Reading, text: str) -> str:
    found: list[str] = []
    for part in parts:
        first = 0
        for name, count in part.rows:
            row = reading.places[part.name][first : first + count]
            found += [f"{part.title.lower()}, {name.lower()}"] * row.count(text)
            first += count
    return "; ".join(dict.fromkeys(found))


def put_piece(reading: Reading, place: str, piece: str) -> tuple[dict[str, str], str]:
    """The form's rows with a piece put into a place, `PART:NUMBER`, and the place one goes to next.

    No piece takes away what is there; where nothing is, what is in the last filled place before it.
    """
    name, _, text = place.partition(":")
    part = next((part for part in reading.parts if part.name == name), None)
    if part is None or not (text.isascii() and text.isdigit() and int(text) < part.places):
        raise DealError(f"there is no place {shorten(place)}")
    places, number = reading.places[name], int(text)
    while not piece and number and not places[number]:
        number -= 1
    places[number] = piece
    rows = {
        f"{part.name}-{row}": reading.row_text(part, row) for part in reading.parts for row in range(len(part.rows))
    }
    return rows, next_place(reading, place) if piece else f"{name}:{number}"


def next_place(reading: Reading, place: str = "") -> str:
    """The first open place behind that one, else the first open one at all; "" if there is none."""
    every = [f"{part.name}:{i}" for part in reading.parts for i in range(part.places)]
    is_open = {
        f"{part.name}:{i}": not text for part in reading.parts for i, text in enumerate(reading.places[part.name])
    }
    start = every.index(place) + 1 if place in every else 0
    return next((name for name in every[start:] + every[:start] if is_open[name]), "")
