"""Coins that somebody draws from a real bag in `rebag`: from which deal they would have come.

What is told is which coin each draw brought, one after the other. Nobody can see which of two equal coins it was, so it
is taken for one that was never drawn before, as long as there is one, else for the first of those that were put back.
That settles where each coin that went back into the bag has lain: behind all that were drawn before it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from escapology.games.lab_rats.notation import split_run
from escapology.games.lab_rats.rules import COINS, DROP, RUN, STACKS, VALUES
from escapology.luck import Luck

__all__ = ["Drawing"]

_EACH: Final = COINS // VALUES
_FRESH: Final = -1


@dataclass(slots=True)
class _Back:
    """A coin that was put back."""

    draw: int  # how many coins had been drawn by then
    bag_count: int  # how many lay in the bag
    drawn: int | None = None  # at which draw it came out again


@dataclass(slots=True)
class Drawing:
    """What was drawn, as far as it was told, in the course of these moves."""

    told: Sequence[str]  # the value that each draw brought
    sources: list[int] = field(default_factory=list)  # of each draw: as how many-th the coin was put back, or _FRESH
    backs: list[_Back] = field(default_factory=list)
    missing: str = ""  # a value that was told when no such coin was in the bag

    @classmethod
    def of(cls, told: Sequence[str], moves: Sequence[int]) -> Drawing:
        """All draws and all coins put back, in their order, up to the first draw that was not told."""
        drawing = cls(told)
        lying = ["", "", ""]  # the open coins at A, B and C
        bag_count = COINS
        steps = [*range(STACKS), *(_place_of(move) for move in moves if move >= DROP)]
        dropped = [False] * STACKS + [move < RUN for move in moves if move >= DROP]
        for place, is_dropped in zip(steps, dropped, strict=True):
            if is_dropped:
                drawing.backs.append(_Back(len(drawing.sources), bag_count))
                drawing._values.append(lying[place])
                bag_count += 1
            lying[place] = ""
            if bag_count:
                if len(drawing.sources) == len(told) or not drawing._draw():
                    break
                lying[place] = told[len(drawing.sources) - 1]
                bag_count -= 1
        return drawing

    _values: list[str] = field(default_factory=list)  # of the coins that were put back

    def _draw(self) -> bool:
        """The next coin that was told; whether it was in the bag."""
        number = len(self.sources)
        value = self.told[number]
        fresh = sum(self.told[i] == value for i, source in enumerate(self.sources) if source == _FRESH)
        if fresh < _EACH:
            self.sources.append(_FRESH)
            return True
        for k, back in enumerate(self.backs):
            if back.drawn is None and self._values[k] == value:
                back.drawn = number
                self.sources.append(k)
                return True
        self.missing = value
        return False

    def order(self, luck: Luck) -> list[str]:
        """All coins in the order in which they leave the bag for the first time."""
        first = [value for value, source in zip(self.told, self.sources, strict=False) if source == _FRESH]
        rest = [str(value) for value in range(VALUES) for _ in range(_EACH - first.count(str(value)))]
        luck.shuffle(rest)
        return first + rest

    def places(self, luck: Luck) -> list[int]:
        """Of each coin that was put back, how many of the bag were drawn before it; luck where nobody knows."""
        places = []
        for k, back in enumerate(self.backs):
            until = len(self.sources) if back.drawn is None else back.drawn
            before = sum(source < k for source in self.sources[back.draw : until])
            places.append(before + (luck.below(back.bag_count - before + 1) if back.drawn is None else 0))
        return places


def _place_of(move: int) -> int:
    """The place whose coin a run or a drop takes."""
    return move - DROP if move < RUN else split_run(move)[0]
