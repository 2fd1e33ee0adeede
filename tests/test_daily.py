"""The days and their seeds: the same everywhere, and for ever."""

from datetime import UTC, date, datetime, timedelta

import pytest

from escapology import daily
from escapology.daily import (
    FIRST_DAY,
    SEEDS,
    brief_deal,
    day_words,
    deal_words,
    first_seed,
    game_of_the_day,
    month_words,
    parse_day,
    today,
    until_tomorrow,
)
from escapology.errors import SettingError
from escapology.games import GAMES, OURS
from escapology.luck import MAX_SEED

DAY = date(2026, 11, 19)


def test_the_seeds_of_a_day_begin_with_its_date():
    assert {name: first_seed(name, DAY) for name in OURS} == {
        "devils-square": 202611198806000,
        "lab-rats": 202611199460000,
        "kidnap-machine": 202611193894000,
        "dont-let-them-get-you": 202611199983000,
        "not-alone": 202611194743000,
    }


def test_no_two_games_or_days_share_a_seed():
    firsts = [first_seed(name, DAY + timedelta(number)) for name in GAMES for number in range(400)]
    assert len(set(firsts)) == len(firsts)
    assert all(first % SEEDS == 0 for first in firsts), "and each has room for as many"
    assert first_seed("blank", date.max) + SEEDS <= MAX_SEED
    assert first_seed("blank", date.max) < 2**53, "scripts can read it"


def test_games_of_the_day_have_their_turns():
    days = [game_of_the_day(DAY + timedelta(number)) for number in range(2 * len(OURS))]
    assert set(days[: len(OURS)]) == set(OURS)
    assert days[: len(OURS)] == days[len(OURS) :]
    assert game_of_the_day(DAY) == "not-alone"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("tomorrow", "'tomorrow' is not a date: write it like 2026-01-01"),
        ("2026-02-30", "'2026-02-30' is not a date"),
        ("2026-2-3", "'2026-2-3' is not a date"),
        ("20261119", "'20261119' is not a date"),
        ("2026-W47-4", "'2026-W47-4' is not a date"),
        ("٢٠٢٦-١١-١٩", "is not a date"),
        ("2025-12-31", "there was no deal of the day on 31 December 2025: the first one was on 2026-01-01"),
    ],
)
def test_days_that_are_none(text, words):
    with pytest.raises(SettingError) as error:
        parse_day(text)
    assert words in str(error.value)
    assert parse_day("2026-11-19") == DAY
    assert parse_day(str(FIRST_DAY)) == FIRST_DAY


def test_a_day_begins_at_midnight_utc(monkeypatch):
    for now, day, left in [
        (datetime(2026, 11, 19, 23, 59, 59, tzinfo=UTC), DAY, timedelta(seconds=1)),
        (datetime(2026, 11, 20, tzinfo=UTC), DAY + timedelta(1), timedelta(1)),
        (datetime(2026, 12, 31, 12, tzinfo=UTC), date(2026, 12, 31), timedelta(hours=12)),
    ]:
        monkeypatch.setattr(daily, "_now", lambda now=now: now)
        assert (today(), until_tomorrow()) == (day, left)


def test_words(monkeypatch):
    monkeypatch.setattr(daily, "_now", lambda: datetime(2026, 11, 19, tzinfo=UTC))
    assert (day_words(DAY), month_words(DAY)) == ("19 November 2026", "November 2026")
    assert (deal_words(DAY), brief_deal("2026-11-19")) == ("Today’s deal, 19 November 2026", "today’s deal")
    assert (deal_words("2026-11-02"), brief_deal("2026-11-02")) == ("The deal of 2 November 2026", "deal of 2 Nov")
