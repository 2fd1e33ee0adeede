"""A table: figures, and what they mean. As lines of text, and as Markdown."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

__all__ = ["Table", "cell", "markdown_of", "text_of"]


@dataclass(frozen=True, slots=True)
class Table:
    """Figures, and what they mean."""

    name: str  # of its chart, too
    title: str
    words: str
    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


def text_of(table: Table) -> Iterator[str]:
    """Its lines."""
    columns = list(zip(table.head, *table.rows, strict=True))
    widths = [max(map(len, column)) for column in columns]
    yield table.title
    for row in (table.head, *table.rows):
        cells = [row[0].ljust(widths[0]), *(cell.rjust(width) for cell, width in zip(row[1:], widths[1:], strict=True))]
        yield ("  " + "  ".join(cells)).rstrip()


def markdown_of(table: Table) -> Iterator[str]:
    """Its lines, without title and words."""
    yield f"| {' | '.join(map(cell, table.head))} |"
    yield f"|---|{'---:|' * (len(table.head) - 1)}"
    for row in table.rows:
        yield f"| {' | '.join(map(cell, row))} |"


def cell(text: str) -> str:
    """A text as it stands in a table."""
    return text.replace("|", "\\|")
