"""Verdicts: what a solver says of a position, and the limits it works under.

- winnable: with the moves that win, which the caller replays (`solve/replay.py`)
- unwinnable: by a proof that is named, `exhausted` (everything was tried) or the game's own argument
- undecided: with the reason, `nodes`, `seconds`, `memory` (a limit was reached), `stopped` (somebody asked for it) or
  `depth` (only very long sequences of moves are left untried)

A position is decided if that takes less than every limit; an answer that reaches one is not told. Every answer counts
for at least one node (the position itself), one millisecond and one megabyte: with a limit of that, nothing is begun,
and whatever the position, it is `undecided`.
"""

from __future__ import annotations

import threading
import time
from dataclasses import dataclass, field
from typing import Final, Literal, NamedTuple

__all__ = [
    "LEVELS",
    "MEGABYTE",
    "MILLISECOND",
    "Effort",
    "Limits",
    "Prospect",
    "Rated",
    "Solution",
    "SpentError",
    "Verdict",
]

#: What the levels of difficulty, 1 to 5, are called (`solve/difficulty.py`).
LEVELS: Final = ("easy", "gentle", "tricky", "hard", "fiendish")

#: What every answer counts for at least, in seconds and bytes, beside one node.
MILLISECOND: Final = 0.001
MEGABYTE: Final = 1_000_000


@dataclass(frozen=True, slots=True)
class Verdict:
    """What is known about a position, all that is hidden being known (*thoughtful*)."""

    verdict: Literal["winnable", "unwinnable", "undecided"]
    reason: str  # the proof of `unwinnable`, the limit of `undecided`; "" for `winnable`
    nodes: int  # positions looked at
    seconds: float  # of the clock, until the answer was there
    moves: tuple[str, ...] = ()  # that win, from the position on
    best_score: int | None = None  # the most points that can be reached, where a game has points and the solver knows
    is_shortest: bool = False  # no win is shorter than these moves, and that is proven; see `solve/shortest.py`
    numbers: tuple[int, ...] = ()  # of those moves, for compiled rules to check; left out, plain ones do


@dataclass(frozen=True, slots=True)
class Solution:
    """What the best possible play achieves in a game of dice, for one who knows what `observe` leaves."""

    chance: float  # of winning, exactly
    move: str  # the best one; "" when the game is over
    chances: dict[str, float]  # of every legal move, best first
    states: int  # positions looked at, this one included
    seconds: float


class Prospect(NamedTuple):
    """How a position of an imagined world looks."""

    win: float  # 1 if it can be won, 0 if not, ½ if that was not decided; or how likely a win is
    promise: float  # from 0 to 1: what to go by where wins don't tell positions apart


@dataclass(frozen=True, slots=True)
class Effort:
    """How long a fair player may think about one choice: until the first of these is reached.

    Without seconds the same choice comes out on every machine.
    """

    worlds: int | None = None  # samples of what is hidden; what one costs differs from game to game
    seconds: float | None = None  # of the clock; at least one sample is taken
    nodes: int | None = None  # to decide a position of a sample, instead of the game's own number of them


class Rated(NamedTuple):
    """A choice, and what it is worth to one who knows only what the player may know."""

    moves: tuple[int, ...]  # up to the point where one thinks again
    chance: float  # that somebody wins who makes it and goes on like this, as far as that can be told
    worlds: int  # samples this rests on; 0 = it is certain
    undecided: float = 0.0  # of them, how many were not decided: they count as half a win


class SpentError(Exception):
    """A limit was reached before there was an answer; its name is the message."""

    def __init__(self, reason: str, nodes: int = 0) -> None:
        super().__init__(reason)
        self.nodes = nodes  # positions looked at until then


@dataclass(slots=True)
class Limits:
    """What a solver is to stay below. Each limit ends in `undecided`, named after it."""

    nodes: int | None = None  # positions looked at, as the solver counts them
    seconds: float | None = None  # of the clock, for the answer alone: neither compiling nor replaying a win counts
    memory: int | None = None  # bytes of all that the solver lays out to work with: tables, queues, stacks
    stop: threading.Event = field(default_factory=threading.Event)  # set from another thread: ends at once
    started: float = field(default_factory=time.monotonic)

    def restart(self) -> None:
        """Count the seconds from now on."""
        self.started = time.monotonic()

    def spent(self) -> float:
        """Seconds since the start."""
        return time.monotonic() - self.started

    def reached(self, nodes: int) -> str:
        """The limit at which to stop, "" if there is none. Memory is the solver's own business."""
        if self.stop.is_set():
            return "stopped"
        if self.nodes is not None and nodes >= self.nodes:
            return "nodes"
        if self.seconds is not None and self.spent() >= self.seconds:
            return "seconds"
        return ""

    def reached_by(self, nodes: int = 0, seconds: float = 0.0) -> str:
        """The limit that an answer reaches which took so much, or the least that any takes; "" if there is none."""
        if self.nodes is not None and self.nodes <= max(nodes, 1):
            return "nodes"
        if self.seconds is not None and self.seconds <= max(seconds, MILLISECOND):
            return "seconds"
        if self.lacks(MEGABYTE):
            return "memory"
        return ""

    def lacks(self, size: int) -> bool:
        """Whether so many bytes reach what the solver may use."""
        return self.memory is not None and self.memory <= size
