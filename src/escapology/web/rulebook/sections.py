"""The rules of a game as a page shows them: its RULES.md in sections, with names to link to.

Markdown becomes HTML without any HTML of its own. Headings get an id from their words, and rows of tables that begin
with the number of a ruling get that: `/rules/lab-rats#LR1`. Pictures are left out: pages draw their own.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from typing import Any, Final

from markdown_it import MarkdownIt
from markdown_it.token import Token

from escapology.protocol import AnyGame

__all__ = ["Rulebook", "Section", "rulebook_of"]

_RULING: Final = re.compile("[A-Z]{2}[0-9]+")


@dataclass(frozen=True, slots=True)
class Section:
    """What stands under one heading."""

    name: str  # its id; "" = what comes before the first heading
    title: str
    html: str


@dataclass(frozen=True, slots=True)
class Rulebook:
    """The rules, section by section."""

    opening: str  # as HTML
    sections: tuple[Section, ...]


@cache
def rulebook_of(game: AnyGame) -> Rulebook:
    """The rules of a game."""
    tokens = _MARKDOWN.parse((game.facts.folder / "RULES.md").read_text(encoding="utf-8"))
    tokens = _without_pictures(tokens)
    _name_rulings(tokens)
    starts = [i for i, token in enumerate(tokens) if token.type == "heading_open" and token.tag == "h2"]
    title_end = next(i for i, token in enumerate(tokens) if token.type == "heading_close") + 1
    ends = [*starts, len(tokens)]
    sections = [_section(tokens[start:end]) for start, end in pairwise(ends)]
    return Rulebook(_render(tokens[title_end : ends[0]]), tuple(sections))


def _section(tokens: list[Token]) -> Section:
    title = tokens[1].content
    return Section(_id_of(title), title, _render(tokens[3:]))


def _id_of(title: str) -> str:
    return "-".join(re.findall("[a-z0-9]+", title.lower().replace("'", "")))


def _without_pictures(tokens: list[Token]) -> list[Token]:
    """All but the paragraphs that hold only a picture."""
    kept: list[Token] = []
    for token in tokens:
        if token.type == "inline" and [child.type for child in token.children or ()] == ["image"]:
            kept.pop()
        elif not (token.type == "paragraph_close" and kept[-1].type != "inline"):
            kept.append(token)
    return kept


def _name_rulings(tokens: list[Token]) -> None:
    """Rows of tables that begin with the number of a ruling can be linked to."""
    for row, _, cell in zip(tokens, tokens[1:], tokens[2:], strict=False):
        if row.type == "tr_open" and _RULING.fullmatch(cell.content):
            row.attrSet("id", cell.content)


def _open_table(renderer: Any, *_: object) -> str:
    return '<div class="scroll" tabindex="0" role="group" aria-label="Table"><table>'


def _close_table(renderer: Any, *_: object) -> str:
    return "</table></div>"


def _open_link(renderer: Any, tokens: Sequence[Token], index: int, *_: object) -> str:
    """Links that lead out of here tell nobody where one comes from; others would lead nowhere."""
    address = str(tokens[index].attrGet("href") or "")
    if not address.startswith(("http://", "https://")):
        return "<span>"
    return f'<a href="{address.replace(chr(34), "")}" rel="noreferrer">'


def _code(renderer: Any, tokens: Sequence[Token], index: int, *_: object) -> str:
    escaped = tokens[index].content.replace("&", "&amp;").replace("<", "&lt;")
    return f'<pre tabindex="0" role="group" aria-label="As text">{escaped}</pre>'


def _markdown() -> MarkdownIt:
    made = MarkdownIt("commonmark", {"html": False}).enable("table")
    made.add_render_rule("table_open", _open_table)
    made.add_render_rule("table_close", _close_table)
    made.add_render_rule("link_open", _open_link)
    made.add_render_rule("fence", _code)
    made.add_render_rule("code_block", _code)
    return made


_MARKDOWN: Final = _markdown()


def _render(tokens: list[Token]) -> str:
    return str(_MARKDOWN.renderer.render(tokens, _MARKDOWN.options, {}))
