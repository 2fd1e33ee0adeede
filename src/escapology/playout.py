"""Games played at random, plain or compiled: the simplest player, the widest test, a measure of the rules' speed."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

from escapology.layout import Rows
from escapology.luck import draw_at
from escapology.native import compile_kernel, is_plain
from escapology.protocol import AnyGame, Deal, Struct

__all__ = ["Playouts"]


@functools.cache
def _kernel(game: AnyGame, plain: bool) -> Callable[[Any, Any, Any, Any, int, int], int]:
    start, moves, play = game.rules.start, game.rules.moves, game.rules.play

    def run(deals: Any, states: Any, blank: Any, out: Any, seed: int, most: int) -> int:
        """Play the deals one after the other, each to its end or for `most` moves; how many moves they took."""
        made = 0
        for i in range(len(deals)):
            d = deals[i]
            states[i] = blank[0]
            start(d, states[i])
            for _ in range(most):
                found = moves(d, states[i], out)
                if found == 0:
                    break
                play(d, states[i], out[draw_at(seed, made, found)])
                made += 1
        return made

    return run if plain else compile_kernel(run)


class Playouts:
    """Deals that are played at random, as often as one likes; `plain` = without compiling."""

    def __init__(self, game: AnyGame, deals: list[Deal], *, plain: bool = False) -> None:
        self.game = game
        self.plain = plain or is_plain()
        self._deals: Any
        self._states: Any
        self._out: Any
        self._blank: Any
        if self.plain:
            self._deals, self._out = deals, [0] * game.rules.most_moves
            self._states, self._blank = Rows([game.rules.state_type() for _ in deals]), [game.rules.state_type()]
            return
        import numpy as np

        self._deals, self._out = game.rules.deal_type.rows(deals), np.zeros(game.rules.most_moves, np.int64)
        self._states, self._blank = (
            game.rules.state_type.rows([], spare=len(deals)),
            game.rules.state_type.rows([], spare=1),
        )

    def run(self, seed: int, most: int = 1000) -> int:
        """Play each deal to its end, or for `most` moves; how many moves that took in all."""
        kernel = _kernel(self.game, self.plain)
        return int(kernel(self._deals, self._states, self._blank, self._out, seed, most))

    def states(self) -> list[Struct]:
        """Where the games of the last run ended."""
        return list(self._states) if self.plain else [self.game.rules.state_type.from_row(row) for row in self._states]
