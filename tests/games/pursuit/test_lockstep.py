"""Both maze games against their slow, plain, differently written twins: state line and legal moves after every move."""

import random

import pytest

from escapology.games import GAMES
from escapology.middle import deal_line, legal_texts, new_deal, play_move, start_state
from escapology.setting import Setting
from tests.games.pursuit.players import random_turn, wary_turn
from tests.oracles import dont_let_them_get_you, not_alone
from tests.settings import all_settings

TWINS = {"dont-let-them-get-you": dont_let_them_get_you.Twin, "not-alone": not_alone.Twin}
SETTINGS = [setting for setting in all_settings() if setting.game in TWINS]
VARIANTS = [setting for setting in SETTINGS if "[" not in setting.text]


def run_both(setting: Setting, seed: int) -> str:
    """Play one deal in both, every tenth by a player who gets further than chance; how it ended."""
    game = GAMES[setting.game]
    luck = random.Random(seed)
    choose = wary_turn if seed % 10 == 0 else random_turn
    d = new_deal(setting, seed)
    line = deal_line(game, d)
    twin = TWINS[game.name](line)
    s = start_state(game, d)
    made: list[str] = []
    turn: list[int] = []
    while True:
        where = f"\n{line}\n{' '.join(made)}"
        assert game.notation.state_text(d, s) == twin.state(), where
        legal = legal_texts(game, d, s)
        assert sorted(legal) == sorted(twin.moves()), where
        if not legal:
            return game.notation.status(d, s)
        turn = turn or choose(game, d, s, luck)
        made.append(game.notation.move_text(d, s, turn[0]))
        twin.play(made[-1])
        s = play_move(game, d, s, turn.pop(0))


@pytest.mark.parametrize("setting", VARIANTS, ids=lambda s: s.text)
def test_lockstep(setting: Setting) -> None:
    ends = {run_both(setting, seed) for seed in range(500)}
    assert {"caught", "late"} <= ends


@pytest.mark.parametrize("setting", SETTINGS, ids=lambda s: s.text)
def test_lockstep_with_options(setting: Setting) -> None:
    for seed in range(2000, 2040):
        run_both(setting, seed)


@pytest.mark.long
@pytest.mark.parametrize("setting", SETTINGS, ids=lambda s: s.text)
def test_lockstep_at_length(setting: Setting) -> None:
    for seed in range(100_000, 120_000 if setting in VARIANTS else 102_000):
        run_both(setting, seed)
