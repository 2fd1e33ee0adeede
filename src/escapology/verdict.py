"""Verdicts: what a solver says of a position, and the limits it works under.

- winnable: with the moves that win, which the caller replays by the plain rules
- unwinnable: by a proof that is named, `exhausted` (everything was tried) or the game's own argument
- undecided: with the reason, `nodes`, `seconds`, `memory` (a limit was reached) or `stopped` (somebody asked for it)
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple

__all__ = ["Hooks", "Limits", "Outlook", "Verdict"]


@dataclass(frozen=True, slots=True)
class Verdict:
    """What is known about a position, all that is hidden being known (*thoughtful*)."""

    verdict: Literal["winnable", "unwinnable", "undecided"]
    reason: str  # the proof of `unwinnable`, the limit of `undecided`; "" for `winnable`
    nodes: int  # positions looked at
    seconds: float  # of the clock
    moves: tuple[str, ...] = ()  # that win, from the position on
    best_score: int | None = None  # the most points that can be reached, where a game has points and the solver knows


class Outlook(NamedTuple):
    """How a position of an imagined world looks."""

    win: float  # 1 if it can be won, 0 if not, ½ if that was not decided; or how likely a win is
    promise: float  # from 0 to 1: what to go by where wins don't tell positions apart


@dataclass(slots=True)
class Limits:
    """How much a solver may spend. Each limit ends in `undecided`, named after it."""

    nodes: int | None = None
    seconds: float | None = None
    memory: int | None = None  # bytes of tables
    stop: threading.Event = field(default_factory=threading.Event)  # set from another thread: ends at once
    started: float = field(default_factory=time.monotonic)

    def restart(self) -> None:
        """Count the seconds from now on."""
        self.started = time.monotonic()

    def spent(self) -> float:
        """Seconds since the start."""
        return time.monotonic() - self.started

    def reached(self, nodes: int) -> str:
        """The limit that has been reached, "" if none has. Memory is the solver's own business."""
        if self.stop.is_set():
            return "stopped"
        if self.nodes is not None and nodes >= self.nodes:
            return "nodes"
        if self.seconds is not None and self.spent() >= self.seconds:
            return "seconds"
        return ""


@dataclass(frozen=True, slots=True)
class Hooks:
    """What a game tells the search that is made from its rules. All of them are rules."""

    canonical: Callable[[Any, Any, Any], int]  # (d, s, words): the position as a bag of numbers, whose order is nothing
    is_hopeless: Callable[[Any, Any], bool] | None = None  # (d, s): True only where no win is left
    put_best_last: Callable[[Any, Any, Any, int], None] | None = None  # (d, s, out, count): sort moves for the search
