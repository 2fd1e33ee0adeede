"""The rules of a game, as its folder has them."""

from __future__ import annotations

import io
import re
import textwrap
from dataclasses import dataclass
from itertools import zip_longest
from shutil import get_terminal_size
from typing import Final

from escapology.books import book_linked
from escapology.draw import text
from escapology.errors import EscapologyError
from escapology.figures import figures_of, name_of
from escapology.games import GAMES
from escapology.protocol import AnyGame

__all__ = ["rule_text", "rules_text"]

_PICTURES: Final = re.compile(r"^( *)(!\[[^]]*\]\([^)]*\)\s*)+$", re.MULTILINE)
_PICTURE: Final = re.compile(r"!\[([^]]*)\]\(([^)]*)\)")
_BOOK: Final = re.compile(r"\[([^]]*)\]\(([^)]*RULES\.md[^)]*)\)")
_PLAIN: Final = 80  # columns where there is no terminal
_GAP: Final = 3  # columns between figures
_CAPTION: Final = 20  # columns that a caption needs


def rules_text(game: AnyGame, *, rendered: bool = False, raw: bool = False, width: int | None = None) -> str:
    """The rules as Markdown with figures as text, or rendered for a terminal; `raw`: as they are written."""
    try:
        markdown = (game.facts.folder / "RULES.md").read_text(encoding="utf-8").rstrip("\n")
    except OSError as error:
        raise EscapologyError(
            f"the rules of {game.title} can't be read: {error.strerror}; reinstall Escapology"
        ) from None
    if raw:
        return markdown
    columns = width or (get_terminal_size().columns if rendered else _PLAIN)
    markdown = _PICTURES.sub(lambda found: _drawn(game, found, columns - _GAP), markdown)
    markdown = _BOOK.sub(lambda found: _named(game, found), markdown)
    if not rendered:
        return markdown
    from rich.console import Console  # slow to import, and most plays never ask for the rules
    from rich.markdown import Markdown

    page = io.StringIO()
    Console(file=page, force_terminal=True, width=width).print(Markdown(markdown))
    return page.getvalue().rstrip("\n")


def rule_text(game: AnyGame, name: str) -> str:
    """One numbered rule, or a section, without pictures; of another game's book, if its name stands before a `#`."""
    other, _, name = name.rpartition("#")
    markdown = rules_text(GAMES.get(other, game), raw=True)
    if name.isdigit():
        found = re.search(rf"^{int(name)}\. .*?(?=\n(?:\d+\. |#)|\Z)", markdown, re.MULTILINE | re.DOTALL)
    else:
        found = re.search(
            rf"^## {re.escape(name)}\n(.*?)(?=\n## |\Z)", markdown, re.MULTILINE | re.DOTALL | re.IGNORECASE
        )
    return "" if found is None else re.sub(r"\n{2,}", "\n", _PICTURES.sub("", found[0])).strip()


def _named(game: AnyGame, link: re.Match[str]) -> str:
    """A link to another rulebook as the command that shows it."""
    linked = book_linked(game, link[2])
    return link[0] if linked is None else f"{link[1]} (`escapology rules {linked[0].name}`)"


def _drawn(game: AnyGame, pictures: re.Match[str], width: int) -> str:
    """The figures of a paragraph, side by side as far as there is room; pictures that are no figures are left out."""
    figures = [
        _Figure(text(figures_of(game)[name].scene()).split("\n"), caption)
        for caption, address in _PICTURE.findall(pictures[0])
        if (name := name_of(address)) in figures_of(game)
    ]
    rows: list[list[_Figure]] = []
    for figure in figures:
        room = width - len(pictures[1]) - sum(other.width + _GAP for other in rows[-1]) if rows else 0
        if figure.width <= room:
            rows[-1].append(figure)
        else:
            rows.append([figure])
    return "\n".join(pictures[1] + line if line else "" for row in rows for line in [*_row(row), ""])


@dataclass(frozen=True, slots=True)
class _Figure:
    """A figure as lines of text."""

    drawn: list[str]
    caption: str

    @property
    def width(self) -> int:
        """How many columns it takes, with room for its caption."""
        return max(_CAPTION, *(len(line) for line in self.drawn))


def _row(figures: list[_Figure]) -> list[str]:
    """Figures side by side, captions below them, as Markdown."""
    if len(figures) == 1:
        return ["```text", *_trimmed(figures[0].drawn), "```", "", f"*{figures[0].caption}*"]
    columns = [textwrap.wrap(figure.caption, figure.width) for figure in figures]
    widths = [figure.width for figure in figures]
    boards = _beside([figure.drawn for figure in figures], widths)
    return ["```text", *_trimmed(boards), "", *_beside(columns, widths), "```"]


def _beside(columns: list[list[str]], widths: list[int]) -> list[str]:
    """Columns of text beside each other."""
    return [
        (" " * _GAP).join(line.ljust(width) for line, width in zip(lines, widths, strict=True)).rstrip()
        for lines in zip_longest(*columns, fillvalue="")
    ]


def _trimmed(lines: list[str]) -> list[str]:
    """Without empty lines above and below."""
    full = [i for i, line in enumerate(lines) if line.strip()]
    return lines[full[0] : full[-1] + 1]
