"""Booklets of deals: a title page, deals by rising difficulty, a sheet for results, hints and ways out at the end."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from math import ceil
from typing import Final

from escapology.counts import count_words
from escapology.document import (
    Block,
    Code,
    Document,
    Heading,
    NewPage,
    Note,
    Paragraph,
    Picture,
    Pictures,
    Span,
    SquareCode,
    Table,
    Together,
    Turned,
)
from escapology.middle import deal_line, legal_texts, start_state
from escapology.packing import share_path
from escapology.paper.deals import (
    HALF,
    SPREAD,
    board,
    game_title,
    reading_blocks,
    setup_blocks,
    tokens_of,
    way_blocks,
    wrapped,
)
from escapology.paper.worked import Worked
from escapology.verdict import LEVELS

__all__ = ["booklet_document"]

WIDE: Final = 76  #: letters of a line of moves or of a deal, on a page of half the size
_CODE: Final = 7.0  # points
_BOARDS_ALONE: Final = 2  # blocks behind the moves of a way that is not long: the boards, and what is said of them
_LINES: Final = 32  # of hints on a page of half the size
_LETTERS: Final = 74  # of such a line
_BETWEEN: Final = 0.4  # lines between hints
_SHARE: Final = 4  # the third hint shows this part of the way


def booklet_document(deals: Sequence[Worked], about: str, *, folded: bool = True) -> Document:
    """A booklet of these deals, the easiest first; `about` says which they are: the seed, and what was asked for.

    One that is folded has pages of half the size.
    """
    first = deals[0]
    title = game_title(first.game, first.deal)
    blocks: list[Block] = [*_title_page(deals, about), *_results(deals)]
    for number, worked in enumerate(deals, 1):
        line = deal_line(worked.game, worked.deal)
        blocks += [
            NewPage(),
            Heading(f"Deal {number}"),
            *setup_blocks(worked, 2, HALF if folded else SPREAD, SquareCode(share_path(line, 0))),
        ]
    blocks += [*_hints(deals), *_ways(deals)]
    return Document(
        title=title,
        kind=f"{len(deals)} deals" if len(deals) > 1 else "A deal",
        blocks=tuple(blocks),
        credit=first.game.facts.credit,
        deal=about,
        address=f"/rules/{first.game.name}",
        size=9.0 if folded else 10.0,
    )


def _title_page(deals: Sequence[Worked], about: str) -> list[Block]:
    game = deals[0].game
    levels = Counter(worked.level for worked in deals if worked.level)
    rows = tuple((f"{level}, {LEVELS[level - 1]}", str(levels[level])) for level in sorted(levels))
    can = "Every deal in this booklet can be won" if len(deals) > 1 else "The deal in this booklet can be won"
    return [
        Paragraph(game.facts.pitch),
        Pictures((Picture(board(game, deals[0].deal, start_state(game, deals[0].deal))),), height=70),
        Paragraph(
            f"{can}: each one was solved, and its way out checked move by move. They get harder from page to page. At "
            "the back you'll find three hints for every deal, printed upside down, and then all the ways out."
            if len(deals) > 1
            else f"{can}: a way out was found and checked move by move. At the back you'll find three hints, printed "
            "upside down, and then the way out."
        ),
        *([Table(rows, ("Difficulty", "Deals"), (1.0, 1.0))] if rows else []),
        Note(f"This is {about}: ask for that again, and you get the same booklet."),
    ]


def _results(deals: Sequence[Worked]) -> list[Block]:
    """A sheet to write on."""
    game = deals[0].game
    counted = "Points" if game.facts.has_points else f"{game.facts.pace.capitalize()}s"
    rows = tuple((str(number), worked.level_words, "", "", "", "") for number, worked in enumerate(deals, 1))
    return [
        NewPage(),
        Heading("Results"),
        Table(
            rows, ("Deal", "Level", "Date", "Won?", counted, "Hints, and how it went"), (1, 1.4, 1.6, 1, 1.3, 4), 6.6, 8
        ),
    ]


# Hints


def _hints(deals: Sequence[Worked]) -> list[Block]:
    """In three steps, on pages of their own: who reads one sees nothing of the next."""
    steps: tuple[tuple[str, str, Callable[[Worked], str]], ...] = (
        ("First hints", "What you are up against.", _prospect),
        ("Second hints", "How to begin.", _beginning),
        ("Third hints", "The first quarter of the way out.", _quarter),
    )
    blocks: list[Block] = []
    for title, words, tell in steps:
        for page in _pages([f"Deal {number}. {tell(worked)}" for number, worked in enumerate(deals, 1)]):
            blocks += [NewPage(), Heading(title), Note(f"{words} Turn the booklet upside down.")]
            blocks.append(Turned(tuple(_hint(told) for told in page)))
    return blocks


def _hint(told: str) -> Paragraph:
    deal, _, said = told.partition(". ")
    return Paragraph((Span(f"{deal}. ", "bold"), Span(said)))


def _pages(hints: Sequence[str]) -> list[list[str]]:
    """As many together as half a page has room for: upside down, the first of them is the first to be read."""
    pages: list[list[str]] = [[]]
    lines = 0.0
    for told in hints:
        needed = ceil(len(told) / _LETTERS) + _BETWEEN
        if pages[-1] and lines + needed > _LINES:
            pages.append([])
            lines = 0.0
        pages[-1].append(told)
        lines += needed
    return pages


def _prospect(worked: Worked) -> str:
    told = f"There is a way out of {count_words(worked.length, worked.game.facts.pace)}."
    if worked.difficulty is None or worked.game.facts.has_dice:
        return told
    first, narrow = worked.difficulty.first, worked.difficulty.narrow
    told += f" Of your first choices {_share(first)} the win away"
    return f"{told}, later on {_share(narrow)}."


def _share(share: float) -> str:
    if share == 0:
        return "none throws"
    return f"about {share:.0%} throw" if share < 1 else "all but the right ones throw"


def _beginning(worked: Worked) -> str:
    """The first thing that is done, in words; a place to start at is nothing yet."""
    game, deal, states = worked.game, worked.deal, worked.states()
    told: list[str] = []
    for number, text in enumerate(worked.moves):
        words = game.presentation.words(deal, states[number], legal_texts(game, deal, states[number])[text])
        told.append(f"{words[:1].lower()}{words[1:]}" if told else words)
        if number and number + 1 >= _first_stretch(worked):
            break
    return f"{'; then '.join(told)}."


def _first_stretch(worked: Worked) -> int:
    """Moves of the first token of a record, or two."""
    token = worked.game.notation.collect(list(worked.moves))[0]
    return max(2, len(worked.game.notation.expand(token)))


def _quarter(worked: Worked) -> str:
    tokens = tokens_of(worked.game, worked.moves)
    return " ".join(tokens[: max(2, -(-len(tokens) // _SHARE))]).rstrip(";")


# Ways out


def _ways(deals: Sequence[Worked]) -> list[Block]:
    """All ways out, as records, with small boards."""
    blocks: list[Block] = [
        NewPage(),
        Heading("Ways out"),
        *reading_blocks(deals[0].game),
        Note("Escapology also reads this: type in a deal line and its moves, and replay them on screen."),
    ]
    for number, worked in enumerate(deals, 1):
        line = deal_line(worked.game, worked.deal)
        first, *rest = way_blocks(worked, WIDE, _CODE)
        head = (
            Heading(f"The way out of deal {number}", 2),
            Code("\n".join(wrapped(line.split(), WIDE)), _CODE),
            Note(f"In {count_words(worked.length, worked.game.facts.pace)}:"),
            first,
        )
        blocks += [Together((*head, *rest))] if len(rest) == _BOARDS_ALONE else [Together(head), *rest]
    return blocks
