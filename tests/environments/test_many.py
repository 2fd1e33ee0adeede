"""Many games at once: row for row the same as one by one."""

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode

import escapology.environments  # noqa: F401 (tells Gymnasium of the games)
from escapology.errors import SettingError
from escapology.luck import Luck
from tests.environments.test_single import IDS
from tests.samples import sizes

BLANK = "escapology/Blank-v0"


def vector(name, count, **options):
    return gymnasium.make_vec(name, num_envs=count, **options)


@pytest.mark.parametrize("steps", sizes(70, 3000))
@pytest.mark.parametrize("name", IDS)
def test_each_game_is_the_same_as_a_single_one(name: str, steps: int) -> None:
    """Compiled and plain, through the ends of games, with actions that are not legal among them."""
    count, limit = 3, 40
    many = vector(name, count, max_episode_steps=limit)
    singles = [gymnasium.make(name, max_episode_steps=limit) for _ in range(count)]
    luck = Luck(1)
    seen, told = many.reset(seed=11)
    ended = [False] * count
    for row, single in enumerate(singles):
        same(row, seen, told, *single.reset(seed=11 + row))
    for _ in range(steps):
        actions = [
            int(luck.choose(np.flatnonzero(mask).tolist())) if mask.any() and luck.below(20) else 0
            for mask in seen["action_mask"]
        ]
        seen, rewards, terminated, truncated, told = many.step(np.array(actions))
        for row, single in enumerate(singles):
            if ended[row]:
                same(row, seen, told, *single.reset())
                assert (rewards[row], terminated[row], truncated[row]) == (0, False, False)
                ended[row] = False
                continue
            one, reward, over, cut, info = single.step(actions[row])
            same(row, seen, told, one, info)
            assert (rewards[row], terminated[row], truncated[row]) == (reward, over, cut)
            assert told["illegal"][row] == info["illegal"]
            ended[row] = over or cut
    assert seen in many.observation_space


def same(row, seen, told, one, info):
    assert set(seen) == set(one)
    for name in one:
        assert (seen[name][row] == one[name]).all(), name
    assert told["score"][row] == info["score"]
    assert told["seed"][row] == info.get("seed", told["seed"][row])


def test_threads_and_copies_make_no_difference() -> None:
    name, count = "escapology/LabRatsHard-v0", 200
    one, several = vector(name, count, threads=1), vector(name, count, threads=3, copy=False, observations="flat")
    flat = vector(name, count, threads=1, observations="flat")
    here, there, plain = (env.reset(seed=5) for env in (one, several, flat))
    for step in range(60):
        actions = one.random_actions(step)
        assert (actions == several.random_actions(step)).all()
        here, there, plain = (env.step(actions) for env in (one, several, flat))
        assert (here[0]["action_mask"] == there[0]["action_mask"]).all()
        assert (plain[0]["features"] == there[0]["features"]).all()
        for k in range(1, 4):
            assert (here[k] == there[k]).all()
    several.close()


def test_what_is_handed_out_stays_as_it_is() -> None:
    env = vector(BLANK, 4)
    seen, _ = env.reset(seed=1)
    before = {name: array.copy() for name, array in seen.items()}
    env.step(env.random_actions(1))
    assert all((before[name] == seen[name]).all() for name in seen)


def test_games_begin_anew_with_the_next_step() -> None:
    env = vector(BLANK, 8)
    assert env.metadata["autoreset_mode"] == AutoresetMode.NEXT_STEP
    _, told = env.reset(seed=3)
    assert told["seed"].tolist() == list(range(3, 11))
    ends = 0
    over = np.zeros(8, bool)
    for step in range(400):  # more games than there are seeds in advance
        before = told["seed"]
        _, rewards, terminated, _, told = env.step(env.random_actions(step))
        assert ((told["seed"] != before) == over).all()
        assert not (over & (rewards != 0)).any()
        assert (rewards == told["won"])[~over].all()
        over = terminated
        ends += int(terminated.sum())
    assert ends > 8 * 32


def test_some_are_begun_anew() -> None:
    env = vector(BLANK, 3)
    env.reset(seed=3)
    env.step(env.random_actions(1))
    _, told = env.reset(seed=[20, 21, 22], options={"reset_mask": np.array([True, False, True])})
    assert told["seed"].tolist() == [20, 4, 22]
    seen, _ = env.reset(options={"deal": "blank: 3 1 5 2 6 4"})
    assert seen["top"].ravel().tolist() == [3, 3, 3]


def test_what_is_no_such_thing_is_refused() -> None:
    with pytest.raises(SettingError, match="num_envs=0"):
        vector(BLANK, 0)
    env = vector(BLANK, 3)
    with pytest.raises(gymnasium.error.ResetNeeded):
        env.step([0, 0, 0])
    with pytest.raises(SettingError, match="there are 2 seeds"):
        env.reset(seed=[1, 2])
    env.reset(seed=1)
    with pytest.raises(gymnasium.error.InvalidAction, match="3 whole numbers are needed"):
        env.step([0, 0])
    with pytest.raises(SettingError, match="there are 1 deals"):
        env.reset(options={"deal": ["blank: 3 1 5 2 6 4"]})
    with pytest.raises(SettingError, match="3 booleans, one per game"):
        env.reset(options={"reset_mask": [1, 0]})
