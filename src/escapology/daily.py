"""Today's deal: one for each game and day, the same for everybody, and proven to have a win.

The seeds of a day begin with its date, go on with a number for the game, so that no two games lay out the same cards,
and end with a count: those of Lab Rats on 19 November 2026 are 202611199460000 to 202611199460999. The game's deal of
that day comes from the first of them whose deal, as the rulebook plays the game, is proven to have a win
(`solve/daily.py`). Which one that is follows from the rules alone, so every machine picks the same, whatever it knows
about solving.

A day begins at midnight UTC, everywhere. One game is the game of the day: ours have it in turn.
"""

from __future__ import annotations

import re
from datetime import UTC, date, datetime, time, timedelta
from typing import Final

from escapology.errors import SettingError, shorten
from escapology.games import GAMES, OURS
from escapology.luck import number_of
from escapology.setting import Setting, make_setting

__all__ = [
    "FIRST_DAY",
    "SEEDS",
    "brief_deal",
    "daily_setting",
    "day_words",
    "deal_words",
    "first_seed",
    "game_of_the_day",
    "month_words",
    "parse_day",
    "today",
    "until_tomorrow",
]

FIRST_DAY: Final = date(2026, 1, 1)  # days before it have no deal
SEEDS: Final = 1_000  # of a game and a day
_NUMBERS: Final = 10_000  # for games

_MONTHS: Final = (
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
    "December",
)  # fmt: skip


def today() -> date:
    """The day it is, by UTC: the same everywhere."""
    return _now().date()


def until_tomorrow() -> timedelta:
    """How long today's deals are still today's."""
    now = _now()
    return datetime.combine(now.date() + timedelta(1), time(), UTC) - now


def _now() -> datetime:
    return datetime.now(UTC)


def first_seed(game: str, day: date) -> int:
    """Where a game's seeds of a day begin."""
    return (int(f"{day:%Y%m%d}") * _NUMBERS + number_of(game) % _NUMBERS) * SEEDS


def daily_setting(game: str) -> Setting:
    """What is played on every day: the game as its rulebook has it."""
    return make_setting(GAMES[game])


def game_of_the_day(day: date) -> str:
    """The name of the game whose turn it is."""
    return OURS[day.toordinal() % len(OURS)]


def parse_day(text: str) -> date:
    """A day as `2026-11-19`, one that has a deal; whether it is still to come is not asked."""
    try:
        day = date.fromisoformat(text) if re.fullmatch("[0-9]{4}-[0-9]{2}-[0-9]{2}", text) else None
    except ValueError:
        day = None
    if day is None:
        raise SettingError(f"{shorten(text)} is not a date: write it like {FIRST_DAY}")
    if day < FIRST_DAY:
        raise SettingError(f"there was no deal of the day on {day_words(day)}: the first one was on {FIRST_DAY}")
    return day


def day_words(day: date) -> str:
    """A day as people write it: `19 November 2026`."""
    return f"{day.day} {_MONTHS[day.month - 1]} {day.year}"


def brief_deal(day: str) -> str:
    """The same in brief: `today’s deal`, or `deal of 18 Nov`."""
    of = date.fromisoformat(day)
    return "today’s deal" if of == today() else f"deal of {of.day} {_MONTHS[of.month - 1][:3]}"


def month_words(day: date) -> str:
    """The month a day is in: `November 2026`."""
    return f"{_MONTHS[day.month - 1]} {day.year}"


def deal_words(day: date | str) -> str:
    """What a day's deal is called: `Today’s deal, 19 November 2026`, or `The deal of 18 November 2026`."""
    day = date.fromisoformat(day) if isinstance(day, str) else day
    return f"Today’s deal, {day_words(day)}" if day == today() else f"The deal of {day_words(day)}"
