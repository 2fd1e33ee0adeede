"""The games. `GAMES` is the only list of them: a game that stands here is played, solved, drawn and tested.

Games of other packages stand behind ours; they come by entry points (`plugins.py`).
"""

import copyreg
import pickle
import re
import threading
from collections.abc import Callable, Iterator, Mapping, MutableMapping
from importlib import import_module
from typing import Final

from escapology.errors import SettingError, shorten
from escapology.plugins import load_plugins
from escapology.protocol import AnyGame, Game

__all__ = ["GAMES", "LISTED", "OURS"]

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


class _Games(MutableMapping[str, AnyGame]):
    """Games by name: ours, and behind them those of other packages, which are looked for when ours don't do."""

    def __init__(self) -> None:
        self._known = {game.name: game for game in map(_load, _PACKAGES)}
        self._lock = threading.RLock()
        self._is_complete = False

    def ours(self) -> tuple[str, ...]:
        """The names of our own, the same on every machine, whatever other packages bring."""
        return tuple(game.name for game in map(_load, _PACKAGES) if not game.facts.is_example)

    def _complete(self) -> None:
        with self._lock:
            if not self._is_complete:
                self._is_complete = True
                load_plugins("escapology.games", self._add)

    def _add(self, name: str, game: object) -> None:
        if not isinstance(game, Game):
            raise SettingError(f"{shorten(repr(game))} is not a Game (escapology.protocol)")
        if game.name != name:
            raise SettingError(f"the game calls itself {shorten(game.name)}: use the same name for both")
        if not re.fullmatch("[a-z]+(-[a-z]+)*", name):
            raise SettingError("its name is not valid: use small letters, with - between words, as in black-hole")
        if name in self._known:
            raise SettingError("there is already a game of that name")
        self._known[name] = game

    def __getitem__(self, name: str) -> AnyGame:
        if name not in self._known:
            self._complete()
        return self._known[name]

    def __setitem__(self, name: str, game: AnyGame) -> None:
        self._known[name] = game

    def __delitem__(self, name: str) -> None:
        del self._known[name]

    def __iter__(self) -> Iterator[str]:
        self._complete()
        return iter(self._known)

    def __len__(self) -> int:
        self._complete()
        return len(self._known)


class _Listed(Mapping[str, AnyGame]):
    """All of them but the template for newcomers."""

    def __getitem__(self, name: str) -> AnyGame:
        if GAMES[name].facts.is_example:
            raise KeyError(name)
        return GAMES[name]

    def __iter__(self) -> Iterator[str]:
        return (name for name, game in GAMES.items() if not game.facts.is_example)

    def __len__(self) -> int:
        return sum(1 for _ in self)


GAMES: Final = _Games()
LISTED: Final = _Listed()  # in menus
OURS: Final = GAMES.ours()  # names of those that come with Escapology, without the template


def _game_of_name(name: str) -> AnyGame:
    if name not in GAMES:
        raise SettingError(f"there is no game {shorten(name)}: choose from {', '.join(GAMES)}")
    return GAMES[name]


def _pickle_by_name(game: AnyGame) -> tuple[Callable[[str], AnyGame], tuple[str]]:
    if GAMES.get(game.name) is not game:
        raise pickle.PicklingError(f"the game {game.name} is not in GAMES, so other processes can't find it")
    return _game_of_name, (game.name,)


copyreg.pickle(Game, _pickle_by_name)  # a game is functions: what travels to another process is its name
