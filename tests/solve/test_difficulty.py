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


def measured(name: str, seed: int, luck: int = 0) -> Difficulty | None:
    setting = parse_setting(name, GAMES)
    game, deal = GAMES[setting.game], new_deal(setting, seed)
    if game.facts.has_dice:
        return measure(game, deal, (), luck)
    verdict = solve(game, deal, limits=Limits(seconds=10))
    return measure(game, deal, verdict.moves, luck) if verdict.verdict == "winnable" else None


@pytest.mark.parametrize("name", LEVELLED)
def test_a_deal_is_as_hard_every_time(name):
    seed = next(seed for seed in range(100) if measured(name, seed))
    first = measured(name, seed)
    assert measured(name, seed) == first
    assert all(0 <= part <= 1 for part in (first.lost, first.first, first.narrow, first.score))


@pytest.mark.parametrize("name", [name for name, game in GAMES.items() if game.fair.yardstick is not None])
def test_five_levels_of_every_variant(name):
    game = GAMES[name]
    levelled = [variant for variant, _ in game.fair.yardstick.bounds]
    assert levelled == [v.name for v in game.facts.variants if v.name != "bingo"]
    for variant, bounds in game.fair.yardstick.bounds:
        assert len(bounds) == len(LEVELS) - 1
        assert list(bounds) == sorted(set(bounds))
        assert level_of(game, variant, Difficulty(0, 0, 0)) == 1
        assert level_of(game, variant, Difficulty(1, 1, 1)) == 5


def test_a_variant_without_bounds_has_no_levels():
    game = GAMES["dont-let-them-get-you"]
    assert level_of(game, "bingo", Difficulty(1, 1, 1)) is None
    with pytest.raises(SettingError, match="dont-let-them-get-you/bingo has no difficulty levels"):
        find_deal(parse_setting("dont-let-them-get-you/bingo", GAMES), 0, level=2)


@pytest.mark.parametrize(
    ("name", "deals"),
    [
        ("devils-square", 60),
        ("lab-rats/hard", 40),
        pytest.param("kidnap-machine", 60, marks=pytest.mark.long),
        pytest.param("dont-let-them-get-you", 100, marks=pytest.mark.long),
        pytest.param("not-alone", 100, marks=pytest.mark.long),
        pytest.param("lab-rats", 100, marks=pytest.mark.long),
    ],
)
def test_another_luck_gives_nearly_always_the_same_level(name, deals):
    setting = parse_setting(name, GAMES)
    levels = []
    for seed in range(deals):
        found = [measured(name, seed, luck) for luck in (0, 1)]
        levels.append([level_of(GAMES[setting.game], setting.variant, one) for one in found if one])
    levels = [pair for pair in levels if pair]
    assert sum(one == other for one, other in levels) >= 0.8 * len(levels)
    assert all(abs(one - other) < 2 for one, other in levels)


@pytest.mark.parametrize("name", ["devils-square", "lab-rats"])
def test_every_level_has_deals(name):
    scores = [found for seed in range(40) if (found := measured(name, seed))]
    assert {level_of(GAMES[name], "classic", found) for found in scores} == {1, 2, 3, 4, 5}


@pytest.mark.parametrize(
    ("name", "level"),
    [("dont-let-them-get-you", 1), ("devils-square", 5), ("lab-rats", 2), ("lab-rats/hard", 4)],
)
def test_a_deal_of_a_level_is_proven_and_of_that_level(name, level):
    setting = parse_setting(name, GAMES)
    heard: list[int] = []
    found = find_deal(setting, 0, level=level, tell=heard.append)
    assert found.proven
    assert found.level == level == level_of(GAMES[setting.game], setting.variant, found.difficulty)
    assert found.seed == found.tried - 1  # from seed 0 on, none left out
    assert heard == list(range(1, found.tried))
    assert sum(found.passed_over.values()) == found.tried - 1
    assert new_deal(setting, found.seed) == found.deal


def test_dice_are_never_proven():
    setting = parse_setting("kidnap-machine", GAMES)
    assert not find_deal(setting, 3, winnable=False, level=5).proven
    with pytest.raises(SettingError, match="game with dice"):
        find_deal(setting, 0, winnable=True)


def test_no_such_level():
    with pytest.raises(SettingError, match="from 1 \\(easy\\) to 5 \\(fiendish\\)"):
        find_deal(parse_setting("dont-let-them-get-you", GAMES), 0, level=6)
    with pytest.raises(SettingError, match="no difficulty levels"):
        find_deal(parse_setting("blank", GAMES), 0, level=2)


def test_looking_for_a_deal_can_be_stopped():
    stop = threading.Event()
    stop.set()
    assert find_deal(parse_setting("dont-let-them-get-you", GAMES), 0, level=5, stop=stop) is None
