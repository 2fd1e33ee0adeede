"""Every game against its slow, plain, differently written twin, by random play."""

import random

import pytest

from escapology.games import GAMES
from escapology.middle import deal_line, new_deal
from escapology.setting import Setting, parse_setting
from tests.kit import has_twin
from tests.lockstep import Choose, play_deal
from tests.settings import all_settings

SETTINGS = [setting for setting in all_settings() if has_twin(setting.game)]


def at_random(luck: random.Random) -> Choose:
    return lambda d, s, legal: luck.choice(sorted(legal))


def play_many(setting: Setting, first: int, games: int, moves: int, most: int) -> int:
    """Play deals until there were so many games or moves; how many moves were made."""
    made = 0
    for seed in range(first, first + games):
        line = deal_line(GAMES[setting.game], new_deal(setting, seed))
        made += play_deal(line, at_random(random.Random(seed)), most).moves
        if made >= moves:
            break
    return made


@pytest.mark.parametrize("setting", SETTINGS, ids=lambda s: s.text)
def test_lockstep(setting):
    assert play_many(setting, 0, games=25, moves=400, most=100) > 60


def test_lockstep_with_places_that_a_deal_tells():
    for seed in range(10):
        luck = random.Random(seed)
        line = deal_line(GAMES["lab-rats"], new_deal(parse_setting("lab-rats/rebag", GAMES), seed))
        maze, _, number = line.rpartition(" ")
        places = ".".join(str(luck.randrange(24)) for _ in range(luck.randint(1, 30)))
        play_deal(f"{maze} {places}+{number}", lambda d, s, legal: luck.choice(sorted(legal)[:4]), 60)  # noqa: B023


@pytest.mark.long
@pytest.mark.parametrize("setting", SETTINGS, ids=lambda s: s.text)
def test_lockstep_at_length(setting):
    play_many(setting, 10_000, games=2_000, moves=25_000, most=400)
