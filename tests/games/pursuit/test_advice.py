"""What a fair player of the maze games does next."""

import itertools

import pytest

from escapology.games import GAMES
from escapology.games.pursuit.dont_let_them_get_you.rules.state import State
from escapology.games.pursuit.dont_let_them_get_you.solver.insight import NO_WAY, SEARCH
from escapology.games.pursuit.rules.state import LAY
from escapology.games.pursuit.solver.turns import find_turns
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


def laid_by(advised: bool, seed: int) -> tuple[AnyGame, Deal, Struct]:
    """A maze that was laid as advised, or anyhow."""
    game, deal, state = dealt("dont-let-them-get-you/bingo", seed)
    luck = Luck(seed)
    while isinstance(state, State) and state.phase == LAY:
        moves = legal_moves(game, deal, state)
        move = moves[luck.below(len(moves))]
        if advised:
            assert game.fair.advise
            advice = game.fair.advise(*game.knowledge.observe(deal, state), luck, Effort(worlds=1))
            assert sorted(rated.moves[0] for rated in advice) == sorted(moves)
            assert all(rated.undecided == rated.worlds > 0 for rated in advice), "no chance is told"
            move = advice[0].moves[0]
        state = play_move(game, deal, state, move)
    return game, deal, state


def test_a_maze_that_is_laid_as_advised_takes_fewer_turns() -> None:
    def turns(advised: bool, seed: int) -> int:
        _, deal, state = laid_by(advised, seed)
        return min(find_turns(SEARCH, deal, state)[1].values(), default=NO_WAY)

    assert sum(turns(True, seed) for seed in range(2)) < sum(turns(False, seed) for seed in range(2))


def test_where_a_card_is_laid_depends_on_nothing_hidden() -> None:
    game, deal, state = dealt("dont-let-them-get-you/bingo", 1)
    assert game.fair.advise
    seen = game.knowledge.observe(deal, state)
    first = game.fair.advise(*seen, Luck(1), Effort(worlds=1))
    for luck in range(3):
        world = game.knowledge.observe(*game.knowledge.redraw(*seen, Luck(luck)))
        assert game.fair.advise(*world, Luck(1), Effort(worlds=1)) == first
