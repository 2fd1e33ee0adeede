"""The maze games as the search made from rules takes them: all of a position, nothing folded away."""

from dataclasses import replace
from typing import Any

from escapology.native import rule
from escapology.protocol import Hooks, Solving
from tests.games.pursuit.positions import DL, NA


@rule
def _all_of(d: Any, s: Any, bag: Any) -> int:
    """A position as a bag of numbers, each marked by its place; nothing is folded away."""
    bag[0] = s.there
    bag[1] = s.walked | 1 << 50
    bag[2] = 2 << 50 | s.you + 1 | s.fatigue << 8 | s.turn << 16 | s.done << 24 | s.phase << 32 | s.using << 40
    for p in range(4):
        bag[3 + p] = 3 + p << 50 | s.at[p] + 1 | s.facing[p] << 8 | s.alert[p] << 16 | s.memory[p] + 1 << 24
        bag[7 + p] = 7 + p << 50 | s.vanished[p] | s.pursuers << 8
    bag[11] = 11 << 50 | s.steps | s.status << 8
    return 12


@rule
def all_of_dl(d: Any, s: Any, bag: Any) -> int:
    n = _all_of(d, s, bag)
    bag[n] = 12 << 50 | s.exit + 1
    return n + 1


@rule
def all_of_na(d: Any, s: Any, bag: Any) -> int:
    n = _all_of(d, s, bag)
    bag[n] = 12 << 50 | s.dock[0] + 2 | s.dock[1] + 2 << 8 | s.dock[2] + 2 << 16 | s.vessel << 24 | s.side << 32
    return n + 1


SEARCHED = {
    DL.name: replace(DL, solving=Solving(hooks=Hooks(all_of_dl))),
    NA.name: replace(NA, solving=Solving(hooks=Hooks(all_of_na))),
}
