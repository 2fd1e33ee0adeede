"""The search for today's deal (`escapology/daily.py`): the seeds of a day, one after the other, until one has a win.

What counts is the verdict, which is the same for every solver that finds one. The limit is in positions, not in
seconds, so a slow machine picks no other deal than a quick one. A deal that is not decided within it is passed over;
`docs/daily.md` says how seldom one comes near it.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from datetime import date
from typing import Final

from escapology.daily import SEEDS, daily_setting, first_seed
from escapology.errors import SettingError
from escapology.games import GAMES
from escapology.middle import new_deal
from escapology.protocol import AnyGame
from escapology.solve import foresee
from escapology.solve.screen import Found
from escapology.verdict import Limits

__all__ = ["NODES", "can_be_proven", "find_daily"]

NODES: Final = 2_000_000  # positions to decide a deal


def can_be_proven(game: AnyGame) -> bool:
    """Whether a win of the game can be proven; if not, the first deal of a day is today's."""
    solving = game.solving
    return bool(solving.foresee if game.facts.has_dice else solving.solve or solving.hooks)


def find_daily(
    name: str,
    day: date,
    *,
    begin: int = 0,
    stop: threading.Event | None = None,
    tell: Callable[[int], None] = lambda tried: None,
) -> Found | None:
    """The game's deal of that day; None if it was stopped.

    So many of the day's first deals were tried in vain before, and `tell` hears how many are by now.
    """
    game, setting = GAMES[name], daily_setting(name)
    stop = stop or threading.Event()
    for number in range(begin, SEEDS):
        seed = first_seed(name, day) + number
        deal = new_deal(setting, seed)
        if not can_be_proven(game):
            return Found(deal, seed, number + 1, proven=False)
        verdict = foresee(game, deal, Limits(nodes=NODES, stop=stop))
        if stop.is_set():
            return None
        if verdict.verdict == "winnable":
            return Found(deal, seed, number + 1, proven=True)
        tell(number + 1)
    raise SettingError(f"none of the {SEEDS:,} deals of {day} could be proven winnable")
