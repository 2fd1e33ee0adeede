"""The memory of a search: a table that grows up to a fixed size; what does not fit then is worked out again.

Of positions that compete for a place, the one with more turns left stays longer, as it is the harder one.
"""

from typing import Any, Final

from escapology.games.kidnap_machine.solver.plan import SHIFT, Spot
from escapology.native import is_plain, rule
from escapology.protocol import Struct, field

__all__ = ["Place", "keep", "make_memory", "move", "recall", "scatter"]

_SLOTS: Final = 8  # places where a position may be kept, one behind the other


class Place(Struct):
    """A place of the table; all zeros = empty."""

    ones: int = field("i8")  # the three words of a position
    twos: int = field("i8")
    fours: int = field("i8")
    value: float = field("f8")  # its chance, or minus an upper bound of it


def make_memory(bits: int) -> Any:
    """An empty table for 2 ** bits positions."""
    return [Place() for _ in range(1 << bits)] if is_plain() else Place.rows([], spare=1 << bits)


@rule
def scatter(mixed: int, word: int) -> int:
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
def _place(table: Any, ones: int, twos: int, fours: int) -> int:
    """Where a position is kept, or else where it should go."""
    first = scatter(scatter(scatter(0, ones), twos), fours)
    cheapest = first & len(table) - 1
    for i in range(_SLOTS):
        place = first + i & len(table) - 1
        kept = table[place].fours
        if kept == 0:
            return place
        if kept == fours and table[place].twos == twos and table[place].ones == ones:
            return place
        if kept < table[cheapest].fours:  # fewer turns left: found again sooner
            cheapest = place
    return cheapest


@rule
def keep(table: Any, spot: Spot, value: float) -> None:
    """Remember a chance, or minus an upper bound of it."""
    ones, twos, fours = _words(spot)
    _put(table, ones, twos, fours, value)


@rule
def _put(table: Any, ones: int, twos: int, fours: int, value: float) -> None:
    place = _place(table, ones, twos, fours)
    table[place].ones = ones
    table[place].twos = twos
    table[place].fours = fours
    table[place].value = value


@rule
def recall(table: Any, spot: Spot, floor: float) -> float:
    """The chance of a position, or an upper bound of it that is not above `floor`, if one is kept; else -1."""
    ones, twos, fours = _words(spot)
    place = _place(table, ones, twos, fours)
    if table[place].fours == fours and table[place].twos == twos and table[place].ones == ones:
        known = table[place].value
        if known >= 0 or -known <= floor:
            return float(abs(known))
    return -1.0


@rule
def move(former: Any, table: Any) -> None:
    """Keep in a table all that is kept in another."""
    for i in range(len(former)):
        if former[i].fours:
            _put(table, former[i].ones, former[i].twos, former[i].fours, former[i].value)
