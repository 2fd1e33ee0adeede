"""What lies beside the board: the player aid of a game, its reference cards, and its rulebook."""

from __future__ import annotations

from typing import Final

from escapology.document import (
    Block,
    Bullets,
    Columns,
    Cut,
    Document,
    Frame,
    Heading,
    Note,
    Paragraph,
    Picture,
    Pictures,
    Piece,
)
from escapology.errors import SettingError
from escapology.figures import figures_of
from escapology.paper.rulebook import rulebook_blocks, section_of
from escapology.protocol import AnyGame

__all__ = ["aid_document", "cards_document", "rules_document"]

_CARD: Final = (63.0, 88.0)
_HIGH: Final = 86.0  # that pictures of a player aid have together


def aid_document(game: AnyGame) -> Document:
    """The short rules, the order of a turn and pictures, on one page."""
    left: list[Block] = [Heading("In short"), *section_of(game, "In short")]
    right: list[Block] = []
    if game.printing.turn is not None:
        steps = tuple((Paragraph(step),) for step in game.printing.turn())
        right = [Frame((Heading("Turn by turn", 2), Bullets(steps, 1)))]
    figures = figures_of(game)
    shown = [(figures[name], caption) for name, caption in game.printing.figures]
    across = 2 if len(shown) in (2, 4) else 3
    high = _HIGH if len(shown) <= across else _HIGH / 2
    pictures = [Pictures(tuple(Picture(figure.scene(), caption) for figure, caption in shown), 0, high, across)]
    return Document(
        title=game.title,
        kind="Player aid",
        blocks=(
            Columns((tuple(left), tuple(right))) if right else Columns((tuple(left),)),
            *(pictures if shown else ()),
        ),
        credit=game.facts.credit,
        address=f"/rules/{game.name}",
        size=11.0,
    )


def cards_document(game: AnyGame) -> Document:
    """Reference cards, to be cut out."""
    if game.printing.cards is None:
        raise SettingError(f"{game.name} has no reference cards to print")
    pieces = tuple(
        Piece((Note(game.title), Heading(title), Bullets(tuple((Paragraph(line),) for line in lines))))
        for title, lines in game.printing.cards()
    )
    return Document(
        title=game.title,
        kind="Reference cards",
        blocks=(Cut(pieces, *_CARD, "Reference cards"),),
        credit=game.facts.credit,
        address=f"/rules/{game.name}",
        size=9.2,
        opens=False,
    )


def rules_document(game: AnyGame, *, folded: bool = True) -> Document:
    """The whole rulebook: for pages of half the size, or else for whole ones."""
    return Document(
        title=game.title,
        kind="Rules",
        blocks=rulebook_blocks(game),
        credit=game.facts.credit,
        address=f"/rules/{game.name}",
        size=9.0 if folded else 10.5,
    )
