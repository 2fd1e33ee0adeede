"""Both maze games in lock-step with their twins by players who get further than chance."""

import random

import pytest

from escapology.games import GAMES
from escapology.games.pursuit.rules.state import MazeState
from escapology.middle import deal_line, new_deal
from escapology.setting import Setting
from tests.games.pursuit.players import random_turn, wary_turn
from tests.lockstep import play_deal
from tests.settings import all_settings

SETTINGS = [s for s in all_settings() if issubclass(GAMES[s.game].rules.state_type, MazeState)]
VARIANTS = [setting for setting in SETTINGS if "[" not in setting.text]


def run_both(setting: Setting, seed: int) -> str:
    """Play one deal in both, every tenth by a wary player; how it ended."""
    game = GAMES[setting.game]
    luck = random.Random(seed)
    choose_turn = wary_turn if seed % 10 == 0 else random_turn
    turn: list[int] = []

    def choose(d, s, legal):
        turn[:] = turn or choose_turn(game, d, s, luck)
        return game.notation.move_text(d, s, turn.pop(0))

    return play_deal(deal_line(game, new_deal(setting, seed)), choose).status


@pytest.mark.parametrize("setting", VARIANTS, ids=lambda s: s.text)
def test_lockstep(setting: Setting) -> None:
    ends = {run_both(setting, seed) for seed in range(40)}
    assert {"caught", "late"} <= ends


@pytest.mark.parametrize("setting", SETTINGS, ids=lambda s: s.text)
def test_lockstep_with_options(setting: Setting) -> None:
    for seed in range(2000, 2006):
        run_both(setting, seed)


@pytest.mark.long
@pytest.mark.parametrize("setting", SETTINGS, ids=lambda s: s.text)
def test_lockstep_at_length(setting: Setting) -> None:
    for seed in range(100_000, 102_000 if setting in VARIANTS else 100_500):
        run_both(setting, seed)
