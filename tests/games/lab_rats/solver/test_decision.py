"""Verdicts against brute force, wins replayed, limits, and known deals."""

import subprocess
import sys

import pytest

from escapology.games.lab_rats.rules import Deal, State, won
from escapology.games.lab_rats.solver import homes, kernels
from escapology.games.lab_rats.solver.budget import Budget
from escapology.games.lab_rats.solver.homes import HomeSearch
from escapology.games.lab_rats.solver.line import Line
from escapology.games.lab_rats.solver.purses import purse_of, reach_table, wins_table
from escapology.games.lab_rats.solver.squares import Squares
from escapology.luck import Luck
from escapology.middle import deal_line, legal_moves, parse_deal_line, read_move, start_state
from escapology.setting import make_setting
from escapology.verdict import Limits, Verdict
from tests.games.lab_rats.positions import GAME, after, position
from tests.games.lab_rats.solver.brute_force import can_win, small_position
from tests.samples import sizes
from tests.typed import new_deal

MEGABYTE = 1 << 20

#: variant, options, most coins of a small position, how many positions
SMALL = [
    ("hard", {}, 5, 50),
    ("hard", {"diagram": "turn"}, 5, 20),
    ("classic", {}, 4, 50),
    ("classic", {"touch": "corner"}, 5, 20),
    ("classic", {"dropped": "liftable"}, 5, 30),
    ("classic", {"lift": "any"}, 3, 20),
    ("classic", {"lift": "any", "dropped": "liftable"}, 3, 15),
    ("bag", {}, 9, 50),
]

#: four deals: simple and complex, each won and lost
LINES = {
    "simple, won": ("lab-rats: 33333333333333333333333 00001111/22223333/44445555", "winnable", ""),
    "simple, lost": ("lab-rats: 44315523211433443415235 31350215/34040015/54213422", "unwinnable", "no order"),
    "complex, won": ("lab-rats: 15221132155443311435354 55433451/43032102/00451212", "winnable", ""),
    "complex, lost": ("lab-rats: 14533322415232532543311 22540420/35310531/42531401", "unwinnable", "relaxation"),
}
COMPLEX = LINES["complex, won"][0]


def solve(d, s, limits=None) -> Verdict:
    """The verdict; a win is replayed."""
    verdict = GAME.solving.solve(d, s, limits or Limits())
    at = s.copy()
    for text in verdict.moves:
        GAME.rules.play(d, at, read_move(GAME, d, at, text))
    assert won(d, at) == (verdict.verdict == "winnable")
    assert (verdict.reason == "") == (verdict.verdict == "winnable")
    return verdict


def deal(seed: int, variant: str = "classic", **options: str) -> tuple[Deal, State]:
    d = new_deal(Deal, make_setting(GAME, variant, options), seed)
    return d, start_state(GAME, d)


@pytest.mark.parametrize("times", sizes(1, 4))
@pytest.mark.parametrize(("variant", "options", "coins", "count"), SMALL)
def test_small_positions_are_what_brute_force_says(variant, options, coins, count, times):
    seen = set()
    for seed in range(times * count):
        d, s = small_position(variant, options, seed, coins)
        truth = can_win(d, s)
        if truth is not None:
            assert (solve(d, s).verdict == "winnable") is truth, (seed, GAME.notation.state_text(d, s))
            seen.add(truth)
    assert seen == {True, False}


@pytest.mark.long
def test_thousands_of_small_classic_positions_are_what_brute_force_says():
    for seed in range(1000, 4000):
        d, s = small_position("classic", {}, seed, 6)
        truth = can_win(d, s)
        if truth is not None:
            assert (solve(d, s).verdict == "winnable") is truth, (seed, GAME.notation.state_text(d, s))


@pytest.mark.parametrize("name", LINES)
def test_four_deals(name):
    line, verdict, reason = LINES[name]
    _, d = parse_deal_line(line)
    found = solve(d, start_state(GAME, d))
    assert (found.verdict, found.reason) == (verdict, reason)


def test_backing_up_is_what_wins_the_complex_deal():
    _, d = parse_deal_line(COMPLEX.replace("lab-rats", "lab-rats/hard"))
    assert solve(d, start_state(GAME, d)).reason == "exhausted"


@pytest.mark.parametrize(
    ("variant", "options"),
    [
        ("hard", {}),
        ("classic", {}),
        ("classic", {"dropped": "liftable"}),
        ("classic", {"lift": "any"}),
        ("classic", {"lift": "any", "dropped": "liftable"}),
        ("classic", {"diagram": "turn"}),
        ("classic", {"touch": "corner"}),
        ("bag", {}),
        ("rebag", {}),
    ],
)
def test_whole_deals_are_decided_and_wins_replay(variant, options):
    verdicts = [solve(*deal(seed, variant, **options), Limits(nodes=100_000)).verdict for seed in range(40)]
    assert "undecided" not in verdicts
    assert verdicts.count("winnable") > 20


def test_what_backing_up_allows_is_never_less():
    """hard ⊆ classic ⊆ dropped=liftable ⊆ lift=any, deal by deal."""
    for seed in range(60):
        ladder = [
            solve(*deal(seed, variant, **options), Limits(nodes=100_000)).verdict == "winnable"
            for variant, options in (
                ("hard", {}),
                ("classic", {}),
                ("classic", {"dropped": "liftable"}),
                ("classic", {"lift": "any"}),
            )
        ]
        assert ladder == sorted(ladder)
        assert ladder[-1]


@pytest.mark.parametrize("variant", ["hard", "classic", "bag", "rebag"])
def test_positions_of_a_game_and_a_lost_one_stays_lost(variant):
    for seed in range(8):
        luck = Luck(seed)
        d, s = deal(seed, variant)
        lost = False
        for _ in range(25):
            verdict = solve(d, s, Limits(nodes=100_000)).verdict
            assert not (lost and verdict == "winnable")
            lost = lost or verdict == "unwinnable"
            choices = legal_moves(GAME, d, s)
            if not choices:
                break
            GAME.rules.play(d, s, luck.choose(choices))


def test_a_winning_line_stays_won():
    for seed in (0, 8, 12):
        d, s = deal(seed)
        for text in solve(d, s, Limits(nodes=100_000)).moves:
            assert solve(d, s, Limits(nodes=100_000)).verdict == "winnable", (seed, text)
            GAME.rules.play(d, s, read_move(GAME, d, s, text))


def test_a_game_that_is_over():
    d, s = position("5", "3", "0")
    lost = after(d, s, "start 0", *(f"drop {name}" for name in "ABC" for _ in range(8)))
    assert solve(d, lost).verdict == "unwinnable"
    d, s = position("0", "1", "1")
    out = after(d, s, "start 0", "A:n48")
    found = solve(d, out)
    assert (found.verdict, found.moves, found.nodes) == ("winnable", (), 0)


@pytest.mark.parametrize(
    ("limits", "reason"),
    [({"nodes": 1}, "nodes"), ({"seconds": 0.00001}, "seconds"), ({"memory": MEGABYTE}, "memory")],
)
def test_limits(limits, reason):
    _, d = parse_deal_line(COMPLEX)
    s = start_state(GAME, d)
    GAME.solving.solve(d, s, Limits(nodes=100_000))  # compiles
    found = solve(d, s, Limits(**limits))
    assert (found.verdict, found.reason) == ("undecided", reason)


@pytest.mark.parametrize("variant", ["hard", "classic", "bag", "rebag"])
def test_one_node_and_no_time_are_too_little_for_any_deal(variant):
    d, s = deal(3, variant)
    assert solve(d, s, Limits(nodes=1)).reason == "nodes"
    assert solve(d, s, Limits(seconds=0)).reason == "seconds"


def test_stopped_from_outside():
    d, s = deal(3)
    limits = Limits()
    limits.stop.set()
    assert solve(d, s, limits).reason == "stopped"


def test_solving_changes_nothing():
    d, s = deal(12)
    line, before = deal_line(GAME, d), s.copy()
    solve(d, s)
    assert s == before
    assert deal_line(GAME, d) == line


def test_playing_never_imports_numpy():
    code = "import sys, escapology.games; sys.exit('numpy' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_the_search_of_homes_alone_is_what_brute_force_says(monkeypatch):
    """All that spares it work switched off: the links between homes are all there are, and none too many."""
    monkeypatch.setattr(kernels, "is_plain", lambda: True)
    monkeypatch.setattr(homes, "find_base", lambda *args: -1)
    monkeypatch.setattr(homes, "find_pool", lambda *args: -1)
    monkeypatch.setattr(homes, "lose_coins", lambda *args: 1)
    monkeypatch.setattr(homes, "find_hopeless", lambda *args: None)
    seen = []
    for seed in range(120):
        d, s = small_position("classic", {}, seed, 5)
        line = Line(d, s)
        line.go_home()
        truth = can_win(d, line.s)
        if truth is None:
            continue
        squares, budget = Squares(d), Budget(Limits())
        purse = purse_of(value for stack in line.stacks for value in stack)
        tables = (reach_table(squares, purse, line.s.rat), wins_table(squares, purse))
        search = HomeSearch(squares, line.stacks, line.s.rat, tables, budget)
        while not search.is_done:
            search.look(100)
        assert (search.won >= 0) is truth, seed
        seen.append((truth, len(search.links()) if truth else 0))
    assert {truth for truth, _ in seen} == {True, False}
    assert any(links for _, links in seen)
