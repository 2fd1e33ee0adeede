"""The maze games' solvers: right by exhaustive search, with pruning and without, from anywhere, under every limit."""

import functools
import random
import subprocess
import sys
from itertools import islice
from typing import Any

import pytest

from escapology.games.pursuit.dont_let_them_get_you.solver import insight as dl_insight
from escapology.games.pursuit.not_alone.solver import insight as na_insight
from escapology.games.pursuit.rules.maze import open_ways
from escapology.games.pursuit.rules.state import NOWHERE, PLAYING, TURN
from escapology.games.pursuit.solver import turns
from escapology.games.pursuit.solver.turns import TurnSearch, search_turns
from escapology.middle import legal_moves, new_deal, play_move, read_move, start_state
from escapology.native import compile_kernel
from escapology.setting import make_setting
from escapology.solve import Limits, solve
from escapology.solve.search import search
from tests.games.pursuit.positions import DL, NA
from tests.games.pursuit.solver.searched import SEARCHED
from tests.samples import sizes
from tests.stopping import Stopped

SOLVERS = {DL.name: dl_insight, NA.name: na_insight}
VARIANTS = [(DL, "classic"), (DL, "even"), (NA, "classic"), (NA, "even")]


@functools.cache
def won_game(game, variant: str, seed: int) -> tuple[Any, list[Any]]:
    """A deal and the positions between turns of a game that wins it; none if it is lost."""
    deal = new_deal(make_setting(game, variant), seed)
    state = start_state(game, deal)
    between = []
    for text in solve(game, deal, state, Limits(seconds=60)).moves:
        state = play_move(game, deal, state, read_move(game, deal, state, text))
        if state.phase == TURN:
            between.append(state)
    return deal, between


def late_positions(game, variant: str, seeds: range, turns: int, luck: random.Random) -> list[tuple[Any, Any]]:
    """Positions of won games shortly before the win, some moves at random later, with few turns left."""
    found = []
    for seed in seeds:
        deal, between = won_game(game, variant, seed)
        for state in between[-turns:]:
            for left in range(1, turns + 1):
                for moves in (0, 1, 3, 6):
                    late = state.copy()
                    late.turn = 25 - left
                    for _ in range(moves):
                        if late.status == PLAYING:
                            game.rules.play(deal, late, luck.choice(legal_moves(game, deal, late)))
                    found.append((deal, late))
    return found


@pytest.mark.parametrize("deals", sizes(6, 24))
@pytest.mark.parametrize(("game", "variant"), VARIANTS)
def test_as_exhaustive_search(game, variant, deals):
    verdicts = []
    for deal, state in late_positions(game, variant, range(deals), 3, random.Random(5)):
        other = search(SEARCHED[game.name], deal, state, Limits(nodes=200_000))
        if other.verdict != "undecided":
            verdict = solve(game, deal, state)
            assert verdict.verdict == other.verdict, game.notation.state_text(deal, state)
            verdicts.append((verdict.verdict, state.phase))
    assert len(verdicts) > 29 * deals
    for either in ("winnable", "unwinnable"):
        assert sum(found == either for found, _ in verdicts) > 3 * deals
    assert len({phase for _, phase in verdicts}) >= 3, "between turns, in the course of them, and at the end"


@pytest.mark.parametrize("deals", sizes(2, 8))
@pytest.mark.parametrize(("game", "variant"), VARIANTS)
def test_pruning_changes_nothing(game, variant, deals):
    verdicts = []
    for deal, state in late_positions(game, variant, range(8, 8 + deals), 4, random.Random(6)):
        plainly = search_turns(SOLVERS[game.name].SEARCH, deal, state, Limits(nodes=1_000), prunes=False)
        if plainly.verdict != "undecided":
            verdict = search_turns(SOLVERS[game.name].SEARCH, deal, state, Limits())
            assert verdict.verdict == plainly.verdict, game.notation.state_text(deal, state)
            assert verdict.nodes <= plainly.nodes or verdict.verdict == "winnable"
            verdicts.append(verdict.verdict)
    assert verdicts.count("winnable") > 6 * deals
    assert verdicts.count("unwinnable") > 6 * deals


@pytest.mark.parametrize(("game", "variant"), [*VARIANTS, (DL, "bingo")])
def test_wins_replay_from_every_position_of_a_won_game(game, variant):
    for seed in range(16, 22):
        deal, between = won_game(game, variant, seed)  # `solve` replays its wins by the plain rules
        for state in between[::3]:
            assert solve(game, deal, state, Limits(seconds=60)).verdict == "winnable"


@pytest.mark.parametrize(("game", "variant"), VARIANTS)
def test_no_win_is_quicker_than_the_bound(game, variant):
    insight = SOLVERS[game.name].SEARCH.insight
    for seed in range(6):
        deal, between = won_game(game, variant, seed)
        if not between:
            continue
        table = _prepared(SOLVERS[game.name].SEARCH, deal, between[0])
        for state in between:
            needed = insight.turns_needed(deal, state, table)
            assert needed <= between[-1].turn - state.turn + 1
        assert needed == 1, "the last one wins"


def _prepared(turn_search: TurnSearch, deal: Any, state: Any) -> Any:
    import numpy as np

    prepare = turn_search.insight.prepare

    def fill(deals, states, table):
        prepare(deals[0], states[0], table)

    table = tuple(np.zeros(shape, np.int64) for shape in turn_search.shapes)
    compile_kernel(fill)(type(deal).rows([deal]), type(state).rows([state]), table)
    return table


@pytest.mark.parametrize(
    ("game", "variant", "seed", "verdict", "reason", "least", "most"),
    [
        (DL, "classic", 0, "winnable", "", 1, 250),  # at the first try
        (DL, "classic", 225, "winnable", "", 251, 60_000),  # after some tries
        (DL, "classic", 111, "unwinnable", "exhausted", 1, 1),  # caught at the entrance
        (DL, "classic", 434, "unwinnable", "exhausted", 500, 60_000),  # after a long chase
        (DL, "classic", 228, "unwinnable", "time", 1, 1),  # too far, even without pursuers
        (DL, "bingo", 0, "winnable", "", 50, 5_000),  # laid as well
        (NA, "classic", 0, "winnable", "", 1, 60_000),
        (NA, "even", 0, "winnable", "", 1, 60_000),
    ],
)
def test_named_deals(game, variant, seed, verdict, reason, least, most):
    answer = solve(game, new_deal(make_setting(game, variant), seed))
    assert (answer.verdict, answer.reason) == (verdict, reason)
    assert least <= answer.nodes <= most


def test_positions_that_are_over():
    deal, between = won_game(DL, "classic", 0)
    out = play_move(DL, deal, between[-1], read_move(DL, deal, between[-1], "out"))
    assert (solve(DL, deal, out).verdict, solve(DL, deal, out).moves) == ("winnable", ())
    late = between[0].copy()
    late.turn = 24
    late = play_move(DL, deal, late, read_move(DL, deal, late, "rest"))
    assert late.status != PLAYING
    assert solve(DL, deal, late).verdict == "unwinnable"


def test_proofs_of_the_add_on():
    deal, between = won_game(NA, "classic", 0)
    late = between[-1].copy()
    late.turn, late.done = 24, 3
    late.there |= 1 << late.location[2]
    assert solve(NA, deal, late).reason == "time"
    lost = between[-1].copy()
    lost.done = 3
    assert solve(NA, deal, lost).reason == "research"
    adrift = between[0].copy()
    adrift.done, adrift.dock[2] = 7, NOWHERE
    adrift.there = sum(1 << x for x in range(49) if adrift.card[x] // 13 != deal.task[2] // 13)
    open_ways(adrift)
    assert solve(NA, deal, adrift).reason == "dock"


HARD = [(DL, "even", 1986), (NA, "classic", 478)]


@pytest.mark.parametrize(("game", "variant", "seed"), HARD)
@pytest.mark.parametrize(
    ("limits", "reason"),
    [
        ({"nodes": 1}, "nodes"),
        ({"nodes": 300}, "nodes"),
        ({"seconds": 0.001}, "seconds"),
        ({"memory": 1_000_000}, "memory"),
    ],
)
def test_limits(game, variant, seed, limits, reason):
    verdict = solve(game, new_deal(make_setting(game, variant), seed), None, Limits(**limits))
    assert (verdict.verdict, verdict.reason, verdict.moves) == ("undecided", reason, ())
    if reason == "nodes":
        assert verdict.nodes == limits["nodes"]


def test_stopped_from_another_thread():
    verdict = solve(DL, new_deal(make_setting(DL, "even"), 867), None, Limits(stop=Stopped()))
    assert (verdict.verdict, verdict.reason) == ("undecided", "stopped")


def test_little_room_means_beginning_again(monkeypatch):
    """Queue, stack and table grow when they must; the verdict stays the same."""

    positions = late_positions(DL, "classic", range(4), 3, random.Random(7))
    much = [solve(DL, deal, state).verdict for deal, state in positions]
    monkeypatch.setattr(turns, "FIRST_QUEUE", 8)
    monkeypatch.setattr(turns, "FIRST_ARENA", 8)
    monkeypatch.setattr(turns, "FIRST_SEEN", 4)
    monkeypatch.setattr(turns, "SLICE", 50)
    assert [solve(DL, deal, state).verdict for deal, state in positions] == much
    deal = new_deal(make_setting(DL), 434)
    assert solve(DL, deal, None, Limits(memory=3_000_000)).verdict == "unwinnable"


def test_beginning_again_with_luck_changes_nothing(monkeypatch):

    positions = late_positions(NA, "classic", range(4), 3, random.Random(8))
    once = [solve(NA, deal, state).verdict for deal, state in positions]
    monkeypatch.setattr(turns, "TRY", 1)
    assert [solve(NA, deal, state).verdict for deal, state in positions] == once
    assert {"winnable", "unwinnable"} <= set(once)


@pytest.mark.parametrize("game", [DL, NA])
def test_plain_equals_compiled(game, monkeypatch):
    positions = late_positions(game, "classic", range(2), 1, random.Random(9))
    compiled = [solve(game, deal, state) for deal, state in positions]
    monkeypatch.setenv("ESCAPOLOGY_PLAIN", "1")
    for (deal, state), other in zip(positions, compiled, strict=True):
        verdict = solve(game, deal, state)
        assert (verdict.verdict, verdict.reason, verdict.nodes, verdict.moves) == (
            other.verdict,
            other.reason,
            other.nodes,
            other.moves,
        )


def test_playing_imports_no_solver():
    code = "import sys, escapology.games; print({'numpy', 'numba'} & set(sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "set()"


@pytest.mark.long
@pytest.mark.parametrize(("game", "variant"), VARIANTS)
def test_as_exhaustive_search_on_many(game, variant):
    compared = 0
    for deal, state in late_positions(game, variant, range(100, 300), 4, random.Random(10)):
        other = search(SEARCHED[game.name], deal, state, Limits(nodes=400_000))
        if other.verdict != "undecided":
            assert solve(game, deal, state).verdict == other.verdict, game.notation.state_text(deal, state)
            compared += 1
    assert compared > 5_000


def test_tries_are_mostly_short_and_grow_without_end():
    """Short ones find wins, long ones prove losses: as much work goes into either."""
    tries = list(islice(turns._tries(), 2_000))
    assert tries[:12] == [1, 1, 2, 2, 1, 1, 4, 2, 4, 1, 1, 8]
    assert sorted(tries)[len(tries) // 2] <= 2
    work = 0
    for length in tries:
        assert length <= 2 * work + 1, "nobody waits long for one try"
        work += length
    assert max(tries) * 10 > work
