"""The games. `GAMES` is the only list of them: a game that stands here is played, solved, drawn and tested."""

import copyreg
import pickle
from collections.abc import Callable
from importlib import import_module
from typing import Final

from escapology.errors import SettingError, shorten
from escapology.protocol import AnyGame, Game

__all__ = ["GAMES", "LISTED"]

# The packages of the games, in the order of menus.
_PACKAGES: Final = (
    "devils_square",
    "lab_rats",
    "kidnap_machine",
    "pursuit.dont_let_them_get_you",
    "pursuit.not_alone",
    "blank",
)


def _load(package: str) -> AnyGame:
    game: AnyGame = import_module(f"{__name__}.{package}").GAME
    return game


GAMES: dict[str, AnyGame] = {game.name: game for game in map(_load, _PACKAGES)}
LISTED: dict[str, AnyGame] = {name: game for name, game in GAMES.items() if not game.facts.is_example}  # in menus


def _game_of_name(name: str) -> AnyGame:
    if name not in GAMES:
        raise SettingError(f"there is no game {shorten(name)}: there are {', '.join(GAMES)}")
    return GAMES[name]


def _pickle_by_name(game: AnyGame) -> tuple[Callable[[str], AnyGame], tuple[str]]:
    if GAMES.get(game.name) is not game:
        raise pickle.PicklingError(f"the game {game.name} is not in GAMES, so no other process would find it")
    return _game_of_name, (game.name,)


copyreg.pickle(Game, _pickle_by_name)  # a game is functions: what travels to another process is its name
