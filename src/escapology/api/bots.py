"""Bots: players that are programs. Built in are `random`, `greedy` and `fair`; `bot` adds your own.

A bot is a function of a view and of luck: it sees what a player sees, and nothing else. It answers with a move, or with
several that it makes without looking; with none it gives up. One that stands in a file or module of its own can be
named by its place (`sources.py`).
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, TypeVar

from escapology.api.deal import Deal
from escapology.api.game import Game
from escapology.api.position import View
from escapology.api.sources import BotFunction, is_source, load_source
from escapology.errors import BotError, MoveError, SettingError, shorten
from escapology.luck import Luck
from escapology.middle import play_token, read_move
from escapology.plugins import load_plugins
from escapology.protocol import AnyGame, Struct
from escapology.protocol import Deal as DealStruct
from escapology.verdict import Effort

if TYPE_CHECKING:
    from escapology.solve.bots import Bot, Outcome

__all__ = ["BUILT_IN", "USUAL", "BotFunction", "bot", "bot_names", "find_bot", "name_of", "play_deal"]

F = TypeVar("F", bound=BotFunction)

USUAL: Final = ("random", "greedy", "fair")  #: bots that play every game
BUILT_IN: Final = (*USUAL, "learned", "learned-ahead")

_registered: dict[str, BotFunction] = {}


def bot(name: str) -> Callable[[F], F]:
    """Register a function as the bot of that name, for `play_many` and, by an entry point, for `escapology bots`.

    >>> @bot("first")
    ... def first(view, luck):
    ...     return view.legal[0]
    """
    if not name.isidentifier() and not name.replace("-", "_").isidentifier():
        raise SettingError(f"{shorten(name)} can't name a bot: use letters, digits and hyphens")

    def register(function: F) -> F:
        known = _registered.get(name)
        if name in BUILT_IN or (known is not None and _place(known) != _place(function)):
            where = f"the one in {_place(known)}" if known else "built in"
            raise SettingError(f"there is already a bot {shorten(name)}, {where}: choose another name")
        _registered[name] = function
        return function

    return register


def _place(function: BotFunction) -> str:
    """Where a function stands: one that is defined again, as in a notebook, takes its own place."""
    return f"{function.__module__}.{getattr(function, '__qualname__', type(function).__qualname__)}"


def name_of(bot: str | BotFunction) -> str:
    """What a bot is called: as it is registered, else as the function is."""
    if isinstance(bot, str):
        return bot
    names = [name for name, function in _registered.items() if function is bot]
    return names[0] if names else getattr(bot, "__name__", type(bot).__name__)


def bot_names() -> list[str]:
    """All that one can ask for by name, those of other packages included."""
    _meet_others()
    return [*BUILT_IN, *_registered]


def find_bot(name: str) -> str | BotFunction:
    """The bot of that name or place: a name that is built in, or a function."""
    if name in BUILT_IN:
        return name
    if is_source(name):
        return load_source(name)
    if name not in _registered and name not in bot_names():
        known = ", ".join(bot_names())
        raise SettingError(f"there is no bot {shorten(name)}: choose from {known}, or your own as file.py:function")
    return _registered[name]


@functools.cache
def _meet_others() -> None:
    load_plugins("escapology.bots", _add)


def _add(name: str, function: object) -> None:
    """What an entry point gives; `@bot` may have registered it on the way."""
    if not callable(function):
        raise SettingError(f"{shorten(repr(function))} is not a function of a view and of luck")
    bot(name)(function)


def play_deal(deal: Deal, name: str, player: str | BotFunction, luck: Luck, effort: Effort) -> Outcome:
    """Let a bot play a deal to its end; the effort is what the fair one spends on a choice at most."""
    from escapology.solve.bots import make_bot, play_game

    game = deal.game._parts
    if isinstance(player, str):
        return play_game(game, deal._dealt, make_bot(player, effort), luck)
    chooser: Bot = _ByView(name, player)
    return play_game(game, deal._dealt, chooser, luck, may_return=True)


@dataclass(frozen=True)
class _ByView:
    """A bot as the middle knows bots, made from one that is a function of the view."""

    name: str
    choose: BotFunction

    def __call__(self, game: AnyGame, deal: DealStruct, state: Struct, luck: Luck) -> list[int]:
        view = View(Game(game, deal.setting), *game.knowledge.observe(deal, state))
        try:
            chosen = self.choose(view, luck)
        except (Exception, SystemExit) as error:
            raise BotError(f"the bot {self.name} failed at {view.text}: {type(error).__name__}: {error}") from error
        tokens = [chosen] if isinstance(chosen, str) and chosen else chosen
        if not isinstance(tokens, (str, list, tuple)) or not all(isinstance(token, str) for token in tokens):
            raise BotError(f"the bot {self.name} chose {chosen!r}: return the text of a move, or a list of them")
        return self._numbers(game, deal, state, tokens)

    def _numbers(self, game: AnyGame, deal: DealStruct, state: Struct, tokens: Sequence[str]) -> list[int]:
        """The moves as the rules know them."""
        numbers: list[int] = []
        try:
            for token in tokens:
                for text, after in play_token(game, deal, state, token):
                    numbers.append(read_move(game, deal, state, text))
                    state = after
        except MoveError as error:
            raise BotError(f"the bot {self.name} chose a move that can't be played: {error}") from error
        return numbers
