"""The search made from rules: right by brute force, under every limit, with much memory and with little."""

import itertools
import sys
import tracemalloc
from dataclasses import replace

import pytest

from escapology.games import GAMES
from escapology.middle import legal_moves, new_deal, parse_deal_line, play_move, start_state
from escapology.setting import make_setting
from escapology.solve import Limits, Verdict, solve
from escapology.solve.search import fixed_bytes, search
from tests.samples import sizes
from tests.stopping import Stopped

SQUARE = GAMES["devils-square"]


def brute_force(game, deal, state) -> bool:
    """Whether a win is left, by trying everything."""
    if game.rules.won(deal, state):
        return True
    return any(brute_force(game, deal, play_move(game, deal, state, m)) for m in legal_moves(game, deal, state))


@pytest.mark.parametrize("option", ["any", "two"])
def test_every_deal_of_blank(option):
    verdicts = set()
    for cards in itertools.permutations("123456"):
        game, deal = parse_deal_line(f"blank[skips={option}]: {' '.join(cards)}")
        verdict = solve(game, deal)
        assert (verdict.verdict == "winnable") == brute_force(game, deal, start_state(game, deal))
        verdicts.add((verdict.verdict, verdict.reason))
    assert verdicts == {("winnable", ""), ("unwinnable", "exhausted")}


def test_plain_equals_compiled():
    for seed in range(12):
        deal = new_deal(make_setting(SQUARE), seed)
        state = start_state(SQUARE, deal)
        compiled = search(SQUARE, deal, state, Limits(nodes=300))
        plain = search(SQUARE, deal, state, Limits(nodes=300), plain=True)
        assert (compiled.verdict, compiled.reason, compiled.nodes, compiled.moves) == (
            plain.verdict,
            plain.reason,
            plain.nodes,
            plain.moves,
        )


def test_little_memory_costs_time_but_not_truth():
    compared = 0
    for seed in range(40):
        deal = new_deal(make_setting(SQUARE), seed)
        state = start_state(SQUARE, deal)
        much = search(SQUARE, deal, state, Limits(nodes=20_000))
        if much.verdict == "undecided":
            continue
        little = search(SQUARE, deal, state, Limits(nodes=100_000, memory=fixed_bytes(SQUARE) + 16_384))
        if little.verdict != "undecided":
            assert little.verdict == much.verdict
            compared += much.nodes > 1_000
    assert compared >= 3, "some of them must have overflowed a table of a thousand"


@pytest.mark.parametrize("deals", sizes(12, 30))
def test_lines_that_are_too_long_are_tried_again_with_more_room(monkeypatch, deals):
    verdicts = set()
    for seed in range(deals):
        deal = new_deal(make_setting(SQUARE), seed)
        state = start_state(SQUARE, deal)
        usual = search(SQUARE, deal, state, Limits(nodes=20_000))
        if usual.verdict == "undecided" or usual.nodes < 200:  # those are over too soon
            continue
        with monkeypatch.context() as patch:
            patch.setattr(sys.modules[search.__module__], "DEPTH", 5)
            short = search(SQUARE, deal, state, Limits())
            assert short.verdict == usual.verdict
            assert short.nodes > usual.nodes
            little = Limits(memory=fixed_bytes(SQUARE, 5) + 16_384)  # not enough for more than five moves
            assert search(SQUARE, deal, state, little).reason == "memory"
            much = fixed_bytes(SQUARE, 5 * 8 * 8) + 16_384  # enough for the longest, beside a small table
            tracemalloc.start()
            kept = search(SQUARE, deal, state, Limits(nodes=300_000, memory=much))
            peak = tracemalloc.get_traced_memory()[1]
            tracemalloc.stop()
            assert kept.verdict in ("undecided", usual.verdict)
            assert peak < much + 100_000, "a table that grows leaves room for the longer lines"
            patch.setattr(sys.modules[search.__module__], "MOST_DEPTH", 5)
            given_up = search(SQUARE, deal, state, Limits())
            assert (given_up.verdict, given_up.reason) == ("undecided", "depth")
        verdicts.add(usual.verdict)
    assert verdicts == {"winnable", "unwinnable"}


def test_growing_tables_start_again():
    deal = new_deal(make_setting(SQUARE), 6)  # some 150,000 nodes
    verdict = search(SQUARE, deal, start_state(SQUARE, deal), Limits(nodes=1_000_000))
    assert verdict.verdict == "winnable"
    assert verdict.nodes > 20_000


@pytest.mark.parametrize(
    ("limits", "reason"),
    [
        ({"nodes": 1}, "nodes"),
        ({"nodes": 1_000}, "nodes"),
        ({"seconds": 0.001}, "seconds"),
        ({"memory": 1}, "memory"),
        ({"memory": 500_000}, "memory"),  # less than it needs beside its table
    ],
)
def test_limits(limits, reason):
    deal = new_deal(make_setting(SQUARE), 3)  # far from easy
    verdict = search(SQUARE, deal, start_state(SQUARE, deal), Limits(**limits))
    assert (verdict.verdict, verdict.reason, verdict.moves) == ("undecided", reason, ())
    if reason == "nodes":
        assert verdict.nodes == limits["nodes"]


def test_stopped_from_another_thread():
    deal = new_deal(make_setting(SQUARE), 3)
    verdict = search(SQUARE, deal, start_state(SQUARE, deal), Limits(stop=Stopped()))
    assert (verdict.verdict, verdict.reason) == ("undecided", "stopped")


def test_a_position_that_is_won_already():
    game, deal = parse_deal_line("blank: 1 2 3 4 5 6")
    state = start_state(game, deal)
    for _ in range(3):
        state = play_move(game, deal, state, 0)
    verdict = solve(game, deal, state)
    assert (verdict.verdict, verdict.moves) == ("winnable", ())


def test_claimed_wins_are_replayed():
    game, deal = parse_deal_line("blank: 1 2 3 4 5 6")
    wrong = replace(
        game, solving=replace(game.solving, solve=lambda d, s, limits: Verdict("winnable", "", 1, 0.0, ("climb",)))
    )
    with pytest.raises(AssertionError, match="the solver's moves do not win"):
        solve(wrong, deal)
