"""The table of chances for one who can't see the coins below, against the same worked out from the rules themselves."""

import numpy as np
import pytest

from escapology.games import GAMES
from escapology.games.lab_rats.rules import NOWHERE, STACKS, VALUES, Deal, State
from escapology.games.lab_rats.solver.chances import chances_of, fill_chances, room
from escapology.luck import Luck
from escapology.middle import legal_moves, start_state
from escapology.setting import Setting, parse_setting
from tests.games.lab_rats.solver.looked_up import chance_of
from tests.samples import thinned
from tests.settings import all_settings
from tests.typed import new_deal

GAME = GAMES["lab-rats"]
Known = dict[tuple[object, ...], float]


def work_out(d: Deal, s: State, known: Known) -> float:
    """The best chance to get out if every coin that is turned up may have any value."""
    if GAME.rules.won(d, s):
        return 1.0
    key = (s.rat, s.bag_count, *sorted((s.height[i], s.stack[i][max(0, s.height[i] - 1)] & 7) for i in range(STACKS)))
    if key not in known:
        known[key] = max((_average(d, s, move, known) for move in legal_moves(GAME, d, s)), default=0.0)
    return known[key]


def _average(d: Deal, s: State, move: int, known: Known) -> float:
    total = 0.0
    for value in range(VALUES):
        after = s.copy()
        for i in range(STACKS):
            for j in range(s.height[i] - 1):
                after.stack[i][j] = value
        after.bag[: s.bag_count] = [value] * s.bag_count
        after.turned[:] = [0] * len(s.turned)  # or there would be too many of that value
        GAME.rules.play(d, after, move)
        total += work_out(d, after, known)
    return total / VALUES


def drop_until(d: Deal, coins: int, luck: Luck) -> State:
    """A position with so many coins left, the others having been dropped or run with."""
    s = start_state(GAME, d)
    while s.rat == NOWHERE or sum(s.height) + s.bag_count > coins:
        moves = legal_moves(GAME, d, s)
        drops = [move for move in moves if GAME.notation.move_text(d, s, move).startswith("drop")] or moves
        GAME.rules.play(d, s, drops[luck.below(len(drops))])
    return s


@pytest.mark.parametrize("seed", thinned(range(6), 3))
@pytest.mark.parametrize("setting", ["lab-rats/hard", "lab-rats/bag"])
def test_it_is_the_best_chance_when_any_coin_may_come(setting: str, seed: int) -> None:
    d = new_deal(Deal, parse_setting(setting, GAMES), seed)
    s = drop_until(d, 6, Luck(seed))
    s.rat = next(square for square in range(95, -1, -1) if d.exit_run[square] == 0) - 4 * (seed % 3)  # near the exit
    assert chance_of(d, s) == pytest.approx(work_out(d, s, {}), abs=1e-5)


def test_before_the_start_the_better_square_counts() -> None:
    d = new_deal(Deal, parse_setting("lab-rats/hard", GAMES), 3)
    s = start_state(GAME, d)
    after = []
    for move in legal_moves(GAME, d, s):
        after.append(s.copy())
        GAME.rules.play(d, after[-1], move)
    assert chance_of(d, s) == max(chance_of(d, state) for state in after)


@pytest.mark.parametrize("setting", [s for s in all_settings() if s.game == "lab-rats"], ids=lambda s: s.text)
def test_every_position_of_a_game_has_a_chance(setting: Setting) -> None:
    for seed in range(3):
        d, luck = new_deal(Deal, setting, seed), Luck(seed)
        s = start_state(GAME, d)
        states: list[State] = []
        while len(states) < 120 and (moves := legal_moves(GAME, d, s)):
            states.append(s.copy())
            GAME.rules.play(d, s, moves[luck.below(len(moves))])
        assert all(0 <= chance_of(d, state) <= 1 for state in states)


def test_the_order_of_the_stacks_does_not_matter() -> None:
    d = new_deal(Deal, parse_setting("lab-rats/hard", GAMES), 5)
    s = drop_until(d, 15, Luck(8))
    assert len(set(s.height)) == STACKS
    turned = s.copy()
    for i in range(STACKS):
        turned.stack[i][:] = s.stack[(i + 1) % STACKS]
        turned.height[i] = s.height[(i + 1) % STACKS]
    assert chance_of(d, s) == chance_of(d, turned)


def test_plain_and_compiled_tables_are_alike() -> None:
    d = new_deal(Deal, parse_setting("lab-rats/bag", GAMES), 1)
    c = chances_of(d)
    few = c._replace(after=c.after[:4], chance=np.zeros_like(c.chance))
    fill_chances(few, *room())
    assert few.chance[:4] == pytest.approx(c.chance[:4])
    assert few.chance.any()
