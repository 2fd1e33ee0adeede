"""A hint tells a chance only where it was measured what a rating means."""

import dataclasses

import pytest

from escapology.games import GAMES
from escapology.middle import new_deal, start_state
from escapology.protocol import AnyGame, Curve
from escapology.setting import make_setting
from escapology.solve.chance import apply_curve, chance_of

BLANK = GAMES["blank"]


def measured(*curves: tuple[str, Curve]) -> AnyGame:
    return dataclasses.replace(BLANK, fair=dataclasses.replace(BLANK.fair, curves=curves))


def test_a_variant_that_nobody_has_measured_has_none() -> None:
    deal = new_deal(make_setting(BLANK, "long"), 1)
    state = start_state(BLANK, deal)
    assert chance_of(measured(("classic", Curve())), deal, state, 0.5) is None
    assert chance_of(measured(("long", Curve())), deal, state, 0.5) == pytest.approx(0.5)


@pytest.mark.parametrize(("rating", "chance"), [(0.0, 0.01), (0.25, 0.25), (1.0, 0.99)])
def test_without_a_correction_a_rating_is_a_chance_but_never_certain(rating: float, chance: float) -> None:
    deal = new_deal(make_setting(BLANK), 1)
    game = measured((deal.setting.variant, Curve()))
    assert chance_of(game, deal, start_state(game, deal), rating) == pytest.approx(chance)


def test_a_curve_counts_what_is_hidden() -> None:
    assert apply_curve(Curve(0.0, 1.0, -2.0), 0.0, 1.0) < apply_curve(Curve(0.0, 1.0, -2.0), 0.0, 0.1) < 0.5


def test_other_rulings_than_the_usual_have_none() -> None:
    game = GAMES["lab-rats"]
    curves = dataclasses.replace(game.fair, curves=(("hard", Curve()),))
    game = dataclasses.replace(game, fair=curves)
    for options, is_told in (({}, True), ({"diagram": "turn"}, False)):
        deal = new_deal(make_setting(game, "hard", options), 1)
        assert (chance_of(game, deal, start_state(game, deal), 0.5) is not None) == is_told
