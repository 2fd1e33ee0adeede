"""Looking for a deal that one wants: proven to have a win, or of some difficulty. It is solved, so that takes time.

The worker process calls `find`; pages only need `levels` and `wish_of_form`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from escapology.errors import SettingError, shorten
from escapology.game import Game
from escapology.games import GAMES
from escapology.setting import Setting, parse_setting
from escapology.verdict import LEVELS
from escapology.web.desk import field_text

__all__ = ["Wish", "find", "levels", "wish_of_form"]

_MOST_TRIED: Final = 2_000  # deals, before one gives up


@dataclass(frozen=True, slots=True)
class Wish:
    """What a deal is to be like."""

    winnable: bool
    level: int | None  # from 1, the easiest; None = any

    def __bool__(self) -> bool:
        return self.winnable or self.level is not None

    @property
    def words(self) -> str:
        """The deal one looks for."""
        level = "" if self.level is None else f"{LEVELS[self.level - 1]} "
        article = "an" if level[:1] in "aeiou" and level else "a"
        return f"{article} {level}deal" + " that is proven to have a win" * self.winnable


def levels(game: Game) -> tuple[str, ...]:
    """The names of the game's levels of difficulty, the easiest first; none where nobody measured them."""
    return LEVELS if game.yardstick else ()


def wish_of_form(form: Mapping[str, Any], setting: Setting) -> Wish:
    """What a form's fields `winnable` and `level` ask for."""
    game = GAMES[setting.game]
    winnable, level = bool(field_text(form, "winnable", 10)), field_text(form, "level", 20)
    if level and level not in levels(game):
        raise SettingError(f"there is no difficulty {shorten(level)}")
    if winnable and game.optimum is not None:
        raise SettingError(
            f"{game.title} is a game of dice: no deal of it is certain to be won, so none can be chosen so"
        )
    return Wish(winnable, LEVELS.index(level) + 1 if level else None)


def find(question: Mapping[str, Any], tell: Callable[[int], None]) -> dict[str, Any]:
    """The first deal from a seed on that is as one wishes; `tell` hears how many were tried."""
    from escapology.solve.screen import find_deal

    setting, seed = parse_setting(question["setting"], GAMES), int(question["seed"])
    wish = Wish(question["winnable"], question["level"])
    found = find_deal(setting, seed, winnable=wish.winnable, level=wish.level, tell=tell, most=_MOST_TRIED)
    if found is None:
        return {"error": f"none of {_MOST_TRIED:,} deals was {wish.words}: try another seed"}
    return {"seed": found.seed, "tried": found.tried, "proven": found.proven, "level": found.level}
