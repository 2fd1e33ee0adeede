"""Links from one rulebook to another: `[words](../other/RULES.md)`, with a section behind `#` if one is meant."""

from __future__ import annotations

from escapology.games import GAMES
from escapology.protocol import AnyGame

__all__ = ["book_linked"]


def book_linked(game: AnyGame, address: str) -> tuple[AnyGame, str] | None:
    """The game whose rulebook a link of this game's rulebook leads to, and the section there; None if to none."""
    path, _, section = address.partition("#")
    if not path.endswith("RULES.md") or "://" in path:
        return None
    folder = (game.facts.folder / path).resolve().parent
    return next(((other, section) for other in GAMES.values() if other.facts.folder.resolve() == folder), None)
