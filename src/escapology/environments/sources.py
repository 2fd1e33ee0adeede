"""The seeds of a game's next deals, drawn by rules: the same as NumPy's generator draws for `Environments`.

An environment that is reset with a seed draws the deals of later episodes from `np.random.PCG64` with that seed
(`episode.later_seeds`). With thousands of games that all end at different times, a GPU can't wait for this processor to
draw them, so each game keeps a generator of its own. PCG64 (O'Neill 2014) is a 128-bit linear congruential generator:

    state  <- state * MULTIPLIER + step                  (modulo 2^128; step is odd)
    output  = (upper half XOR lower half), rotated to the right by the upper 6 bits of the state

and a seed is the upper 63 bits of an output. State and step come from the seed by NumPy's `SeedSequence`. Numbers are
written with digits of 16 bits, lowest first, so that no product needs more than 63 bits and plain and compiled rules
agree.
"""

from __future__ import annotations

from typing import Final

from escapology.layout import Struct, field
from escapology.native import rule

__all__ = ["Source", "next_seed", "plant"]

_DIGITS: Final = 8  # of 16 bits
_LOW: Final = 0xFFFF
_WORD: Final = 0xFFFFFFFF
_MULTIPLIER: Final = tuple(0x2360ED051FC65DA44385DF649FCCF645 >> 16 * k & _LOW for k in range(_DIGITS))

# SeedSequence: four words of 32 bits are mixed, then stretched to eight
_POOL: Final = 4
_HASH: Final = 0x43B0D7E5
_HASH_TIMES: Final = 0x931E8875
_OUT: Final = 0x8B51F9DD
_OUT_TIMES: Final = 0x58F38DED
_LEFT_TIMES: Final = 0xCA01F9DD
_RIGHT_TIMES: Final = 0x4973F715


class Source(Struct):
    """A generator of seeds."""

    state: list[int] = field("i8", _DIGITS)  # digits, lowest first; while it is planted, words of 32 bits
    step: list[int] = field("i8", _DIGITS)  # what is added at each draw


@rule
def _times(a: int, b: int) -> int:
    """The product of two words, as a word."""
    return ((a * (b >> 16) & _LOW) << 16) + a * (b & _LOW) & _WORD


@rule
def _hash(value: int, key: int, next_key: int) -> int:
    """Scatter a word."""
    value = _times(value ^ key, next_key)
    return value ^ value >> 16


@rule
def plant(source: Source, seed: int) -> None:
    """Make a generator of a seed."""
    pool = source.step
    key = _HASH
    for k in range(_POOL):
        next_key = _times(key, _HASH_TIMES)
        word = 0
        if k < 2:
            word = seed >> 32 * k & _WORD
        pool[k] = _hash(word, key, next_key)
        key = next_key
    for one in range(_POOL):
        for other in range(_POOL):
            if one != other:
                next_key = _times(key, _HASH_TIMES)
                mixed = _times(_LEFT_TIMES, pool[other]) - _times(_RIGHT_TIMES, _hash(pool[one], key, next_key))
                mixed &= _WORD
                pool[other] = mixed ^ mixed >> 16
                key = next_key
    key = _OUT
    for k in range(2 * _POOL):
        next_key = _times(key, _OUT_TIMES)
        source.state[k] = _hash(pool[k % _POOL], key, next_key)
        key = next_key
    _set_up(source)


@rule
def _set_up(source: Source) -> None:
    """Of the eight words, the last four are the step without its lowest bit, the first four are added to the state."""
    words = source.state
    carry = 1
    for k in range(4):
        word = words[(6, 7, 4, 5)[k]]
        doubled = word << 1 | carry
        carry = doubled >> 32
        source.step[2 * k] = doubled & _LOW
        source.step[2 * k + 1] = doubled >> 16 & _LOW
    lowest = words[2]
    low = words[3]
    high = words[0]
    highest = words[1]
    carry = 0
    for k in range(_DIGITS):
        word = lowest if k < 2 else low if k < 4 else high if k < 6 else highest
        carry += (word >> 16 * (k & 1) & _LOW) + source.step[k]
        source.state[k] = carry & _LOW
        carry >>= 16
    _advance(source)


@rule
def _advance(source: Source) -> None:
    """The next state: from the highest digit down, so that those still needed are there."""
    state = source.state
    for k in range(_DIGITS - 1, -1, -1):
        total = source.step[k]
        for i in range(k + 1):
            total += state[i] * _MULTIPLIER[k - i]
        state[k] = total
    carry = 0
    for k in range(_DIGITS):
        carry += state[k]
        state[k] = carry & _LOW
        carry >>= 16


@rule
def next_seed(source: Source) -> int:
    """Draw a seed, from 0 to 2^63 - 1."""
    _advance(source)
    s = source.state
    low = s[0] ^ s[4] | (s[1] ^ s[5]) << 16
    high = s[2] ^ s[6] | (s[3] ^ s[7]) << 16
    by = s[7] >> 10
    if by >= 32:
        swapped = low
        low = high
        high = swapped
        by -= 32
    upper = (high >> by | low << 32 - by) & _WORD
    lower = (low >> by | high << 32 - by) & _WORD
    return upper << 31 | lower >> 1
