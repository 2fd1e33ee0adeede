"""`escapology play`: play a game in the browser or the terminal."""

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
from escapology.guide import guide_of
from escapology.luck import MAX_SEED, random_seed
from escapology.middle import new_deal
from escapology.play import Play
from escapology.setting import Setting
from escapology.sitting import Sitting
from escapology.text_play import (
    GuideSession,
    Session,
    TableSession,
    Terminal,
    choose_setting,
    load_play,
    load_sitting,
)

__all__ = ["need_web", "play"]

WEB: Final = (  # what comes with the extra of that name
    "alembic", "anyio", "fastapi", "h11", "itsdangerous", "jinja2", "markdown_it", "prometheus_client", "pydantic",
    "sqlalchemy", "starlette", "uvicorn",
)  # fmt: skip


def play(  # noqa: PLR0912, PLR0913, PLR0917 - one for each option
    game: Annotated[
        str | None,
        typer.Argument(metavar="GAME", help="A game such as blank/long, or a deal line. Default: choose from a menu."),
    ] = None,
    text: Annotated[bool, typer.Option("--text", help="Play in this terminal.")] = False,
    variant: VariantName = None,
    option: OptionTexts = None,
    seed: Annotated[
        int | None, typer.Option(parser=whole(0, MAX_SEED), metavar="N", help="Play the deal of this seed.")
    ] = None,
    deal: Annotated[str | None, typer.Option(metavar="LINE", help="Play this deal line.")] = None,
    load: Annotated[str | None, typer.Option(metavar="FILE", help="Resume a saved game.")] = None,
    guide: Annotated[
        bool, typer.Option("--guide", help="Learn the game from a guided first game, in this terminal.")
    ] = False,
    step: Annotated[
        int | None, typer.Option(parser=whole(1, 999), metavar="N", help="Resume the guided game at this step.")
    ] = None,
    table: Annotated[bool, typer.Option("--table", help="Play with real cards and keep the board here.")] = False,
    port: Annotated[
        int | None,
        typer.Option(
            parser=whole(0, 65535), metavar="N", help="Port of the web app. Default: 8000, or the next free one."
        ),
    ] = None,
    no_browser: Annotated[
        bool, typer.Option("--no-browser", help="Print the address instead of opening a browser.")
    ] = False,
) -> Iterator[str]:
    """Play in your browser, or with --text in this terminal.

    The web app runs on this machine, for you alone, and saves every move. Press Ctrl-C to stop it. In text play, type
    help for a list of commands.

    Examples:
      escapology play --text devils-square
      escapology play --text blank --variant long --seed 7
      escapology play --text 'blank: 3 1 5 2 6 4'
      escapology play --text --load game.txt
      escapology play lab-rats --guide
      escapology play --table devils-square
    """
    chosen = seed is not None or variant is not None or bool(option)
    if game is not None and is_pasted(game):
        if deal is not None:
            raise SettingError("the deal is given twice: leave out --deal or the deal line before it")
        game, deal = None, game
    if step is not None and not guide:
        raise SettingError("--step needs --guide")
    if guide:
        if chosen or deal is not None or load is not None or port is not None or no_browser:
            raise SettingError("a guided game has its own deal: use --guide with a game and --step only")
        return _guided(game, step or 1)
    if table:
        if deal is not None or seed is not None or port is not None or no_browser:
            raise SettingError(
                "with --table you deal the cards yourself: give a game with --variant and --option, or --load"
            )
        return _at_table(game, variant, option, load)
    if not text:
        if chosen or deal is not None or load is not None:
            raise SettingError(
                "--seed, --variant, --option, --load and deal lines need --text; the web app asks for them"
            )
        return _in_browser(game, port, not no_browser)
    terminal = _terminal()
    if (deal is not None) + (load is not None) + chosen > 1:
        raise SettingError("give a deal line, or --load, or --seed with --variant and --option, but only one of these")
    if deal is not None or load is not None:
        started = Play.of_line(deal, read_named_file) if deal is not None else load_play(load or "")
        if game is not None and read_setting(game, None, None).game != started.game.name:
            raise SettingError(f"that deal is of {started.game.name}, not {shorten(game)}: leave the game out")
        return _run(lambda: Session(started, terminal))
    if game is None and (variant is not None or option):
        raise SettingError("--variant and --option need a game, as in escapology play --text blank")
    setting = None if game is None else read_setting(game, variant, option)
    return _run(lambda: _new_session(setting, seed, terminal))


def _guided(name: str | None, step: int) -> Iterator[str]:
    """Play a guided game, when `main` asks for lines."""
    if name is None:
        raise SettingError("--guide needs a game, as in escapology play lab-rats --guide")
    game = GAMES[read_setting(name, None, None).game]
    guide = guide_of(game)
    if guide is None:
        raise SettingError(f"{game.title} has no guided game: see escapology rules {game.name}")
    GuideSession(guide, _terminal(), step).run()
    yield from ()


def _at_table(name: str | None, variant: str | None, option: list[str] | None, load: str | None) -> Iterator[str]:
    """Follow a game at a real table, when `main` asks for lines."""
    terminal = _terminal()
    if load is not None:
        sitting = load_sitting(load)
        if name is not None or variant is not None or option:
            raise SettingError(f"{shorten(load)} already says what is played: leave out the game and its options")
    else:
        setting = choose_setting(terminal) if name is None else read_setting(name, variant, option)
        if setting is None:
            return
        sitting = Sitting.begin(setting, random_seed() % 2**31)
    TableSession(sitting, terminal, load or "").run()
    yield from ()


def _terminal() -> Terminal:
    if sys.stdin is None:
        raise SettingError("standard input is closed, so text play can't read your moves")
    return Terminal(sys.stdin, sys.stdout)


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
        raise SettingError(
            "the web app needs more packages: pip install 'escapology[web]', or use --text to play in the terminal"
        )


def _in_browser(game: str | None, port: int | None, browser: bool) -> Iterator[str]:
    """Run the web app, when `main` asks for lines; it prints its address by itself."""
    path = "/" if game is None else f"/new/{read_setting(game, None, None).game}"
    need_web()
    from escapology.web.server.local import serve

    serve(typer.echo, port=port, browser=browser, path=path)
    yield from ()
