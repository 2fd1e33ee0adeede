"""Intervals that count what is undecided both ways, and a rule for stopping that keeps them honest."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from escapology.solve.bots import wilson
from escapology.studies.estimate import share_of, spent_at
from escapology.studies.tally import Tallies
from tests.samples import sizes
from tests.studies.kit import small


def test_undecided_counts_both_ways():
    found = share_of(60, 30, 10)
    assert found.share == pytest.approx(60 / 90)
    assert found.low == pytest.approx(wilson(60, 100)[0])
    assert found.high == pytest.approx(wilson(70, 100)[1])


def test_all_of_them_is_not_certain():
    assert share_of(2000, 0, 0).text == "100 % (99.81 to 100)"


def test_what_the_looks_spend_adds_up():
    assert sum(spent_at(look) for look in range(1, 10_000)) == pytest.approx(0.05, rel=1e-3)


def growing(precision: str = "2%"):
    text = f"""
    title = "One that stops"
    measure = ["verdict"]
    precision = "{precision}"
    [[games]]
    game = "blank"
    [seeds]
    count = 20_000
    piece = 100
    batch = 200
    """
    return small(text)


def test_looks_are_fixed():
    assert list(growing().looks(0)) == [2, 4, 6, 10, 16, 24, 36, 54, 82, 124, 186, 200]
    assert list(small().looks(0)) == [7]


def stopped(plan, luck, share):
    """A study of made-up deals: how it ended."""
    tallies = Tallies(plan)
    for number in range(plan.pieces_of(0)):
        won = int(luck.binomial(100, share))
        tallies.add(plan.piece(0, number), Counter(deals=100, winnable=won, unwinnable=100 - won))
        if tallies.is_complete:
            break
    return tallies


@pytest.mark.parametrize("studies", sizes(300, 10_000))
@pytest.mark.parametrize("share", [0.5, 0.9, 0.99])
def test_intervals_of_studies_that_stop_hold(studies, share):
    """Of intervals that are called 95 %, at least so many hold the truth, chosen when they were narrow enough."""
    plan, luck = growing(), np.random.default_rng(1)
    held = 0
    for _ in range(studies):
        found = stopped(plan, luck, share).shares(0)["can be won"]
        assert found.half_width <= 0.02
        held += found.low <= share <= found.high
    assert held / studies >= 0.95


def test_a_study_stops_at_the_same_look_in_whatever_order_pieces_come():
    plan = growing()
    counts = [int(won) for won in np.random.default_rng(5).binomial(100, 0.7, plan.pieces_of(0))]
    ends = set()
    for seed in range(20):
        tallies = Tallies(plan)
        for number in np.random.default_rng(seed).permutation(plan.pieces_of(0)):
            piece, won = plan.piece(0, int(number)), counts[number]
            if tallies.is_wanted(piece):
                tallies.add(piece, Counter(deals=100, winnable=won, unwinnable=100 - won))
        ends.add((tallies.total(0)["deals"], tallies.look(0), tallies.shares(0)["can be won"]))
    assert len(ends) == 1
