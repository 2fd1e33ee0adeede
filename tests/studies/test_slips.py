"""Where a game slipped away, against the verdicts of all its positions."""

from __future__ import annotations

import pytest

from escapology.games import GAMES
from escapology.luck import Luck
from escapology.middle import new_deal, start_state
from escapology.record import Record
from escapology.setting import parse_setting
from escapology.solve import solve
from escapology.solve.bots import play_game, random
from escapology.solve.shortest import length_of
from escapology.studies.slips import slip_of


def games(name: str, seeds: range):
    """Random games of deals that can be won."""
    setting = parse_setting(name, GAMES)
    for seed in seeds:
        deal = new_deal(setting, seed)
        if solve(GAMES[setting.game], deal).verdict == "winnable":
            yield play_game(GAMES[setting.game], deal, random, Luck(seed)).record


@pytest.mark.parametrize("name", ["blank", "devils-square", "lab-rats/hard", "dont-let-them-get-you"])
def test_it_is_the_last_position_that_can_be_won(name):
    ends = set()
    for record in games(name, range(6)):
        game, deal = record.game, record.deal
        verdicts = [solve(game, deal, state).verdict for state in record.states()]
        slip = slip_of(record, None, None)
        ends.add(slip.end)
        if slip.end != "lost":
            assert verdicts[-1] == "winnable"
            continue
        last = max(number for number, verdict in enumerate(verdicts) if verdict == "winnable")
        assert last < len(verdicts) - 1
        if game.solving.length is None:
            assert slip.turn == last + 1
        else:
            assert slip.turn == length_of(game, deal, start_state(game, deal), record.moves[:last])
    assert "lost" in ends


def test_a_win_is_no_slip():
    record = next(games("devils-square", range(5)))
    moves = solve(record.game, record.deal).moves
    assert slip_of(Record(record.game, record.deal, moves), None, None) == ("won", None)
    assert slip_of(Record(record.game, record.deal, moves[:-1]), None, None) == ("in reach", None)


def test_what_can_t_be_decided_is_told():
    record = next(games("devils-square", range(5)))
    assert slip_of(record, 1, None) == ("undecided", None)
