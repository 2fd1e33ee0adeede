"""How programs learn a game: what a game tells of its actions and observations, and how kernels deal it."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, TypeVar

from escapology.layout import Struct
from escapology.native import rule
from escapology.setting import Setting

__all__ = ["Actions", "Array", "Board", "Course", "Learning"]

D = TypeVar("D", bound=Struct)
S = TypeVar("S", bound=Struct)


@dataclass(frozen=True, slots=True)
class Actions:
    """Some of the actions of a game that belong together."""

    name: str
    count: int
    words: str  # what they mean, and in which order they come


@dataclass(frozen=True, slots=True)
class Array:
    """Some of the numbers of an observation, all from `low` to `high`, each of which fits into a byte with its sign."""

    name: str
    shape: tuple[int, ...]
    low: int
    high: int
    words: str  # what they mean
    is_kind: bool = False  # whether a number names one of several things: to a network it is as many ones and zeros
    lasts: bool = False  # whether it is `encode_lasting` that writes it; such arrays come last

    @property
    def size(self) -> int:
        """How many numbers it has."""
        return math.prod(self.shape)


@dataclass(frozen=True, slots=True, kw_only=True)
class Board:
    """Spaces in rows: a network looks at each space and its neighbours, instead of at all numbers alike.

    Arrays whose first axis is as long as there are spaces are about spaces, actions of which there are as many, too.
    """

    spaces: int
    wide: int  # spaces of a row
    ways: str  # the array that says of each space whether a step leads n e s w
    you: str  # the array that says where the player is
    places: tuple[str, ...]  # all arrays whose numbers name spaces: 1 is the first space


@dataclass(frozen=True, slots=True, kw_only=True)
class Course:
    """Squares numbered along a way: a network looks at those near the player, counted from where the player is."""

    squares: int
    you: str  # the array that says on which square the player is; with any other number, it is as if on the first
    group: int  # squares that belong together: what is near begins with a whole group
    behind: int  # groups that are looked at behind the player's
    ahead: int  # and from there on
    arrays: tuple[str, ...]  # what is looked at: a network learns which of these numbers are at least 1, 2, …,
    levels: int  # up to this one
    coordinates: tuple[str, ...]  # the same, for numbers that are less by what they are where the player is
    far: int  # coordinates are divided by this


@rule
def _nothing_lasting(d: Struct, s: Struct, out: list[int]) -> None:
    """Stands for what a game leaves out: all of an observation can change."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Learning(Generic[D, S]):
    """What programs that learn the game see, do and are dealt (`environments`).

    An observation is a row of small numbers, the arrays one after the other. It says what the player knows and no more.
    """

    actions: tuple[Actions, ...]  # all that one could ever do, always the same, numbered one after the other
    action_of: Callable[[D, S, int], int]  # [rule] (d, s, move): its number; no other legal move has it
    arrays: tuple[Array, ...]  # what an observation is made of
    encode: Callable[[D, S, list[int]], None]  # [rule] (d, s, out): write what a move can change
    encode_lasting: Callable[[D, S, list[int]], None] = _nothing_lasting  # [rule] (d, s, out): at the start, the rest
    deal: Callable[[D, list[int]], None]  # [rule] (d, luck): fill in what is random, as `deal_cards` does, by
    # `luck.below` and the like
    forms: Callable[[Setting], list[D]]  # deals of that setting that lack only what `deal` fills in; if there are
    # several, luck draws one of them first
    board: Board | None = None  # where things lie, for networks that can make use of it
    course: Course | None = None
    limit: int = 500  # actions after which an episode is cut short, where nobody says otherwise

    @property
    def action_count(self) -> int:
        """How many actions there are."""
        return sum(some.count for some in self.actions)

    @property
    def changing_size(self) -> int:
        """How many numbers of an observation, the first ones, a move can change."""
        return sum(array.size for array in self.arrays if not array.lasts)

    @property
    def size(self) -> int:
        """How many numbers an observation has."""
        return sum(array.size for array in self.arrays)
