"""Rates whose clock stands still: a busy machine gives no token back."""

from functools import partialmethod

import pytest

from escapology.web.guard.rates import Rates


@pytest.fixture
def no_time_passes(monkeypatch):
    monkeypatch.setattr(Rates, "__init__", partialmethod(Rates.__init__, lambda: 0.0))
