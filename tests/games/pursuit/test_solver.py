"""The maze games' solvers: right by exhaustive search, with pruning and without, from anywhere, under every limit."""

import functools
import random
import threading
import time
from dataclasses import replace
from typing import Any

import pytest

from escapology.games.pursuit.dont_let_them_get_you import solver as dl_solver
from escapology.games.pursuit.not_alone import solver as na_solver
from escapology.games.pursuit.solver import TurnSearch, search_turns
from escapology.games.pursuit.state import PLAYING, TURN
from escapology.middle import legal_moves, new_deal, play_move, read_move, start_state
from escapology.native import compile_kernel, rule
from escapology.setting import make_setting
from escapology.solve import Limits, solve
from escapology.solve.search import search
from escapology.verdict import Hooks
from tests.games.pursuit.positions import DL, NA

SOLVERS = {DL.name: dl_solver, NA.name: na_solver}
VARIANTS = [(DL, "classic"), (DL, "even"), (NA, "classic"), (NA, "even")]


@rule
def _all_of(d: Any, s: Any, words: Any) -> int:
    """A position as a bag of numbers, each marked by its place; nothing is folded away."""
    words[0] = s.there
    words[1] = s.walked | 1 << 50
    words[2] = 2 << 50 | s.you + 1 | s.fatigue << 8 | s.turn << 16 | s.done << 24 | s.phase << 32 | s.using << 40
    for p in range(4):
        words[3 + p] = 3 + p << 50 | s.at[p] + 1 | s.facing[p] << 8 | s.alert[p] << 16 | s.memory[p] + 1 << 24
        words[7 + p] = 7 + p << 50 | s.vanished[p] | s.pursuers << 8
    words[11] = 11 << 50 | s.steps | s.status << 8
    return 12


@rule
def _all_of_dl(d: Any, s: Any, words: Any) -> int:
    n = _all_of(d, s, words)
    words[n] = 12 << 50 | s.exit + 1
    return n + 1


@rule
def _all_of_na(d: Any, s: Any, words: Any) -> int:
    n = _all_of(d, s, words)
    words[n] = 12 << 50 | s.dock[0] + 2 | s.dock[1] + 2 << 8 | s.dock[2] + 2 << 16 | s.vessel << 24 | s.side << 32
    return n + 1


SEARCHED = {
    DL.name: replace(DL, hooks=Hooks(_all_of_dl), solve=None),
    NA.name: replace(NA, hooks=Hooks(_all_of_na), solve=None),
}


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
                            game.play(deal, late, luck.choice(legal_moves(game, deal, late)))
                    found.append((deal, late))
    return found


@pytest.mark.parametrize(("game", "variant"), VARIANTS)
def test_as_exhaustive_search(game, variant):
    verdicts = []
    for deal, state in late_positions(game, variant, range(8), 3, random.Random(5)):
        other = search(SEARCHED[game.name], deal, state, Limits(nodes=200_000))
        if other.verdict != "undecided":
            verdict = solve(game, deal, state)
            assert verdict.verdict == other.verdict, game.state_text(deal, state)
            verdicts.append((verdict.verdict, state.phase))
    assert len(verdicts) > 200
    for verdict in ("winnable", "unwinnable"):
        assert sum(v == verdict for v, _ in verdicts) > 40
    assert len({phase for _, phase in verdicts}) >= 3, "between turns, in the course of them, and at the end"


@pytest.mark.parametrize(("game", "variant"), VARIANTS)
def test_pruning_changes_nothing(game, variant):
    verdicts = []
    for deal, state in late_positions(game, variant, range(8, 16), 4, random.Random(6)):
        plainly = search_turns(SOLVERS[game.name].SEARCH, deal, state, Limits(nodes=1_000), prunes=False)
        if plainly.verdict != "undecided":
            verdict = search_turns(SOLVERS[game.name].SEARCH, deal, state, Limits())
            assert verdict.verdict == plainly.verdict, game.state_text(deal, state)
            assert verdict.nodes <= plainly.nodes or verdict.verdict == "winnable"
            verdicts.append(verdict.verdict)
    assert verdicts.count("winnable") > 50
    assert verdicts.count("unwinnable") > 50


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
