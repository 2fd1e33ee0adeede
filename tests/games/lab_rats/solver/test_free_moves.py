"""The theorem of LR5: with `lift=any` every deal can be won."""

import pytest

from escapology.games.lab_rats.rules import Deal
from escapology.middle import legal_moves, start_state
from escapology.setting import make_setting
from tests.games.lab_rats.positions import GAME, after, position
from tests.games.lab_rats.solver.free_moves import winning_moves
from tests.samples import sizes
from tests.typed import new_deal


def test_two_equal_coins_give_a_move_for_nothing():
    d, s = position("3", "3", "1", head="lab-rats[lift=any]")
    s = after(d, s, "start 0")
    gained = after(d, s, "A:n3", "B:s3", "lift A", "back", "lift B")
    assert GAME.notation.state_text(d, gained) == GAME.notation.state_text(d, s).replace("rat=0,0", "rat=0,3")


def test_a_null_and_any_other_coin_give_a_move_for_nothing():
    d, s = position("0", "5", "1", head="lab-rats[lift=any]")
    s = after(d, s, "start 0")
    gained = after(d, s, "A:n5", "B:s5", "lift A", "back", "lift B")
    assert GAME.notation.state_text(d, gained) == GAME.notation.state_text(d, s).replace("rat=0,0", "rat=0,5")


@pytest.mark.parametrize("deals", sizes(100, 1_000))
def test_every_deal_can_be_won(deals):
    setting = make_setting(GAME, "classic", {"lift": "any"})
    for seed in range(deals):
        d = new_deal(Deal, setting, seed)
        s = start_state(GAME, d)
        for text in winning_moves(d):
            move = next(m for m in legal_moves(GAME, d, s) if GAME.notation.move_text(d, s, m) == text)
            GAME.rules.play(d, s, move)
        assert GAME.rules.won(d, s), seed
