"""One game as an environment of Gymnasium, by plain rules: nothing is compiled, so it is there at once."""

from __future__ import annotations

import io
from typing import Any, Literal, TypeAlias

import gymnasium
import numpy as np

from escapology.draw import svg, text
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
from escapology.environments.table import ACT, GIVEN, NEW, Table
from escapology.errors import SettingError
from escapology.luck import check_seed
from escapology.middle import deal_line, new_deal
from escapology.protocol import Deal
from escapology.record import Record, record_text

__all__ = ["Environment"]

RenderMode: TypeAlias = Literal["ansi", "svg", "rgb_array"]
_ROW = (0, 1)
_WIDTH = 640  # pixels from left to right


class Environment(gymnasium.Env[dict[str, Any], np.int64]):
    """A game to be learned.

    `setting` is a game and a variant, as in `lab-rats/hard`; `rulings` are readings of its options: `diagram="turn"`.
    An action that is not legal does nothing: the reward is 0 and `info["illegal"]` is True.
    """

    metadata: dict[str, Any] = {"render_modes": ["ansi", "svg", "rgb_array"], "render_fps": 2}  # noqa: RUF012 (as Gymnasium has it)

    def __init__(
        self,
        setting: str,
        *,
        render_mode: RenderMode | None = None,
        observations: Observations = "arrays",
        rewards: Rewards = "won",
        **rulings: str,
    ) -> None:
        check_choice("observations", observations, Observations)
        check_choice("rewards", rewards, Rewards)
        if render_mode is not None:
            check_choice("render_mode", render_mode, RenderMode)
        self.game, self.setting = chosen_setting(setting, rulings)
        self._table = Table(self.game, self.setting, 1, plain=True)
        self._is_flat, self._by_points = observations == "flat", rewards == "points"
        if self._by_points and not self.game.facts.has_points:
            raise SettingError(f"{self.game.title} has no points: use rewards='won'")
        self.render_mode = render_mode
        self.observation_space = space(self._table.learning, observations)
        self.action_space = gymnasium.spaces.Discrete(self._table.learning.action_count)
        self._deal: Deal | None = None  # with its setting, which rows have not
        self._moves: list[str] = []

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Begin the deal of a seed; with `options={"deal": line}` that of a deal line; else one chosen at random."""
        given = read_deal(self.game, options["deal"]) if options and "deal" in options else None
        if seed is not None:
            check_seed(seed)
        super().reset(seed=seed)
        if given is None:
            chosen = later_seeds(self.np_random, 1)[0] if seed is None else seed
            self._deal = new_deal(self.setting, chosen)
            self._table.sow(0, [chosen])
        else:
            self._deal = given
            self._table.give(0, given)
        self._table.go([NEW if given is None else GIVEN], [0], _ROW)
        self._moves = []
        info = {"deal": deal_line(self.game, self._deal)} | ({} if given is not None else {"seed": chosen})
        return self._observation(), self._info() | info

    def step(self, action: Any) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        """Do what an action says, if it is legal here."""
        t = self._table.columns
        if self._deal is None or t.over[0]:
            raise gymnasium.error.ResetNeeded("the episode is over, or has not begun: call reset()")
        _, state = self._table.position(0)
        legal = dict(zip(t.actions[0][: t.count[0]], t.moves[0], strict=False))
        if int(action) in legal:
            self._moves.append(self.game.notation.move_text(self._deal, state, legal[int(action)]))
        self._table.go([ACT], [int(action)], _ROW, by_points=self._by_points)
        info = self._info() | {"illegal": bool(t.illegal[0])}
        if t.over[0]:
            info["won"] = bool(t.won[0])
        return self._observation(), float(t.rewards[0]), bool(t.terminated[0]), False, info

    def _observation(self) -> dict[str, Any]:
        t = self._table.columns
        mask = t.masks[0].copy()
        if self._is_flat:
            features = np.zeros((1, flat_size(self._table.learning)), np.float32)
            flatten(self._table.learning, t.observations, features, *_ROW, plain=True)
            return {FEATURES: features[0], MASK: mask}
        return parts(self._table.learning, t.observations[0].copy()) | {MASK: mask}

    def _info(self) -> dict[str, Any]:
        t = self._table.columns
        return {MASK: t.masks[0].copy(), "score": int(t.points[0])}

    def render(self) -> Any:
        """What the player sees: as text, as SVG or as pixels."""
        if self.render_mode is None or self._deal is None:
            return None
        _, state = self._table.position(0)
        scene = self.game.presentation.scene(*self.game.knowledge.observe(self._deal, state))
        if self.render_mode == "ansi":
            return text(scene)
        if self.render_mode == "svg":
            return svg(scene, targets=False)
        from PIL import Image

        from escapology.draw.pixels import png

        return np.array(Image.open(io.BytesIO(png(scene, width=_WIDTH))).convert("RGB"))

    def record(self) -> str:
        """The episode so far as a record, which can be saved, shared and replayed like any other."""
        if self._deal is None:
            raise gymnasium.error.ResetNeeded("there is no episode yet: call reset()")
        return record_text(Record(self.game, self._deal, tuple(self._moves)))

    def action_text(self, action: int) -> str:
        """A legal action as records write it; "" where it is not legal."""
        t = self._table.columns
        legal = dict(zip(t.actions[0][: t.count[0]], t.moves[0], strict=False))
        if self._deal is None or int(action) not in legal:
            return ""
        return self.game.notation.move_text(self._deal, self._table.position(0)[1], legal[int(action)])
