"""The memory of a search: a table of fixed size, so that memory is bounded; what does not fit is worked out again.

Each place holds the three words of a position, and its chance, or minus an upper bound of it.
"""

from typing import Any, Final

from escapology.games.kidnap_machine.plan import SHIFT, Spot
from escapology.native import is_plain, rule

__all__ = ["keep", "make_memory", "recall"]

_SLOTS: Final = 8  # places where a position may be kept, one behind the other


def make_memory(bits: int) -> tuple[Any, Any]:
    """An empty memory for 2 ** bits positions: their words, and their chances."""
    if is_plain():
        return [[0, 0, 0] for _ in range(1 << bits)], [0.0] * (1 << bits)
    import numpy as np

    return np.zeros((1 << bits, 3), np.int64), np.zeros(1 << bits, np.float64)


@rule
def _scatter(mixed: int, word: int) -> int:
    """Stir a word of 63 bits into a hash of 32 (no product passes 63 bits: compiled code may not overflow)."""
    mixed = ((mixed ^ word & 0xFFFFFFFF) * 0x45D9F3B) & 0xFFFFFFFF
    mixed ^= mixed >> 15
    mixed = ((mixed ^ word >> 32) * 0x45D9F3B) & 0xFFFFFFFF
    return mixed ^ mixed >> 16


@rule
def _words(spot: Spot) -> tuple[int, int, int]:
    """A position in three words."""
    return spot.ones | spot.you << SHIFT, spot.twos | spot.enemy << SHIFT, spot.fours | spot.left << SHIFT


@rule
def _place(keys: Any, ones: int, twos: int, fours: int) -> int:
    """Where a position is kept, or else where it should go."""
    first = _scatter(_scatter(_scatter(0, ones), twos), fours)
    cheapest = first % len(keys)
    for i in range(_SLOTS):
        place = (first + i) % len(keys)
        if keys[place][2] == 0:
            return place
        if keys[place][2] == fours and keys[place][1] == twos and keys[place][0] == ones:
            return place
        if keys[place][2] < keys[cheapest][2]:  # fewer turns left: found again sooner
            cheapest = place
    return cheapest


@rule
def keep(keys: Any, values: Any, spot: Spot, value: float) -> None:
    """Remember a chance, or minus an upper bound of it."""
    ones, twos, fours = _words(spot)
    place = _place(keys, ones, twos, fours)
    keys[place][0] = ones
    keys[place][1] = twos
    keys[place][2] = fours
    values[place] = value


@rule
def recall(keys: Any, values: Any, spot: Spot, floor: float) -> float:
    """The chance of a position, or an upper bound of it that is not above `floor`, if one is kept; else -1."""
    ones, twos, fours = _words(spot)
    place = _place(keys, ones, twos, fours)
    if keys[place][2] == fours and keys[place][1] == twos and keys[place][0] == ones:
        known = values[place]
        if known >= 0 or -known <= floor:
            return float(abs(known))
    return -1.0
