"""The objects of a PDF, read and written: just what it takes to change a file that Typst has made.

Dictionaries and lists are Python's; a `Ref` leads to another object. What nobody here looks into (numbers, strings,
names) stays the text that it is in the file, so nothing is lost by reading and writing it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import count
from typing import Any, Final

from escapology.errors import EscapologyError

__all__ = ["File", "Ref", "Stream", "read_file", "write_file"]


@dataclass(frozen=True, slots=True)
class Ref:
    """Where another object is: its number."""

    number: int


@dataclass(slots=True)
class Stream:
    """A dictionary, and bytes as they are in the file, packed or not."""

    head: dict[str, Any]
    data: bytes


@dataclass(slots=True)
class File:
    """All objects by their numbers, and the dictionary that says where to begin."""

    objects: dict[int, Any]
    trailer: dict[str, Any]

    def add(self, thing: Any) -> Ref:
        """A new object; it gets the first number that is free."""
        number = next(number for number in count(1) if number not in self.objects)
        self.objects[number] = thing
        return Ref(number)


_INNER: Final = rb"[^()\\]|\\."
_TOKEN: Final = re.compile(
    rb"\s*(?:(?P<ref>\d+ 0 R)\b|(?P<fence><<|>>|\[|\])"
    rb"|(?P<string>\((?:" + _INNER + rb"|\((?:" + _INNER + rb")*+\))*+\)|<[0-9A-Fa-f\s]*>)"
    rb"|(?P<name>/[^\s/<>\[\]()]*)|(?P<word>[^\s/<>\[\]()]+))",
    re.DOTALL,
)


def read_file(pdf: bytes) -> File:
    """A file with a plain table of its objects, as PDF/A has it from Typst."""
    found = re.search(rb"startxref\s+(\d+)\s+%%EOF\s*$", pdf)
    table = re.compile(rb"xref\s+0 (\d+)\s+").match(pdf, int(found[1])) if found else None
    if table is None:
        raise EscapologyError("this PDF has no plain table of its objects")
    rows = [pdf[table.end() + 20 * row : table.end() + 20 * row + 18] for row in range(int(table[1]))]
    objects = {number: _object(pdf, int(row[:10])) for number, row in enumerate(rows) if row[17:18] == b"n"}
    trailer, _ = _value(pdf, pdf.index(b"trailer", table.end()) + len(b"trailer"))
    return File(objects, trailer)


def write_file(file: File) -> bytes:
    """The file with a table of its objects."""
    made = bytearray(b"%PDF-1.7\n%\x80\x80\x80\x80\n\n")
    size = max(file.objects) + 1
    rows = [b"0000000000 65535 f\r\n"] * size
    for number, thing in sorted(file.objects.items()):
        rows[number] = b"%010d 00000 n\r\n" % len(made)
        made += b"%d 0 obj\n%b\nendobj\n" % (number, _written(thing))
    start = len(made)
    made += b"xref\n0 %d\n%b" % (size, b"".join(rows))
    trailer = _written(file.trailer | {"Size": str(size)})
    return bytes(made) + b"trailer\n%b\nstartxref\n%d\n%%%%EOF" % (trailer, start)


def _object(pdf: bytes, start: int) -> Any:
    """The object that begins there."""
    value, end = _value(pdf, pdf.index(b"obj", start) + len(b"obj"))
    opened = re.compile(rb"\s*stream\r?\n").match(pdf, end)
    if opened is None:
        return value
    return Stream(value, pdf[opened.end() : opened.end() + int(value["Length"])])


def _value(pdf: bytes, start: int) -> tuple[Any, int]:
    """What begins there, and where it ends."""
    held: list[list[Any]] = [[]]
    while True:
        token = _TOKEN.match(pdf, start)
        if token is None:
            raise EscapologyError(f"this PDF has something unknown at byte {start}")
        start, text = token.end(), (token[token.lastgroup or 0]).decode("latin-1")
        if text in ("<<", "["):
            held.append([])
        elif text in (">>", "]"):
            inner = held.pop()
            held[-1].append(inner if text == "]" else _dictionary(inner))
        else:
            held[-1].append(Ref(int(text.split()[0])) if token.lastgroup == "ref" else text)
        if len(held) == 1:
            return held[0][0], start


def _dictionary(inner: list[Any]) -> dict[str, Any]:
    return {key[1:]: value for key, value in zip(inner[::2], inner[1::2], strict=True)}


def _written(thing: Any) -> bytes:
    """A value as a file has it."""
    if isinstance(thing, Stream):
        head = thing.head | {"Length": str(len(thing.data))}
        return _written(head) + b"\nstream\n" + thing.data + b"\nendstream"
    if isinstance(thing, dict):
        return b"<<" + b" ".join(b"/%b %b" % (key.encode("latin-1"), _written(thing[key])) for key in thing) + b">>"
    if isinstance(thing, list):
        return b"[" + b" ".join(map(_written, thing)) + b"]"
    if isinstance(thing, Ref):
        return b"%d 0 R" % thing.number
    return str(thing).encode("latin-1")
