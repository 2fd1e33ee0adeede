"""Where pieces lie on the sides of sheets that are cut up, and the marks to cut along.

  ┊   ┊   ┊
┄┌───┬───┐┄     Pieces touch, so one cut parts two of them. They stand in the middle of the sheet: turned over its
 │   │   │      long edge, each back lies behind its front.
┄├───┼───┤┄
"""

from __future__ import annotations

from dataclasses import dataclass
from math import floor
from typing import Final, Self

__all__ = ["EDGE", "Grid"]

_BESIDE: Final = 9.5  # the least room on the left and right
_ABOVE: Final = 6.5  # and above and below
_OFF: Final = 0.8  # from the pieces to a mark
_MARK: Final = 2.6  # length of a mark
EDGE: Final = 4.0  #: width of the line of writing in the left margin

Mark = tuple[float, float, float, float]


@dataclass(frozen=True, slots=True)
class Grid:
    """The places of one side."""

    page: tuple[float, float]
    piece: tuple[float, float]
    across: int  # how many stand side by side
    down: int

    @classmethod
    def on(cls, page: tuple[float, float], piece: tuple[float, float]) -> Self:
        """As many as a page has room for."""
        across = max(1, floor((page[0] - 2 * _BESIDE) / piece[0] + 1e-9))
        down = max(1, floor((page[1] - 2 * _ABOVE) / piece[1] + 1e-9))
        return cls(page, piece, across, down)

    @property
    def count(self) -> int:
        """How many pieces a side has."""
        return self.across * self.down

    @property
    def left(self) -> float:
        """Where the first column begins."""
        return (self.page[0] - self.across * self.piece[0]) / 2

    @property
    def top(self) -> float:
        """Where the first row begins."""
        return (self.page[1] - self.down * self.piece[1]) / 2

    @property
    def edge(self) -> float:
        """Where the line of writing in the margin begins: marks don't cross it."""
        return max(3.5, self.left - _OFF - _MARK - EDGE)

    def place(self, number: int, *, is_back: bool) -> tuple[float, float]:
        """The top left corner of a piece, or of the back of that piece."""
        row, column = divmod(number, self.across)
        column = self.across - 1 - column if is_back else column
        return self.left + column * self.piece[0], self.top + row * self.piece[1]

    def marks(self, count: int, *, is_back: bool) -> list[Mark]:
        """Around so many pieces: above and below between columns, on the left and right between rows."""
        used, rows = min(count, self.across), -(-count // self.across)
        first = self.across - used if is_back else 0
        left, top = self.left + first * self.piece[0], self.top
        right, bottom = left + used * self.piece[0], top + rows * self.piece[1]
        found: list[Mark] = []
        for column in range(used + 1):
            x = left + column * self.piece[0]
            found += [(x, top - _OFF - _MARK, x, top - _OFF), (x, bottom + _OFF, x, bottom + _OFF + _MARK)]
        for row in range(rows + 1):
            y = top + row * self.piece[1]
            found += [(left - _OFF - _MARK, y, left - _OFF, y), (right + _OFF, y, right + _OFF + _MARK, y)]
        return found
