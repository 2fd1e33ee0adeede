"""Positions looked up in the table of chances."""

from escapology.games.lab_rats.rules import NOWHERE, STACKS, Deal, State, value_of, won
from escapology.games.lab_rats.solver.chances import WEIGHTS, chances_of, layers_of


def chance_of(d: Deal, s: State) -> float:
    """How likely a position is to be won, by the table."""
    if won(d, s):
        return 1.0
    stacks = sorted((s.height[i], value_of(s.stack[i][s.height[i] - 1]) if s.height[i] else 0) for i in range(STACKS))
    layer = layers_of(bool(d.has_bag)).number[tuple(height for height, _ in stacks), s.bag_count]
    tops = sum(top * weight for (_, top), weight in zip(stacks, WEIGHTS, strict=True))
    squares = (0, 1) if s.rat == NOWHERE else (s.rat,)
    return max(float(chances_of(d).chance[layer, square, tops]) for square in squares)
