"""`escapology play`: play a game by hand."""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Callable, Iterator
from typing import Annotated, Final

import typer

from escapology.cli.inputs import OptionTexts, VariantName, is_pasted, read_setting, whole
from escapology.errors import SettingError, shorten
from escapology.files import read_named_file
from escapology.games import GAMES
from escapology.luck import MAX_SEED, random_seed
from escapology.middle import new_deal
from escapology.play import Play
from escapology.setting import Setting
from escapology.text_play import Session, Terminal, choose_setting, load_play

__all__ = ["need_web", "play"]

WEB: Final = (  # what comes with the extra of that name
    "alembic", "anyio", "fastapi", "itsdangerous", "jinja2", "markdown_it", "prometheus_client", "pydantic",
    "python_multipart", "sqlalchemy", "starlette", "uvicorn",
)  # fmt: skip


def play(  # noqa: PLR0913, PLR0917 - one for each option
    game: Annotated[
        str | None,
        typer.Argument(metavar="GAME", help="A game, such as blank/long, or a deal line; else there is a menu."),
    ] = None,
    text: Annotated[bool, typer.Option("--text", help="Play line by line in this terminal.")] = False,
    variant: VariantName = None,
    option: OptionTexts = None,
    seed: Annotated[
        int | None, typer.Option(parser=whole(0, MAX_SEED), metavar="N", help="The deal of that seed.")
    ] = None,
    deal: Annotated[str | None, typer.Option(metavar="LINE", help="The deal of that deal line.")] = None,
    load: Annotated[str | None, typer.Option(metavar="FILE", help="Go on with a saved game.")] = None,
    port: Annotated[
        int | None,
        typer.Option(parser=whole(0, 65535), metavar="N", help="The web app's port; else 8000 or the next free one."),
    ] = None,
    no_browser: Annotated[bool, typer.Option("--no-browser", help="Only say the web app's address.")] = False,
) -> Iterator[str]:
    """Play games in your browser, or with --text in this terminal.

    The web app runs on this machine, for you alone; it ends with Ctrl-C, and keeps every move. In text play, type help
    to see what can be done.

    Examples:
      escapology play --text devils-square
      escapology play --text blank --variant long --seed 7
      escapology play --text 'blank: 3 1 5 2 6 4'
      escapology play --text --load game.txt
    """
    chosen = seed is not None or variant is not None or bool(option)
    if game is not None and is_pasted(game):
        if deal is not None:
            raise SettingError("the deal is given twice: leave out --deal, or the deal line before it")
        game, deal = None, game
    if not text:
        if chosen or deal is not None or load is not None:
            raise SettingError(
                "--seed, --variant, --option, --load and deal lines go with --text; the web app asks for them"
            )
        return _in_browser(game, port, not no_browser)
    if sys.stdin is None:
        raise SettingError("standard input is closed: text play reads moves from it")
    terminal = Terminal(sys.stdin, sys.stdout)
    if (deal is not None) + (load is not None) + chosen > 1:
        raise SettingError("give only one of a deal line, --load, and --seed with --variant and --option")
    if deal is not None or load is not None:
        started = Play.of_line(deal, read_named_file) if deal is not None else load_play(load or "")
        if game is not None and read_setting(game, None, None).game != started.game.name:
            raise SettingError(f"{shorten(game)} is not the game of that deal, {started.game.name}: leave it out")
        return _run(lambda: Session(started, terminal))
    if game is None and (variant is not None or option):
        raise SettingError("--variant and --option belong to a game: name it, as in escapology play --text blank")
    setting = None if game is None else read_setting(game, variant, option)
    return _run(lambda: _new_session(setting, seed, terminal))


def _new_session(setting: Setting | None, seed: int | None, terminal: Terminal) -> Session | None:
    """A session of a new deal, of a game from the menu if none is named."""
    setting = setting or choose_setting(terminal)
    if setting is None:
        return None
    seed = random_seed() if seed is None else seed
    return Session(Play(GAMES[setting.game], new_deal(setting, seed)), terminal, seed)


def _run(make: Callable[[], Session | None]) -> Iterator[str]:
    """Play, when `main` asks for lines; there are none, the session prints for itself.

    While a person is looking at the board, solvers are prepared for the first hint.
    """
    session = make()
    if session is not None and session.terminal.interactive:
        from escapology.thinking.warmer import Warmer

        with Warmer() as warmer:
            warmer.put_first(session.play.game.name)
            session.run()
    elif session is not None:
        session.run()
    yield from ()


def need_web() -> None:
    """Refuse to go on where the web app can't run."""
    if any(importlib.util.find_spec(name) is None for name in WEB):
        raise SettingError("the web app needs more: pip install 'escapology[web]'; or play --text in the terminal")


def _in_browser(game: str | None, port: int | None, browser: bool) -> Iterator[str]:
    """Run the web app, when `main` asks for lines; it prints its address by itself."""
    path = "/" if game is None else f"/new/{read_setting(game, None, None).game}"
    need_web()
    from escapology.web.server.local import serve

    serve(typer.echo, port=port, browser=browser, path=path)
    yield from ()
