"""Every game against its slow, plain, differently written twin: the same legal moves and state lines at every step."""

import random

import pytest

from escapology.games import GAMES
from escapology.middle import deal_line, legal_texts, new_deal, play_move, start_state
from escapology.setting import Setting
from tests.kit import has_twin, twin_of
from tests.settings import all_settings

SETTINGS = [setting for setting in all_settings() if has_twin(setting.game)]
PURSUED = ("dont-let-them-get-you", "not-alone")  # they play at length in tests/games/pursuit/test_lockstep.py


def run_both(setting: Setting, seed: int, most: int) -> int:
    """Play one deal at random in both; how many moves were made."""
    game = GAMES[setting.game]
    deal = new_deal(setting, seed)
    twin = twin_of(game.name)(deal_line(game, deal))
    state = start_state(game, deal)
    choice = random.Random(seed)
    for made in range(most):
        assert twin.state() == game.notation.state_text(deal, state)
        legal = legal_texts(game, deal, state)
        assert twin.moves() == sorted(legal), twin.state()
        if not legal:
            return made
        move = choice.choice(sorted(legal))
        twin.play(move)
        state = play_move(game, deal, state, legal[move])
    return most


@pytest.mark.parametrize("setting", SETTINGS, ids=lambda s: s.text)
def test_lockstep(setting):
    moves = sum(run_both(setting, seed, most=150) for seed in range(60))
    assert moves > 60


@pytest.mark.long
@pytest.mark.parametrize("setting", [s for s in SETTINGS if s.game not in PURSUED], ids=lambda s: s.text)
def test_lockstep_at_length(setting):
    for seed in range(10_000, 12_000):
        run_both(setting, seed, most=400)
