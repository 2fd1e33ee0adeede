"""Deals as one wants them: random deals are looked at, one seed after the other, until one is right.

Nothing is ever built backwards from a solution: a deal that is found this way is as random as any other of its kind.
"""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

from escapology.errors import SettingError
from escapology.games import GAMES
from escapology.luck import MAX_SEED
from escapology.middle import new_deal
from escapology.protocol import Deal
from escapology.setting import Setting
from escapology.solve import Limits, solve
from escapology.solve.difficulty import Difficulty, level_of, measure
from escapology.verdict import LEVELS

__all__ = ["Found", "check_wish", "find_deal"]

_PATIENCE: Final = 10.0  # seconds: a deal that is not decided by then is passed over


@dataclass(frozen=True, slots=True)
class Found:
    """A deal that is as one wanted it."""

    deal: Deal
    seed: int
    tried: int  # deals looked at, this one included
    proven: bool  # it can be won: a solution was found and replayed
    level: int | None = None  # 1 to 5, if it was asked for
    difficulty: Difficulty | None = None  # what the level was told from
    passed_over: Counter[str] = field(default_factory=Counter)  # why others were not right


def check_wish(setting: Setting, *, winnable: bool, level: int | None) -> None:
    """Refuse what no deal of that game can be."""
    game = GAMES[setting.game]
    if winnable and game.facts.has_dice:
        raise SettingError(f"{setting.game} is a game with dice, so no deal is certain to be won: see escapology solve")
    yardstick = game.fair.yardstick
    if level is not None and not (yardstick and yardstick.bounds_of(setting.variant)):
        name = f"{setting.game}/{setting.variant}" if yardstick else setting.game
        raise SettingError(f"{name} has no difficulty levels: leave out --difficulty")
    if level is not None and not 1 <= level <= len(LEVELS):
        raise SettingError(f"there is no difficulty {level}: it is a number from 1 ({LEVELS[0]}) to 5 ({LEVELS[4]})")


def find_deal(
    setting: Setting,
    seed: int,
    *,
    winnable: bool = True,
    level: int | None = None,
    stop: threading.Event | None = None,
    tell: Callable[[int], None] = lambda tried: None,
    most: int | None = None,
) -> Found | None:
    """The first right deal from that seed on; None if it was stopped, or none of so many is right.

    `tell` hears how many were tried in vain. Deals with a level can always be won, but for games of dice.
    """
    check_wish(setting, winnable=winnable, level=level)
    game = GAMES[setting.game]
    stop = stop or threading.Event()
    passed_over: Counter[str] = Counter()
    for tried, candidate in enumerate(range(seed, MAX_SEED + 1), 1):
        deal = new_deal(setting, candidate)
        moves: tuple[str, ...] = ()
        is_proven = False
        if not game.facts.has_dice and (winnable or level is not None):
            verdict = solve(game, deal, limits=Limits(seconds=_PATIENCE, stop=stop))
            is_proven, moves = verdict.verdict == "winnable", verdict.moves
            if not is_proven:
                passed_over[verdict.verdict] += 1
        if stop.is_set() or (most is not None and tried > most):
            return None
        if is_proven or game.facts.has_dice or not (winnable or level):
            difficulty = measure(game, deal, moves) if level is not None else None
            here = level_of(game, setting.variant, difficulty) if difficulty else None
            if here == level:
                return Found(deal, candidate, tried, is_proven, level, difficulty, passed_over)
            passed_over[f"of difficulty {here}"] += 1
        tell(tried)
    raise SettingError(f"there are no more seeds: the last is {MAX_SEED}")
