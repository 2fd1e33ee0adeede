"""The seeds of later episodes, drawn by rules: NumPy's generator is the reference."""

import random

import numpy as np
from gymnasium.utils import seeding

from escapology.environments.episode import later_seeds
from escapology.environments.sources import Source, next_seed, plant
from escapology.native import RowKernel, over_rows, rule

SEEDS = [0, 1, 2**32 - 1, 2**32, 2**63, 2**64 - 1] + [random.Random(7).getrandbits(64) for _ in range(40)]


@rule
def draw(i, sources, seeds, found):
    plant(sources[i], seeds[i])
    for k in range(40):
        found[i][k] = next_seed(sources[i])


def expected(seed):
    return later_seeds(seeding.np_random(seed)[0], 40)


def test_plain():
    for seed in SEEDS:
        source = Source()
        plant(source, seed)
        assert [next_seed(source) for _ in range(40)] == expected(seed)


def test_compiled():
    found = np.zeros((len(SEEDS), 40), np.int64)
    sources, seeds = Source.rows([], spare=len(SEEDS)), np.array(SEEDS, np.uint64)
    over_rows(RowKernel("draw", draw), is_plain=False)(0, len(SEEDS), sources, seeds, found)
    assert found.tolist() == [expected(seed) for seed in SEEDS]
