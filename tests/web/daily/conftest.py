"""Deals of some days are known, so that no solver has to look for them."""

from datetime import date

from escapology.answer import FoundDeal
from escapology.daily import first_seed
from escapology.thinking.answers import key_of
from escapology.thinking.wish import daily_task

TODAY = date(2026, 11, 19)


def make_known(app, game, day, seed=None):
    """Let a deal be found already; its seed."""
    seed = first_seed(game, day) if seed is None else seed
    task = daily_task(game, day)
    app.state.desk.thinker._answers.keep(key_of(task), FoundDeal(seed, 1, proven=True, level=None))
    return seed
