"""Every setting that tests go over: each variant of each game, with each option at each of its values."""

from collections.abc import Iterable
from typing import Any

import pytest

from escapology import testing
from escapology.games import GAMES
from escapology.setting import Setting


def all_settings() -> list[Setting]:
    """Each variant with default options, and with one option changed at a time."""
    return [setting for game in GAMES.values() for setting in testing.all_settings(game)]


def options_at_length(settings: Iterable[Setting]) -> list[Any]:
    """Settings as parameters of a test that options hardly matter for: those with an option run with the long tests."""
    return [pytest.param(setting, marks=pytest.mark.long if setting.options else ()) for setting in settings]
