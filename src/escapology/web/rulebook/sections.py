"""The rules of a game as a page shows them: its RULES.md in sections, with names to link to.

Markdown becomes HTML without any HTML of its own. Headings get an id from their words, and rows of tables that begin
with the number of a ruling get that: `/rules/lab-rats#LR1`. Pictures that are figures (`figures.py`) are drawn as the
player likes them; others are left out.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from html import escape
from itertools import pairwise
from typing import Any, Final

from markdown_it import MarkdownIt
from markdown_it.token import Token

from escapology.books import book_linked
from escapology.draw import Scene
from escapology.figures import figures_of, name_of
from escapology.protocol import AnyGame
from escapology.web.picture import draw_scene, picture, script_picture
from escapology.web.players.preferences import Preferences

__all__ = ["Rulebook", "Section", "rulebook_of"]

_RULING: Final = re.compile("[A-Z]{2}[0-9]+")
_MANY: Final = 3  # figures side by side; more are drawn small
_LARGE: Final = 7.1  # units across and down of a figure that needs more room
_WIDE: Final = 17  # ten times width by height of a figure that needs more room


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
    rules: Mapping[str, str]  # each numbered rule, by its number, as HTML

    def part(self, name: str) -> tuple[str, str] | None:
        """A rule by its number, or a section by its name: the id to link to and the HTML; None if there is none."""
        if name in self.rules:
            return f"rule-{name}", self.rules[name]
        return next(((section.name, section.html) for section in self.sections if section.name == name), None)


def rulebook_of(game: AnyGame, preferences: Preferences) -> Rulebook:
    """The rules of a game, with figures as the player likes them."""
    return _rulebook(game, preferences.in_books)


@lru_cache(maxsize=64)
def _rulebook(game: AnyGame, preferences: Preferences) -> Rulebook:
    tokens = _MARKDOWN.parse((game.facts.folder / "RULES.md").read_text(encoding="utf-8"))
    tokens = _with_figures(tokens, game, preferences)
    _settle_links(tokens, game)
    _name_rulings(tokens)
    rules = _name_rules(tokens)
    starts = [i for i, token in enumerate(tokens) if token.type == "heading_open" and token.tag == "h2"]
    title_end = next(i for i, token in enumerate(tokens) if token.type == "heading_close") + 1
    ends = [*starts, len(tokens)]
    sections = [_section(tokens[start:end]) for start, end in pairwise(ends)]
    return Rulebook(_with_script(_render(tokens[title_end : ends[0]]), game), tuple(sections), rules)


def _with_script(html: str, game: AnyGame) -> str:
    """The designer's name in a script of its own is drawn."""
    script = game.facts.credit.script
    return html if script is None else html.replace(script.text, script_picture(script))


def _section(tokens: list[Token]) -> Section:
    title = tokens[1].content
    return Section(_id_of(title), title, _render(tokens[3:]))


def _id_of(title: str) -> str:
    return "-".join(re.findall("[a-z0-9]+", title.lower().replace("'", "")))


def _with_figures(tokens: list[Token], game: AnyGame, preferences: Preferences) -> list[Token]:
    """Paragraphs that hold nothing but pictures become figures, side by side; those that are none are left out."""
    kept: list[Token] = []
    is_picture = False
    for token in tokens:
        if token.type == "inline" and _is_all_pictures(token):
            is_picture = True
            kept[-1] = Token("html_block", "", 0, content=_figures(token, game, preferences), block=True)
        elif not (is_picture and token.type == "paragraph_close"):
            kept.append(token)
        if token.type == "paragraph_close":
            is_picture = False
    return kept


def _is_all_pictures(paragraph: Token) -> bool:
    kinds = {child.type for child in paragraph.children or () if child.content.strip() or child.type != "text"}
    return "image" in kinds and kinds <= {"image", "softbreak"}


def _figures(paragraph: Token, game: AnyGame, preferences: Preferences) -> str:
    """The figures of a paragraph as HTML, all on one scale."""
    found = [
        (figures_of(game)[name].scene(), image.content)
        for image in paragraph.children or ()
        if image.type == "image" and (name := name_of(str(image.attrGet("src")))) in figures_of(game)
    ]
    if not found:
        return ""
    widest = max(scene.width for scene, _ in found)
    drawn = [_figure(scene, caption, scene.width / widest, preferences) for scene, caption in found]
    return f'<div class="figures{" many" if len(drawn) > _MANY else ""}">{"".join(drawn)}</div>'


def _figure(scene: Scene, caption: str, share: float, preferences: Preferences) -> str:
    """A figure and its caption; `share`: how wide it is, the widest of its row being 1."""
    board = picture(draw_scene(scene, preferences, None, targets=False))
    shape = min(30, max(5, round(10 * scene.width / scene.height)))
    large = " wide" if shape >= _WIDE else " large" if min(scene.width, scene.height) >= _LARGE else ""
    size = f"{large} share-{max(1, round(10 * share))}"
    below = f"<figcaption>{escape(caption)}</figcaption>" if caption else ""
    return f'<figure class="figure{size}"><div class="board alone shape-{shape}">{board}</div>{below}</figure>'


def _settle_links(tokens: list[Token], game: AnyGame) -> None:
    """Links to other rulebooks lead to their pages; those that lead out of here tell nobody where one comes from."""
    for token in tokens:
        tag = "a"
        for link in token.children or ():
            if link.type == "link_open":
                tag, link.attrs = _link(str(link.attrGet("href")), game)
            if link.type in ("link_open", "link_close"):
                link.tag = tag


def _link(address: str, game: AnyGame) -> tuple[str, dict[str, str | int | float]]:
    """The tag of a link and its attributes; one that would lead nowhere is none."""
    if (linked := book_linked(game, address)) is not None:
        other, section = linked
        return "a", {"href": f"{other.name}{'#' * bool(section)}{section}"}  # beside this page, wherever that stands
    if address.startswith("#"):
        return "a", {"href": address}
    if address.startswith(("http://", "https://")):
        return "a", {"href": address, "rel": "noreferrer"}
    return "span", {}


def _name_rulings(tokens: list[Token]) -> None:
    """Rows of tables that begin with the number of a ruling can be linked to."""
    for row, _, cell in zip(tokens, tokens[1:], tokens[2:], strict=False):
        if row.type == "tr_open" and _RULING.fullmatch(cell.content):
            row.attrSet("id", cell.content)


def _name_rules(tokens: list[Token]) -> dict[str, str]:
    """Numbered rules can be linked to, `#rule-12`; each of them, as HTML."""
    found: dict[str, str] = {}
    number = 0
    for i, token in enumerate(tokens):
        if token.level == 0 and token.type == "ordered_list_open":
            number = int(token.attrGet("start") or 1)
        elif token.level == 1 and token.type == "list_item_open" and token.info:
            end = next(j for j in range(i, len(tokens)) if tokens[j].type == "list_item_close" and tokens[j].level == 1)
            found[str(number)] = _render(tokens[i + 1 : end])
            token.attrSet("id", f"rule-{number}")
            number += 1
    return found


def _open_table(renderer: Any, *_: object) -> str:
    return '<div class="scroll" tabindex="0" role="group" aria-label="Table"><table>'


def _close_table(renderer: Any, *_: object) -> str:
    return "</table></div>"


def _code(renderer: Any, tokens: Sequence[Token], index: int, *_: object) -> str:
    escaped = tokens[index].content.replace("&", "&amp;").replace("<", "&lt;")
    return f'<pre tabindex="0" role="group" aria-label="As text">{escaped}</pre>'


def _markdown() -> MarkdownIt:
    made = MarkdownIt("commonmark", {"html": False}).enable("table")
    made.add_render_rule("table_open", _open_table)
    made.add_render_rule("table_close", _close_table)
    made.add_render_rule("fence", _code)
    made.add_render_rule("code_block", _code)
    return made


_MARKDOWN: Final = _markdown()


def _render(tokens: list[Token]) -> str:
    return str(_MARKDOWN.renderer.render(tokens, _MARKDOWN.options, {}))
