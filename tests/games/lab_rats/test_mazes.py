"""Mazes as the die builds them."""

from __future__ import annotations

from typing import cast

import pytest

from escapology.games import GAMES
from escapology.games.lab_rats.rules import NOWHERE, OUTSIDE, Deal
from escapology.middle import new_deal
from escapology.setting import make_setting
from tests.samples import sizes


@pytest.mark.parametrize("mazes", sizes(100, 10_000))
@pytest.mark.parametrize("diagram", ["table", "turn"])
def test_a_rat_with_aces_enough_gets_out_of_every_maze(diagram, mazes):
    setting = make_setting(GAMES["lab-rats"], "hard", {"diagram": diagram})
    for seed in range(mazes):
        d = cast(Deal, new_deal(setting, seed))
        seen, waiting = {0, 1}, [0, 1]
        while waiting:
            for there in d.next[waiting.pop()]:
                if there != NOWHERE and there not in seen:
                    seen.add(there)
                    waiting.append(there)
        assert any(square >= OUTSIDE for square in seen), seed
