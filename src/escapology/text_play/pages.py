"""The rules of a game, as its folder has them."""

from __future__ import annotations

import io
import re
from typing import Final

from escapology.draw import text
from escapology.errors import EscapologyError
from escapology.figures import figures_of, name_of
from escapology.protocol import AnyGame

__all__ = ["rules_text"]

_PICTURES: Final = re.compile(r"^( *)(!\[[^]]*\]\([^)]*\)\s*)+$", re.MULTILINE)
_PICTURE: Final = re.compile(r"!\[([^]]*)\]\(([^)]*)\)")


def rules_text(game: AnyGame, *, rendered: bool = False, raw: bool = False, width: int | None = None) -> str:
    """The rules as Markdown with figures as text, or rendered for a terminal; `raw`: as they are written."""
    try:
        markdown = (game.facts.folder / "RULES.md").read_text(encoding="utf-8").rstrip("\n")
    except OSError as error:
        raise EscapologyError(f"the rules of {game.title} can't be read: {error.strerror}; install it again") from None
    if raw:
        return markdown
    markdown = _PICTURES.sub(lambda found: _drawn(game, found), markdown)
    if not rendered:
        return markdown
    from rich.console import Console  # slow to import, and most plays never ask for the rules
    from rich.markdown import Markdown

    page = io.StringIO()
    Console(file=page, force_terminal=True, width=width).print(Markdown(markdown))
    return page.getvalue().rstrip("\n")


def _drawn(game: AnyGame, pictures: re.Match[str]) -> str:
    """The pictures of a paragraph, one below the other, with captions; those that are no figures are left out."""
    blocks = []
    for caption, address in _PICTURE.findall(pictures[0]):
        if (figure := figures_of(game).get(name_of(address))) is not None:
            blocks.append(f"```text\n{text(figure.scene())}\n```\n\n*{caption}*")
    return "\n".join(pictures[1] + line if line else "" for block in blocks for line in [*block.split("\n"), ""])
