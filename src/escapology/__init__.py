"""Escapology: solo escape games for the table, played, solved exactly and studied.

What stands in `__all__` is the Python interface, stable from one version to the next: `docs/python.md` tells how it is
used and what *stable* means. All else is the inside; read `protocol.py` first.
"""

from importlib import import_module
from typing import TYPE_CHECKING

from escapology.errors import (
    BotError,
    DealError,
    EscapologyError,
    IllegalMoveError,
    MoveError,
    MoveSyntaxError,
    RecordError,
    SettingError,
)

if TYPE_CHECKING:
    from escapology.api.batch import solve_many
    from escapology.api.bots import bot
    from escapology.api.deal import Deal, Difficulty, read_deal
    from escapology.api.finding import Finding
    from escapology.api.game import Game, all_games, game
    from escapology.api.match import Paired, Rate, Result, play_many
    from escapology.api.position import Position, View, read_record
    from escapology.luck import Luck
    from escapology.play import Play

__all__ = [
    "BotError",
    "Deal",
    "DealError",
    "Difficulty",
    "EscapologyError",
    "Finding",
    "Game",
    "IllegalMoveError",
    "Luck",
    "MoveError",
    "MoveSyntaxError",
    "Paired",
    "Play",
    "Position",
    "Rate",
    "RecordError",
    "Result",
    "SettingError",
    "View",
    "all_games",
    "bot",
    "game",
    "play_many",
    "read_deal",
    "read_record",
    "solve_many",
]

__version__ = "0.1.0"

# Where the names are that are loaded when they are asked for: `import escapology` itself loads next to nothing.
_WHERE = {
    "Finding": "api.finding",
    "Deal": "api.deal",
    "Difficulty": "api.deal",
    "Game": "api.game",
    "Luck": "luck",
    "Paired": "api.match",
    "Play": "play",
    "Position": "api.position",
    "Rate": "api.match",
    "Result": "api.match",
    "View": "api.position",
    "all_games": "api.game",
    "bot": "api.bots",
    "game": "api.game",
    "play_many": "api.match",
    "read_deal": "api.deal",
    "read_record": "api.position",
    "solve_many": "api.batch",
}


if not TYPE_CHECKING:  # a type checker finds every name above, and should miss all others

    def __getattr__(name: str) -> object:
        if name not in _WHERE:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        globals()[name] = getattr(import_module(f"{__name__}.{_WHERE[name]}"), name)
        return globals()[name]


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
