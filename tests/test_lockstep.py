"""Every game against its slow, plain, differently written twin: the same legal moves and state lines at every step."""

import random
from collections.abc import Callable
from typing import Any

import pytest

from escapology.games import GAMES
from escapology.luck import draw_at
from escapology.middle import deal_line, legal_texts, new_deal, play_move, start_state
from escapology.setting import Setting
from tests.oracles import blank, devils_square, dont_let_them_get_you, kidnap_machine, lab_rats, not_alone
from tests.settings import all_settings

TWINS: dict[str, Callable[[str], Any]] = {
    "blank": blank.Twin,
    "devils-square": devils_square.Twin,
    "dont-let-them-get-you": dont_let_them_get_you.Twin,
    "not-alone": not_alone.Twin,
    "kidnap-machine": kidnap_machine.Twin,
    "lab-rats": lambda line: lab_rats.Twin(line, place=_place_of(line)),
}
PURSUED = ("dont-let-them-get-you", "not-alone")  # they play at length in tests/games/pursuit/test_lockstep.py


def _place_of(line: str) -> Callable[[int, int], int]:
    """Where a coin that is dropped goes back into the bag of `rebag`: luck is no rule, so the twin is told."""
    seed = int(line.rsplit(maxsplit=1)[-1]) if line.startswith("lab-rats/rebag") else 0
    return lambda drops, places: draw_at(seed, drops, places)


def run_both(setting: Setting, seed: int, most: int) -> int:
    """Play one deal at random in both; how many moves were made."""
    game = GAMES[setting.game]
    deal = new_deal(setting, seed)
    twin = TWINS[game.name](deal_line(game, deal))
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


def test_every_game_has_a_twin():
    assert set(TWINS) == set(GAMES)


@pytest.mark.parametrize("setting", all_settings(), ids=lambda s: s.text)
def test_lockstep(setting):
    moves = sum(run_both(setting, seed, most=150) for seed in range(60))
    assert moves > 60


@pytest.mark.long
@pytest.mark.parametrize("setting", [s for s in all_settings() if s.game not in PURSUED], ids=lambda s: s.text)
def test_lockstep_at_length(setting):
    for seed in range(10_000, 12_000):
        run_both(setting, seed, most=400)
