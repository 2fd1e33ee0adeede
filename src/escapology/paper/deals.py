"""A deal on paper: how to lay it out so that one plays exactly this one, that it can be won, and how."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from escapology.counts import count_words
from escapology.document import (
    Block,
    Code,
    Columns,
    Document,
    Frame,
    Heading,
    Laying,
    NewPage,
    Note,
    Paragraph,
    Picture,
    Pictures,
    Span,
    SquareCode,
    Turned,
    Words,
)
from escapology.draw.crop import Area, area_of, crop
from escapology.draw.scene import Scene, Token
from escapology.middle import deal_line, start_state
from escapology.packing import share_path
from escapology.paper.strips import laying_blocks, laying_height
from escapology.paper.worked import Worked
from escapology.protocol import AnyGame, Deal, Struct
from escapology.verdict import LEVELS

__all__ = [
    "HALF",
    "PAGE",
    "SPREAD",
    "Sheet",
    "board",
    "deal_document",
    "game_title",
    "proof_words",
    "reading_blocks",
    "setup_blocks",
    "small_board",
    "tokens_of",
    "way_blocks",
    "wrapped",
]

WIDE: Final = 90  #: letters of a line of moves on a whole page
_LINES: Final = 40  # of moves that stand together
_CODE: Final = 7.5  # points
_BOARDS: Final = 4  # small ones on the way
_ROW: Final = 3  # of those that are tall, so that they stand in a row
_TALL: Final = 1.3  # times as high as wide
_SPACE: Final = re.compile(r"[a-z][0-9]+|-?[0-9]+,-?[0-9]+")  # what spaces of boards are called
_SMALL: Final = 46.0  # that small boards are high at most: the first way out has its page with what is said of them all
_LARGER: Final = 72.0  # and those that have a page of their own


@dataclass(frozen=True, slots=True)
class Sheet:
    """How much goes on a page: millimetres, for the smaller of both papers."""

    inside: float  # that a page is high
    head: float  # that is taken by what stands above the board
    least: float  # that the board is high
    most: float
    widest: float  # cards side by side whose corners can be read


PAGE: Final = Sheet(inside=228.0, head=76.0, least=76.0, most=128.0, widest=21.0)
SPREAD: Final = Sheet(inside=228.0, head=52.0, least=80.0, most=140.0, widest=21.0)  # in a booklet that isn't folded
HALF: Final = Sheet(inside=164.0, head=48.0, least=58.0, most=104.0, widest=13.4)  # of one that is


def deal_document(worked: Worked, *, shows_way: bool = True) -> Document:
    """The sheet of one deal; the way out is upside down, on pages of its own."""
    line = deal_line(worked.game, worked.deal)
    blocks: list[Block] = [*setup_blocks(worked)]
    if shows_way and worked.moves:
        blocks += [
            NewPage(),
            Heading("The way out"),
            Note("Turn the page upside down to read it."),
            *_turned([*reading_blocks(worked.game), *way_blocks(worked, WIDE, across=2)]),
        ]
    return Document(
        title=game_title(worked.game, worked.deal),
        kind="A deal to lay out",
        blocks=tuple(blocks),
        credit=worked.game.facts.credit,
        deal=line,
        address=share_path(line, 0),
    )


def game_title(game: AnyGame, deal: Deal) -> str:
    """The game, with its variant."""
    variant = deal.setting.variant
    return game.title if variant == game.facts.variants[0].name else f"{game.title}, {variant}"


def setup_blocks(
    worked: Worked,
    level: int = 1,
    sheet: Sheet = PAGE,
    code: SquareCode | None = None,
) -> tuple[Block, ...]:
    """How a deal is laid out, and what is known about it."""
    game, deal = worked.game, worked.deal
    parts = game.printing.deal(deal) if game.printing.deal else ()
    start = board(game, deal, start_state(game, deal))
    hidden = (
        Note("Setting this up shows you what is coming. Ask a friend to do it, or do it a few days before you play.")
        if game.knowledge.hidden(deal, start_state(game, deal))
        else None
    )
    about: tuple[Block, ...] = (Frame((Paragraph(proof_words(worked)),)), *([hidden] if hidden else []))
    return (
        *([Columns((about, (code,)), (5.0, 1.0))] if code else about),
        Heading("The board", level),
        *([Paragraph(said)] if (said := game.printing.board(deal) if game.printing.board else "") else []),
        Pictures((Picture(start),), height=_high(parts, sheet)),
        *(block for part in parts for block in laying_blocks(part, level, sheet.widest)),
    )


def _high(parts: Sequence[Laying], sheet: Sheet) -> float:
    """How high the board is: what is to be laid out goes on the same page, or, as far as it is hidden, on the next."""
    room = sheet.inside - sheet.head
    needed = [laying_height(part, sheet.widest) for part in parts]
    high = room - sum(needed)
    if needed and high < sheet.least:
        high = room - sum(needed[:-1])
    return max(sheet.least, min(high, sheet.most))


def proof_words(worked: Worked) -> Words:
    """Whether a deal can be won, and how hard it is."""
    said: list[Span] = []
    if worked.level:
        said.append(Span(f"Difficulty {worked.level} of {len(LEVELS)}, {worked.level_words}. ", "bold"))
    if worked.seed is not None:
        said.append(Span(f"Seed {worked.seed}. "))
    told = {
        "winnable": f"This deal can be won in {count_words(worked.length, worked.game.facts.pace)}: a way out was "
        "found, and checked move by move.",
        "unwinnable": "This deal can't be won, whatever you do: that was proved. See how far you get.",
        "undecided": "Nobody knows whether this deal can be won: the search was stopped before it had an answer.",
        "": "Nobody has checked whether this deal can be won.",
    }[worked.verdict]
    return (*said, Span(told))


def board(game: AnyGame, deal: Deal, state: Struct) -> Scene:
    """The board alone, as its player sees it."""
    scene = game.presentation.scene(*game.knowledge.observe(deal, state))
    if scene.sheets:
        first = scene.sheets[0]
        description = scene.description
        area = Area(first.x, first.y, first.x + first.width, first.y + first.height)
        return replace(crop(scene, area), description=description)
    return scene


def small_board(game: AnyGame, deal: Deal, state: Struct) -> Scene:
    """Its spaces alone, and pieces without what is written on them: so it can be small."""
    scene = board(game, deal, state)
    spaces = [place for place in scene.places if _SPACE.fullmatch(place.name)]
    if not spaces:
        return scene
    area = area_of(spaces)
    edge = 0.12
    part = crop(scene, Area(area.left - edge, area.top - edge, area.right + edge, area.bottom + edge))
    items = (
        replace(item, text="") if isinstance(item, Token) and item.shape in ("coin", "disc") else item
        for item in part.items
    )
    return game.printing.small(replace(part, items=tuple(items), description=scene.description))


def reading_blocks(game: AnyGame) -> list[Block]:
    """How moves are read, if that isn't plain."""
    return [Note(game.printing.reading)] if game.printing.reading else []


def way_blocks(worked: Worked, width: int, size: float = _CODE, across: int = _BOARDS) -> list[Block]:
    """The moves of the way out, with small boards."""
    game, deal, states = worked.game, worked.deal, worked.states()
    tokens = game.notation.collect(list(worked.moves))
    last = len(tokens)
    start = small_board(game, deal, states[0])
    is_tall = start.height > start.width * _TALL
    count = _ROW if is_tall else _BOARDS
    shown = {round(last * part / count) for part in range(1, count + 1)}
    made, pictures = 0, []
    for number, token in enumerate(tokens, 1):
        made += _moves_in(worked, made, token)
        if number in shown:
            where = f"after {token}" if number < last else "the end"
            pictures.append(Picture(small_board(game, deal, states[made]), f"{number} of {last}: {where}"))
    lines = wrapped(tokens_of(game, worked.moves), width)
    return [
        *(Code("\n".join(lines[i : i + _LINES]), size) for i in range(0, len(lines), _LINES)),
        Note("The board on the way:"),
        Pictures(
            tuple(pictures),
            height=_SMALL if across == _BOARDS else _LARGER,
            across=max(across, _ROW) if is_tall else across,
        ),
    ]


def _moves_in(worked: Worked, made: int, token: str) -> int:
    """How many moves a token of a record stands for; those that it only implies may not be there."""
    count = 0
    for text in worked.game.notation.expand(token):
        there = made + count
        if not text.endswith("?") or worked.moves[there : there + 1] == (text[:-1],):
            count += 1
    return count


def _turned(blocks: list[Block]) -> list[Block]:
    """Upside down: a long way takes several pages, and its boards stand with the last moves."""
    *pages, last, words, boards = blocks
    if pages and isinstance(pages[0], Note) and len(pages) == 1:
        return [Turned((*pages, last, words, boards))]
    return [*(Turned((page,)) for page in pages), Turned((last, words, boards))]


def tokens_of(game: AnyGame, moves: Sequence[str]) -> list[str]:
    """As a record writes them."""
    tokens = game.notation.collect(list(moves))
    return [f"{token};" for token in tokens] if game.notation.one_move_a_line else tokens


def wrapped(tokens: Sequence[str], width: int) -> list[str]:
    """Tokens in lines so wide."""
    lines = [""]
    for token in tokens:
        if lines[-1] and len(lines[-1]) + 1 + len(token) > width:
            lines.append("")
        lines[-1] += f" {token}" if lines[-1] else token
    return lines
