"""Playing a deal of a day: it is begun once, and taken up again whenever it is opened."""

from __future__ import annotations

from datetime import date

from escapology.daily import daily_setting
from escapology.games import GAMES
from escapology.middle import new_deal
from escapology.play import Play
from escapology.web.daily.calendar import days_of
from escapology.web.store import DailyPlay
from escapology.web.visit import Visit

__all__ = ["begin", "play_begun"]


def play_begun(visit: Visit, game: str, day: date) -> DailyPlay | None:
    """The play of that deal which the player has begun; of several, that have come from two devices, the best."""
    plays = visit.desk.table.store.daily_plays(visit.player, day.isoformat(), day.isoformat())
    return days_of(plays).get(day, {}).get(game)


def begin(visit: Visit, game: str, day: date, seed: int) -> str:
    """Begin a play of that deal; its id."""
    play = Play(GAMES[game], new_deal(daily_setting(game), seed))
    return visit.desk.table.sit_down(play, visit.player, visit.address, day).saved.id
