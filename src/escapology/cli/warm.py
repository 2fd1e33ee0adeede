"""`escapology warm`: compile ahead of time."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from typing import Annotated

import typer

from escapology.background import in_thread, need_numba
from escapology.cli.inputs import Json
from escapology.cli.output import json_line
from escapology.errors import SettingError, shorten
from escapology.games import GAMES
from escapology.native import on_compiling
from escapology.protocol import AnyGame

__all__ = ["warm"]


def warm(
    games: Annotated[
        list[str] | None, typer.Argument(metavar="GAMES", help="The games to prepare. Default: all.")
    ] = None,
    json: Json = False,
) -> Iterator[str]:
    """Compile solvers and rules ahead of time.

    Otherwise the first hint, solve, bot game, difficulty or perft on a machine takes a few seconds longer. Meant for
    container images and installers; whatever is compiled already is kept.

    Examples:
      escapology warm
      escapology warm devils-square lab-rats --json
    """
    for name in games or ():
        if name not in GAMES:
            raise SettingError(f"there is no game {shorten(name)}: choose from {', '.join(GAMES)}")
    need_numba()
    return _lines([GAMES[name] for name in games or GAMES], json)


def _lines(games: list[AnyGame], as_json: bool) -> Iterator[str]:
    from escapology.solve.ready import get_ready

    compiled: list[None] = []
    on_compiling(lambda: compiled.append(None))
    for game in games:
        compiled.clear()
        began = time.monotonic()
        in_thread(lambda game=game: get_ready(game))  # type: ignore[misc]
        seconds = time.monotonic() - began
        if as_json:
            yield json_line(game=game.name, compiled=len(compiled), seconds=round(seconds, 3))
        else:
            made = f"{len(compiled)} kernel{'s' * (len(compiled) != 1)} compiled" if compiled else "nothing to compile"
            yield f"{game.name}: ready in {seconds:.1f} seconds, {made}"
        sys.stdout.flush()
