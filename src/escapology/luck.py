"""Luck: from a seed to the same deal, on every machine and for ever.

The generator is SplitMix64 (Steele, Lea, Flood 2014). It is written out here, not taken from a library, because the
deals of all seeds ever published depend on every bit of it; `tests/test_luck.py` pins it.

    state  <- state + 0x9E3779B97F4A7C15                 (all arithmetic modulo 2^64)
    z      <- (state XOR state >> 30) * 0xBF58476D1CE4E5B9
    z      <- (z XOR z >> 27) * 0x94D049BB133111EB
    output  = z XOR z >> 31

A bounded draw below n takes the upper b bits of an output, b being the length of n - 1 in bits, and throws away what is
not below n: every result is equally likely. A shuffle is Fisher and Yates', from the last place down.
"""

import hashlib
import os
from collections.abc import Sequence
from typing import TypeVar

from escapology.errors import SettingError
from escapology.native import rule

__all__ = ["MAX_SEED", "Luck", "bots_luck", "draw_at", "number_of", "random_seed"]

T = TypeVar("T")

MAX_SEED = 2**64 - 1
_MASK = 2**64 - 1
_GAMMA = 0x9E3779B97F4A7C15
_BOTS = 0x426F74736C75636B


def _mix(z: int) -> int:
    z = ((z ^ z >> 30) * 0xBF58476D1CE4E5B9) & _MASK
    z = ((z ^ z >> 27) * 0x94D049BB133111EB) & _MASK
    return z ^ z >> 31


class Luck:
    """A stream of random numbers that depends on nothing but its seed."""

    def __init__(self, seed: int) -> None:
        if not 0 <= seed <= MAX_SEED:
            raise SettingError(f"seed {seed} is out of range: a seed is a whole number from 0 to {MAX_SEED}")
        self._state = _mix(seed + _GAMMA & _MASK)  # scattered, so that seeds 1, 2, 3 … have nothing in common

    def next64(self) -> int:
        """64 random bits."""
        self._state = self._state + _GAMMA & _MASK
        return _mix(self._state)

    def below(self, n: int) -> int:
        """A whole number from 0 to n - 1, each equally likely."""
        bits = (n - 1).bit_length()
        while True:
            x = self.next64() >> 64 - bits
            if x < n:
                return x

    def choose(self, things: Sequence[T]) -> T:
        """One of `things`, each equally likely."""
        return things[self.below(len(things))]

    def shuffle(self, things: list[T]) -> None:
        """Put `things` into a random order, each equally likely."""
        for i in range(len(things) - 1, 0, -1):
            j = self.below(i + 1)
            things[i], things[j] = things[j], things[i]


def bots_luck(number: int, luck: int = 0) -> Luck:
    """The luck of a bot that plays the deal of that seed: not the deal's own, else its choices would go with the cards.

    A deal without a seed has a number instead (`number_of`). Each value of `luck` gives other luck on the same deal. It
    is `Luck(seed ^ 0x426F74736C75636B)`, the number spelling "Botsluck"; a `luck` other than 0 is mixed, as above, and
    XORed with it, too.
    """
    if not 0 <= luck <= MAX_SEED:
        raise SettingError(f"luck {luck} is out of range: it is a whole number from 0 to {MAX_SEED}")
    return Luck(number ^ _BOTS ^ _mix(luck))


def number_of(line: str, copy: int = 0) -> int:
    """A number in place of a seed, for a deal line that came from elsewhere; for each copy of the line another one."""
    text = f"{line} #{copy}" if copy else line
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8])


def random_seed() -> int:
    """A seed that nobody chose: nine digits at most, so that one can type it again."""
    return int.from_bytes(os.urandom(8)) % 1_000_000_000


@rule
def _mix32(x: int) -> int:
    """Scatter 32 bits (no product passes 63 bits, so plain and compiled code agree)."""
    x = ((x ^ x >> 16) * 0x45D9F3B) & 0xFFFFFFFF
    x = ((x ^ x >> 16) * 0x45D9F3B) & 0xFFFFFFFF
    return x ^ x >> 16


@rule
def draw_at(seed: int, index: int, n: int) -> int:
    """The `index`-th of the unending draws of `seed` (32 bits), below n (at most 2^16): luck that rules can look up.

    For the rare deals whose luck has no end; a function of its place, so that no state holds a generator.
    """
    limit = 0x100000000 - 0x100000000 % n
    x = _mix32(_mix32(seed) ^ index & 0xFFFFFFFF)
    while x >= limit:  # so that every result is equally likely
        x = _mix32(x + 0x9E3779B9 & 0xFFFFFFFF)
    return x % n
