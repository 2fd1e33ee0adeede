"""Pieces of a game, to be cut out and written on: what its `Printing` brings along, as a document."""

from __future__ import annotations

from collections.abc import Sequence

from escapology.document import Document, PieceSet
from escapology.errors import SettingError, shorten
from escapology.protocol import AnyGame

__all__ = ["pieces_document", "sets_of"]


def sets_of(game: AnyGame, names: Sequence[str]) -> list[PieceSet]:
    """Those sets of a game's pieces, in the game's order; all, if none is named."""
    known = {one.name: one for one in game.printing.pieces}
    if not known:
        raise SettingError(f"{game.name} has no pieces to print")
    for name in names:
        if name not in known:
            raise SettingError(f"{game.name} has no {shorten(name)}: there are {', '.join(known)}")
    return [one for one in known.values() if not names or one.name in names]


def pieces_document(game: AnyGame, sets: Sequence[PieceSet]) -> Document:
    """These pieces, set after set."""
    return Document(
        title=game.title,
        kind="Pieces",
        blocks=tuple(block for one in sets for block in one.blocks()),
        credit=game.facts.credit,
        address=f"/rules/{game.name}",
        opens=False,
    )
