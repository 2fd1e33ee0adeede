"""What is marked to last does: environments on GPUs write it once, when a game begins."""

import pytest

from escapology.environments.table import learning_of
from escapology.games import GAMES
from escapology.luck import Luck
from escapology.middle import legal_moves, new_deal, play_move, start_state
from escapology.setting import make_setting

LEARNED = [game for game in GAMES.values() if game.learning]
VARIANTS = [make_setting(game, variant.name) for game in LEARNED for variant in game.facts.variants]


@pytest.mark.parametrize("game", LEARNED, ids=lambda game: game.name)
def test_arrays_that_last_come_last(game) -> None:
    learning = learning_of(game)
    lasting = [array.lasts for array in learning.arrays]
    assert lasting == sorted(lasting)
    assert learning.changing_size == learning.size - sum(array.size for array in learning.arrays if array.lasts)


@pytest.mark.parametrize("setting", VARIANTS, ids=lambda setting: setting.text)
def test_what_lasts_stays_the_same_in_an_episode(setting) -> None:
    game = GAMES[setting.game]
    learning = learning_of(game)
    for seed in range(3):
        luck, deal = Luck(seed), new_deal(setting, seed)
        state = start_state(game, deal)
        seen = [0] * learning.size
        learning.encode_lasting(deal, state, seen)
        learning.encode(deal, state, seen)
        for _ in range(60):
            moves = legal_moves(game, deal, state)
            if not moves:
                break
            state = play_move(game, deal, state, luck.choose(moves))
            anew = [0] * learning.size
            learning.encode_lasting(deal, state, anew)
            learning.encode(deal, state, anew)
            changing = seen[: learning.changing_size]
            learning.encode(deal, state, changing)  # there is no room for the others
            assert [*changing, *seen[learning.changing_size :]] == anew
            seen = anew
