"""Outlines are true of all numbers: what does not matter makes no difference, and twins have the same chances."""

import random
from collections.abc import Iterator

import pytest

from escapology.games.kidnap_machine.rules import GOAL, PLAYING, Deal, State
from escapology.games.kidnap_machine.solver.memory import make_memory
from escapology.games.kidnap_machine.solver.optimum import Solver
from escapology.games.kidnap_machine.solver.outlines import ANY, Outline, make_outlines, spot_in
from escapology.games.kidnap_machine.solver.plan import Spot, make_notes, make_plans, spot_of
from escapology.games.kidnap_machine.solver.prospects import OPEN, number_on
from escapology.games.kidnap_machine.solver.search import SURVEYING, search
from escapology.middle import start_state
from escapology.native import is_plain
from tests.games.kidnap_machine.solver.brute_force import GAME, SMALL, Brute, small_deal
from tests.samples import thinned
from tests.typed import parse_deal

ALL = 1 << 62


def survey(d: Deal, bits: int = 12, steps: int = ALL) -> list[Outline]:
    """All outlines that can be reached from the start."""
    plans, outlines, nothing = make_plans(d, d.last_turn), make_outlines(bits), make_memory(0)
    spot = spot_of(d, start_state(GAME, d))
    while search(plans, outlines, make_notes(), nothing, nothing, spot, steps, 0) == SURVEYING:
        pass
    laid = plans[0].laid if is_plain() else plans["laid"][0]
    return [outline if is_plain() else Outline.from_row(outline) for outline in outlines[:laid]]


def numbered(squares: int, numbers: dict[int, int], spot: Spot) -> Spot:
    """The position with these numbers on those squares, and you and the enemy where they are."""
    sets = [sum((number >> bit & 1) << q for q, number in numbers.items() if squares >> q & 1) for bit in range(3)]
    return spot._replace(ones=sets[0], twos=sets[1], fours=sets[2])


def state_of(d: Deal, spot: Spot) -> State:
    """The position as the rules have it. A number that can't matter any more (7) is a 6."""
    s = State()
    for square in range(d.width * d.height):
        s.number[square] = min(6, number_on(spot, square))
    s.number[d.route[0]] = GOAL
    s.you, s.enemy = spot.you, spot.enemy // d.length // 4
    s.facing, s.next = spot.enemy // d.length % 4, spot.enemy % d.length
    s.turn, s.ended = d.last_turn - spot.left + 1, PLAYING
    return s


def row_of(outline: Outline, drawn: dict[int, int]) -> Spot:
    """A position with that outline, all written squares included."""
    return numbered(outline.written, drawn, spot_in(outline, ANY))


def draws(outline: Outline, luck: random.Random) -> Iterator[dict[int, int]]:
    """Rows of numbers that agree on what matters."""
    first = {q: luck.randint(1, 6) for q in range(49)}
    yield first
    for _ in range(2):
        yield {q: n if outline.matters >> q & 1 else luck.randint(1, 6) for q, n in first.items()}


@pytest.mark.parametrize("tie", ["success", "fail"])
@pytest.mark.parametrize("bits", [12, 1], ids=["room for all", "room for two"])
@pytest.mark.parametrize("house", thinned(SMALL, 6), ids=str)
def test_numbers_that_do_not_matter_make_no_difference(house, bits, tie):
    seed, width, height, squares = house
    d = small_deal(seed, width, height, tie, squares)
    brute, luck = Brute(d), random.Random(seed)
    laid = survey(d, bits)
    assert (len(laid) == 2) == (bits == 1)
    for outline in laid:
        chances = {round(brute.chance(state_of(d, row_of(outline, drawn))), 12) for drawn in draws(outline, luck)}
        assert len(chances) == 1
        assert outline.chance == OPEN or chances == {outline.chance}


def test_the_small_houses_are_a_real_test():
    laid = [outline for seed, w, h, squares in SMALL for outline in survey(small_deal(seed, w, h, squares=squares))]
    assert {outline.chance for outline in laid} == {OPEN, 0, 1}
    assert sum((outline.written & ~outline.matters).bit_count() for outline in laid if outline.chance == OPEN) > 50


@pytest.mark.skipif(is_plain(), reason="takes long in plain Python")
@pytest.mark.parametrize("enemy", thinned(range(1, 7), 3))
def test_in_the_manor_by_a_search_without_reductions(enemy):
    d = parse_deal(Deal, f"kidnap-machine: house=manor enemy={enemy}")
    solver, luck = Solver(d, uses=(0, 0, 0)), random.Random(enemy)
    laid = survey(d, 14)
    pairs = [(outline, laid[outline.twin - 1]) for outline in laid if laid[outline.twin - 1] is not outline]
    assert len(pairs) > 1000
    assert all(spot_in(outline, ANY).left == spot_in(twin, ANY).left for outline, twin in pairs)
    late = [(outline, twin) for outline, twin in pairs if spot_in(outline, ANY).left in (3, 4)]
    for outline, twin in luck.sample(late, 50):
        assert outline.matters == twin.matters
        spots = [row_of(outline, drawn) for drawn in draws(outline, luck)]
        chances = [solver.chance(state_of(d, spot)) for spot in [*spots, spot_in(twin, spots[0])]]
        assert chances == pytest.approx([chances[0]] * 4, abs=1e-12)


@pytest.mark.parametrize("house", thinned(SMALL, 6), ids=str)
def test_a_survey_in_steps_is_the_same(house):
    seed, width, height, squares = house
    d = small_deal(seed, width, height, squares=squares)
    assert survey(d, steps=1) == survey(d)
