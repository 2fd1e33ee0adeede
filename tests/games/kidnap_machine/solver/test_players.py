"""The chances of the greedy and the random player are exact: they agree with brute force."""

import pytest

from escapology.games.kidnap_machine.notation import odds
from escapology.games.kidnap_machine.rules import CAUGHT, GOAL, LATE, Deal, beside, enemy_step, move_parts
from escapology.games.kidnap_machine.solver.players import greedy_chance, random_chance
from escapology.middle import start_state
from escapology.native import is_plain
from tests.games.kidnap_machine.positions import position
from tests.games.kidnap_machine.solver.brute_force import GAME, SMALL, Brute, small_deal
from tests.samples import thinned
from tests.typed import parse_deal


def at_random(d, s, moves):
    return {move: 1 / len(moves) for move in moves}


def gets_him(d, s, square) -> bool:
    there = s.copy()
    there.you = square
    enemy_step(d, there)
    if not there.ended:
        enemy_step(d, there)
    return there.ended in (CAUGHT, LATE)


def greedily(d, s, moves):
    """As the module says it, on states and moves."""

    def rank(move):
        end, way = move_parts(move)
        if s.number[end] == GOAL:
            return (-1,)
        target = beside(d, end, way) if way >= 0 else -1
        good = odds(d, s.number[end]) if way >= 0 else 0
        ends = {end: 6 - good, target: good}
        caught = any(gets_him(d, s, square) for square, weight in ends.items() if weight)
        goal = d.route[0]
        distance = sum(
            weight * (abs(square % d.width - goal % d.width) + abs(square // d.width - goal // d.width))
            for square, weight in ends.items()
            if weight
        )
        return (caught, distance, end, target)

    return {min(moves, key=rank): 1.0}


@pytest.mark.parametrize("tie", ["success", "fail"])
@pytest.mark.parametrize("house", thinned(SMALL, 6), ids=str)
def test_brute_force(house, tie):
    seed, width, height, squares = house
    d = small_deal(seed, width, height, tie, squares)
    s = start_state(GAME, d)
    assert random_chance(d) == pytest.approx(Brute(d, at_random).chance(s), abs=1e-12)
    assert greedy_chance(d) == pytest.approx(Brute(d, greedily).chance(s), abs=1e-12)


def test_from_a_position():
    d, s = position("you=d4 enemy=b2/n next=3 squares=a1:3,d4:5,d3:2 turn=3")
    assert random_chance(d, s) == pytest.approx(Brute(d, at_random).chance(s), abs=1e-12)
    assert greedy_chance(d, s) == pytest.approx(Brute(d, greedily).chance(s), abs=1e-12)
    assert random_chance(d, s) > 0


def test_a_game_that_is_over():
    d, s = position("you=e5 enemy=a5/n squares=a1:3 status=won")
    assert random_chance(d, s) == greedy_chance(d, s) == 1
    d, s = position("you=a1 enemy=a1/n squares=a1:3 status=caught")
    assert random_chance(d, s) == greedy_chance(d, s) == 0


@pytest.mark.skipif(is_plain(), reason="slow in plain Python")
def test_the_manor():
    d = parse_deal(Deal, "kidnap-machine: house=manor enemy=2")
    assert greedy_chance(d) == pytest.approx(0.305827046182, abs=1e-12)
    assert random_chance(d) == pytest.approx(0.001443490061, abs=1e-12)
