"""A client for whom the deals of some days are known, so that no solver has to look for them, and a clock."""

from datetime import UTC, date, datetime

import pytest

from escapology import daily
from escapology.answer import FoundDeal
from escapology.daily import first_seed
from escapology.thinking.answers import key_of
from escapology.thinking.wish import daily_task

TODAY = date(2026, 11, 19)


class Clock:
    """What time it is, by UTC."""

    def __init__(self):
        self.now = datetime(2026, 11, 19, 14, 30, tzinfo=UTC)

    def go_to(self, year, month, day, hour, minute, second):
        self.now = datetime(year, month, day, hour, minute, second, tzinfo=UTC)


@pytest.fixture
def clock(monkeypatch):
    kept = Clock()
    monkeypatch.setattr(daily, "_now", lambda: kept.now)
    return kept


def make_known(app, game, day, seed=None):
    """Let a deal be found already; its seed."""
    seed = first_seed(game, day) if seed is None else seed
    task = daily_task(game, day)
    app.state.desk.thinker._answers.keep(key_of(task), FoundDeal(seed, 1, proven=True, level=None))
    return seed
