"""A sheet of characters that lines, frames and writing are put on, for terminal text.

Lines are kept as arms, one weight for each of the four directions of a cell, and become characters only at the end; so
lines that meet always join properly: ┼, ├, ┗. Writing is kept in runs: what covers a part of a run removes all of it,
so no half words are left behind.
"""

import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass

from escapology.draw.scene import Role

NORTH, EAST, SOUTH, WEST = range(4)
LIGHT, HEAVY = 1, 2

# Every way in which four arms (north, east, south, west; none, light, heavy) can meet, counted in base 3.
_JOINTS = " ╴╸╷┐┑╻┒┓╶─╾┌┬┭┎┰┱╺╼━┍┮┯┏┲┳╵┘┙│┤┥╽┧┪└┴┵├┼┽┟╁╅┕┶┷┝┾┿┢╆╈╹┚┛╿┦┩┃┨┫┖┸┹┞╀╃┠╂╉┗┺┻┡╄╇┣╊╋"
_ROUND = str.maketrans("┌┐┘└", "╭╮╯╰")
_DASHED = str.maketrans("─│━┃", "╌╎╍╏")

# Terminal colours, by number, so that they follow the terminal's own theme. Roles not named keep its usual colour.
_COLOURS: dict[Role, str] = {
    "muted": "2", "accent": "35", "good": "1;32", "danger": "1;31", "wall": "1", "path": "36",
    "yellow": "33", "red": "31", "green": "32", "blue": "34",
}  # fmt: skip


@dataclass(slots=True)
class Cell:
    """What stands in one character."""

    glyph: str = ""  # writing; "" = none
    run: int = 0  # which run of writing it belongs to; 0 = none, a glyph that stands for itself
    tail: bool = False  # the second half of the wide character to its left
    arms: tuple[int, int, int, int] = (0, 0, 0, 0)  # the weight of the line to the north, east, south, west
    rounded: bool = False  # a corner here is round
    dashed: bool = False  # all lines through here are dashed
    role: Role = "ink"

    def character(self) -> str:
        """What to print; nothing for the second half of a wide character."""
        if self.glyph or self.tail:
            return self.glyph
        north, east, south, west = self.arms
        joint = _JOINTS[27 * north + 9 * east + 3 * south + west]
        if self.rounded:
            joint = joint.translate(_ROUND)
        return joint.translate(_DASHED) if self.dashed else joint


def glyphs(text: str) -> Iterator[tuple[str, int]]:
    """The characters of the text with the columns each takes; marks that take none stay with the one they sit on."""
    glyph = ""
    for character in unicodedata.normalize("NFC", text):
        if glyph and (unicodedata.combining(character) or unicodedata.category(character) in ("Mn", "Me", "Cf")):
            glyph += character
            continue
        if glyph:
            yield glyph, _columns(glyph)
        glyph = character if character.isprintable() else "�"
    if glyph:
        yield glyph, _columns(glyph)


def _columns(glyph: str) -> int:
    return 2 if unicodedata.east_asian_width(glyph[0]) in ("W", "F") else 1


def text_width(text: str) -> int:
    """How many columns the text takes in a terminal."""
    return sum(columns for _, columns in glyphs(text))


class Canvas:
    """The sheet. Rows and columns count from 0; what lies above or to the left of the sheet is cut off."""

    def __init__(self) -> None:
        self._cells: dict[tuple[int, int], Cell] = {}
        self._runs = 0

    def line(
        self, start: tuple[int, int], end: tuple[int, int], weight: int, role: Role, *, dashed: bool = False
    ) -> None:
        """A level or upright line from one (row, column) to another, under any writing that is there."""
        (top, left), (bottom, right) = sorted((start, end))
        if top == bottom:
            for column in range(left, right):
                self._arm(top, column, EAST, weight, role, dashed)
                self._arm(top, column + 1, WEST, weight, role, dashed)
        else:
            for row in range(top, bottom):
                self._arm(row, left, SOUTH, weight, role, dashed)
                self._arm(row + 1, left, NORTH, weight, role, dashed)

    def frame(
        self, top: int, left: int, bottom: int, right: int, weight: int, role: Role, *,
        rounded: bool = False, dashed: bool = False,
    ) -> None:  # fmt: skip
        """The outline through these rows and columns."""
        corners = (top, left), (top, right), (bottom, right), (bottom, left)
        for start, end in zip(corners, corners[1:] + corners[:1], strict=True):
            self.line(start, end, weight, role, dashed=dashed)
        for row, column in corners:
            self._cell(row, column).rounded = rounded

    def clear(self, top: int, left: int, bottom: int, right: int) -> None:
        """Blank these rows and columns (the last ones included)."""
        for row in range(top, bottom + 1):
            for column in range(left, right + 1):
                self._wipe(row, column)
                self._cells.pop((row, column), None)

    def detach(self, top: int, left: int, bottom: int, right: int) -> None:
        """Cut off the arms that point into this area from its border."""
        for column in range(left, right + 1):
            self._arm(top - 1, column, SOUTH, 0, None, None)
            self._arm(bottom + 1, column, NORTH, 0, None, None)
        for row in range(top, bottom + 1):
            self._arm(row, left - 1, EAST, 0, None, None)
            self._arm(row, right + 1, WEST, 0, None, None)

    def write(self, row: int, column: int, text: str, role: Role) -> None:
        """Write from this column on; writing that was there goes, whole runs at a time."""
        self._runs += 1
        for glyph, columns in glyphs(text):
            for offset in range(columns):
                self._wipe(row, column + offset)
                cell = self._cell(row, column + offset)
                cell.glyph, cell.tail = ("", True) if offset else (glyph, False)
                cell.run, cell.role = self._runs, role
            column += columns

    def fill(self, top: int, left: int, bottom: int, right: int, glyph: str, role: Role) -> None:
        """Put the same character everywhere, each standing for itself."""
        self.clear(top, left, bottom, right)
        for row in range(top, bottom + 1):
            for column in range(left, right + 1):
                self._cells[row, column] = Cell(glyph=glyph, role=role)

    def blank(self, row: int, column: int, columns: int) -> bool:
        """Whether nothing at all stands in these columns."""
        return all(cell is None or cell.character() == " " for cell in self._span(row, column, columns))

    def lined(self, row: int, column: int, columns: int) -> bool:
        """Whether a line runs through any of these columns."""
        return any(cell is not None and any(cell.arms) for cell in self._span(row, column, columns))

    def written(self, row: int, column: int, columns: int) -> bool:
        """Whether there is a run of writing in any of these columns."""
        return any(cell is not None and cell.run for cell in self._span(row, column, columns))

    def text(self, *, colour: bool = False) -> str:
        """The sheet as lines without trailing blanks, and without blank lines at its end."""
        grid: dict[int, dict[int, Cell]] = {}
        for (row, column), cell in self._cells.items():
            if row >= 0 and column >= 0 and (cell.character() != " " or cell.tail):
                grid.setdefault(row, {})[column] = cell
        return "\n".join(_row_text(grid.get(row, {}), colour) for row in range(max(grid, default=-1) + 1))

    def _span(self, row: int, column: int, columns: int) -> list[Cell | None]:
        return [self._cells.get((row, column + offset)) for offset in range(columns)]

    def _cell(self, row: int, column: int) -> Cell:
        return self._cells.setdefault((row, column), Cell())

    def _arm(self, row: int, column: int, side: int, weight: int, role: Role | None, dashed: bool | None) -> None:
        """Grow an arm to this weight, or (0) cut it off."""
        if not weight and (row, column) not in self._cells:
            return
        cell = self._cell(row, column)
        bare = not any(cell.arms)
        arms = list(cell.arms)
        arms[side] = max(arms[side], weight) if weight else 0
        north, east, south, west = arms
        cell.arms = (north, east, south, west)
        if dashed is not None:
            cell.dashed = dashed and (bare or cell.dashed)
        if role is not None and not cell.run:
            cell.role = role

    def _wipe(self, row: int, column: int) -> None:
        """Remove the whole run that has a glyph here."""
        cell = self._cells.get((row, column))
        if cell is None or not cell.run:
            return
        run, at = cell.run, column
        while (left := self._cells.get((row, at - 1))) is not None and left.run == run:
            at -= 1
        while (there := self._cells.get((row, at))) is not None and there.run == run:
            # A line that ran under the writing comes to light again.
            there.glyph, there.run, there.tail = "", 0, False
            at += 1


def _row_text(cells: dict[int, Cell], colour: bool) -> str:
    text, current = "", ""
    for column in range(max(cells, default=-1) + 1):
        cell = cells.get(column)
        code = _COLOURS.get(cell.role, "") if colour and cell is not None else ""
        if code != current:
            text += ("\x1b[0m" if current else "") + (f"\x1b[{code}m" if code else "")
            current = code
        text += " " if cell is None else cell.character()
    return text + ("\x1b[0m" if current else "")
