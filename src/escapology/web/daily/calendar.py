"""What came of the deals of the days: marks, months and the streak. Pure functions of what the store keeps.

A day counts for the streak if one of its deals, of any game, was won on that very day (by UTC) without help. A deal
that is won later counts for the calendar, and is marked as late; a win with help is marked as that.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Final, Literal

from escapology.daily import FIRST_DAY
from escapology.web.store import DailyPlay

__all__ = ["MARK_WORDS", "Days", "Mark", "Month", "Streak", "best_mark", "days_of", "mark_of", "month_of", "streak_of"]

Mark = Literal["won", "late", "helped", "played", ""]

#: Marks from the best down, with what they say.
MARK_WORDS: Final[dict[Mark, str]] = {
    "won": "won on the day",
    "late": "won late",
    "helped": "won with help",
    "played": "played, not won",
    "": "not played",
}
_ORDER: Final = list(MARK_WORDS)

Days = Mapping[date, Mapping[str, DailyPlay]]  # the best play of every game, day by day


@dataclass(frozen=True, slots=True)
class Streak:
    """Days won in a row."""

    current: int  # up to today, or up to yesterday if today is still to be won
    longest: int
    has_today: bool  # whether today is won


@dataclass(frozen=True, slots=True)
class Month:
    """A month as a calendar shows it."""

    first: date
    weeks: list[list[date | None]]  # from Monday to Sunday; None = a day of another month
    before: date | None  # the month before, if it has deals
    after: date | None  # the month after, if it has begun


def mark_of(play: DailyPlay) -> Mark:
    """What came of one play."""
    if play.won_on is None:
        return "played"
    if play.won_helped:
        return "helped"
    return "won" if play.won_on <= play.daily else "late"


def days_of(plays: Iterable[DailyPlay]) -> dict[date, dict[str, DailyPlay]]:
    """The plays by day and game; of two of the same deal the better one, or else the later one."""
    days: dict[date, dict[str, DailyPlay]] = {}
    for play in plays:
        games = days.setdefault(date.fromisoformat(play.daily), {})
        before = games.get(play.game)
        if before is None or _ORDER.index(mark_of(play)) <= _ORDER.index(mark_of(before)):
            games[play.game] = play
    return days


def best_mark(games: Mapping[str, DailyPlay]) -> Mark:
    """What came of a day."""
    return min(map(mark_of, games.values()), key=_ORDER.index, default="")


def streak_of(days: Days, now: date) -> Streak:
    """The streak on a day."""
    won = sorted(day for day, games in days.items() if best_mark(games) == "won")
    longest = run = 0
    last = date.min
    for day in won:
        run = run + 1 if day - last == timedelta(1) else 1
        longest, last = max(longest, run), day
    return Streak(run if now - last <= timedelta(1) else 0, longest, has_today=last == now)


def month_of(day: date, now: date) -> Month:
    """The month a day is in."""
    first = day.replace(day=1)
    after = (first + timedelta(31)).replace(day=1)
    monday = first - timedelta(first.weekday())
    weeks: list[list[date | None]] = []
    while monday < after:
        days = [monday + timedelta(number) for number in range(7)]
        weeks.append([day if day.month == first.month else None for day in days])
        monday += timedelta(7)
    before = (first - timedelta(1)).replace(day=1)
    return Month(first, weeks, before if first > FIRST_DAY else None, after if after <= now else None)
