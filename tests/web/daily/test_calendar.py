"""Marks, months, the streak, and what is shared: from plays alone."""

from dataclasses import replace
from datetime import date, timedelta

import pytest

from escapology.web.daily.calendar import Streak, best_mark, days_of, mark_of, month_of, streak_of
from escapology.web.daily.sharing import day_link, share_text
from escapology.web.store import DailyPlay

TODAY = date(2026, 11, 19)


def play(day, won_on=None, game="lab-rats", *, helped=False, **more):
    """A play of a day's deal, won on a day or not."""
    is_helped = helped if won_on else None
    told = DailyPlay(f"{game}-{day}", game, day, "won" if won_on else "playing", bool(won_on), 41, won_on, is_helped)
    return replace(told, **more)


def won(*days):
    return days_of(play(f"2026-11-{day:02}", f"2026-11-{day:02}") for day in days)


@pytest.mark.parametrize(
    ("one", "mark"),
    [
        (play("2026-11-18"), "played"),
        (play("2026-11-18", status="lost", finished=True), "played"),
        (play("2026-11-18", "2026-11-18"), "won"),
        (play("2026-11-18", "2026-11-18", status="playing", finished=False), "won"),
        (play("2026-11-18", "2026-11-19"), "late"),
        (play("2026-11-18", "2026-11-18", helped=True), "helped"),
        (play("2026-11-18", "2026-11-19", helped=True), "helped"),
    ],
)
def test_marks(one, mark):
    assert mark_of(one) == mark


def test_the_best_of_a_day_is_shown():
    day = "2026-11-18"
    plays = [play(day), play(day, day, "not-alone", helped=True), play(day, "2026-11-19", "blank")]
    for count, mark in enumerate(["played", "helped", "late"], 1):
        assert best_mark(days_of(plays[:count])[date(2026, 11, 18)]) == mark
    assert best_mark({}) == ""


def test_of_two_plays_of_one_deal_the_better_counts_and_else_the_later():
    day = date(2026, 11, 18)
    first, second = play(str(day), id="first"), play(str(day), id="second")
    assert days_of([first, second])[day]["lab-rats"].id == "second"
    assert days_of([play(str(day), str(day), id="first"), second])[day]["lab-rats"].id == "first"


@pytest.mark.parametrize(
    ("days", "streak"),
    [
        ((), Streak(0, 0, has_today=False)),
        ((19,), Streak(1, 1, has_today=True)),
        ((18,), Streak(1, 1, has_today=False)),
        ((17,), Streak(0, 1, has_today=False)),
        ((17, 18), Streak(2, 2, has_today=False)),
        ((17, 18, 19), Streak(3, 3, has_today=True)),
        ((2, 3, 4, 5, 18, 19), Streak(2, 4, has_today=True)),
    ],
)
def test_the_streak(days, streak):
    assert streak_of(won(*days), TODAY) == streak


def test_a_streak_crosses_months_and_years():
    days = [date(2026, 12, 30) + timedelta(number) for number in range(4)]
    plays = [play(str(day), str(day)) for day in days]
    assert streak_of(days_of(plays), date(2027, 1, 3)) == Streak(4, 4, has_today=False)


def test_wins_with_help_and_late_ones_make_no_streak():
    day = "2026-11-18"
    for breaker in (play(day, day, helped=True), play(day, "2026-11-19"), play(day)):
        days = won(17, 19) | days_of([breaker])
        assert streak_of(days, TODAY) == Streak(1, 1, has_today=True)
    helped_and_won = [play(day, day, helped=True), play(day, day, "not-alone")]
    assert streak_of(won(17, 19) | days_of(helped_and_won), TODAY).current == 3, "another game of the day was won"


def test_months():
    month = month_of(TODAY, TODAY)
    assert (month.first, month.before, month.after) == (date(2026, 11, 1), date(2026, 10, 1), None)
    assert [len(week) for week in month.weeks] == [7] * 6
    assert month.weeks[0] == [None] * 6 + [date(2026, 11, 1)], "weeks begin on Monday, and 1 November is a Sunday"
    days = [day for week in month.weeks for day in week if day]
    assert days == [date(2026, 11, number) for number in range(1, 31)]
    first = month_of(date(2026, 1, 5), TODAY)
    assert (first.before, first.after) == (None, date(2026, 2, 1)), "there were no deals before"
    assert month_of(date(2028, 2, 29), date(2028, 2, 29)).weeks[-1][1] == date(2028, 2, 29)


def test_what_is_shared():
    plays = [
        play("2026-11-19", "2026-11-19"),
        play("2026-11-19", "2026-11-19", "devils-square", helped=True, moves=53),
        play("2026-11-19", None, "kidnap-machine", status="caught", finished=True),
        play("2026-11-19", None, "not-alone", status="given up", finished=True),
    ]
    days = won(15, 17, 18) | days_of(plays)
    text = share_text(TODAY, plays, days, streak_of(days, TODAY), "https://example.org/daily/2026-11-19")
    assert text == (
        "Escapology, 19 November 2026\n"
        "● Lab Rats: won in 41 moves\n"
        "◉ Devil's Square: won with help, 53 moves\n"
        "○ Kidnap Machine: lost\n"
        "○ Not Alone, After All: given up\n"
        "Last 7 days: ··●·●●●\n"
        "Streak: 3 days\n"
        "https://example.org/daily/2026-11-19\n"
    )
    late = [play("2026-11-10", "2026-11-19", moves=1)]
    told = share_text(date(2026, 11, 10), late, days_of(late), Streak(0, 0, has_today=False))
    assert told == "Escapology, 10 November 2026\n◐ Lab Rats: won late, 1 move\nLast 7 days: ······◐\n"


def test_a_link_leads_only_where_others_can_go():
    from starlette.datastructures import URL

    assert day_link(URL("https://example.org/games/"), TODAY) == "https://example.org/games/daily/2026-11-19"
    for own in ("http://127.0.0.1:8000/", "http://localhost/", "http://[::1]:8000/"):
        assert day_link(URL(own), TODAY) == ""
