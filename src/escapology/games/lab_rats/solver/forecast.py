"""How likely a position is to be won by one who can't see the coins below and never backs up."""

from __future__ import annotations

from typing import Any

from escapology.games.lab_rats.rules import NOWHERE, STACKS, Deal, State, value_of, won
from escapology.games.lab_rats.solver.chances import WEIGHTS, Layers, chances_of, layers_of
from escapology.verdict import Prospect

__all__ = ["forecast"]


def forecast(d: Deal, states: list[State]) -> list[Prospect]:
    """How likely these positions are to be won."""
    layers, chance = layers_of(d), chances_of(d).chance
    return [Prospect(1.0 if won(d, s) else _look_up(s, layers, chance), 0.0) for s in states]


def _look_up(s: State, layers: Layers, chance: Any) -> float:
    stacks = sorted((s.height[i], value_of(s.stack[i][s.height[i] - 1]) if s.height[i] else 0) for i in range(STACKS))
    layer = layers.number[tuple(height for height, _ in stacks), s.bag_count]
    tops = sum(top * weight for (_, top), weight in zip(stacks, WEIGHTS, strict=True))
    squares = (0, 1) if s.rat == NOWHERE else (s.rat,)
    return max(float(chance[layer, square, tops]) for square in squares)
