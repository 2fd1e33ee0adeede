"""What a fair player of the maze games does next."""

import itertools

import pytest

from escapology.games import GAMES
from escapology.luck import Luck
from escapology.middle import legal_moves, new_deal, play_move, start_state
from escapology.protocol import AnyGame, Deal, Struct
from escapology.setting import parse_setting
from escapology.solve.choices import find_choices
from escapology.verdict import Effort, Limits

SETTINGS = ["dont-let-them-get-you", "dont-let-them-get-you/even", "not-alone"]


def dealt(setting: str, seed: int, turns: int = 0) -> tuple[AnyGame, Deal, Struct]:
    """A position after so many turns, each of them any."""
    parsed = parse_setting(setting, GAMES)
    game, luck = GAMES[parsed.game], Luck(seed)
    deal = new_deal(parsed, seed)
    state = start_state(game, deal)
    for _ in range(turns):
        choices = find_choices(game, deal, state)
        after = choices[luck.below(len(choices))].lead_from(game, deal, state)
        state = after if legal_moves(game, deal, after) else state
    return game, deal, state


@pytest.mark.parametrize("setting", SETTINGS)
@pytest.mark.parametrize("seed", range(4))
def test_turns_are_rows_of_legal_moves_that_end_where_one_thinks_again(setting: str, seed: int) -> None:
    game, deal, state = dealt(setting, seed, seed)
    assert game.fair.advise
    assert game.fair.settles
    advice = game.fair.advise(*game.knowledge.observe(deal, state), Luck(1), Effort(worlds=2))
    assert len({rated.moves for rated in advice}) == len(advice)
    for rated in advice:
        here = state
        for move in rated.moves:
            assert move in legal_moves(game, deal, here)
            before, here = here, play_move(game, deal, here, move)
        assert game.rules.won(deal, here) or game.fair.settles(deal, before, here)


@pytest.mark.parametrize("setting", SETTINGS)
def test_ratings_are_the_shares_of_worlds_that_the_solver_wins(setting: str) -> None:
    game, deal, state = dealt(setting, 3, 2)
    assert game.fair.advise
    assert game.solving.solve
    seen, luck = game.knowledge.observe(deal, state), Luck(5)
    worlds = list(itertools.islice((game.knowledge.redraw(*seen, luck) for _ in itertools.count()), 4 + 6))[4:]
    for rated in game.fair.advise(*seen, Luck(5), Effort(worlds=6)):
        if rated.worlds < 6:
            continue
        wins = 0.0
        for world, start in worlds:
            here = start
            for move in rated.moves:
                here = play_move(game, world, here, move)
            verdict = game.solving.solve(world, here, Limits(nodes=300)).verdict
            wins += {"winnable": 1.0, "undecided": 0.5, "unwinnable": 0.0}[verdict]
        assert rated.chance == pytest.approx(wins / 6, abs=0.1)


@pytest.mark.parametrize("setting", SETTINGS)
def test_a_turn_that_wins_is_certain(setting: str) -> None:
    found = 0
    for seed in range(12):
        game, deal, state = dealt(setting, seed)
        assert game.fair.advise
        assert game.solving.solve
        states = [state]
        for text in game.solving.solve(deal, state, Limits(seconds=5)).moves:
            move = next(m for m in legal_moves(game, deal, state) if game.notation.move_text(deal, state, m) == text)
            state = play_move(game, deal, state, move)
            states.append(state)
        if not game.rules.won(deal, state):
            continue
        last = max(i for i in range(len(states) - 1) if i == 0 or _begins_a_turn(game, deal, states, i))
        best = game.fair.advise(*game.knowledge.observe(deal, states[last]), Luck(1), Effort(worlds=1))[0]
        assert (best.chance, best.worlds) == (1.0, 0)
        found += 1
    assert found > 6


def _begins_a_turn(game: AnyGame, deal: Deal, states: list[Struct], i: int) -> bool:
    assert game.fair.settles
    return game.fair.settles(deal, states[i - 1], states[i])


def test_while_a_maze_is_laid_worlds_decide() -> None:
    game, deal, state = dealt("dont-let-them-get-you/bingo", 1)
    assert game.fair.advise
    assert game.fair.advise(*game.knowledge.observe(deal, state), Luck(1), Effort(worlds=1)) == []
