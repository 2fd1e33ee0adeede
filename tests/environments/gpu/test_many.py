"""Environments on a GPU against those on this processor, step by step; here both run on the latter."""

from types import SimpleNamespace
from typing import Any

import gymnasium
import numpy as np
import pytest

from escapology.environments import Environments
from escapology.environments.gpu import GpuEnvironments
from escapology.environments.gpu.rows import kinds_of
from escapology.errors import SettingError
from escapology.games import GAMES
from tests.environments.gpu.host import Host

COUNT = 40
SETTINGS = ["blank/long", "devils-square/classic"]  # kernels of the others take long to compile


class Environs(GpuEnvironments):
    machine_of = staticmethod(Host)


def pair(setting, **options):
    return Environments(COUNT, setting=setting, threads=1, copy=False, **options), Environs(
        COUNT, setting=setting, **options
    )


def assert_same(one, other):
    """Two dictionaries of arrays, but for what Gymnasium adds."""
    assert {name for name in one if not name.startswith("_")} == set(other)
    for name, array in other.items():
        assert np.array_equal(one[name], array), name


@pytest.mark.parametrize("observations", ["arrays", "flat"])
@pytest.mark.parametrize("setting", SETTINGS)
def test_episodes_are_the_same(setting, observations):
    one, other = pair(setting, observations=observations, max_episode_steps=20)
    for here, there in zip(one.reset(seed=5), other.reset(seed=5), strict=True):
        assert_same(here, there)
    ended = 0
    for step in range(90):
        actions = one.random_actions(step)
        assert np.array_equal(actions, other.random_actions(step))
        if step % 7 == 0:
            actions[3] = one.single_action_space.n + 5  # nobody's action
        seen, *told, info = one.step(actions)
        seen_there, *told_there, info_there = other.step(actions.astype(np.int32) if step % 2 else actions)
        assert_same(seen, seen_there)
        assert_same(info, info_there)
        assert all(map(np.array_equal, told, told_there))
        ended += int(np.count_nonzero(told[1] | told[2]))
    assert ended > 2 * COUNT  # so seeds that nobody chose were drawn


def test_some_rows_can_be_reset_and_each_can_have_its_seed():
    one, other = pair("blank/long")
    for how in (
        {"seed": 2**64 - COUNT},
        {"seed": [3 if row % 2 else None for row in range(COUNT)]},
        {"options": {"reset_mask": np.arange(COUNT) % 3 == 0}},
        {"seed": 8, "options": {"reset_mask": np.arange(COUNT) % 5 == 0}},
    ):
        for here, there in zip(one.reset(**how), other.reset(**how), strict=True):
            assert_same(here, there)


def test_deals_can_be_given():
    one, other = pair("devils-square/classic")
    single = gymnasium.make("escapology/DevilsSquare-v0")
    lines = []
    for seed in range(COUNT):
        _, info = single.reset(seed=seed)
        lines.append(info["deal"])
    for deal in (lines, lines[7]):
        for here, there in zip(
            one.reset(seed=1, options={"deal": deal}), other.reset(seed=1, options={"deal": deal}), strict=True
        ):
            assert_same(here, there)


def test_points_can_be_rewards():
    one, other = pair("devils-square/classic", rewards="points")
    one.reset(seed=3)
    other.reset(seed=3)
    total = 0
    for step in range(60):
        rewards = one.step(one.random_actions(step))[1]
        assert np.array_equal(rewards, other.step(other.random_actions(step))[1])
        total += rewards.sum()
    assert total > 0


def test_rows_without_seeds_have_deals_of_their_own():
    env = Environs(COUNT, setting="blank/long")
    _, info = env.reset()
    assert len(set(info["seed"].tolist())) == COUNT


def test_arrays_stay_what_they_are():
    env = Environs(COUNT, setting="blank/long")
    seen, _ = env.reset(seed=1)
    before = seen["climbed"].copy()
    for step in range(3):
        after, *_ = env.step(env.random_actions(step))
        assert after is seen
    assert not np.array_equal(before, seen["climbed"])
    assert env.observations.shape[1] % 16 == 0


def test_a_game_may_have_any_number_of_kinds_of_actions():
    many: Any = SimpleNamespace(actions=[SimpleNamespace(count=2)] * 40)
    assert kinds_of(many).tolist() == [min(kind, 14) for kind in range(40) for _ in range(2)]
    assert kinds_of(GAMES["lab-rats"].learning)[[0, 2, 3, 6, 9]].tolist() == [0, 1, 2, 3, 4]


def test_what_is_not_possible_is_said():
    with pytest.raises(SettingError, match="num_envs=0"):
        Environs(0, setting="blank/long")
    with pytest.raises(SettingError, match="has no points"):
        Environs(2, setting="lab-rats/hard", rewards="points")
    env = Environs(2, setting="blank/long")
    with pytest.raises(gymnasium.error.ResetNeeded):
        env.step(np.zeros(2, np.int64))
    env.reset(seed=1)
    with pytest.raises(gymnasium.error.InvalidAction, match="2 whole numbers"):
        env.step(np.zeros(3, np.int64))
    with pytest.raises(SettingError, match="there are 3 seeds"):
        env.reset(seed=[1, 2, 3])
    with pytest.raises(SettingError, match="out of range"):
        env.reset(seed=2**64 - 1)  # the second row would have no seed
