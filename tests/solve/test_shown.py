"""A solution that is shown comes back to no position, and no row of its moves can be left out."""

import pytest

from escapology.games import GAMES
from escapology.middle import deal_line, legal_moves, parse_deal_line, play_move, read_move, start_state
from escapology.setting import parse_setting
from escapology.solve import Limits, decision, solve
from escapology.solve.breadth import key_of
from escapology.solve.dealing import deal_quickly
from escapology.solve.decision import find_verdict
from escapology.verdict import Verdict
from tests.samples import in_full, sizes

SETTINGS = [
    f"{game.name}/{variant.name}"
    for game in GAMES.values()
    if not game.facts.has_dice
    for variant in game.facts.variants
]


def is_win(game, deal, state, moves):
    for move in moves:
        if move not in legal_moves(game, deal, state):
            return False
        state = play_move(game, deal, state, move)
    return game.rules.won(deal, state)


def name_of(game, deal, state):
    """What a position is known by: those that are the same for the solver have one name."""
    return repr(state) if game.solving.hooks is None else key_of(game, deal, state)


def spare_row(game, deal, states, moves):
    """A row of moves without which the others still win."""
    rows = ((i, j) for i in range(len(moves)) for j in range(i + 1, len(moves)))
    return next(((i, j) for i, j in rows if is_win(game, deal, states[i], moves[j:])), None)


@pytest.mark.parametrize("deals", sizes(8, in_full(60, 300)))
@pytest.mark.parametrize("text", SETTINGS)
def test_nothing_can_be_left_out_of_what_is_shown(text, deals, monkeypatch):
    monkeypatch.setattr(decision, "_TRIMMING", 600.0)  # seconds by the clock: on a busy machine, one is not enough
    setting = parse_setting(text, GAMES)
    game, wins = GAMES[setting.game], 0
    for seed in range(55, 55 + deals):
        deal = deal_quickly(setting, seed)
        found = find_verdict(game, deal, start_state(game, deal), Limits(nodes=300_000))
        if not isinstance(found, Verdict) or found.verdict != "winnable":
            continue
        wins += 1
        states, moves = [start_state(game, deal)], []
        for move_text in found.moves:
            moves.append(read_move(game, deal, states[-1], move_text))
            states.append(play_move(game, deal, states[-1], moves[-1]))
        names = [name_of(game, deal, state) for state in states]
        assert len(set(names)) == len(names), f"{text}, seed {seed}: a position comes twice"
        spare = spare_row(game, deal, states, moves)
        assert spare is None, f"{text}, seed {seed}: these moves can be left out: {spare}"
    assert wins


@pytest.mark.parametrize(("seed", "most"), [(55, 120), (228, 120), (313, 120), (330, 120), (394, 120)])
def test_wins_of_lab_rats_that_took_hundreds_of_moves(seed, most):
    setting = parse_setting("lab-rats", GAMES)
    assert len(solve(GAMES["lab-rats"], deal_quickly(setting, seed)).moves) <= most


def test_rebag_goes_by_the_places_that_a_deal_line_tells():
    game, wins = GAMES["lab-rats"], 0
    for seed in range(8):
        line = deal_line(game, deal_quickly(parse_setting("lab-rats/rebag", GAMES), seed))
        begin, _, number = line.rpartition(" ")
        _, deal = parse_deal_line(f"{begin} {seed}.0.11.3+{number}")
        wins += solve(game, deal).verdict == "winnable"  # which plays the win again
    assert wins > 4
