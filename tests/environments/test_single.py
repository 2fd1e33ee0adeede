"""One game as an environment: what Gymnasium asks of it, and what is particular to ours."""

from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import escapology.environments
from escapology.environments import environment_id, episode_record
from escapology.environments.registry import settings
from escapology.errors import DealError, SettingError
from escapology.games import GAMES
from escapology.luck import Luck
from escapology.middle import deal_line, legal_moves, new_deal, play_move, start_state
from escapology.record import read_record
from escapology.setting import make_setting
from escapology.testing import check_learning
from tests.samples import sizes

IDS = [environment_id(game, variant) for game, variant in settings()]
SQUARE = "escapology/DevilsSquare-v0"


def made(name: str, **options: Any) -> Any:
    return gymnasium.make(name, **options).unwrapped


def play(env, seed, most=60):
    """Random legal actions; the actions and what came last."""
    observation, info = env.reset(seed=seed)
    luck, actions = Luck(seed), []
    for _ in range(most):
        legal = np.flatnonzero(info["action_mask"])
        if not len(legal):
            break
        actions.append(int(luck.choose(legal.tolist())))
        observation, _, _, _, info = env.step(actions[-1])
    return actions, observation, info


def test_every_game_and_variant_has_a_name() -> None:
    assert {"escapology/LabRats-v0", "escapology/LabRatsHard-v0", "escapology/NotAloneEven-v0", SQUARE} <= set(IDS)
    assert set(IDS) <= set(gymnasium.registry)
    assert len(IDS) == sum(len(game.facts.variants) for game in GAMES.values())


def test_names_are_found_without_an_import() -> None:
    assert made("escapology.environments:escapology/Blank-v0").game.name == "blank"
    assert "Environment" in escapology.environments.__all__


@pytest.mark.parametrize("name", IDS)
def test_gymnasium_finds_no_fault(name: str) -> None:
    check_env(made(name))


@pytest.mark.parametrize("name", IDS)
def test_an_episode_is_the_deal_of_its_seed_and_a_record(name: str) -> None:
    env = made(name)
    _, info = env.reset(seed=7)
    assert info["deal"] == deal_line(env.game, new_deal(env.setting, 7))
    actions, observation, _ = play(env, 7)
    record = read_record(env.record())
    assert deal_line(record.game, record.deal) == info["deal"]
    *_, (_, state) = enumerate(record.states())
    assert state == env._table.position(0)[1]
    assert episode_record(env.setting.text, 7, actions) == env.record()
    assert episode_record(env.setting.text, info["deal"], actions) == env.record()
    assert observation in env.observation_space


@pytest.mark.parametrize("name", IDS)
def test_the_flat_observation_says_the_same(name: str) -> None:
    flat, arrays = (made(name, observations=kind) for kind in ("flat", "arrays"))
    _, seen, _ = play(flat, 3, 12)
    _, told, _ = play(arrays, 3, 12)
    assert seen in flat.observation_space
    features = []
    for array in flat._table.learning.arrays:
        for number in told[array.name].ravel().tolist():
            if array.is_kind:
                features += [float(number == kind) for kind in range(array.low, array.high + 1)]
            else:
                features.append((number - array.low) / (array.high - array.low))
    assert seen["features"].tolist() == pytest.approx(features)


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_no_hidden_thing_shows(game) -> None:
    """Ten thousand positions of each game; `check_game` does the same in few (`tests/test_games.py`)."""
    left = 10_000
    seed = 0
    while left:
        for variant in game.facts.variants:
            seed += 1
            luck, deal = Luck(seed), new_deal(make_setting(game, variant.name), seed)
            state = start_state(game, deal)
            for _ in range(60):
                check_learning(game, deal, state, luck)
                left -= left > 0
                moves = legal_moves(game, deal, state)
                if not moves:
                    break
                state = play_move(game, deal, state, luck.choose(moves))


@pytest.mark.parametrize("count", sizes(2, 60))
@pytest.mark.parametrize("name", IDS)
def test_no_hidden_thing_is_drawn(name: str, count: int) -> None:
    """A world that looks the same gives the same text, the same SVG and the same mask."""
    for seed in range(count):
        env = made(name, render_mode="svg")
        _, _, info = play(env, seed, 5 + seed % 20)
        picture, deal, state = env.render(), env._deal, env._table.position(0)[1]
        world, other = env.game.knowledge.redraw(deal, state, Luck(seed))
        env._deal = world
        env._table.give(0, world)
        env._table.columns.states[0] = other
        assert env.render() == picture
        action_of = env._table.learning.action_of
        legal = {action_of(world, other, move) for move in legal_moves(env.game, world, other)}
        assert set(np.flatnonzero(info["action_mask"])) == legal


def test_what_is_not_legal_does_nothing() -> None:
    env = made(SQUARE)
    before, info = env.reset(seed=7)
    action = int(np.flatnonzero(info["action_mask"] == 0)[0])
    after, reward, terminated, truncated, told = env.step(action)
    assert (reward, terminated, truncated, told["illegal"]) == (0, False, False, True)
    assert all((before[name] == after[name]).all() for name in before)
    assert env.action_text(action) == ""
    legal = int(np.flatnonzero(info["action_mask"])[0])
    text = env.action_text(legal)
    assert not env.step(legal)[4]["illegal"]
    assert env.record().split("\n")[1] == text


def test_a_win_is_rewarded() -> None:
    for seed in range(100):
        env = made("escapology/Blank-v0")
        env.reset(seed=seed)
        rewards = []
        while True:
            legal = np.flatnonzero(env._table.columns.masks[0])
            _, reward, terminated, _, info = env.step(int(legal[0]))
            rewards.append(reward)
            if terminated:
                break
        assert rewards == [0] * (len(rewards) - 1) + [int(info["won"])]
        if info["won"]:
            return
    raise AssertionError("a hundred games and no win")


def test_points_are_rewards_where_there_are_any() -> None:
    env = made(SQUARE, rewards="points")
    env.reset(seed=7)
    luck, total = Luck(1), 0.0
    for _ in range(60):
        _, reward, *_, info = env.step(int(luck.choose(np.flatnonzero(env._table.columns.masks[0]).tolist())))
        total += reward
        assert total == info["score"]
    assert total >= 10
    with pytest.raises(SettingError, match="Lab Rats has no points"):
        gymnasium.make("escapology/LabRats-v0", rewards="points")


def test_a_deal_that_is_given_is_played() -> None:
    env = made("escapology/Blank-v0")
    observation, info = env.reset(options={"deal": "blank: 3 1 5 2 6 4"})
    assert observation["top"].tolist() == [3]
    assert info["deal"] == "blank: 3 1 5 2 6 4"
    assert "seed" not in info
    with pytest.raises(DealError, match="a deal of Devil's Square, but the environment plays Blank"):
        env.reset(
            options={"deal": deal_line(GAMES["devils-square"], new_deal(make_setting(GAMES["devils-square"]), 1))}
        )
    assert env.reset(options={})[1]["deal"].startswith("blank: ")


def test_rulings_are_chosen_by_name() -> None:
    env = made("escapology/LabRats-v0", diagram="turn")
    assert env.reset(seed=1)[1]["deal"].startswith("lab-rats[diagram=turn]: ")
    with pytest.raises(SettingError, match="it is diagram=table or diagram=turn"):
        gymnasium.make("escapology/LabRats-v0", diagram="round")
    with pytest.raises(SettingError, match="observations='pixels' is not possible: use 'arrays' or 'flat'"):
        gymnasium.make("escapology/LabRats-v0", observations="pixels")


def test_what_was_not_asked_for_comes_from_the_generator() -> None:
    env = made("escapology/Blank-v0")
    env.reset(seed=5)
    first = [env.reset()[1]["seed"] for _ in range(3)]
    env.reset(seed=5)
    assert [env.reset()[1]["seed"] for _ in range(3)] == first
    assert len(set(first)) == 3


def test_pixels_and_text() -> None:
    env = made(SQUARE, render_mode="rgb_array")
    env.reset(seed=7)
    picture = env.render()
    assert picture.dtype == np.uint8
    assert picture.shape[1:] == (640, 3)
    assert len(np.unique(picture.reshape(-1, 3), axis=0)) > 20
    env = made(SQUARE, render_mode="ansi")
    env.reset(seed=7)
    assert env.render().count("\n") > 5
