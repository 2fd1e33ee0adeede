"""The argument of certificates that coins can't be had in time: it never speaks against a position that can be won."""

from escapology.games.lab_rats.proof import relaxed
from escapology.games.lab_rats.solver.line import Line
from tests.games.lab_rats.solver.brute_force import can_win, small_position

ALL_VALUES = 0b111111  # counted: nothing proves more


def test_what_can_be_won_has_a_way_out_with_coins_that_are_free():
    won = 0
    for seed in range(40):
        d, s = small_position("classic", {}, seed, 4)
        line = Line(d, s)
        line.go_home()
        if not can_win(d, line.s) or not list(relaxed.RELAXED.levels(d, line.s)):
            continue
        squares: dict = {}
        for claims in relaxed.RELAXED.opens(d, line.s, ALL_VALUES):
            squares |= relaxed._squares(d, claims[0].key[0], ALL_VALUES)
        assert relaxed._way_out(d, line.s, squares, ALL_VALUES), seed
        won += 1
        if won == 6:
            break
    assert won == 6
