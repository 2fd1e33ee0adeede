"""Games played at random, plain or compiled: the simplest player, the widest test, a measure of the rules' speed."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

from escapology.game import Deal, Game, Struct
from escapology.layout import Rows
from escapology.luck import draw_at
from escapology.native import compile_kernel, is_plain

__all__ = ["play_at_random"]


@functools.cache
def _kernel(game: Game, plain: bool) -> Callable[[Any, Any, Any, Any, int, int], int]:
    start, moves, play = game.start, game.moves, game.play

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


def play_at_random(
    game: Game, deals: list[Deal], seed: int, most: int = 1000, *, plain: bool = False
) -> tuple[int, list[Struct]]:
    """Play each deal at random to its end, or for `most` moves: how many moves in all, and the last states.

    `plain` = without compiling.
    """
    if plain or is_plain():
        states: Any = Rows([game.state_type() for _ in deals])
        made = _kernel(game, True)(deals, states, [game.state_type()], [0] * game.most_moves, seed, most)
        return made, list(states)
    import numpy as np

    states = game.state_type.rows([], spare=len(deals))
    blank = game.state_type.rows([], spare=1)
    rows = game.deal_type.rows(deals)
    made = _kernel(game, False)(rows, states, blank, np.zeros(game.most_moves, np.int64), seed, most)
    return int(made), [game.state_type.from_row(row) for row in states]
