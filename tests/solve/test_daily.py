"""Which deals are the days': pinned for ever, and won by the twins."""

import threading
from dataclasses import replace
from datetime import date
from itertools import pairwise

import pytest

from escapology.answer import FoundDeal
from escapology.daily import daily_setting, first_seed
from escapology.errors import SettingError
from escapology.games import GAMES, OURS
from escapology.middle import deal_line, new_deal
from escapology.protocol import Solving
from escapology.solve import daily as module
from escapology.solve import foresee
from escapology.solve.daily import find_daily
from escapology.thinking.wish import daily_task, rest_of
from escapology.thinking.worker import think
from escapology.verdict import Limits
from tests.kit import twin_of
from tests.samples import thinned

#: How many of each day's first deals are passed over, since nobody can win them. What is here never changes.
PASSED_OVER = {
    date(2026, 1, 1): dict.fromkeys(OURS, 0) | {"devils-square": 1, "kidnap-machine": 1},
    date(2026, 11, 19): dict.fromkeys(OURS, 0),
    date(2028, 2, 29): dict.fromkeys(OURS, 0) | {"devils-square": 3},
}
DAYS = [(day, name) for name in OURS for day in PASSED_OVER]


@pytest.mark.parametrize("one", thinned(DAYS, 3))
def test_the_deal_of_a_day_is_the_first_that_can_be_won(one):
    day, name = one
    found = find_daily(name, day)
    passed_over = PASSED_OVER[day][name]
    assert (found.seed, found.tried, found.proven) == (first_seed(name, day) + passed_over, passed_over + 1, True)
    line = deal_line(GAMES[name], found.deal)
    assert line == deal_line(GAMES[name], new_deal(daily_setting(name), found.seed))
    twin = twin_of(name)(line)
    for move in foresee(GAMES[name], found.deal, Limits()).moves:
        twin.play(move)
    assert "status=won" in twin.state(), "the twin agrees"


def test_workers_find_the_same_and_can_be_interrupted():
    task = daily_task("devils-square", date(2028, 2, 29))
    heard: list[int] = []
    found = think(task, tell=heard.append)
    assert found == FoundDeal(202802298806003, 4, proven=True, level=None)
    assert heard == [1, 2, 3]
    assert think(rest_of(task, 2)) == found, "it goes on where it was paused"


def test_a_search_can_be_stopped():
    stop = threading.Event()
    stop.set()
    assert find_daily("lab-rats", date(2026, 11, 19), stop=stop) is None


def test_what_is_not_decided_is_passed_over(monkeypatch):
    day = date(2026, 11, 19)
    nodes = {number: foresee_nodes("kidnap-machine", day, number) for number in range(6)}
    low, high = next((a, b) for a, b in pairwise(range(6)) if nodes[a] > nodes[b])
    monkeypatch.setattr(module, "NODES", nodes[low])
    begin = find_daily("kidnap-machine", day, begin=low)
    assert begin.seed >= first_seed("kidnap-machine", day) + high


def foresee_nodes(name, day, number):
    return foresee(GAMES[name], new_deal(daily_setting(name), first_seed(name, day) + number), Limits()).nodes


def test_a_game_that_can_not_be_solved_has_a_deal_all_the_same(monkeypatch):
    monkeypatch.setitem(GAMES, "blank", replace(GAMES["blank"], solving=Solving()))
    found = find_daily("blank", date(2026, 11, 19))
    assert (found.seed, found.proven) == (first_seed("blank", date(2026, 11, 19)), False)


def test_when_none_of_a_day_can_be_won(monkeypatch):
    monkeypatch.setattr(module, "NODES", 1)
    monkeypatch.setattr(module, "SEEDS", 3)
    with pytest.raises(SettingError, match=r"none of the 3 deals of 2026-11-19 could be proven winnable"):
        find_daily("lab-rats", date(2026, 11, 19))
