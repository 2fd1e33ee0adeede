"""A game that was played, on paper: how it went, board by board, on two pages."""

from __future__ import annotations

from typing import Final

from escapology.counts import count_words
from escapology.document import Block, Code, Document, Frame, Heading, NewPage, Paragraph, Picture, Pictures
from escapology.middle import deal_line, legal_texts
from escapology.packing import share_path
from escapology.paper.deals import game_title, small_board, tokens_of, wrapped
from escapology.record import Record, record_text

__all__ = ["game_document"]

WIDE: Final = 92  #: letters of a line of moves
_CODE: Final = 7.2  # points
_MOST_LINES: Final = 42  # of moves: what is more is left to the record
_BOARDS: Final = (4, 6)  # on the first page and on the second
_SIZES: Final = (62.0, 70.0)  # how high they are at most


def game_document(record: Record) -> Document:
    """How a game went: its end, its moves as a record writes them, and boards from its beginning to its end."""
    game, deal = record.game, record.deal
    states = list(record.states())
    line = deal_line(game, deal)
    places = _places(len(record.moves), sum(_BOARDS))
    pictures = [
        Picture(small_board(game, deal, states[place]), _caption(record, states[place - 1] if place else None, place))
        for place in places
    ]
    lines = wrapped(tokens_of(game, record.moves), WIDE)
    more = len(lines) - _MOST_LINES
    told = lines[:_MOST_LINES] + ([f"… and {more} lines more"] if more > 0 else [])
    moves: list[Block] = [Heading("The moves"), Code("\n".join(told), _CODE)] if record.moves else []
    blocks: list[Block] = [
        Frame((Paragraph(_ending(record)),)),
        *moves,
        Heading("How it went"),
        Pictures(tuple(pictures[: _BOARDS[0]]), height=_SIZES[0], across=2),
    ]
    if rest := pictures[_BOARDS[0] :]:
        blocks += [NewPage(), Pictures(tuple(rest), height=_SIZES[1], across=2)]
    return Document(
        title=game_title(game, deal),
        kind="A game",
        blocks=tuple(blocks),
        credit=game.facts.credit,
        deal=line,
        address=share_path(record_text(record), 0),
        size=9.5,
    )


def _places(moves: int, most: int) -> list[int]:
    """Positions from the first to the last, as far apart as there is room for."""
    count = min(most, moves + 1)
    return sorted({round(moves * i / (count - 1)) for i in range(count)}) if count > 1 else [0]


def _caption(record: Record, before: object, place: int) -> str:
    if before is None:
        return "the beginning"
    text = record.moves[place - 1]
    move = legal_texts(record.game, record.deal, before)[text]
    return f"{place}: {record.game.presentation.words(record.deal, before, move)}"


def _ending(record: Record) -> str:
    game, deal, state = record.game, record.deal, record.last_state()
    seen = game.knowledge.observe(deal, state)
    status = game.notation.status(deal, state)
    points = f", {count_words(game.rules.score(deal, state), 'point')}" if game.facts.has_points else ""
    outcome = "Won" if game.rules.won(deal, state) else status.capitalize()
    fate = game.presentation.fate(*seen) if status != "playing" else ""
    return " ".join(filter(None, [f"{outcome}, after {count_words(len(record.moves), 'move')}{points}.", fate]))
