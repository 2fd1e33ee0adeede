"""All that thinks about Blank: what the search that is made from the rules goes by, and what bots do.

A game that knows a better way has a package here, whose `__init__` imports it, and with it NumPy, only when asked.
"""

from escapology.games.blank.rules import Deal, State
from escapology.native import rule

__all__ = ["canonical", "promise"]


@rule
def canonical(d: Deal, s: State, bag: list[int]) -> int:
    """For the search: the card one stands on and the numbers of climbs and skips say it all."""
    bag[0] = s.on << 16 | s.climbed << 8 | s.skipped
    return 1


def promise(d: Deal, s: State) -> float:
    """How high one has climbed, and how little has been used up for it."""
    return (s.climbed + 1 - s.on / (d.size + 1)) / (d.goal + 1)
