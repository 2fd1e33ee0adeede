"""What is printed for players of the web app: a PDF, made where everything else is thought about."""

from __future__ import annotations

import base64
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final

from escapology.answer import Failure, Printed
from escapology.document import Document
from escapology.errors import EscapologyError, shorten
from escapology.games import GAMES
from escapology.protocol import AnyGame
from escapology.record import Record, read_record
from escapology.setting import parse_setting
from escapology.thinking.task import Task

__all__ = ["OF_GAMES", "OF_PLAYS", "SECONDS", "print_sheet", "print_task"]

SECONDS: Final = 60.0  # that typesetting may take

#: What of a game is printed, and what of a play, each with the words for a page.
OF_GAMES: Final[Mapping[str, str]] = MappingProxyType({
    "aid": "Player aid: the short rules and the order of a turn, on one page",
    "rules": "The whole rules, a booklet to be folded",
    "cards": "Reference cards, to be cut out",
    "pieces": "Pieces, to be cut out and written on",
})  # fmt: skip
OF_PLAYS: Final[Mapping[str, str]] = MappingProxyType({
    "deal": "This deal, to be laid out on a table",
    "way": "This deal, with its way out upside down at the end",
    "game": "The game as it was played, on two pages",
})  # fmt: skip


def print_task(sheet: str, paper: str, ink: str, link: str, *, game: str = "", record: str = "") -> Task:
    """Something to be printed: of a game, or of a record."""
    return Task("print", record, seconds=SECONDS, setting=game, sheet=sheet, paper=paper, ink=ink, link=link)


def print_sheet(task: Task) -> Printed | Failure:
    """Typeset it."""
    from escapology.paper import INKS, PAPERS, Look, fold, is_there, pages_of, parse_link, typeset

    if not is_there():
        return Failure("this server can't print: its operator needs to install escapology[print]")
    if task.paper not in PAPERS or task.ink not in INKS:
        raise EscapologyError(f"there is no paper {shorten(task.paper)}, or no ink {shorten(task.ink)}")
    look = Look(task.paper, task.ink, parse_link(task.link) if task.link else "")  # type: ignore[arg-type]
    pdf = (fold if task.sheet == "rules" else typeset)(_document(task), look)
    return Printed(base64.b64encode(pdf).decode(), pages_of(pdf))


def _document(task: Task) -> Document:
    if task.record:
        return _of_record(task.sheet, read_record(task.record))
    return _of_game(task.sheet, GAMES[parse_setting(task.setting, GAMES).game])


def _of_record(sheet: str, record: Record) -> Document:
    from escapology.paper.deals import deal_document
    from escapology.paper.games import game_document
    from escapology.paper.worked import Worked, work_out

    if sheet == "game":
        return game_document(record)
    if sheet == "way":
        return deal_document(work_out(record.game, record.deal))
    if sheet == "deal":
        return deal_document(Worked(record.game, record.deal, ""), shows_way=False)
    raise EscapologyError(f"nothing called {shorten(sheet)} is printed of a play: there are {', '.join(OF_PLAYS)}")


def _of_game(sheet: str, game: AnyGame) -> Document:
    from escapology.paper.aids import aid_document, cards_document, rules_document
    from escapology.paper.pieces import pieces_document, sets_of

    kinds: dict[str, Callable[[AnyGame], Document]] = {
        "aid": aid_document,
        "rules": rules_document,
        "cards": cards_document,
        "pieces": lambda game: pieces_document(game, sets_of(game, [])),
    }
    if sheet not in kinds:
        raise EscapologyError(f"nothing called {shorten(sheet)} is printed of a game: there are {', '.join(kinds)}")
    return kinds[sheet](game)
