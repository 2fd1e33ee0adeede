"""Perft: how many sequences of n legal moves there are. A sequence ends where the game is over.

The count is the same for every right implementation of a game, so it is the test that finds wrong ones, and as it does
nothing but generate and play moves, it is also the measure of how fast the rules are.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

from escapology.layout import Rows
from escapology.middle import legal_moves, play_move, start_state
from escapology.native import compile_kernel, is_plain
from escapology.protocol import AnyGame, Deal, Struct

__all__ = ["perft", "perft_split"]


@functools.cache
def _kernel(game: AnyGame, plain: bool) -> Callable[[Any, Any, Any, Any, int], None]:
    moves, play = game.rules.moves, game.rules.play

    def count(deals: Any, stack: Any, out: Any, at: Any, depth: int) -> None:
        """Fill at[1][p] with the number of sequences of p moves from stack[0]; at[0] is scratch: moves left to try."""
        d = deals[0]
        at[0][0] = moves(d, stack[0], out[0])
        p = 0
        while p >= 0:
            i = at[0][p] - 1
            if i < 0:
                p -= 1
                continue
            at[0][p] = i
            stack[p + 1] = stack[p]
            play(d, stack[p + 1], out[p][i])
            p += 1
            at[1][p] += 1
            if p == depth:
                p -= 1
            else:
                at[0][p] = moves(d, stack[p], out[p])

    return count if plain else compile_kernel(count)


def perft(game: AnyGame, deal: Deal, depth: int, state: Struct | None = None, *, plain: bool = False) -> list[int]:
    """The counts of depths 1 to `depth`, from that state (else from the start); `plain` = without compiling."""
    if state is None:
        state = start_state(game, deal)
    plain = plain or is_plain()
    if plain:
        levels: Any = [[0] * (depth + 1) for _ in range(2)]
        out: Any = [[0] * game.rules.most_moves for _ in range(depth + 1)]
        _kernel(game, plain)([deal], Rows([state] * (depth + 1)), out, levels, depth)
        return list(levels[1][1:])
    import numpy as np

    levels = np.zeros((2, depth + 1), np.int64)
    out = np.zeros((depth + 1, game.rules.most_moves), np.int64)
    deals = game.rules.deal_type.rows([deal])
    _kernel(game, plain)(deals, game.rules.state_type.rows([state], spare=depth), out, levels, depth)
    return [int(n) for n in levels[1][1:]]


def perft_split(
    game: AnyGame, deal: Deal, depth: int, state: Struct | None = None, *, plain: bool = False
) -> dict[str, int]:
    """How many of the sequences of `depth` moves begin with each first move: to find which one is off."""
    if state is None:
        state = start_state(game, deal)
    split: dict[str, int] = {}
    for move in legal_moves(game, deal, state):
        after = play_move(game, deal, state, move)
        text = game.notation.move_text(deal, state, move)
        split[text] = perft(game, deal, depth - 1, after, plain=plain)[-1] if depth > 1 else 1
    return split
