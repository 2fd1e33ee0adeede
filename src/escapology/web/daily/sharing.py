"""Results of a day's deals as a few lines of text, to be sent to friends. They give nothing of a deal away.

Told are the day, the games, how they ended and after how many moves, and the streak: no card, no move, no seed.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import date, timedelta
from typing import Final

from starlette.datastructures import URL

from escapology.counts import count_words
from escapology.daily import day_words, today
from escapology.games import GAMES
from escapology.web.daily.calendar import Days, Mark, Streak, best_mark, days_of, mark_of, streak_of
from escapology.web.store import DailyPlay, Store

__all__ = ["day_link", "result_of_play", "share_text"]

_LOCAL: Final = ("localhost", "127.0.0.1", "::1")
_WEEK: Final = 7  # days that the row of signs shows
_SIGNS: Final[dict[Mark, str]] = {"won": "●", "late": "◐", "helped": "◉", "played": "○", "": "·"}
_HOWS: Final[dict[Mark, str]] = {
    "won": "won",
    "late": "won late",
    "helped": "won with help",
    "played": "lost",
}


def share_text(day: date, plays: Iterable[DailyPlay], days: Days, streak: Streak, link: str = "") -> str:
    """The results of some plays of a day, its week and the streak; with a link to the day's deals, if one is given."""
    lines = [f"Escapology, {day_words(day)}", *map(_line, plays)]
    lines.append(f"Last {_WEEK} days: {_week(days, day)}")
    if streak.current > 1:
        lines.append(f"Streak: {count_words(streak.current, 'day')}")
    if link:
        lines.append(link)
    return "\n".join(lines) + "\n"


def result_of_play(store: Store, player: str, id_: str, day: date, link: str) -> str:
    """What came of one play of a day's deal."""
    plays = store.daily_plays(player)
    days = days_of(plays)
    return share_text(day, [play for play in plays if play.id == id_], days, streak_of(days, today()), link)


def day_link(base: URL, day: date) -> str:
    """The address of a day's deals on a server; "" where nobody else could reach it."""
    return "" if base.hostname in _LOCAL else f"{str(base).rstrip('/')}/daily/{day}"


def _line(play: DailyPlay) -> str:
    mark = mark_of(play)
    how = "given up" if play.status == "given up" and mark == "played" else _HOWS[mark]
    if mark != "played" and play.finished:
        how += f"{' in' if mark == 'won' else ','} {count_words(play.moves, 'move')}"
    return f"{_SIGNS[mark]} {GAMES[play.game].title}: {how}"


def _week(days: Days, last: date) -> str:
    """A sign for each of the days up to that one."""
    nothing: Mapping[str, DailyPlay] = {}
    return "".join(_SIGNS[best_mark(days.get(last - timedelta(ago), nothing))] for ago in reversed(range(_WEEK)))
