"""The games. `GAMES` is the only list of them: a game that stands here is played, solved, drawn and tested."""

import copyreg
import pickle
from collections.abc import Callable

from escapology.errors import SettingError, shorten
from escapology.games import blank, devils_square, kidnap_machine, lab_rats
from escapology.games.pursuit import dont_let_them_get_you, not_alone
from escapology.protocol import AnyGame, Game

__all__ = ["GAMES"]

_PACKAGES = (devils_square, lab_rats, kidnap_machine, dont_let_them_get_you, not_alone, blank)

GAMES: dict[str, AnyGame] = {package.GAME.name: package.GAME for package in _PACKAGES}


def _game_of_name(name: str) -> AnyGame:
    if name not in GAMES:
        raise SettingError(f"there is no game {shorten(name)}: there are {', '.join(GAMES)}")
    return GAMES[name]


def _pickle_by_name(game: AnyGame) -> tuple[Callable[[str], AnyGame], tuple[str]]:
    if GAMES.get(game.name) is not game:
        raise pickle.PicklingError(f"the game {game.name} is not in GAMES, so no other process would find it")
    return _game_of_name, (game.name,)


copyreg.pickle(Game, _pickle_by_name)  # a game is functions: what travels to another process is its name
