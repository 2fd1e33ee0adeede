"""Which question fits which game: verdicts where all luck lies in the deal, chances where dice are."""

from dataclasses import replace

import pytest

from escapology.errors import SettingError
from escapology.games import GAMES
from escapology.middle import new_deal
from escapology.protocol import Solving
from escapology.setting import make_setting
from escapology.solve import best_chance, solve


def test_a_game_of_dice_has_no_verdict():
    game = GAMES["kidnap-machine"]
    with pytest.raises(SettingError, match=r"kidnap-machine is a game with dice, .*: use best_chance"):
        solve(game, new_deal(make_setting(game), 1))


def test_a_game_without_dice_has_no_chance():
    game = GAMES["blank"]
    with pytest.raises(SettingError, match=r"blank has no dice, .*: use solve"):
        best_chance(game, new_deal(make_setting(game), 1))


def test_a_game_that_does_not_say_how_it_is_solved():
    game = replace(GAMES["blank"], solving=Solving())
    with pytest.raises(SettingError, match=r"blank can't be solved: it defines neither `solve` nor the hooks"):
        solve(game, new_deal(make_setting(game), 1))
