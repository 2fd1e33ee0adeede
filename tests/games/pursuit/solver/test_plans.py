"""Rows of turns up to where a pile is dealt, and what they are worth to one who must choose before he sees it."""

import itertools
from collections.abc import Sequence
from typing import Any

import pytest

from escapology.games import GAMES
from escapology.games.pursuit.dont_let_them_get_you.solver.insight import SEARCH as BASE_GAME
from escapology.games.pursuit.not_alone.solver.insight import SEARCH as ADD_ON
from escapology.games.pursuit.rules.state import START, TURN, WON
from escapology.games.pursuit.solver.plans import MOST, Follower, Plan, Planner, turns_known
from escapology.games.pursuit.solver.turns import TurnSearch, find_turns
from escapology.luck import Luck
from escapology.middle import legal_moves, new_deal, play_move, start_state
from escapology.protocol import AnyGame, Deal, Struct
from escapology.setting import parse_setting
from escapology.solve import Limits, solve
from escapology.verdict import Effort

SEARCHES = {"dont-let-them-get-you": BASE_GAME, "dont-let-them-get-you/even": BASE_GAME, "not-alone": ADD_ON}
SETTINGS = pytest.mark.parametrize("setting", SEARCHES)


def advised(setting: str, seed: int, turns: int) -> tuple[AnyGame, Deal, Struct]:
    """A position after so many choices, as they are advised at a glance."""
    parsed = parse_setting(setting, GAMES)
    game, deal = GAMES[parsed.game], new_deal(parsed, seed)
    state = start_state(game, deal)
    assert game.fair.advise
    for _ in range(turns):
        advice = game.fair.advise(*game.knowledge.observe(deal, state), Luck(seed), Effort(worlds=4))
        for move in advice[0].moves if advice else ():
            state = play_move(game, deal, state, move)
    return game, deal, state


def found_in(search: TurnSearch, deal: Deal, state: Struct, turns: int) -> dict[Plan, int]:
    win, plans = Planner(search, turns).find(deal, state)
    return {win: 0} if win else plans


@SETTINGS
def test_plans_of_one_turn_are_the_turns_that_the_search_finds(setting: str) -> None:
    for seed, turns in itertools.product(range(2), (0, 4)):
        _, deal, state = advised(setting, seed, turns)
        win, plans = Planner(SEARCHES[setting], 1).find(deal, state)
        turn, found = find_turns(SEARCHES[setting], deal, state)
        assert (win[0] if win else ()) == turn
        assert [(plan[0], rank) for plan, rank in plans.items()] == list(found.items())


@SETTINGS
@pytest.mark.parametrize("turns", [0, 1, 2, 3, 7])
def test_plans_are_legal_turns_and_end_where_a_pile_is_dealt(setting: str, turns: int) -> None:
    game, deal, state = advised(setting, 3, turns)
    assert game.fair.settles
    plans = found_in(SEARCHES[setting], deal, state, turns_known(state))
    assert len(plans) > 1
    assert turns_known(state) == 1 or len(plans) <= MOST
    for plan, after in zip(plans, Follower(SEARCHES[setting]).follow(deal, state, list(plans)), strict=True):
        here = state
        for turn in plan:
            for i, move in enumerate(turn, 1):
                assert move in legal_moves(game, deal, here)
                before, here = here, play_move(game, deal, here, move)
                assert game.fair.settles(deal, before, here) == (i == len(turn))
                assert game.knowledge.reveals(deal, before, here) == (turn is plan[-1] and i == len(turn))
        assert here == after


def test_the_turns_of_a_pile_are_counted() -> None:
    state: Any = advised("not-alone", 1, 0)[2]
    assert (state.phase, turns_known(state)) == (START, 1)
    state.phase = TURN
    for state.turn, known in enumerate([3, 2, 1, 3, 2, 1], 1):
        assert turns_known(state) == known


def test_a_plan_that_wins_before_the_pile_ends_is_certain_from_its_first_turn_on() -> None:
    game, early = GAMES["dont-let-them-get-you"], 0
    for seed in range(12):
        deal = new_deal(parse_setting(game.name, GAMES), seed)
        states = [start_state(game, deal)]
        texts = solve(game, deal, states[0], Limits(nodes=5_000)).moves
        for text in texts:
            move = next(
                m for m in legal_moves(game, deal, states[-1]) if game.notation.move_text(deal, states[-1], m) == text
            )
            states.append(play_move(game, deal, states[-1], move))
        pile = [s for s in states[:-1] if s.phase == TURN and s.turn <= states[-1].turn < s.turn + turns_known(s)]
        if not pile or states[-1].status != WON:
            continue
        assert game.fair.advise
        best = game.fair.advise(*game.knowledge.observe(deal, pile[0]), Luck(1), Effort(worlds=1))[0]
        assert (best.chance, best.worlds) == (1.0, 0)
        end = pile[0]
        for move in best.moves:
            end = play_move(game, deal, end, move)
        assert game.rules.won(deal, end)
        early += end.turn > pile[0].turn
    assert early > 1


@pytest.mark.parametrize("turns", [0, 4, 7])
def test_a_turn_is_worth_as_much_as_a_plan_that_begins_with_it(turns: int) -> None:
    game, deal, state = advised("dont-let-them-get-you", 2, turns)
    assert game.fair.advise
    known, luck = game.knowledge.observe(deal, state), Luck(5)
    worlds = [
        game.knowledge.redraw(*known, luck) for _ in range(4 + 6)
    ]  # a few to find plans in, and those to try them
    plans = {plan for world in worlds[:4] for plan in found_in(BASE_GAME, *world, turns_known(state))}
    rated = game.fair.advise(*known, Luck(5), Effort(worlds=6))
    assert rated
    assert {each.moves for each in rated} <= {plan[0] for plan in plans}
    for best in [each for each in rated if each.worlds == 6]:
        shares = [share_won(game, worlds[4:], plan) for plan in plans if plan[0] == best.moves]
        assert min(abs(share - best.chance) for share in shares) < 0.1


def share_won(game: AnyGame, worlds: Sequence[tuple[Deal, Struct]], plan: Plan) -> float:
    """The share of worlds in which a plan leaves a win; half of one for each that was not decided."""
    total = 0.0
    for world, state in worlds:
        after = state.copy()
        for move in itertools.chain(*plan):
            game.rules.play(world, after, move)
        verdict = solve(game, world, after, Limits(nodes=300)).verdict
        total += {"winnable": 1.0, "undecided": 0.5, "unwinnable": 0.0}[verdict]
    return total / len(worlds)
