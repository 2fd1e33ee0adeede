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

from __future__ import annotations

import hashlib
import os
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, TypeVar

from escapology.errors import SettingError
from escapology.native import rule

if TYPE_CHECKING:
    import numpy as np

__all__ = [
    "MAX_SEED",
    "Luck",
    "below",
    "bots_luck",
    "check_seed",
    "draw_at",
    "number_of",
    "random_seed",
    "seed_luck",
    "shuffle",
]

T = TypeVar("T")

MAX_SEED = 2**64 - 1
_MASK = 2**64 - 1
_GAMMA = 0x9E3779B97F4A7C15
_FIRST = 0xBF58476D1CE4E5B9
_SECOND = 0x94D049BB133111EB
_SIGNED = 2**63 - 1  # what is masked by it has a sign in compiled code, too
_BOTS = 0x426F74736C75636B


def _mix(z: int) -> int:
    z = ((z ^ z >> 30) * 0xBF58476D1CE4E5B9) & _MASK
    z = ((z ^ z >> 27) * 0x94D049BB133111EB) & _MASK
    return z ^ z >> 31


def check_seed(seed: int) -> None:
    """Refuse what is not a seed."""
    if not 0 <= seed <= MAX_SEED:
        raise SettingError(f"seed {seed} is out of range: a seed is a whole number from 0 to {MAX_SEED}")


class Luck:
    """A stream of random numbers that depends on nothing but its seed."""

    def __init__(self, seed: int) -> None:
        check_seed(seed)
        self._state = _mix(seed + _GAMMA & _MASK)  # scattered, so that seeds 1, 2, 3 … have nothing in common

    def next64(self) -> int:
        """64 random bits."""
        self._state = self._state + _GAMMA & _MASK
        return _mix(self._state)

    def draws32(self, count: int) -> np.ndarray[Any, np.dtype[np.int64]]:
        """The upper halves of the next numbers, for compiled code: what `below` uses where n is not above 2^32."""
        import numpy as np

        states = np.arange(1, count + 1, dtype=np.uint64) * np.uint64(_GAMMA) + np.uint64(self._state)
        self._state = self._state + count * _GAMMA & _MASK
        z = (states ^ states >> np.uint64(30)) * np.uint64(0xBF58476D1CE4E5B9)
        z = (z ^ z >> np.uint64(27)) * np.uint64(0x94D049BB133111EB)
        return ((z ^ z >> np.uint64(31)) >> np.uint64(32)).astype(np.int64)

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
        state, mask = self._state, _MASK
        for i in range(len(things) - 1, 0, -1):
            spare = 64 - i.bit_length()
            while True:  # `below(i + 1)`, written out: most of what a deal takes to make
                state = state + _GAMMA & mask
                z = ((state ^ state >> 30) * 0xBF58476D1CE4E5B9) & mask
                z = ((z ^ z >> 27) * 0x94D049BB133111EB) & mask
                j = (z ^ z >> 31) >> spare
                if j <= i:
                    break
            things[i], things[j] = things[j], things[i]
        self._state = state


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


# The same as `Luck`, for kernels that deal: `luck` is a list of one number, there an array of 64 bits without a sign.


@rule
def _next64(luck: list[int]) -> int:
    """64 random bits."""
    luck[0] = luck[0] + _GAMMA & _MASK
    z = luck[0]
    z = ((z ^ z >> 30) * _FIRST) & _MASK
    z = ((z ^ z >> 27) * _SECOND) & _MASK
    return z ^ z >> 31


@rule
def seed_luck(luck: list[int]) -> None:
    """Make the luck of a seed out of the seed."""
    luck[0] = _next64(luck)


@rule
def below(luck: list[int], n: int) -> int:
    """A whole number from 0 to n - 1, each equally likely; n is 2 at least."""
    spare = 64
    while n - 1 >> 64 - spare > 0:
        spare -= 1
    x = n
    while x >= n:
        x = _next64(luck) >> spare & _SIGNED
    return x


@rule
def shuffle(luck: list[int], things: list[int], count: int) -> None:
    """Put the first `count` of the things into a random order, each equally likely."""
    for i in range(count - 1, 0, -1):
        j = below(luck, i + 1)
        thing = things[i]
        things[i] = things[j]
        things[j] = thing
