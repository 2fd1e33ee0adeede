"""The rules of a game, as its folder has them."""

from __future__ import annotations

import io

from escapology.errors import EscapologyError
from escapology.protocol import AnyGame

__all__ = ["rules_text"]


def rules_text(game: AnyGame, *, rendered: bool = False, width: int | None = None) -> str:
    """The rules for players, as Markdown, or rendered for a terminal."""
    try:
        markdown = (game.facts.folder / "RULES.md").read_text(encoding="utf-8").rstrip("\n")
    except OSError as error:
        raise EscapologyError(f"the rules of {game.title} can't be read: {error.strerror}; install it again") from None
    if not rendered:
        return markdown
    from rich.console import Console  # slow to import, and most plays never ask for the rules
    from rich.markdown import Markdown

    page = io.StringIO()
    Console(file=page, force_terminal=True, width=width).print(Markdown(markdown))
    return page.getvalue().rstrip("\n")
