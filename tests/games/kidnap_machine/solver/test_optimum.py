"""The solver is exact: it agrees with brute force, with itself without its reductions, and with the dice."""

import itertools
import math
import os
import random
import subprocess
import sys

import pytest

from escapology.errors import SettingError
from escapology.games.kidnap_machine.rules import MOST_DICE, PLAYING, WON, Deal
from escapology.games.kidnap_machine.solver import optimum
from escapology.games.kidnap_machine.solver.optimum import Solver, solve
from escapology.games.kidnap_machine.solver.plan import make_plans
from escapology.middle import legal_moves, play_move, start_state
from escapology.native import is_plain
from tests.games.kidnap_machine.positions import MANOR, position
from tests.games.kidnap_machine.solver.brute_force import GAME, LARGER, SMALL, Brute, small_deal
from tests.samples import thinned
from tests.typed import parse_deal

NEEDS_SPEED = pytest.mark.skipif(is_plain(), reason="takes hours in plain Python")


def check_house(house: tuple[int, int, int, int], tie: str) -> None:
    """Every move of a random way through the house has the chance that brute force gives it."""
    seed, width, height, squares = house
    d = small_deal(seed, width, height, tie, squares)
    brute, solver = Brute(d), Solver(d, bits=12)
    luck = random.Random(seed)
    s = start_state(GAME, d)
    while s.ended == PLAYING:
        assert solver.chance(s) == pytest.approx(brute.chance(s), abs=1e-12)
        chances = solver.chances(s)
        assert list(chances) == legal_moves(GAME, d, s)
        for move, chance in chances.items():
            assert chance == pytest.approx(brute.move_chance(s, move), abs=1e-12)
        s = play_move(GAME, d, s, luck.choice(list(chances)))


@pytest.mark.parametrize("tie", ["success", "fail"])
@pytest.mark.parametrize("house", thinned(SMALL, 6), ids=str)
def test_brute_force(house, tie):
    check_house(house, tie)


@pytest.mark.long
@pytest.mark.parametrize("tie", ["success", "fail"])
@pytest.mark.parametrize("house", LARGER, ids=str)
def test_brute_force_in_larger_houses(house, tie):
    check_house(house, tie)


def test_the_small_houses_are_a_real_test():
    assert len(SMALL) >= 20
    chances = []
    for seed, width, height, squares in SMALL:
        d = small_deal(seed, width, height, squares=squares)
        chances.append(Solver(d, bits=12).chance(start_state(GAME, d)))
    assert all(0 < chance < 1 for chance in chances)
    assert len({round(chance, 6) for chance in chances}) >= 8


@NEEDS_SPEED
@pytest.mark.parametrize("seed", range(6))
def test_each_reduction_on_and_off(seed):
    d = small_deal(seed + 100, 4, 4, "success" if seed % 2 else "fail", 6)
    s = start_state(GAME, d)
    chances = [Solver(d, bits=18, uses=uses).chance(s) for uses in itertools.product((0, 1), (0, 1), (0, 1))]
    assert chances == pytest.approx([chances[0]] * 8, abs=1e-12)


@NEEDS_SPEED
@pytest.mark.parametrize("enemy", range(1, 7))
def test_each_reduction_on_and_off_in_the_manor_with_less_time(enemy):
    d = parse_deal(Deal, f"kidnap-machine: house=manor enemy={enemy}")
    s = start_state(GAME, d)
    chances = [
        Solver(d, turns=7, bits=22, uses=uses).chance(s) for uses in [(1, 1, 1), (0, 1, 1), (1, 0, 1), (1, 1, 0)]
    ]
    assert chances == pytest.approx([chances[0]] * 4, abs=1e-12)


@NEEDS_SPEED
@pytest.mark.parametrize("bits", [4, 8, 12])
def test_too_little_memory_costs_time_only(bits):
    d = parse_deal(Deal, "kidnap-machine: house=manor enemy=3")
    s = start_state(GAME, d)
    assert Solver(d, turns=8, bits=bits).chance(s) == pytest.approx(0.21342514422167747, abs=1e-12)


@pytest.mark.parametrize("house", thinned(SMALL, 6), ids=str)
def test_a_memory_that_grows_forgets_nothing(monkeypatch, house):
    seed, width, height, squares = house
    d = small_deal(seed, width, height, squares=squares)
    s = start_state(GAME, d)
    whole = Solver(d, bits=16)
    chances = whole.chances(s)
    monkeypatch.setattr(optimum, "_FIRST_BITS", 2)
    growing = Solver(d, bits=16)
    small = growing.size
    assert growing.chances(s) == chances
    assert small < growing.size < whole.size
    states = growing.states
    assert growing.chances(s) == chances
    assert growing.states == states, "what was found is remembered"


def test_solvers_are_kept_as_long_as_memory_allows(monkeypatch):
    optimum._solvers.clear()
    deals = [small_deal(seed, 3, 3) for seed in (4, 16, 25)]
    for _ in range(2):
        found = [solve(d).states for d in deals]
    assert found == [1, 1, 1]
    monkeypatch.setattr(optimum, "_MOST_KEPT", sum(solver.size for solver in optimum._solvers.values()) - 1)
    assert solve(deals[0]).states == 1
    assert [solve(d).states for d in (deals[2], deals[0])] == [1, 1]
    assert solve(deals[1]).states > 1, "it had waited longest when there was no room for three"
    monkeypatch.setattr(optimum, "_MOST_KEPT", 0)
    assert [solve(deals[0]).states for _ in range(2)] == [1, 1]
    assert len(optimum._solvers) == 1, "the one in use stays"


@pytest.mark.parametrize("house", thinned(SMALL[4:8], 4), ids=str)
def test_monotony_lower_numbers_are_never_worse(house):
    seed, width, height, squares = house
    d = small_deal(seed, width, height, squares=squares)
    s = start_state(GAME, d)
    chances = []
    for number in range(1, 7):
        s.number[0] = number
        chances.append(Brute(d).chance(s))
    assert all(lower > higher - 1e-12 for lower, higher in itertools.pairwise(chances))
    assert chances[0] > chances[-1]


def test_bound_without_an_enemy():
    for seed, width, height, squares in SMALL:
        d = small_deal(seed, width, height, squares=squares)
        s = start_state(GAME, d)
        plan = make_plans(d, d.last_turn)[0]
        bounds = plan.bound if is_plain() else plan["bound"]
        blanks = d.route[0] % width + d.route[0] // width - 1
        assert Solver(d, bits=12, uses=(0, 0, 0)).chance(s) <= bounds[d.last_turn][blanks][3] + 1e-12


@NEEDS_SPEED
@pytest.mark.parametrize("enemy", [1, 2, 6, *(pytest.param(e, marks=pytest.mark.long) for e in (3, 4, 5))])
def test_the_manor(enemy):
    d = parse_deal(Deal, f"kidnap-machine: house=manor enemy={enemy}")
    solution = solve(d)
    assert solution.chance == pytest.approx(MANOR[enemy], abs=1e-11)
    assert solution.chance == max(solution.chances.values())
    assert solution.states > 0
    again = solve(d)
    assert again.chances == solution.chances
    assert again.states == 1, "what was found is remembered"


def simulate(enemy: int, games: int) -> tuple[float, float]:
    """The exact chance, and the share of games won by playing the best moves with real dice."""
    d = parse_deal(Deal, f"kidnap-machine: house=manor enemy={enemy}")
    solver = Solver(d)
    best: dict[tuple[int, ...], int] = {}
    luck = random.Random(enemy)
    won = 0
    d.dice_count = MOST_DICE
    for _ in range(games):
        d.dice = luck.choices(range(1, 7), k=MOST_DICE)
        s = start_state(GAME, d)
        while s.ended == PLAYING:
            key = (s.turn, s.you, s.enemy, s.facing, s.next, *s.number)
            if key not in best:
                best[key] = next(iter(solver.ranked(s)))
            GAME.rules.play(d, s, best[key])
        won += s.ended == WON
    return solver.chance(start_state(GAME, d)), won / games


def check_simulation(enemy: int, games: int) -> None:
    chance, share = simulate(enemy, games)
    assert abs(share - chance) < 4 * math.sqrt(chance * (1 - chance) / games)


@NEEDS_SPEED
@pytest.mark.parametrize("enemy", [2, 6])
def test_real_dice(enemy):
    check_simulation(enemy, 500)


@NEEDS_SPEED
@pytest.mark.long
@pytest.mark.parametrize("enemy", range(1, 7))
def test_real_dice_at_length(enemy):
    check_simulation(enemy, 100_000)


def test_without_a_clock_there_is_no_answer():
    d = parse_deal(Deal, "kidnap-machine[clock=off]: house=manor enemy=3")
    with pytest.raises(SettingError, match="can go on for ever"):
        solve(d)


def test_a_game_that_is_over():
    for status, chance in [("won", 1.0), ("caught", 0.0), ("late", 0.0)]:
        solution = solve(*position(f"you=e5 enemy=a5/n squares=a1:3 status={status}"))
        assert (solution.chance, solution.move, solution.chances) == (chance, "", {})


def test_a_sure_win_is_not_put_off():
    solution = solve(*position("you=e4 enemy=a5/n next=1 squares=a1:3,e4:3"))
    assert (solution.chance, solution.move) == (1.0, "e5")


def test_dice_and_seed_make_no_difference():
    lines = ["dice=66666666", "seed=5", ""]
    deals = [parse_deal(Deal, f"kidnap-machine: house=3x3 route=c3,c2,b2,b3 {dice}") for dice in lines]
    assert len({solve(d).chance for d in deals}) == 1


def test_plain_equals_compiled():
    code = """
from escapology.games.kidnap_machine.solver.optimum import solve
from escapology.middle import parse_deal_line
print(solve(parse_deal_line("kidnap-machine: house=3x4 route=c4,c3,b3,b2,c2,c1 dice=1")[1]).chances)
"""
    answers = {
        subprocess.run(
            [sys.executable, "-c", code], env={**os.environ, "ESCAPOLOGY_PLAIN": plain}, capture_output=True, text=True,
            check=True,
        ).stdout
        for plain in ("", "1")
    }  # fmt: skip
    assert len(answers) == 1
