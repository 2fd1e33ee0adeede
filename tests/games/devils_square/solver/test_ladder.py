"""Players of Devil's Square who make mistakes: their wins are wins, and more mistakes win less."""

import numpy as np
import pytest

from escapology.games import GAMES
from escapology.games.devils_square.solver import solve
from escapology.games.devils_square.solver.ladder import MISTAKES, lost, play_games
from escapology.games.devils_square.solver.links import link_graph
from escapology.games.devils_square.solver.quick import find_start
from escapology.games.devils_square.solver.spots import enter, spot_table
from escapology.middle import new_deal, start_state
from escapology.native import compile_kernel
from escapology.setting import make_setting
from escapology.verdict import Limits
from tests.games.devils_square.solver.test_quick import play_out
from tests.samples import sizes

GAME = GAMES["devils-square"]


@pytest.fixture(scope="module", params=sizes(20, 60))
def dealt(request):
    deals = [new_deal(make_setting(GAME), seed) for seed in range(request.param)]
    return [(deal, start_state(GAME, deal)) for deal in deals]


def wins(d, s, mistakes: int, games: int = 20, seed: int = 1) -> int:
    kernel, scratch = compile_kernel(play_games), np.empty((2, 4), np.int64)
    begin = np.array(find_start(d, s))
    return kernel(link_graph(), spot_table(), np.array(d.deck), begin, scratch, mistakes, games, seed)


def test_who_makes_no_mistakes_is_the_quick_player(dealt):
    t = spot_table()
    for d, s in dealt:
        start = find_start(d, s)
        entered = np.array([enter(t, start[c], start[4 + c]) for c in range(4)])
        is_won = play_out(t, d, entered[:, 0].copy(), entered[:, 1].copy())
        assert wins(d, s, 0, games=3) == 3 * is_won


def test_what_they_win_can_be_won(dealt):
    won = [(d, s) for d, s in dealt if any(wins(d, s, mistakes) for mistakes in MISTAKES)]
    assert len(won) > len(dealt) / 4
    assert all(solve(d, s, Limits()).verdict == "winnable" for d, s in won)


def test_more_mistakes_win_less(dealt):
    steps = MISTAKES if len(dealt) > 20 else MISTAKES[::2]  # neighbours take many games to be told apart
    shares = [sum(wins(d, s, mistakes) for d, s in dealt) for mistakes in steps]
    assert list(MISTAKES) == sorted(MISTAKES, reverse=True)
    assert shares == sorted(set(shares))


def test_the_share_lost(dealt):
    shares = [lost(d, 0) for d, _ in dealt]
    assert shares == [lost(d, 0) for d, _ in dealt]
    assert all(0 <= share <= 1 for share in shares)
    assert len({share for share in shares if share < 1}) > len(dealt) / 4  # it tells deals apart
    assert all(lost(d, 0) == 1 for d, s in dealt if solve(d, s, Limits()).verdict == "unwinnable")
