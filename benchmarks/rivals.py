"""Steps of other people's environments, for `benchmarks.env`: random legal actions, masks and observations included.

Gymnasium is there anyway. pgx and OpenSpiel are measured where they are installed, and only for this:
`pip install pgx open_spiel` (`constraints.txt` does not know them).
"""

from __future__ import annotations

import importlib
import random
from collections.abc import Callable
from importlib.util import find_spec
from typing import Any, Final

import gymnasium
import numpy as np

__all__ = ["RIVALS"]

_BATCH: Final = 50  # steps between two looks at the clock
_ROWS: Final = 1024  # games at once in pgx


def _blackjack() -> Callable[[], int]:
    """Gymnasium's Blackjack, in its own vector."""
    env = gymnasium.make_vec("Blackjack-v1", num_envs=64, vectorization_mode="sync")
    env.reset(seed=1)

    def play() -> int:
        begun = 0
        for _ in range(_BATCH):
            _, _, terminated, truncated, _ = env.step(env.action_space.sample())
            begun += int(np.count_nonzero(terminated) + np.count_nonzero(truncated))
        return _BATCH * 64 - begun

    return play


def _pgx(name: str) -> Callable[[], int]:
    """A game of pgx, compiled by JAX for this processor; those that are over begin anew at once."""
    jax, pgx = importlib.import_module("jax"), importlib.import_module("pgx")
    auto_reset = importlib.import_module("pgx.experimental.wrappers").auto_reset
    env = pgx.make(name)
    step = jax.vmap(auto_reset(env.step, env.init))

    def one(carried: Any, key: Any) -> Any:
        state, seen = carried
        logits = jax.numpy.where(state.legal_action_mask, 0.0, -1e9)
        own, later = jax.random.split(key)
        keys = jax.random.split(later, _ROWS)
        after = step(state, jax.random.categorical(own, logits), keys)
        # every observation is looked at, or the compiler would not make it
        return (after, seen + after.observation.astype(jax.numpy.float32).sum()), None

    @jax.jit  # type: ignore[untyped-decorator]
    def many(state: Any, key: Any) -> Any:
        return jax.lax.scan(one, (state, 0.0), jax.random.split(key, _BATCH))[0]

    state = jax.jit(jax.vmap(env.init))(jax.random.split(jax.random.PRNGKey(1), _ROWS))
    calls = 0

    def play() -> int:
        nonlocal state, calls
        calls += 1
        state, seen = many(state, jax.random.PRNGKey(calls))
        seen.block_until_ready()
        return _BATCH * _ROWS

    return play


def _open_spiel(name: str) -> Callable[[], int]:
    """A game of OpenSpiel, one after the other in Python, as its own examples do it. Chance is not counted as steps."""
    game = importlib.import_module("pyspiel").load_game(name)
    chance = random.Random(1)  # noqa: S311 - for play

    def play() -> int:
        made = 0
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                state.apply_action(chance.choice(state.legal_actions()))
                continue
            state.observation_tensor()
            state.apply_action(chance.choice(state.legal_actions()))
            made += 1
        return made

    return play


class Rival:
    """An environment of others: what it is called, where it comes from, and how it is played."""

    def __init__(self, name: str, package: str, module: str, play: Callable[[], Callable[[], int]]) -> None:
        self.name, self.package, self.play = name, package, play
        self.is_here = find_spec(module) is not None

    def __str__(self) -> str:
        return f"{self.name} ({self.package})"


RIVALS: Final = (
    Rival("Blackjack-v1", "Gymnasium", "gymnasium", _blackjack),
    Rival("2048", "pgx", "pgx", lambda: _pgx("2048")),
    Rival("leduc_holdem", "pgx", "pgx", lambda: _pgx("leduc_holdem")),
    Rival("solitaire", "OpenSpiel", "pyspiel", lambda: _open_spiel("solitaire")),
)
"""The first one is what all others are compared with."""
