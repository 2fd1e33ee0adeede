"""Every setting that tests go over: each variant of each game, with each option at each of its values."""

from escapology import testing
from escapology.games import GAMES
from escapology.setting import Setting


def all_settings() -> list[Setting]:
    """Each variant with default options, and with one option changed at a time."""
    return [setting for game in GAMES.values() for setting in testing.all_settings(game)]
