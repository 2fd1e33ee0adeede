"""Small charts of statistics, drawn as SVG. What they show stands in a table beside them, for those who can't see them.

A chart has a title and a description of its own; colours are classes of the page's style sheet, and what they mean is
told by the order of the parts and by their legend, too.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from html import escape
from typing import Final

from escapology.counts import count_words
from escapology.verdict import LEVELS
from escapology.web.players.tally import GameTally, Tally, Week, week_of

__all__ = ["Chart", "charts_of"]

_WEEKS: Final = 12
_WIDE, _HIGH = 480, 150  # of the columns, in units of the picture
_ROW: Final = 42  # height of a level's row
_LEFT, _LONG = 78, 286  # where the bars of levels begin, and how long they are; letters are larger on a phone
_PARTS: Final = (("won", "won"), ("lost", "lost"), ("helped", "with help"))


@dataclass(frozen=True, slots=True)
class Chart:
    """A picture, and the same as a table."""

    name: str  # a part of its ids
    title: str
    legend: tuple[tuple[str, str], ...]  # classes and what they mean
    picture: str
    head: tuple[str, ...]  # of the table
    rows: tuple[tuple[str, ...], ...]


def charts_of(tally: GameTally, today: date) -> list[Chart]:
    """What there is to be seen of a game: the weeks, and the levels of difficulty if some are known."""
    charts = [_weeks_chart(tally, today)] if tally.weeks else []
    return [*charts, _levels_chart(tally)] if tally.levels else charts


def _weeks_chart(tally: GameTally, today: date) -> Chart:
    weeks = _latest(tally, today)
    most = max(4, *(week.won + week.lost + week.helped for week in weeks))
    step, wide = _WIDE / _WEEKS, _WIDE / _WEEKS * 0.62
    parts: list[str] = [f'<line class="axis" x1="0" y1="{_HIGH}" x2="{_WIDE}" y2="{_HIGH}"/>']
    for number, week in enumerate(weeks):
        left, bottom = number * step + (step - wide) / 2, float(_HIGH)
        for kind, _ in _PARTS:
            high = getattr(week, kind) / most * (_HIGH - 20)
            bottom -= high
            if high:
                parts.append(_bar(kind, left, bottom, wide, high))
        if total := week.won + week.lost + week.helped:
            parts.append(_text(left + wide / 2, bottom - 5, str(total), "middle"))
        if number % 3 == 2:
            at, anchor = (_WIDE, "end") if number == _WEEKS - 1 else (left + wide / 2, "middle")
            parts.append(_text(at, _HIGH + 18, _day(week.monday), anchor))
    counts = [sum(getattr(week, kind) for week in weeks) for kind, _ in _PARTS]
    told = f"{counts[0]} won, {counts[1]} lost, {counts[2]} with help in the last {_WEEKS} weeks."
    return Chart(
        f"{tally.game}-weeks",
        "Games a week",
        _PARTS,
        _picture(f"{tally.game}-weeks", "Games a week", told, (_WIDE, _HIGH + 24), parts),
        ("Week from", *(words for _, words in _PARTS)),
        tuple((_day(week.monday), *(str(getattr(week, kind)) for kind, _ in _PARTS)) for week in weeks),
    )


def _latest(tally: GameTally, today: date) -> list[Week]:
    """The last weeks, those without a game among them."""
    last = week_of(today.isoformat()) or today
    mondays = [last - timedelta(weeks=back) for back in reversed(range(_WEEKS))]
    return [tally.weeks.get(monday) or Week(monday) for monday in mondays]


def _levels_chart(tally: GameTally) -> Chart:
    """The share won of each level, without help and with it."""
    levels = [_level(tally.levels, number) for number in range(1, len(LEVELS) + 1)]
    parts: list[str] = []
    for number, (name, one) in enumerate(zip(LEVELS, levels, strict=True)):
        top = number * _ROW
        parts.append(_text(0, top + 24, name, "start"))
        for share, count, kind, down in (
            (one.share, one.played, "won", 4),
            (one.helped_share, one.helped, "helped", 21),
        ):
            parts.append(_bar("room", _LEFT, top + down, _LONG, 13))
            if count:
                parts.append(_bar(kind, _LEFT, top + down, max(_LONG * share, 2), 13))
                parts.append(_text(_WIDE, top + down + 11, f"{share:.0%} of {count}", "end"))
    played = [one for one in levels if one.played]
    told = f"The share of games won, in {count_words(len(played), 'level')} that you have played without help."
    rows = tuple(
        (name, str(one.played), str(one.won), str(one.helped), str(one.helped_won))
        for name, one in zip(LEVELS, levels, strict=True)
    )
    return Chart(
        f"{tally.game}-levels",
        "Won, by difficulty",
        (("won", "without help"), ("helped", "with help")),
        _picture(f"{tally.game}-levels", "Won, by difficulty", told, (_WIDE, _ROW * len(LEVELS)), parts),
        ("Difficulty", "played", "won", "with help", "won with help"),
        rows,
    )


def _level(tallies: Iterable[Tally], level: int) -> Tally:
    """A level in all variants together."""
    whole = Tally("", level)
    for one in tallies:
        if one.level == level:
            whole.played += one.played
            whole.won += one.won
            whole.helped += one.helped
            whole.helped_won += one.helped_won
    return whole


def _picture(name: str, title: str, told: str, size: tuple[float, float], parts: Sequence[str]) -> str:
    wide, high = size
    ids = f"{escape(name)}-t", f"{escape(name)}-d"
    head = (
        f'<svg class="diagram" role="img" viewBox="0 0 {wide} {high}" aria-labelledby="{" ".join(ids)}">'
        f'<title id="{ids[0]}">{escape(title)}</title><desc id="{ids[1]}">{escape(told)}</desc>'
    )
    return head + "".join(parts) + "</svg>"


def _bar(kind: str, x: float, y: float, wide: float, high: float) -> str:
    return f'<rect class="{kind}" x="{x:.1f}" y="{y:.1f}" width="{wide:.1f}" height="{high:.1f}"/>'


def _text(x: float, y: float, words: str, anchor: str) -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{escape(words)}</text>'


def _day(day: date) -> str:
    return f"{day.day} {day:%b}"
