"""Kernels that do the same in each of many rows: what every target can run.

A *row kernel* says what is done in row i; whether that is a loop of Python, a loop of machine code, a loop in a
browser, or one thread of a GPU for each row is up to the target. What the work needs for itself, such as a list of
moves, is its *room*: each loop has one of its own, and so does each thread.

    kernel = RowKernel("double", double, (Room(64, "i8"),))     # double(i, numbers, out): a rule, `out` is its room
    over_rows(kernel)(0, 10, numbers)                           # in rows 0 to 9
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from escapology.layout import Rows, Struct

if TYPE_CHECKING:
    import numpy as np

__all__ = ["Loop", "Room", "RowKernel"]

Loop = Callable[..., None]  #: (first, end, *arguments): does it in these rows


@dataclass(frozen=True, slots=True)
class Room:
    """So many numbers of a kind, or structs."""

    count: int
    kind: Literal["i1", "i8", "u8"] | type[Struct]
    is_copied: bool = False  # whether `copies` copies structs to it and from it: then a GPU fills them up

    def dtype(self) -> np.dtype[Any]:
        """How NumPy lays one of them out."""
        import numpy as np

        return np.dtype(self.kind) if isinstance(self.kind, str) else self.kind.dtype()

    def as_array(self) -> Any:
        """Room for compiled code."""
        import numpy as np

        return np.zeros(self.count, self.dtype())

    def as_list(self) -> list[Any]:
        """Room for plain Python."""
        return [0] * self.count if isinstance(self.kind, str) else Rows([self.kind() for _ in range(self.count)])


@dataclass(frozen=True, slots=True)
class RowKernel:
    """What is done in a row, on any target."""

    name: str  # what it is called where it is exported
    row: Callable[..., None]  # [rule] (i, *arguments, *rooms)
    rooms: tuple[Room, ...] = ()

    def loop(self) -> Loop:
        """As a loop, which is handed the rooms behind the other arguments."""
        row = self.row

        def over(first: int, end: int, *arguments: Any) -> None:
            for i in range(first, end):
                row(i, *arguments)

        return over
