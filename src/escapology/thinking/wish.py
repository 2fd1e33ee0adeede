"""A deal that one wishes for, proven to have a win or of some difficulty, and the search for it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import date
from typing import Final

from escapology.answer import Failure, FoundDeal
from escapology.daily import daily_setting, first_seed
from escapology.games import GAMES
from escapology.setting import Setting, parse_setting
from escapology.thinking.task import Task
from escapology.verdict import LEVELS

__all__ = ["Wish", "daily_task", "find", "rest_of", "wish_task"]

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


def wish_task(setting: Setting, wish: Wish, seed: int) -> Task:
    """The search for a deal, from a seed on."""
    return Task("find", setting=setting.text, seed=seed, winnable=wish.winnable, level=wish.level)


def daily_task(game: str, day: date) -> Task:
    """The search for a game's deal of a day."""
    return Task(
        "find", setting=daily_setting(game).text, seed=first_seed(game, day), winnable=True, day=day.isoformat()
    )


def rest_of(task: Task, tried: int) -> Task:
    """What is left of a search when so many deals were tried in vain."""
    return replace(task, seed=task.seed + tried - task.tried, tried=tried)


def find(task: Task, tell: Callable[[int], None]) -> FoundDeal | Failure:
    """The first deal from a seed on that is as one wishes; `tell` hears how many were tried in vain."""
    if task.day:
        return _find_daily(task, tell)
    from escapology.solve.screen import find_deal

    setting, wish = parse_setting(task.setting, GAMES), Wish(task.winnable, task.level)
    found = find_deal(
        setting, task.seed, winnable=wish.winnable, level=wish.level, most=_MOST_TRIED - task.tried,
        tell=lambda tried: tell(task.tried + tried),
    )  # fmt: skip
    if found is None:
        return Failure(f"none of {_MOST_TRIED:,} deals was {wish.words}: try another seed")
    return FoundDeal(found.seed, task.tried + found.tried, found.proven, found.level)


def _find_daily(task: Task, tell: Callable[[int], None]) -> FoundDeal:
    from escapology.solve.daily import find_daily

    game, day = parse_setting(task.setting, GAMES).game, date.fromisoformat(task.day)
    found = find_daily(game, day, begin=task.tried, tell=tell)
    assert found is not None, "nobody stopped it"
    return FoundDeal(found.seed, found.tried, found.proven, None)
