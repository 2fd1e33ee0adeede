"""Whether the dice let one out: against a search without any cleverness, by the twin."""

import copy

import pytest

from escapology.games import GAMES
from escapology.luck import Luck
from escapology.middle import parse_deal_line, play_move, read_move, start_state
from escapology.solve import foresee
from escapology.verdict import Limits
from tests.oracles.kidnap_machine import Twin
from tests.samples import sizes

GAME = GAMES["kidnap-machine"]
ROUTES = ("b3,b2,c2,c1", "c3,c2,b2,a2,a3", "c3,b3,a3")  # short ones, so that everything can be tried


def can_be_won(twin):
    """Try everything, whatever was tried before."""
    if "status=playing" not in twin.state():
        return "status=won" in twin.state()
    for move in twin.moves():
        after = copy.deepcopy(twin)
        after.play(move)
        if can_be_won(after):
            return True
    return False


@pytest.mark.parametrize("count", sizes(12, 400))
def test_foresight_is_what_trying_everything_finds(count):
    luck, verdicts = Luck(5), []
    for number in range(count):
        dice = "".join(str(luck.below(6) + 1) for _ in range(12))
        line = f"kidnap-machine: house=3x3 route={ROUTES[number % len(ROUTES)]} dice={dice}"
        _, deal = parse_deal_line(line)
        found = foresee(GAME, deal, Limits())
        assert (found.verdict == "winnable") == can_be_won(Twin(line)), line
        verdicts.append(found.verdict)
    assert set(verdicts) == {"winnable", "unwinnable"}


def test_a_win_is_told_with_its_moves():
    _, deal = parse_deal_line("kidnap-machine: house=manor enemy=1 dice=2235532434323334245624")
    found = foresee(GAME, deal, Limits())
    state = start_state(GAME, deal)
    for move in found.moves:
        state = play_move(GAME, deal, state, read_move(GAME, deal, state, move))
    assert GAME.rules.won(deal, state)


def test_limits_leave_it_undecided():
    _, deal = parse_deal_line("kidnap-machine: house=manor enemy=6 dice=64623454115536155514")
    found = foresee(GAME, deal, Limits(nodes=20))
    assert (found.verdict, found.reason) == ("undecided", "nodes")
    limits = Limits()
    limits.stop.set()
    assert foresee(GAME, deal, limits).reason == "stopped"


def test_without_a_clock_dice_have_no_end():
    _, deal = parse_deal_line("kidnap-machine[clock=off]: house=manor enemy=6 seed=3011683077")
    assert foresee(GAME, deal, Limits(nodes=2_000)).verdict in ("winnable", "undecided"), "it comes to an end"
