"""What is studied, and how the work is cut.

A *plan* names settings (games, variants and readings), seeds, measures and limits. All settings are played with the
same seeds; one may have fewer or more of them. The seeds of a setting are cut into *pieces* of equal size; a piece is
what a worker does in one go, and what is stored as one file. Nothing here depends on who works, so neither does the
result.

With a precision, a setting is done as soon as its intervals are narrow enough. That is looked at only after fixed
numbers of deals (`looks`), whatever happens to be done already; what lies behind the look that ends it is not kept.
"""

from __future__ import annotations

import hashlib
import itertools
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Final, NamedTuple

__all__ = ["MEASURES", "Piece", "Plan", "Seeds", "slug_of"]

#: What can be measured, in the order of its columns.
MEASURES: Final[dict[str, str]] = {
    "verdict": "whether the deal can be won by someone who knows everything hidden",
    "chance": "for games with dice: the exact chance of winning with the best play",
    "nodes": "positions the solver looked at",
    "points": "the most points that can be made",
    "length": "the length of the shortest win found, and whether it is proven to be the shortest",
    "first": "how many first choices there are, and how many of them keep the win",
    "difficulty": "how hard the deal is, if it can be won: the score, its three parts and the level",
    "bots": "how bots do: won or not, points, moves",
    "certificate": "for a sample of deals: a proof of the verdict for someone who trusts only the rules",
    "slip": "for deals that can be won: the turn in which bots throw the win away",
}


class Piece(NamedTuple):
    """A range of seeds of one setting."""

    setting: int  # its number in the plan
    number: int  # of the piece in the setting, from 0
    first: int  # seed
    deals: int


@dataclass(frozen=True, slots=True)
class Seeds:
    """Which deals of each setting are studied, and in which steps."""

    first: int
    count: int  # of a setting that says no other
    piece: int  # deals that a worker does in one go
    batch: int  # deals of a setting between the first looks at how precise it is; whole pieces


@dataclass(frozen=True)
class Plan:
    """All that decides the result."""

    title: str
    about: str
    settings: tuple[str, ...]  # heads of deal lines
    measures: tuple[str, ...]
    bots: tuple[str, ...]
    worlds: int  # that the fair bot imagines at a choice
    luck: int  # of the bots
    seeds: Seeds
    nodes: int | None  # limits on one deal
    megabytes: int | None
    counts: tuple[int, ...]  # deals of each setting
    one_in: int = 0  # the certificate of one deal in so many is kept; 0 = of none
    claims: int = 0  # of a certificate at most
    precision: str = ""  # half the width of an interval at which a setting is done: "0.1%"; "" = all seeds are done

    @cached_property
    def digest(self) -> str:
        """A name for all that decides the result; not for what is only said about it."""
        decides = [
            self.settings, self.measures, self.bots, self.worlds, self.luck, self.nodes, self.megabytes, self.precision,
            self.seeds.first, self.seeds.count, self.seeds.piece, self.seeds.batch,
        ]  # fmt: skip
        if set(self.counts) - {self.seeds.count}:
            decides.append(self.counts)
        if self.one_in:
            decides.append((self.one_in, self.claims))
        return hashlib.sha256(repr(decides).encode()).hexdigest()

    @property
    def half_width(self) -> float | None:
        """The precision as a share."""
        return float(self.precision.removesuffix("%")) / 100 if self.precision else None

    def pieces_of(self, setting: int) -> int:
        """How many pieces a setting has."""
        return -(-self.counts[setting] // self.seeds.piece)

    def piece(self, setting: int, number: int) -> Piece:
        """The piece of that number."""
        done = number * self.seeds.piece
        return Piece(setting, number, self.seeds.first + done, min(self.seeds.piece, self.counts[setting] - done))

    def looks(self, setting: int) -> Iterator[int]:
        """After how many of its pieces a setting is looked at: 1, 2, 3, 5, 8, 12 … batches, and in the end."""
        last = self.pieces_of(setting)
        if self.precision:
            yield from itertools.takewhile(lambda pieces: pieces < last, self._steps())
        yield last

    def _steps(self) -> Iterator[int]:
        batches, step = 1, self.seeds.batch // self.seeds.piece
        while True:
            yield batches * step
            batches = (3 * batches + 1) // 2

    def order(self) -> Iterator[Piece]:
        """All pieces as they are to be begun: a look's share of every setting in turn, so that all grow alike."""
        done, pieces = 0, [self.pieces_of(setting) for setting in range(len(self.settings))]
        for until in self._steps() if self.precision else itertools.count(1):
            for setting, last in enumerate(pieces):
                for number in range(done, min(until, last)):
                    yield self.piece(setting, number)
            if until >= max(pieces):
                return
            done = until


def slug_of(setting: str) -> str:
    """A setting as the name of a folder: `lab-rats/hard[lift=any]` becomes `lab-rats.hard.lift=any`."""
    return re.sub("[^a-z0-9=_-]+", ".", setting).strip(".")
