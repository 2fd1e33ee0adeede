"""Thousands of games at once, by compiled rules, on all cores.

Every step goes through all games in a kernel, which plays the moves and writes observations, masks and rewards where
they belong; threads share the rows. A game that is over begins anew with the next step, whatever its action
(`AutoresetMode.NEXT_STEP`). Row for row it is the same as `Environment` with the row's own seed.
"""

from __future__ import annotations

import itertools
import os
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final

import gymnasium
import numpy as np
from gymnasium.utils import seeding
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from escapology.environments.episode import chosen_setting, later_seeds, read_deal
from escapology.environments.spaces import (
    FEATURES,
    MASK,
    Observations,
    Rewards,
    check_choice,
    flat_size,
    flatten,
    parts,
    space,
)
from escapology.environments.table import ACT, AHEAD, GIVEN, LEFT, NEW, Table
from escapology.errors import SettingError
from escapology.luck import check_seed

__all__ = ["Environments"]

_FEW: Final = 64  # games that are not worth a thread of their own


class Environments(VectorEnv[dict[str, Any], Any, Any]):
    """So many games to be learned at once.

    `copy=False` hands out the very arrays that the next step writes into: copy what you keep. `threads` is how many
    share the work, by default one for each core. What is said of `Environment` holds for each game.
    """

    metadata: dict[str, Any] = {"render_modes": [], "autoreset_mode": AutoresetMode.NEXT_STEP}  # noqa: RUF012 (as Gymnasium has it)

    def __init__(
        self,
        num_envs: int = 1,
        *,
        setting: str,
        max_episode_steps: int | None = None,
        observations: Observations = "arrays",
        rewards: Rewards = "won",
        copy: bool = True,
        threads: int | None = None,
        **rulings: str,
    ) -> None:
        check_choice("observations", observations, Observations)
        check_choice("rewards", rewards, Rewards)
        if num_envs < 1:
            raise SettingError(f"num_envs={num_envs} is not possible: use at least 1")
        self.game, self.setting = chosen_setting(setting, rulings)
        if rewards == "points" and not self.game.facts.has_points:
            raise SettingError(f"{self.game.title} has no points: use rewards='won'")
        self.num_envs = num_envs
        self._table = Table(self.game, self.setting, num_envs)
        learning = self._table.learning
        self._limit = learning.limit if max_episode_steps is None else max_episode_steps
        self._by_points, self._copy = rewards == "points", copy
        self._features = np.zeros((num_envs, flat_size(learning)), np.float32) if observations == "flat" else None
        self.single_observation_space = space(learning, observations)
        self.single_action_space = gymnasium.spaces.Discrete(learning.action_count)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._sources: list[np.random.Generator] = []  # of each row's deals, as soon as it has been reset
        self._all = np.ones(num_envs, bool)
        self._act = np.full(num_envs, ACT, np.int64)
        wanted = threads or len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else threads or 1
        count = max(1, min(wanted, num_envs // _FEW))
        ends = [num_envs * k // count for k in range(count + 1)]
        self._shares = list(itertools.pairwise(ends))
        self._pool = ThreadPoolExecutor(count - 1) if count > 1 else None

    def reset(
        self, *, seed: int | Sequence[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Begin all games: row i has the deal of `seed` + i, or of the i-th of several seeds.

        Options: `deal`, a deal line for all rows or a list of one for each; `reset_mask`, which rows are begun.
        """
        options = options or {}
        rows = self._rows_to_reset(options.get("reset_mask"))
        deals = self._deals(options.get("deal"))
        seeds = self._seeds(seed)
        what = np.full(self.num_envs, LEFT, np.int64)
        for row in rows:
            own = seeds[row]
            first: list[int] = []
            if own is not None:
                self._sources[row] = seeding.np_random(own)[0]
                first = [own] if deals is None else []
            if deals is not None:
                self._table.give(row, deals[row])
                what[row] = GIVEN
                self._table.columns.seed[row] = 0
            else:
                what[row] = NEW
            if own is not None:
                self._table.sow(row, first + later_seeds(self._sources[row], AHEAD - len(first)))
        self._refill()
        self._share(lambda first, last: self._go(what, what, first, last))
        return self._result()

    def step(self, actions: Any) -> tuple[dict[str, Any], Any, Any, Any, dict[str, Any]]:
        """One action in each game."""
        if not self._sources:
            raise gymnasium.error.ResetNeeded("nothing has begun: call reset()")
        chosen = np.asarray(actions)
        if chosen.shape != (self.num_envs,) or chosen.dtype.kind not in "iu":
            raise gymnasium.error.InvalidAction(f"{self.num_envs} whole numbers are needed, one action for each game")
        chosen = np.ascontiguousarray(chosen, np.int64)
        self._refill()
        self._share(lambda first, last: self._go(self._act, chosen, first, last))
        t = self._table.columns
        observation, info = self._result()
        return observation, self._own(t.rewards), self._own(t.terminated), self._own(t.truncated), info

    @property
    def observations(self) -> Any:
        """What is seen of all games, a row of `int8` for each: its arrays, one after the other.

        The next step writes it.
        """
        return self._table.columns.observations

    def random_actions(self, seed: int) -> Any:
        """A legal action of each game, at random; 0 where there is none."""
        chosen = np.zeros(self.num_envs, np.int64)
        self._share(lambda first, last: self._table.choose(chosen, seed, (first, last)))
        return chosen

    def close_extras(self, **kwargs: Any) -> None:
        """Let the threads go."""
        if self._pool:
            self._pool.shutdown()

    def _rows_to_reset(self, mask: Any) -> Any:
        if mask is None:
            return range(self.num_envs)
        chosen = np.asarray(mask)
        if chosen.shape != (self.num_envs,) or chosen.dtype != bool:
            raise SettingError(f"reset_mask must be {self.num_envs} booleans, one per game")
        if not self._sources:
            raise gymnasium.error.ResetNeeded("begin all games before you begin some of them anew")
        return np.flatnonzero(chosen)

    def _deals(self, lines: Any) -> list[Any] | None:
        """A deal for each row."""
        if lines is None:
            return None
        if isinstance(lines, str):
            return [read_deal(self.game, lines)] * self.num_envs
        if len(lines) != self.num_envs:
            raise SettingError(f"there are {len(lines)} deals: give one, or {self.num_envs}, one per game")
        return [read_deal(self.game, line) for line in lines]

    def _seeds(self, seed: int | Sequence[int | None] | None) -> list[int | None]:
        """The seed of each row; where there is none, the row goes on with deals of its own."""
        if seed is None or isinstance(seed, (int, np.integer)):
            super().reset(seed=None if seed is None else int(seed))
            seeds: list[int | None] = [None if seed is None else int(seed) + row for row in range(self.num_envs)]
        else:
            seeds = list(seed)
            if len(seeds) != self.num_envs:
                raise SettingError(f"there are {len(seeds)} seeds: give one, or {self.num_envs}, one per game")
        for own in seeds:
            if own is not None:
                check_seed(own)
        if not self._sources:
            base = self.np_random.integers(2**63, size=self.num_envs)
            self._sources = [seeding.np_random(int(number))[0] for number in base]
            for row, own in enumerate(seeds):
                if own is None:
                    self._table.sow(row, later_seeds(self._sources[row], AHEAD))
        return seeds

    def _refill(self) -> None:
        """More seeds for games that have used all of theirs."""
        for row in np.flatnonzero(np.asarray(self._table.columns.used) == AHEAD).tolist():
            self._table.sow(row, later_seeds(self._sources[row], AHEAD))

    def _go(self, what: Any, chosen: Any, first: int, last: int) -> None:
        self._table.go(what, chosen, (first, last), self._limit, by_points=self._by_points)
        self._flatten(first, last)

    def _flatten(self, first: int, last: int) -> None:
        if self._features is not None:
            flatten(self._table.learning, self._table.columns.observations, self._features, first, last)

    def _share(self, work: Callable[[int, int], None]) -> None:
        """Have it done for all rows, by all threads."""
        if not self._pool:
            work(*self._shares[0])
            return
        others = [self._pool.submit(work, *share) for share in self._shares[1:]]
        work(*self._shares[0])
        for other in others:
            other.result()

    def _own(self, array: Any) -> Any:
        return np.array(array) if self._copy else array

    def _result(self) -> tuple[dict[str, Any], dict[str, Any]]:
        t = self._table.columns
        if self._features is not None:
            observation = {FEATURES: self._own(self._features)}
        else:
            observation = parts(self._table.learning, self._own(t.observations))
        info: dict[str, Any] = {}
        for name, array in (
            (MASK, t.masks), ("illegal", t.illegal), ("won", t.won), ("score", t.points), ("seed", t.seed)
        ):  # fmt: skip
            info |= {name: self._own(array), f"_{name}": self._all}
        return observation | {MASK: self._own(t.masks)}, info
