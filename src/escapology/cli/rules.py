"""`escapology rules`: print the rules of a game."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import Annotated

import typer

from escapology.cli.inputs import GameName, read_setting
from escapology.games import GAMES
from escapology.text_play import rules_text

__all__ = ["rules"]


def rules(
    game: GameName,
    raw: Annotated[bool, typer.Option("--raw", help="Print the Markdown source, even on a terminal.")] = False,
) -> Iterator[str]:
    """Print the rules of a game, with all rulings.

    Examples:
      escapology rules blank
      escapology rules blank --raw
    """
    setting = read_setting(game, None, None)
    yield rules_text(GAMES[setting.game], rendered=sys.stdout.isatty(), raw=raw)
