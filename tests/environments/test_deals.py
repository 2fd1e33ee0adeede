"""Deals that kernels make are those of their seeds."""

from collections.abc import Iterator

import numpy as np
import pytest

from escapology.environments.table import NEW, Table, learning_of
from escapology.games import GAMES
from escapology.luck import MAX_SEED, Luck, below, seed_luck, shuffle
from escapology.middle import new_deal
from escapology.protocol import AnyGame, Deal
from escapology.setting import Setting
from escapology.testing import all_settings
from tests.samples import sizes

LEARNED = [game for game in GAMES.values() if game.learning]


def test_luck_of_rules_is_luck() -> None:
    for seed in (0, 7, 2**63, MAX_SEED):
        luck, state = Luck(seed), [seed]
        seed_luck(state)
        assert [below(state, n) for n in range(2, 200)] == [luck.below(n) for n in range(2, 200)]
        here, there = list(range(64)), list(range(64))
        shuffle(state, here, 64)
        luck.shuffle(there)
        assert here == there


@pytest.mark.parametrize("count", sizes(12, 2000))
@pytest.mark.parametrize("game", LEARNED, ids=lambda game: game.name)
def test_deals_of_kernels_are_those_of_their_seeds(game: AnyGame, count: int) -> None:
    for setting in all_settings(game):
        seeds = [*range(count), MAX_SEED]
        for seed, deal in zip(seeds, dealt(game, setting, seeds), strict=True):
            assert deal.packed() == new_deal(setting, seed).packed(), f"{setting.text}, seed {seed}"


def dealt(game: AnyGame, setting: Setting, seeds: list[int]) -> Iterator[Deal]:
    """By compiled rules."""
    table = Table(game, setting, len(seeds))
    for row, seed in enumerate(seeds):
        table.sow(row, [seed])
    what = np.full(len(seeds), NEW)
    table.go(what, what, (0, len(seeds)))
    for row in range(len(seeds)):
        yield table.position(row)[0]


def test_every_game_is_learned() -> None:
    for game in GAMES.values():
        assert learning_of(game).action_count > 0, game.name
