"""Difficulty: measured the same way every time; deals are found by trying."""

import threading

import pytest

from escapology.errors import SettingError
from escapology.games import GAMES
from escapology.middle import new_deal
from escapology.setting import parse_setting
from escapology.solve import Limits, solve
from escapology.solve.difficulty import Difficulty, level_of, measure
from escapology.solve.screen import find_deal
from escapology.verdict import LEVELS

LEVELLED = ["devils-square", "lab-rats", "lab-rats/hard", "dont-let-them-get-you", "kidnap-machine"]


def measured(name: str, seed: int) -> Difficulty | None:
    setting = parse_setting(name, GAMES)
    game, deal = GAMES[setting.game], new_deal(setting, seed)
    if game.facts.has_dice:
        return measure(game, deal, ())
    verdict = solve(game, deal, limits=Limits(seconds=10))
    return measure(game, deal, verdict.moves) if verdict.verdict == "winnable" else None


@pytest.mark.parametrize("name", LEVELLED)
def test_a_deal_is_as_hard_every_time(name):
    seed = next(seed for seed in range(100) if measured(name, seed))
    first = measured(name, seed)
    assert measured(name, seed) == first
    assert all(0 <= part <= 1 for part in (first.lost, first.first, first.narrow, first.score))


@pytest.mark.parametrize("name", [name for name, game in GAMES.items() if game.fair.yardstick is not None])
def test_five_levels(name):
    game = GAMES[name]
    assert len(game.fair.yardstick.bounds) == len(LEVELS) - 1
    assert list(game.fair.yardstick.bounds) == sorted(set(game.fair.yardstick.bounds))
    assert level_of(game, Difficulty(0, 0, 0)) == 1
    assert level_of(game, Difficulty(1, 1, 1)) == 5


@pytest.mark.parametrize("name", ["devils-square", "lab-rats"])
def test_every_level_has_deals(name):
    scores = [found for seed in range(40) if (found := measured(name, seed))]
    assert {level_of(GAMES[name], found) for found in scores} == {1, 2, 3, 4, 5}


@pytest.mark.parametrize(
    ("name", "level"),
    [("dont-let-them-get-you", 1), ("dont-let-them-get-you", 4), ("devils-square", 5), ("lab-rats", 2)],
)
def test_a_deal_of_a_level_is_proven_and_of_that_level(name, level):
    setting = parse_setting(name, GAMES)
    heard: list[int] = []
    found = find_deal(setting, 0, level=level, tell=heard.append)
    assert found.proven
    assert found.level == level == level_of(GAMES[name], found.difficulty)
    assert found.seed == found.tried - 1  # from seed 0 on, none left out
    assert heard == list(range(1, found.tried + 1))
    assert sum(found.passed_over.values()) == found.tried - 1
    assert new_deal(setting, found.seed) == found.deal


def test_dice_are_never_proven():
    setting = parse_setting("kidnap-machine", GAMES)
    assert not find_deal(setting, 3, winnable=False, level=5).proven
    with pytest.raises(SettingError, match="game of dice"):
        find_deal(setting, 0, winnable=True)


def test_no_such_level():
    with pytest.raises(SettingError, match="from 1 \\(easy\\) to 5 \\(fiendish\\)"):
        find_deal(parse_setting("dont-let-them-get-you", GAMES), 0, level=6)
    with pytest.raises(SettingError, match="no levels"):
        find_deal(parse_setting("blank", GAMES), 0, level=2)


def test_looking_for_a_deal_can_be_stopped():
    stop = threading.Event()
    stop.set()
    assert find_deal(parse_setting("dont-let-them-get-you", GAMES), 0, level=5, stop=stop) is None
