"""`escapology play`: play a game by hand."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from typing import Annotated

import typer

from escapology.cli.inputs import OptionTexts, VariantName, read_setting, whole
from escapology.errors import SettingError, shorten
from escapology.games import GAMES
from escapology.luck import MAX_SEED, random_seed
from escapology.middle import new_deal
from escapology.play import Play
from escapology.setting import Setting
from escapology.text_play import Session, Terminal, choose_setting, load_play

__all__ = ["play"]


def play(
    game: Annotated[
        str | None, typer.Argument(metavar="GAME", help="A game, such as blank or blank/long; else there is a menu.")
    ] = None,
    text: Annotated[bool, typer.Option("--text", help="Play line by line in this terminal.")] = False,
    variant: VariantName = None,
    option: OptionTexts = None,
    seed: Annotated[
        int | None, typer.Option(parser=whole(0, MAX_SEED), metavar="N", help="The deal of that seed.")
    ] = None,
    deal: Annotated[str | None, typer.Option(metavar="LINE", help="The deal of that deal line.")] = None,
    load: Annotated[str | None, typer.Option(metavar="FILE", help="Go on with a saved game.")] = None,
) -> Iterator[str]:
    """Play a game by hand. Type help in the game to see what can be done.

    Examples:
      escapology play --text devils-square
      escapology play --text blank --variant long --seed 7
      escapology play --text --load game.txt
    """
    if sys.stdin is None:
        raise SettingError("standard input is closed: text play reads moves from it")
    terminal = Terminal(sys.stdin, sys.stdout)
    chosen = seed is not None or variant is not None or bool(option)
    if (deal is not None) + (load is not None) + chosen > 1:
        raise SettingError("give only one of --deal, --load, and --seed with --variant and --option")
    notice = "" if text else "The web app is not there yet: this is text play."
    if deal is not None or load is not None:
        started = Play.of_line(deal) if deal is not None else load_play(load or "")
        if game is not None and read_setting(game, None, None).game != started.game.name:
            raise SettingError(f"{shorten(game)} is not the game of that deal, {started.game.name}: leave it out")
        return _run(lambda: Session(started, terminal), terminal, notice)
    if game is None and (variant is not None or option):
        raise SettingError("--variant and --option belong to a game: name it, as in escapology play --text blank")
    setting = None if game is None else read_setting(game, variant, option)
    return _run(lambda: _new_session(setting, seed, terminal), terminal, notice)


def _new_session(setting: Setting | None, seed: int | None, terminal: Terminal) -> Session | None:
    """A session of a new deal, of a game from the menu if none is named."""
    setting = setting or choose_setting(terminal)
    if setting is None:
        return None
    seed = random_seed() if seed is None else seed
    return Session(Play(GAMES[setting.game], new_deal(setting, seed)), terminal, seed)


def _run(make: Callable[[], Session | None], terminal: Terminal, notice: str) -> Iterator[str]:
    """Play, when `main` asks for lines; there are none, the session prints for itself."""
    if notice:
        terminal.say(notice)
    session = make()
    if session is not None:
        session.run()
    yield from ()
