"""All games keep the promises of the protocol."""

import copy
import pickle
from dataclasses import replace
from functools import partial

import pytest

from escapology.games import GAMES
from escapology.middle import new_deal, start_state
from escapology.protocol import AnyGame
from escapology.setting import Setting, make_setting
from escapology.testing import check_game
from tests import kit
from tests.settings import all_settings


@pytest.mark.parametrize("name", GAMES)
def test_what_belongs_to_a_game_is_there(name: str) -> None:
    """Whoever adds a game reads here what is still to be written for its tests, and where."""
    missing = kit.missing(name)
    assert not missing, f"{name} is not complete:\n" + "\n".join(missing)


def play_at_random(setting: Setting, seeds: range, most_moves: int, pictures: bool = True) -> None:
    check_game(
        GAMES[setting.game], settings=[setting.text], seeds=seeds, most_moves=most_moves, pictures=pictures,
        invariant=partial(kit.check_invariants, setting.game),
    )  # fmt: skip


@pytest.mark.parametrize("setting", all_settings(), ids=lambda s: s.text)
def test_random_play(setting: Setting) -> None:
    play_at_random(setting, range(2), most_moves=100)


@pytest.mark.long
@pytest.mark.parametrize("setting", all_settings(), ids=lambda s: s.text)
def test_random_play_at_length(setting: Setting) -> None:
    games = 50 if setting.options else 200
    play_at_random(setting, range(1000, 1000 + games), most_moves=500, pictures=False)
    play_at_random(setting, range(1200, 1220), most_moves=500)


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda g: g.name)
def test_a_game_travels_by_its_name(game: AnyGame) -> None:
    """To other processes: it is made of functions, which stay where they are."""
    deal = new_deal(make_setting(game), 1)
    there = pickle.loads(pickle.dumps((game, deal, start_state(game, deal))))
    assert there == (game, deal, start_state(game, deal))
    assert there[0] is game is copy.deepcopy(game)


def test_a_game_that_nobody_would_find_does_not_travel() -> None:
    unknown = replace(GAMES["blank"], facts=replace(GAMES["blank"].facts, name="unknown"))
    with pytest.raises(pickle.PicklingError, match="the game unknown is not in GAMES"):
        pickle.dumps(unknown)
