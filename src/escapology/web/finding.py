"""Looking for a deal that one wants: proven to have a win, or of some difficulty. It is solved, so that takes time.

The worker process calls `find`; pages only need `levels` and `wish_of_form`.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any, Final

from escapology.errors import SettingError, shorten
from escapology.games import GAMES
from escapology.luck import MAX_SEED
from escapology.middle import new_deal
from escapology.setting import Setting, parse_setting
from escapology.web.desk import field_text

__all__ = ["Wish", "find", "levels", "wish_of_form"]

_SCREEN: Final = "escapology.solve.screen"  # tells how difficult a deal is; not every installation has it
_LEVELS: Final = ("easy", "gentle", "tricky", "hard", "fiendish")
_PATIENCE: Final = 10.0  # seconds: a deal that is not decided by then is passed over
_MOST_TRIED: Final = 2_000  # deals, before one gives up


@dataclass(frozen=True, slots=True)
class Wish:
    """What a deal is to be like."""

    winnable: bool
    level: int | None  # from 0, the easiest; None = any

    def __bool__(self) -> bool:
        return self.winnable or self.level is not None

    @property
    def words(self) -> str:
        """The deal one looks for."""
        level = "" if self.level is None else f"{levels()[self.level]} "
        article = "an" if level[:1] in "aeiou" and level else "a"
        return f"{article} {level}deal" + " that is proven to have a win" * self.winnable


@cache
def levels() -> tuple[str, ...]:
    """The names of the levels of difficulty, the easiest first; none where difficulty can't be told.

    Only the file is looked for: pages must not import what solves.
    """
    folder, *names = _SCREEN.split(".")
    file = files(folder).joinpath(*names[:-1], f"{names[-1]}.py")
    return _LEVELS if file.is_file() else ()


def wish_of_form(form: Mapping[str, Any], setting: Setting) -> Wish:
    """What a form's fields `winnable` and `level` ask for."""
    winnable, level = bool(field_text(form, "winnable", 10)), field_text(form, "level", 20)
    if level and level not in levels():
        raise SettingError(f"there is no difficulty {shorten(level)}")
    wish = Wish(winnable, levels().index(level) if level else None)
    if wish and GAMES[setting.game].optimum is not None:
        title = GAMES[setting.game].title
        raise SettingError(f"{title} is a game of dice: no deal of it is certain to be won, so none can be chosen so")
    return wish


def find(question: Mapping[str, Any], tell: Callable[[int], None]) -> dict[str, Any]:
    """The first deal from a seed on that is as one wishes; `tell` hears how many were tried."""
    setting, seed = parse_setting(question["setting"], GAMES), int(question["seed"])
    if levels():
        find_deal = importlib.import_module(_SCREEN).find_deal
        found = find_deal(setting, seed, winnable=question["winnable"], level=question["level"], stop=None, tell=tell)
        return {"seed": found.seed, "tried": found.tried, "proven": found.proven, "level": found.level}
    return _find_winnable(setting, seed, tell)


def _find_winnable(setting: Setting, seed: int, tell: Callable[[int], None]) -> dict[str, Any]:
    from escapology.solve import Limits, solve

    game = GAMES[setting.game]
    for tried in range(1, min(_MOST_TRIED, MAX_SEED - seed + 1) + 1):
        candidate = seed + tried - 1
        if solve(game, new_deal(setting, candidate), limits=Limits(seconds=_PATIENCE)).verdict == "winnable":
            return {"seed": candidate, "tried": tried, "proven": True, "level": None}
        tell(tried)
    return {"error": f"none of {tried:,} deals was proven to have a win: try another seed"}
