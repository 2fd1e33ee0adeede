"""Claimed wins checked: played again by the rules, move by move, each of them looked up among the legal ones.

Plain rules check every win, unless many deals are solved one after the other: then compiled ones check all of them, and
plain ones a sample, which depends on nothing but the deal.
"""

from __future__ import annotations

import functools
import zlib
from collections.abc import Sequence
from typing import Any, Final

import numpy as np

from escapology.middle import play_move, read_move
from escapology.native import compile_kernel, is_plain
from escapology.protocol import AnyGame, Deal, Struct
from escapology.verdict import Verdict

__all__ = ["check_win", "is_in_sample", "replays", "wins_by"]

SAMPLE: Final = 32  # one of so many deals is in it


def check_win(game: AnyGame, deal: Deal, state: Struct, found: Verdict, *, in_bulk: bool = False) -> None:
    """Refuse a win that is none; `in_bulk` = by compiled rules, unless the deal is in the sample."""
    packed = deal.packed() if in_bulk and found.numbers and not is_plain() else b""
    if packed and not is_in_sample(packed):
        is_win = len(found.numbers) == len(found.moves) and replays(game, packed, state, found.numbers)
    else:
        is_win = wins_by(game, deal, state, found.moves)
    if not is_win:
        raise AssertionError(f"{game.name}: the solver's moves do not win: {' '.join(found.moves)}")


def is_in_sample(packed: bytes) -> bool:
    """Whether plain rules check the wins of a deal in any case."""
    return zlib.crc32(packed) % SAMPLE == 0


def wins_by(game: AnyGame, deal: Deal, state: Struct, moves: Sequence[str]) -> bool:
    """Whether these moves win, by the plain rules."""
    for text in moves:
        state = play_move(game, deal, state, read_move(game, deal, state, text))
    return bool(game.rules.won(deal, state))


def replays(game: AnyGame, packed: bytes, state: Struct, numbers: Sequence[int]) -> bool:
    """Whether moves of these numbers are legal and win in a deal, by compiled rules."""
    out = np.zeros(game.rules.most_moves, np.int64)
    rows = game.rules.deal_type.rows_of(packed), type(state).rows([state])
    return bool(_kernel(game)(*rows, out, np.array(numbers, np.int64)))


@functools.cache
def _kernel(game: AnyGame) -> Any:
    moves, play, won = game.rules.moves, game.rules.play, game.rules.won

    def run(deals: Any, states: Any, out: Any, numbers: Any) -> bool:
        d, s = deals[0], states[0]
        for number in numbers:
            count = moves(d, s, out)
            place = 0
            while place < count and out[place] != number:
                place += 1
            if place == count:
                return False
            play(d, s, number)
        return bool(won(d, s))

    return compile_kernel(run)
