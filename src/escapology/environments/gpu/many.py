"""Thousands of games on a GPU, and all that is seen of them stays there.

The same episodes as those of `Environments`, bit for bit. A step is a few kernels: rows are put in order by what they
have to do; those that are over begin anew; the others act. Nothing is fetched from the GPU, not even to find the seeds
of new deals: each row has a generator of its own there.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Sequence
from typing import Any

import gymnasium
import numpy as np
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from escapology.environments.episode import chosen_setting, read_deal
from escapology.environments.gpu.rows import (
    OWN,
    Columns,
    Few,
    act,
    begin,
    columns_of,
    features,
    features_shape,
    group_rule,
    kinds_of,
    prepare,
    take,
)
from escapology.environments.gpu.tuning import Tuning
from escapology.environments.spaces import (
    FEATURES,
    MASK,
    Observations,
    Rewards,
    check_choice,
    flat_size,
    space,
)
from escapology.environments.table import GIVEN, LEFT, NEW, choose, learning_of
from escapology.errors import SettingError
from escapology.luck import check_seed

__all__ = ["GpuEnvironments"]


class GpuEnvironments(VectorEnv[dict[str, Any], Any, Any]):
    """So many games to be learned at once, on a GPU.

    What is said of `Environments(copy=False)` holds here, too: all arrays are handed out once and for all, and the next
    step writes into them.
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
        tuning: Tuning | None = None,
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
        learning = self._learning = learning_of(self.game)
        self._how = learning.limit if max_episode_steps is None else max_episode_steps, rewards == "points"
        self.single_observation_space = space(learning, observations)
        self.single_action_space = gymnasium.spaces.Discrete(learning.action_count)
        self._machine = self.machine_of(tuning or Tuning())
        t = self._t = columns_of(self.game, learning.forms(self.setting), num_envs, self._machine)
        self._few = Few(t.actions, t.count, t.over)
        self._prepare(is_flat=observations == "flat")
        self._hand_out(t)
        self._has_begun = False

    @staticmethod
    def machine_of(tuning: Tuning) -> Any:
        """Where the environments run."""
        from escapology.environments.gpu.machine import Gpu  # its compiler is needed only here

        return Gpu(tuning)

    def _prepare(self, is_flat: bool) -> None:
        """The kernels, and what they need."""
        machine, count = self._machine, self.num_envs
        kinds = kinds_of(self._learning)
        self._kinds = machine.put(kinds)
        groups = 2 + int(kinds.max())  # those that begin, and each kind of action
        self._grouped = machine.grouped(count, groups, group_rule)
        self._begin = self._grouped.over(begin(self.game), 0, 1)
        self._act = self._grouped.over(act(self.game), 1, groups)
        self._prepare_rows, self._choose, self._take = map(machine.over_rows, (prepare(), choose(), take()))
        self._new = machine.put(np.full(count, NEW, np.int8))
        self._chosen = machine.zeros(count, np.int64)
        self._go_on = machine.repeated(self._one_step)
        self._features: Any = None
        if is_flat:
            self._features = machine.zeros((count, flat_size(self._learning)), np.float32)
            shape = features_shape(self._learning)
            self._shape = type(shape)(*map(machine.put, shape))
            self._flatten = machine.over_rows(features())

    def _hand_out(self, t: Columns) -> None:
        """All that is seen of the games."""

        def whole(array: Any) -> Any:
            return self._machine.view(array, array.shape, array.strides)

        self.observations, self.masks = whole(t.observations), whole(t.masks)
        self._seen: dict[str, Any] = {}
        if self._features is not None:
            self._seen[FEATURES] = whole(self._features)
        else:
            first = 0
            for part in self._learning.arrays:
                shape = (self.num_envs, *part.shape)
                strides = (t.observations.strides[0], *(math.prod(part.shape[k + 1 :]) for k in range(len(part.shape))))
                self._seen[part.name] = self._machine.view(t.observations, shape, strides, first)
                first += part.size
        self._seen[MASK] = self.masks
        self._actions = whole(self._chosen)
        self._rewards, self._terminated, self._truncated = map(whole, (t.rewards, t.terminated, t.truncated))
        self._info: dict[str, Any] = {MASK: self.masks}
        for name, array in (("illegal", t.illegal), ("won", t.won), ("score", t.points), ("seed", t.seed)):
            self._info[name] = whole(array)

    @functools.cached_property
    def observation_space(self) -> gymnasium.Space[Any]:  # type: ignore[override]  # large, and rarely asked for
        """All observations: the bounds of every number."""
        return batch_space(self.single_observation_space, self.num_envs)

    @functools.cached_property
    def action_space(self) -> gymnasium.Space[Any]:  # type: ignore[override]
        """All actions."""
        return batch_space(self.single_action_space, self.num_envs)

    def reset(
        self, *, seed: int | Sequence[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Begin all games: row i has the deal of `seed` + i, or of the i-th of several seeds.

        Options: `deal`, a deal line for all rows or a list of one for each; `reset_mask`, which rows are begun.
        """
        options = options or {}
        chosen = self._rows_to_reset(options.get("reset_mask"))
        lines = options.get("deal")
        given = self._t.forms if lines is None else self._machine.put(self._deals(lines))
        seeds, has_own = self._seeds(seed)
        is_sown = chosen & has_own
        if not self._has_begun:  # rows without a seed of their own go on with deals that nobody chose
            drawn = self.np_random.integers(2**63, size=self.num_envs)
            seeds = np.where(has_own, seeds, drawn.astype(np.uint64))
            is_sown = np.ones(self.num_envs, bool)
        how = np.where(has_own, OWN, NEW) if lines is None else GIVEN
        what = self._machine.put(np.where(chosen, how, LEFT).astype(np.int8))
        self._prepare_rows(0, self.num_envs, self._t, what, self._machine.put(seeds), self._machine.put(is_sown), given)
        self._grouped.sort(self._few, self._chosen, self._kinds)
        self._begin(self._t, what)
        self._has_begun = True
        self._show()
        return self._seen, self._info

    def step(self, actions: Any) -> tuple[dict[str, Any], Any, Any, Any, dict[str, Any]]:
        """One action in each game: whole numbers on the GPU, or an array of NumPy."""
        if not self._has_begun:
            raise gymnasium.error.ResetNeeded("nothing has begun: call reset()")
        chosen = self._machine.taken(actions)
        if chosen.shape != (self.num_envs,) or chosen.dtype.kind not in "iu":
            raise gymnasium.error.InvalidAction(f"{self.num_envs} whole numbers are needed, one action for each game")
        if chosen is not self._chosen:  # the kernels of a step always look there
            self._take(0, self.num_envs, chosen, self._chosen)
        self._go_on()
        return self._seen, self._rewards, self._terminated, self._truncated, self._info

    def random_actions(self, seed: int) -> Any:
        """A legal action of each game, at random; 0 where there is none. The same as those of `Environments`."""
        self._choose(0, self.num_envs, self._few, self._chosen, seed)
        return self._actions

    def synchronize(self) -> None:
        """Wait until the GPU has done all that it was told."""
        self._machine.wait()

    def _one_step(self) -> None:
        """Begin the games that are over, and act in the others."""
        self._grouped.sort(self._few, self._chosen, self._kinds)
        self._begin(self._t, self._new)
        self._act(self._t, self._chosen, self._how)
        self._show()

    def _show(self) -> None:
        """Bring the features up to date."""
        if self._features is not None:
            count = self.num_envs * self._features.shape[1]
            self._flatten(0, count, self._t.observations, self._shape, self._features)

    def _rows_to_reset(self, mask: Any) -> Any:
        if mask is None:
            return np.ones(self.num_envs, bool)
        chosen = np.asarray(mask)
        if chosen.shape != (self.num_envs,) or chosen.dtype != bool:
            raise SettingError(f"reset_mask must be {self.num_envs} booleans, one per game")
        if not self._has_begun:
            raise gymnasium.error.ResetNeeded("begin all games before you begin some of them anew")
        return chosen

    def _deals(self, lines: Any) -> Any:
        """The deals of deal lines, in rows: one, or one for each game."""
        texts = [lines] if isinstance(lines, str) else list(lines)
        if not isinstance(lines, str) and len(texts) != self.num_envs:
            raise SettingError(f"there are {len(texts)} deals: give one, or {self.num_envs}, one per game")
        return self.game.rules.deal_type.rows([read_deal(self.game, text) for text in texts])

    def _seeds(self, seed: int | Sequence[int | None] | None) -> tuple[Any, Any]:
        """The seed of each row, and which rows have one."""
        count = self.num_envs
        if seed is None or isinstance(seed, (int, np.integer)):
            super().reset(seed=None if seed is None else int(seed))
            if seed is None:
                return np.zeros(count, np.uint64), np.zeros(count, bool)
            check_seed(int(seed))
            check_seed(int(seed) + count - 1)
            return np.arange(count, dtype=np.uint64) + np.uint64(seed), np.ones(count, bool)
        if len(seed) != count:
            raise SettingError(f"there are {len(seed)} seeds: give one, or {count}, one per game")
        for own in seed:
            if own is not None:
                check_seed(own)
        return np.array([own or 0 for own in seed], np.uint64), np.array([own is not None for own in seed])
