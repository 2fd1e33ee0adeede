"""All games keep the promises of the protocol."""

import copy
import pickle
from dataclasses import replace

import pytest

from escapology.games import GAMES
from escapology.middle import new_deal, start_state
from escapology.protocol import AnyGame
from escapology.setting import Setting, make_setting
from tests import kit
from tests.conformance import check_game
from tests.settings import all_settings


@pytest.mark.parametrize("name", GAMES)
def test_what_belongs_to_a_game_is_there(name: str) -> None:
    """Whoever adds a game reads here what is still to be written for its tests, and where."""
    missing = kit.missing(name)
    assert not missing, f"{name} is not complete:\n" + "\n".join(missing)


@pytest.mark.parametrize("setting", all_settings(), ids=lambda s: s.text)
def test_random_play(setting: Setting) -> None:
    for seed in range(6):
        check_game(GAMES[setting.game], setting, seed, most=120)


@pytest.mark.long
@pytest.mark.parametrize("setting", all_settings(), ids=lambda s: s.text)
def test_random_play_at_length(setting: Setting) -> None:
    for seed in range(1000, 1200):
        check_game(GAMES[setting.game], setting, seed, most=500, pictures=seed % 10 == 0)


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda g: g.name)
def test_facts(game) -> None:
    rules = (game.facts.folder / "RULES.md").read_text(encoding="utf-8")
    assert rules.startswith(f"# {game.title}\n")
    for option in game.facts.options:
        assert f"| {option.ruling} |" in rules, "every option belongs to a ruling of RULES.md"
        for value in list(option.values)[1:]:
            assert f"`{option.name}={value}`" in rules
    for variant in game.facts.variants:
        assert f"`{variant.name}`" in rules
    assert game.facts.credit.designer in rules


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
