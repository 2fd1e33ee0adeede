"""Portable Piecepack Notation (PPN), which the R package `ppn` reads and `piecepackr` draws: a piecepack on a table.

A file is a head in YAML, and numbered moves by which pieces are laid down, moved, turned and taken away:

    ---
    GameType:
      Name: Lab Rats
    SetUp: None
    ...
    Maze. nStb^@(1.5,1.5) aStb<@(-0.5,2.5)
    1. Cp@(1,1)

`table.py` knows what pieces are and plays such moves; `sheet.py` reads and writes files. Neither knows a game: one that
is played with a piecepack says by its `Piecepack` how it lies on a table. What such games need of the notation is read,
not all of it; anything else is refused by name.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from escapology.ppn.sheet import Sheet, Step
from escapology.ppn.table import Piece, PPNError, Table
from escapology.setting import Setting

__all__ = ["PPNError", "Piece", "Piecepack", "Sheet", "Step", "Table"]


@dataclass(frozen=True, slots=True)
class Piecepack:
    """How a game is written in PPN, and read back."""

    write: Callable[[Any, Sequence[int]], tuple[Step, ...]]  # (d, moves): how it is laid out, then move by move
    read: Callable[[Setting, Sheet], tuple[str, tuple[str, ...]]]  # (setting, sheet): the deal's text, and the moves
    facts: Callable[[Any], dict[str, Any]] = lambda d: {}  # (d): of a deal, what pieces on a table can't say
