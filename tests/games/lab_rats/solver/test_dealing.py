"""Deals made in compiled code are those that the plain rules make."""

import pytest

from escapology.games.lab_rats.solver import dealing
from escapology.games.lab_rats.solver.dealing import deal_quickly
from escapology.luck import Luck
from escapology.middle import new_deal
from escapology.setting import make_setting
from escapology.solve.dealing import deal_quickly as deal_any_quickly
from tests.games.lab_rats.positions import GAME
from tests.samples import sizes


@pytest.mark.parametrize("deals", sizes(100, 5_000))
@pytest.mark.parametrize("variant", ["classic", "hard", "bag", "rebag"])
@pytest.mark.parametrize("diagram", ["table", "turn"])
@pytest.mark.parametrize("touch", ["edge", "corner"])
def test_they_are_equal(variant, diagram, touch, deals):
    setting = make_setting(GAME, variant, {"diagram": diagram, "touch": touch})
    for seed in range(deals):
        assert vars(deal_quickly(setting, seed)) == vars(new_deal(setting, seed)), seed


def test_a_deal_that_takes_more_luck_than_was_laid_out(monkeypatch):
    monkeypatch.setattr(dealing, "DRAWS", 10)
    setting = make_setting(GAME, "rebag")
    assert all(deal_quickly(setting, seed) == new_deal(setting, seed) for seed in range(20))


def test_games_without_compiled_deals_are_dealt_as_ever():
    from escapology.games import GAMES

    setting = make_setting(GAMES["devils-square"])
    assert deal_any_quickly(setting, 7) == new_deal(setting, 7)


def test_luck_laid_out_is_the_luck_drawn_one_by_one():
    for seed in (0, 1, 2**64 - 1):
        one, other = Luck(seed), Luck(seed)
        assert one.draws32(40).tolist() == [other.next64() >> 32 for _ in range(40)]
        assert one.next64() == other.next64()
