"""Every setting that tests go over: each variant of each game, with each option at each of its values."""

from escapology.games import GAMES
from escapology.setting import Setting, make_setting


def all_settings() -> list[Setting]:
    """Each variant with default options, and with one option changed at a time."""
    settings: list[Setting] = []
    for game in GAMES.values():
        for variant in game.facts.variants:
            settings.append(make_setting(game, variant.name))
            for option in game.facts.options:
                for value in list(option.values)[1:]:
                    settings.append(make_setting(game, variant.name, {option.name: value}))
    return settings
