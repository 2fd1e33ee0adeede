"""What really stands on the pages of a PDF, and where: its content streams, read operator by operator."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from math import hypot
from typing import Any

from pypdf import PdfReader

Matrix = tuple[float, ...]
MM = 25.4 / 72


@dataclass(frozen=True)
class Writing:
    size: float  # of its letters on the page, in points
    font: str


@dataclass(frozen=True)
class Stroke:
    """A straight line, in millimetres from the top left corner of the page."""

    x1: float
    y1: float
    x2: float
    y2: float

    @property
    def length(self) -> float:
        return hypot(self.x2 - self.x1, self.y2 - self.y1)


def open_pdf(data: bytes) -> PdfReader:
    return PdfReader(io.BytesIO(data), strict=True)


def times(one: Matrix, other: Matrix) -> Matrix:
    a, b, c, d, e, f = one
    g, h, i, j, k, m = other
    return (a * g + b * i, a * h + b * j, c * g + d * i, c * h + d * j, e * g + f * i + k, e * h + f * j + m)


def contents(page: Any) -> Iterator[Writing | Stroke]:
    """All writing and all single straight lines of a page, in forms that it draws, too."""
    high = float(page.mediabox.height)
    yield from _read(page.get_contents(), page.get("/Resources", {}), page.pdf, ONE, high)


@dataclass(frozen=True)
class _State:
    """What operators change, and `q` and `Q` keep."""

    matrix: Matrix
    size: float = 0.0
    font: str = ""


_LETTER = rb"[^()\\]|\\."
_TOKEN = re.compile(
    rb"(?P<string>\((?:" + _LETTER + rb"|\((?:" + _LETTER + rb")*+\))*+\)|<[0-9A-Fa-f\s]*>)"
    rb"|(?P<number>[-+]?[0-9.]+)|(?P<name>/[^\s/<>\[\]()]*)|(?P<operator>[A-Za-z'\"]+[0-9]?\*?)"
    rb"|(?P<fence><<|>>|\[|\])|(?P<other>\S)",
    re.DOTALL,
)


def operations(data: bytes) -> Iterator[tuple[list[str], str]]:
    """The operators of a stream with the names and numbers before each: pypdf reads them ten times as slowly."""
    operands: list[str] = []
    for found in _TOKEN.finditer(data):
        match found.lastgroup:
            case "number" | "name":
                operands.append(found[0].decode())
            case "operator":
                yield operands, found[0].decode()
                operands = []
            case "other":
                raise AssertionError(f"{found[0]!r} at {found.start()}")


ONE: Matrix = (1, 0, 0, 1, 0, 0)
PAINTED = {"S", "s", "f", "f*", "B", "B*", "n", "b", "b*"}


def _read(stream: Any, resources: Any, pdf: Any, matrix: Matrix, high: float) -> Iterator[Writing | Stroke]:
    kept: list[_State] = []
    state = _State(matrix)
    line: Matrix = matrix  # where a line of writing begins
    path: list[tuple[str, tuple[float, ...]]] = []
    for operands, name in operations(b"" if stream is None else stream.get_data()):
        if name in ("q", "Q", "cm", "Tf"):
            state = _changed(state, kept, name, operands)
        elif name in ("BT", "Tm", "Td", "TD"):
            numbers = tuple(map(float, operands))
            line = numbers if name == "Tm" else times((1, 0, 0, 1, *numbers), line) if numbers else ONE
        elif name in ("Tj", "TJ"):
            _, _, c, d, _, _ = times(line, state.matrix)
            yield Writing(state.size * hypot(c, d), state.font)
        elif name in ("m", "l", "c", "v", "y", "re", "h"):
            path.append((name, tuple(map(float, operands))))
        elif name in PAINTED:
            if name == "S" and [kind for kind, _ in path] == ["m", "l"]:
                (x1, y1), (x2, y2) = (_at(state.matrix, x, y) for _, (x, y) in path)
                yield Stroke(x1 * MM, (high - y1) * MM, x2 * MM, (high - y2) * MM)
            path = []
        elif name == "Do":
            yield from _form(resources["/XObject"][operands[0]].get_object(), pdf, state.matrix, high)


def _form(form: Any, pdf: Any, matrix: Matrix, high: float) -> Iterator[Writing | Stroke]:
    if form["/Subtype"] == "/Form":
        inside = times(tuple(map(float, form.get("/Matrix", ONE))), matrix)
        yield from _read(form, form.get("/Resources", {}), pdf, inside, high)


def _changed(state: _State, kept: list[_State], name: str, operands: Any) -> _State:
    if name == "q":
        kept.append(state)
        return state
    if name == "Q":
        return kept.pop()
    if name == "Tf":
        return replace(state, font=str(operands[0]), size=float(operands[1]))
    return replace(state, matrix=times(tuple(map(float, operands)), state.matrix))


def _at(matrix: Matrix, x: float, y: float) -> tuple[float, float]:
    a, b, c, d, e, f = matrix
    return a * x + c * y + e, b * x + d * y + f


def fonts(reader: PdfReader) -> Iterator[tuple[str, bool]]:
    """The names of all fonts in a file, and whether each is embedded."""
    for number in range(1, int(str(reader.trailer["/Size"]))):
        thing = reader.get_object(number)
        if isinstance(thing, dict) and thing.get("/Type") == "/FontDescriptor":
            yield str(thing["/FontName"]), any(f"/FontFile{kind}" in thing for kind in ("", "2", "3"))
