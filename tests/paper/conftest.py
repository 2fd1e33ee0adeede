"""What is printed, typeset once for all tests."""

from collections.abc import Callable
from functools import cache

from escapology.document import Document
from escapology.games import GAMES
from escapology.paper import Look, fold, typeset
from escapology.paper.aids import aid_document, cards_document, rules_document
from escapology.paper.pieces import pieces_document, sets_of
from tests.shared import made_once

A4, LETTER_LOW = Look(), Look("letter", "low", "https://play.example")
DOCUMENTS: dict[str, Callable[[str], Document]] = {
    "aid": lambda name: aid_document(GAMES[name]),
    "cards": lambda name: cards_document(GAMES[name]),
    "pieces": lambda name: pieces_document(GAMES[name], sets_of(GAMES[name], [])),
    "rules": lambda name: rules_document(GAMES[name]),
}


def has(kind: str, name: str) -> bool:
    """Whether a game has that: aids and rules come from its rulebook."""
    printing = GAMES[name].printing
    return {"cards": printing.cards is not None, "pieces": bool(printing.pieces)}.get(kind, True)


PRINTED = [(kind, name) for name in GAMES for kind in DOCUMENTS if has(kind, name)]


@cache
def document(kind: str, name: str) -> Document:
    return DOCUMENTS[kind](name)


@made_once
def printed(kind: str, name: str, look: Look) -> bytes:
    """What is printed of a game, as the command line does it."""
    return (fold if kind == "rules" else typeset)(document(kind, name), look)
