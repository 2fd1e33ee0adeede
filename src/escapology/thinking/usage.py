"""How many seconds of solvers somebody has used lately: a sum in which what was used long ago counts less and less."""

from __future__ import annotations

import math
import time
from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Final

__all__ = ["Usage"]

_MOST: Final = 10_000  # names; those who used something last are known


class Usage:
    """Sums by name. What is added fades: after so many seconds a third of it is left, later next to nothing.

    Who uses up a share of all time, over and over, comes to that share of `fade`.
    """

    def __init__(self, fade: float, clock: Callable[[], float] = time.monotonic, most: int = _MOST) -> None:
        self._fade, self._clock, self._most = fade, clock, most
        self._sums: OrderedDict[Hashable, tuple[float, float]] = OrderedDict()  # how much, as of when

    def of(self, name: Hashable) -> float:
        """What is left of it."""
        seconds, when = self._sums.get(name, (0.0, 0.0))
        return seconds * math.exp((when - self._clock()) / self._fade) if seconds else 0.0

    def add(self, name: Hashable, seconds: float) -> None:
        """So much was used just now."""
        self.lift(name, self.of(name) + seconds)

    def lift(self, name: Hashable, seconds: float) -> None:
        """Let it be so much at least."""
        if seconds > self.of(name):
            self._sums[name] = seconds, self._clock()
            self._sums.move_to_end(name)
            while len(self._sums) > self._most:
                self._sums.popitem(last=False)

    def wait(self, seconds: float, allowed: float) -> float:
        """How long it takes until no more than what is allowed is left of so much."""
        return self._fade * math.log(seconds / allowed) if seconds > allowed else 0.0
