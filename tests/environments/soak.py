"""Random steps through the vectorised environments with every index checked, and what each game promises.

    ESCAPOLOGY_BOUNDS=1 python -m tests.environments.soak 100000000

One action in twenty is any action at all, legal or not. After every hundred steps some positions of each game are
looked at: its invariants hold, its numbers are in range, its mask is that of its legal moves.
"""

import sys
from typing import Any

import numpy as np

from escapology.environments import Environments
from escapology.games import GAMES
from escapology.middle import legal_moves
from tests.kit import check_invariants

COUNT = 512


def soak(setting: str, steps: int) -> int:
    """Play so many steps; how many games that were."""
    env = Environments(COUNT, setting=setting, copy=False)
    env.reset(seed=1)
    chance = np.random.default_rng(1)
    games = 0
    for made in range(max(1, steps // COUNT)):
        actions = env.random_actions(made)
        wild = chance.random(COUNT) < 0.05
        actions[wild] = chance.integers(env._table.learning.action_count, size=int(wild.sum()))
        seen, _, terminated, truncated, told = env.step(actions)
        games += int((terminated | truncated).sum())
        if made % 100 == 0:
            assert seen in env.observation_space, setting
            for row in chance.integers(COUNT, size=5).tolist():
                look(env, row, told)
    return games


def look(env: Environments, row: int, told: dict[str, Any]) -> None:
    deal, state = env._table.position(row)
    check_invariants(env.game.name, deal, state)
    action_of = env._table.learning.action_of
    legal = {action_of(deal, state, move) for move in legal_moves(env.game, deal, state)}
    assert set(np.flatnonzero(told["action_mask"][row]).tolist()) == legal
    assert told["won"][row] == (not legal and env.game.rules.won(deal, state))


def main(steps: int) -> None:
    every = [f"{game.name}/{variant.name}" for game in GAMES.values() for variant in game.facts.variants]
    for setting in every:
        sys.stdout.write(f"{setting}: {soak(setting, steps // len(every))} games\n")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 1_000_000)
