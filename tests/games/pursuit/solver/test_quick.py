"""The quick player of the maze games: his wins are wins, and he knows no more than a player may."""

import random

import pytest

from escapology.games import GAMES
from escapology.games.pursuit.dont_let_them_get_you.solver import insight as maze
from escapology.games.pursuit.not_alone.solver import insight as station
from escapology.games.pursuit.rules.state import WON
from escapology.games.pursuit.solver.quick import Table
from escapology.middle import new_deal, start_state
from escapology.setting import parse_setting
from escapology.solve import Limits, solve

SETTINGS = ["dont-let-them-get-you", "dont-let-them-get-you/even", "dont-let-them-get-you/bingo", "not-alone"]
SEARCHES = {"dont-let-them-get-you": maze.SEARCH, "not-alone": station.SEARCH}


def table_of(name, seed, change=lambda deal: None):
    setting = parse_setting(name, GAMES)
    game, deal = GAMES[setting.game], new_deal(setting, seed)
    change(deal)
    return Table(SEARCHES[game.name], deal, start_state(game, deal), game.knowledge.redraw)


@pytest.mark.parametrize("name", SETTINGS)
def test_games_end_and_what_is_won_can_be_won(name):
    ends = []
    for seed in range(6):
        table = table_of(name, seed)
        ends.append([table.play(luck).status for luck in range(24)])
        if WON in ends[-1]:
            assert solve(GAMES[table.d.setting.game], table.d, limits=Limits(nodes=20_000)).verdict != "unwinnable"
    statuses = {status for row in ends for status in row}
    assert WON in statuses
    assert len(statuses) > 1


@pytest.mark.parametrize("name", SETTINGS)
def test_a_game_is_the_same_every_time(name):
    table = table_of(name, 3)
    first = [table.play(luck) for luck in range(4)]
    assert [table_of(name, 3).play(luck) for luck in range(4)] == first
    assert len({repr(end) for end in first}) > 1, "luck makes other games"


@pytest.mark.parametrize("name", SETTINGS)
def test_piles_that_were_never_dealt_change_nothing(name):
    """Nor does the order of the tasks not turned over, which is drawn anew with each pile."""

    def shuffle_last_piles(deal):
        last = deal.movement[-12:]
        random.Random(1).shuffle(last)
        deal.movement[-12:] = last

    early = 0
    for seed in range(4):
        table, other = table_of(name, seed), table_of(name, seed, shuffle_last_piles)
        for luck in range(12):
            end = table.play(luck)
            if end.turn <= 18:
                early += 1
                assert other.play(luck) == end
    assert early > 8


@pytest.mark.parametrize("name", ["dont-let-them-get-you", "not-alone"])
def test_plain_and_compiled_games_are_the_same(name, monkeypatch):
    compiled = table_of(name, 2).play(5)
    monkeypatch.setenv("ESCAPOLOGY_PLAIN", "1")
    assert table_of(name, 2).play(5) == compiled
