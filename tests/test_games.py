"""All games keep the promises of the protocol."""

import pytest

from escapology.games import GAMES
from escapology.setting import Setting
from tests.conformance import check_game
from tests.invariants import INVARIANTS
from tests.settings import all_settings


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
    assert game.name in INVARIANTS
    rules = (game.facts.folder / "RULES.md").read_text(encoding="utf-8")
    assert rules.startswith(f"# {game.title}\n")
    for option in game.facts.options:
        assert f"| {option.ruling} |" in rules, "every option belongs to a ruling of RULES.md"
        for value in list(option.values)[1:]:
            assert f"`{option.name}={value}`" in rules
    for variant in game.facts.variants:
        assert f"`{variant.name}`" in rules
    assert game.facts.credit.designer in rules
