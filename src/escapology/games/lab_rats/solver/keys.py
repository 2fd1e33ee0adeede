"""Which positions are the same, for the search that is made from the rules."""

from escapology.games.lab_rats.rules import STACKS, Deal, State, value_of
from escapology.native import rule

__all__ = ["canonical"]

_PLACE = 1 << 48  # tells what stands where


@rule
def canonical(d: Deal, s: State, bag: list[int]) -> int:
    """The values on the stacks, whichever stack it is, the rat, the bag, and the trail where one can back up."""
    n = 0
    for stack in range(STACKS):
        word = 1
        for k in range(s.height[stack]):
            word = word << 3 | value_of(s.stack[stack][k])
        bag[n] = word
        n += 1
    bag[n] = _PLACE | s.rebagged << 16 | s.rat + 1 << 8 | s.bag_count
    n += 1
    if d.has_rebag:
        for k in range(s.bag_count):
            bag[n] = 2 * _PLACE | k << 8 | value_of(s.bag[k])
            n += 1
    if d.has_backing:
        for k in range(s.trail_count):
            bag[n] = 3 * _PLACE | k << 16 | s.trail_square[k] << 8 | value_of(s.trail_coin[k])
            n += 1
    return n
