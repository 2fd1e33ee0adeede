"""Sets of squares, and where coins take a rat that may be on any square of a set.

A set is two whole numbers: squares 0 … 47 are the bits of the first, 48 … 95 those of the second. Where a value leads
from a whole set is looked up in pieces of six squares, 16 pieces a set:

    step[v][piece][bits]   the squares that a run with value v reaches from those squares, the way out left aside
    stays[v]               the squares from which v has a run that stays inside, so that it can be laid (`classic.py`)
    leads_out[v]           the squares from which v runs out
"""

from __future__ import annotations

import functools
from array import array
from collections.abc import Iterable
from itertools import chain
from typing import Any, Final

import numpy as np

from escapology.games.lab_rats.rules import OUTSIDE, VALUES, Deal
from escapology.games.lab_rats.solver.kernels import kernel_of
from escapology.native import rule

__all__ = ["SQUARES_BYTES", "Squares", "has_square", "meets", "members", "set_of", "spread"]

HALF: Final = 48  # squares of one word
PIECE: Final = 6  # squares looked up at a time
PIECES: Final = 16
PATTERNS: Final = 64
SQUARES_BYTES: Final = 16 * VALUES * (PIECES * PATTERNS + 2)  # of the tables of a maze


@rule
def spread(step: Any, value: int, low: int, high: int) -> tuple[int, int]:
    """The squares that a run with that value reaches from a set."""
    a, b = 0, 0
    piece = 0
    while low:
        bits = low & 63
        if bits:
            a |= step[value, piece, bits, 0]
            b |= step[value, piece, bits, 1]
        low >>= 6
        piece += 1
    piece = 8
    while high:
        bits = high & 63
        if bits:
            a |= step[value, piece, bits, 0]
            b |= step[value, piece, bits, 1]
        high >>= 6
        piece += 1
    return a, b


@rule
def meets(masks: Any, value: int, low: int, high: int) -> bool:
    """Whether a set has a square of `stays` or `leads_out` of that value."""
    found: bool = ((masks[value, 0] & low) | (masks[value, 1] & high)) != 0
    return found


@rule
def has_square(pair: Any, square: int) -> bool:
    """Whether a set, given as a pair, has a square."""
    return bool((pair[square // 48] >> (square % 48)) & 1)


def members(pair: Any) -> list[int]:
    """The squares of a set."""
    found = []
    for half in range(2):
        bits = int(pair[half])
        while bits:
            found.append(half * HALF + _lowest(bits))
            bits &= bits - 1
    return found


def _lowest(bits: int) -> int:
    """The place of the lowest bit."""
    return (bits & -bits).bit_length() - 1


def set_of(squares: Iterable[int]) -> Any:
    """The set of these squares."""
    pair = np.zeros(2, np.int64)
    for square in squares:
        pair[square // HALF] |= 1 << (square % HALF)
    return pair


@rule
def fill_squares(follow: Any, step: Any, stays: Any, leads_out: Any) -> None:
    """Fill the tables of a maze, `follow` being its squares next to each other, way after way."""
    for square in range(96):
        half, bit = square // 48, 1 << (square % 48)
        piece, pattern = square // 6, 1 << (square % 6)
        for way in range(4):
            at, distance = follow[4 * square + way], 0
            while at >= 0:
                distance += 1
                if at >= 96:
                    for value in range(6):
                        if value == 0 or value >= distance:
                            leads_out[value, half] |= bit
                    break
                to = 1 << (at % 48)
                step[0, piece, pattern, at // 48] |= to
                stays[0, half] |= bit
                if distance <= 5:
                    step[distance, piece, pattern, at // 48] |= to
                    stays[distance, half] |= bit
                at = follow[4 * at + way]
    for value in range(6):
        for piece in range(16):
            for bits in range(3, 64):
                rest = bits & (bits - 1)
                if rest:
                    for half in range(2):
                        one = step[value, piece, bits ^ rest, half]
                        step[value, piece, bits, half] = step[value, piece, rest, half] | one


class Squares:
    """The tables of one maze."""

    def __init__(self, d: Deal) -> None:
        assert OUTSIDE == 2 * HALF == PIECE * PIECES
        self.step = np.zeros((VALUES, PIECES, PATTERNS, 2), np.int64)
        self.stays = np.zeros((VALUES, 2), np.int64)
        self.leads_out = np.zeros((VALUES, 2), np.int64)
        follow = np.frombuffer(array("b", chain.from_iterable(d.next)), np.int8).astype(np.int64)
        kernel_of(fill_squares)(follow, self.step, self.stays, self.leads_out)
        self.maze = (self.step, self.stays, self.leads_out)  # as kernels take them

    @property
    def with_drops_laid(self) -> tuple[Any, Any, Any]:
        """The same where every coin can be laid everywhere, by dropping it (LR4)."""
        return self.step, np.full_like(self.stays, -1), self.leads_out

    @functools.cached_property
    def kinds(self) -> Any:
        """The squares of each kind (`bases.py`)."""
        kinds = np.empty((16, 2), np.int64)
        for kind in range(16):
            kinds[kind] = self.stays[0]
            for value in range(2, 6):
                can_lay = self.stays[value]
                kinds[kind] &= can_lay if (kind >> (value - 2)) & 1 else ~can_lay
        return kinds

    @functools.cached_property
    def rows(self) -> Any:
        """Of each square, the sets that runs with each value reach: twelve numbers in a row."""
        all_squares = np.arange(OUTSIDE)
        one_by_one = self.step[:, all_squares // PIECE, 1 << all_squares % PIECE]
        return np.ascontiguousarray(one_by_one.transpose(1, 0, 2)).reshape(OUTSIDE, 2 * VALUES)

    def runs(self, value: int, square: int) -> tuple[int, int]:
        """The squares to which runs with that value lead from one; as well those from which they lead there."""
        low, high = self.step[value, square // PIECE, 1 << (square % PIECE)].tolist()
        return low, high

    def leads(self, value: int, here: int, there: int) -> bool:
        """Whether a run with that value leads from one square to the other."""
        return has_square(self.runs(value, here), there)

    def can_lay(self, value: int, square: int) -> bool:
        """Whether a coin can be run with and backed up from."""
        return has_square(self.stays[value], square)

    def first_out(self, value: int, among: Any) -> int:
        """The first square of a set from which a coin gets out."""
        low, high = (among & self.leads_out[value]).tolist()
        return _lowest(low) if low else HALF + _lowest(high)

    def runs_out(self, value: int, square: int) -> bool:
        """Whether a coin gets out."""
        return has_square(self.leads_out[value], square)
