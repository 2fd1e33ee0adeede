"""A game's RULES.md as blocks, to be printed: its figures drawn from positions, as everywhere."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any, Final

from escapology.books import book_linked
from escapology.document import Block, Bullets, Code, Heading, Paragraph, Picture, Pictures, Span, Table, Words
from escapology.figures import figures_of, name_of
from escapology.protocol import AnyGame

if TYPE_CHECKING:
    from markdown_it.token import Token

__all__ = ["rulebook_blocks", "section_of"]

_UNIT: Final = 9.0  # millimetres that a unit of a figure has
_HIGH: Final = 62.0  # and a figure at most
_TAGS: Final = {"h2": 1, "h3": 2, "h4": 3}


def rulebook_blocks(game: AnyGame) -> tuple[Block, ...]:
    """All of it but its title."""
    tokens = _tokens(game)
    start = next(i for i, token in enumerate(tokens) if token.type == "heading_close") + 1
    return tuple(_Reader(game).blocks(tokens[start:]))


def section_of(game: AnyGame, title: str) -> tuple[Block, ...]:
    """What stands under that heading of its; nothing, if there is none."""
    tokens = _tokens(game)
    starts = [i for i, token in enumerate(tokens) if token.type == "heading_open" and token.tag == "h2"]
    for start, end in zip(starts, [*starts[1:], len(tokens)], strict=True):
        if tokens[start + 1].content == title:
            return tuple(_Reader(game).blocks(tokens[start + 3 : end]))
    return ()


def _tokens(game: AnyGame) -> list[Token]:
    return _markdown().parse((game.facts.folder / "RULES.md").read_text(encoding="utf-8"))  # type: ignore[no-any-return]


@cache
def _markdown() -> Any:
    from markdown_it import MarkdownIt  # comes with the extra for printing; only rulebooks need it

    return MarkdownIt("commonmark", {"html": False}).enable("table")


class _Reader:
    """Tokens of Markdown to blocks."""

    def __init__(self, game: AnyGame) -> None:
        self.game = game

    def blocks(self, tokens: Sequence[Token]) -> Iterator[Block]:
        """What these tokens are; pictures of neighbouring paragraphs stay in paragraphs of their own."""
        place = 0
        while place < len(tokens):
            token = tokens[place]
            end = _end_of(tokens, place)
            inside = tokens[place + 1 : end]
            if token.type == "heading_open":
                yield Heading(self.words(inside[0]), _TAGS.get(token.tag, 3))
            elif token.type == "paragraph_open":
                yield from self.paragraph(inside[0])
            elif token.type in ("bullet_list_open", "ordered_list_open"):
                start = int(token.attrGet("start") or 1) if token.type == "ordered_list_open" else None
                yield Bullets(tuple(tuple(self.blocks(item)) for item in _items(inside)), start)
            elif token.type == "table_open":
                yield self.table(inside)
            elif token.type in ("fence", "code_block"):
                yield Code(token.content.rstrip("\n"))
            place = end + 1

    def paragraph(self, inline: Token) -> Iterator[Block]:
        """A paragraph, or the pictures that are all there is in it."""
        children = [child for child in inline.children or () if child.type != "softbreak"]
        images = [child for child in children if child.type == "image"]
        if not images or any(child.content.strip() for child in children if child.type == "text"):
            yield Paragraph(self.words(inline))
            return
        figures = figures_of(self.game)
        drawn = [
            Picture(figures[name].scene(), self.words(image))
            for image in images
            if (name := name_of(str(image.attrGet("src")))) in figures
        ]
        if drawn:
            yield Pictures(tuple(drawn), unit=_UNIT, height=_HIGH)

    def table(self, tokens: Sequence[Token]) -> Table:
        """A table: the first row is its head."""
        rows: list[list[Words]] = []
        for token in tokens:
            if token.type == "tr_open":
                rows.append([])
            elif token.type == "inline":
                rows[-1].append(self.words(token))
        return Table(tuple(map(tuple, rows[1:])), tuple(rows[0]), _shares(rows))

    def words(self, inline: Token) -> tuple[Span, ...]:
        """Words with their styles; the designer's name in another script is drawn."""
        spans: list[Span] = []
        bold = italic = 0
        link = ""
        for child in inline.children or ():
            if child.type in ("strong_open", "strong_close"):
                bold += child.nesting
            elif child.type in ("em_open", "em_close"):
                italic += child.nesting
            elif child.type == "link_open":
                link = self.link(str(child.attrGet("href")))
            elif child.type == "link_close":
                link = ""
            elif child.type == "code_inline":
                spans.append(Span(child.content, "code", link))
            elif child.type == "softbreak":
                spans.append(Span(" "))
            elif child.content:
                spans += self.named(Span(child.content, "bold" if bold else "italic" if italic else "", link))
        return tuple(spans)

    def named(self, span: Span) -> Iterator[Span]:
        """The span, cut where a name in another script stands in it."""
        script = self.game.facts.credit.script
        if script is None:
            yield span
            return
        for part in re.split(f"({re.escape(script.text)})", span.text):
            if part:
                yield Span(part, script=script) if part == script.text else Span(part, span.style, span.link)

    def link(self, address: str) -> str:
        """Where a link leads, on paper: out into the world, or nowhere."""
        if book_linked(self.game, address) is None and address.startswith(("http://", "https://")):
            return address
        return ""


def _plain(words: Words) -> str:
    return words if isinstance(words, str) else "".join(span.text for span in words)


def _shares(rows: Sequence[Sequence[Words]]) -> tuple[float, ...]:
    """How columns share the width: much to say takes more, and a long word has room."""
    return tuple(
        max(sum(len(_plain(cell)) for cell in column) ** 0.5, *(_longest(cell) + 2.5 for cell in column))
        for column in zip(*rows, strict=True)
    )


def _longest(words: Words) -> float:
    """How wide the longest word is, in letters of writing; those of code are wider."""
    spans = (Span(words),) if isinstance(words, str) else words
    wide = {"code": 1.25}
    return max((len(word) * wide.get(span.style, 1) for span in spans for word in span.text.split()), default=0)


def _end_of(tokens: Sequence[Token], place: int) -> int:
    """Where what begins at a token ends."""
    if tokens[place].nesting == 0:
        return place
    level = tokens[place].level
    return next(i for i in range(place + 1, len(tokens)) if tokens[i].level == level and tokens[i].nesting == -1)


def _items(tokens: Sequence[Token]) -> Iterator[Sequence[Token]]:
    """The items of a list."""
    place = 0
    while place < len(tokens):
        end = _end_of(tokens, place)
        yield tokens[place + 1 : end]
        place = end + 1
