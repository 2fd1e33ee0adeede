"""`rebag`: what compiled rules find is what plain ones find, and nothing in it can be spared."""

import pytest

from escapology.games.lab_rats.rules import Deal
from escapology.games.lab_rats.solver import rebag, solve
from escapology.middle import start_state
from escapology.setting import make_setting
from escapology.solve.replay import wins_by
from escapology.solve.shortest import trim
from escapology.verdict import Limits
from tests.games.lab_rats.positions import GAME
from tests.typed import new_deal

LONG = 60.0  # seconds: it never takes so long


def dealt(seed):
    d = new_deal(Deal, make_setting(GAME, "rebag"), seed)
    return d, start_state(GAME, d)


@pytest.mark.parametrize("seed", [1, 2, 21])
def test_no_row_of_moves_can_be_left_out(seed):
    d, s = dealt(seed)
    found = solve(d, s, Limits())
    assert found.verdict == "winnable"
    assert trim(GAME, d, s, found.moves, LONG) == found.moves


def solved(seed):
    d, s = dealt(seed)
    return solve(d, s, Limits())


def test_plain_rules_find_the_same(monkeypatch):
    expected = [solved(seed) for seed in range(8)]
    monkeypatch.setattr(rebag, "kernel_of", lambda rule: rule)
    monkeypatch.setattr(rebag, "is_plain", lambda: True)
    found = [solved(seed) for seed in range(8)]
    assert [(one.verdict, one.moves) for one in found] == [(one.verdict, one.moves) for one in expected]
    assert {one.verdict for one in found} >= {"winnable"}


def test_where_there_is_room_for_few_steps_the_same_is_found(monkeypatch):
    d, s = dealt(3)
    expected = solve(d, s, Limits())
    monkeypatch.setattr(rebag, "LONG", 1)
    assert solve(d, s, Limits()).moves == expected.moves
    assert wins_by(GAME, d, s, expected.moves)


def test_drops_count_as_nodes():
    d, s = dealt(3)
    nodes = solve(d, s, Limits()).nodes
    assert nodes > 5**6, "all purses, and some drops"
    assert solve(d, s, Limits(nodes=nodes - 1)).reason == "nodes"
    assert solve(d, s, Limits(nodes=nodes)).verdict == "winnable"
