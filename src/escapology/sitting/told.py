"""What was told of a game at a table, as text.

    on the table: blank
    = 3
    climb
    = 5

The setting, then a line for each move, and one with `=` for the pieces between two of them. One by one a piece has `=`
before it, `=3`, and a move has not.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import Final

from escapology.errors import EscapologyError, RecordError, shorten
from escapology.games import GAMES
from escapology.setting import Setting, parse_setting

__all__ = ["MOST_TOLD", "TableError", "is_piece", "parse_told", "told_text"]

MOST_TOLD: Final = 2_000  #: pieces and moves of one sitting; no game that somebody played had half as many
_HEAD: Final = "on the table: "


class TableError(EscapologyError):
    """What can't be told now."""


def is_piece(text: str) -> bool:
    """Whether it is a piece that was told, not a move."""
    return text.startswith("=")


def told_text(setting: Setting, told: Sequence[str]) -> str:
    """All that was told, ending with a line end."""
    lines = [_HEAD + setting.text]
    for are_pieces, texts in itertools.groupby(told, is_piece):
        run = list(texts)
        lines += [f"= {' '.join(text[1:] for text in run)}"] if are_pieces else run
    return "\n".join(lines) + "\n"


def parse_told(text: str) -> tuple[Setting, list[str]]:
    """What `told_text` wrote: the setting, and one by one what was told."""
    head, *lines = [line for line in map(str.strip, text.strip().splitlines()) if line] or [""]
    if not head.startswith(_HEAD):
        raise RecordError(f"{shorten(head)} is not a game at a table: it begins with “{_HEAD}”, and what is played")
    told: list[str] = []
    for line in lines:
        told += [f"={piece}" for piece in line[1:].split()] if line.startswith("=") else [" ".join(line.split())]
        if len(told) > MOST_TOLD:
            raise RecordError(f"that is too long: the limit is {MOST_TOLD:,} pieces and moves")
    return parse_setting(head.removeprefix(_HEAD).strip(), GAMES), told
