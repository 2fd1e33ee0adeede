"""How sure a share is, and when it is sure enough.

**What is undecided is counted both ways.** The lower end of an interval is Wilson's for undecided = lost, the upper end
that for undecided = won: wherever the truth lies, the interval errs no more often than it says.

**Stopping early, honestly.** Whoever looks again and again at a growing study and stops as soon as a 95 % interval is
narrow enough gets intervals that are wrong more often than one time in twenty. So a study with a precision is looked at
only after fixed numbers of deals, and the k-th look may err with a chance of just

    0.05 / (k (k + 1))            1/2, 1/6, 1/12, 1/20 … of it, which adds up to 0.05 however long it goes on

By the union bound, with 95 % the truth lies in the intervals of *all* looks, so also in that of the look that ended
it, for whatever reason that was the one. The price is a wider interval: 2.24 standard errors at the first look and
3.14 at the fifth, instead of 1.96.
"""

from __future__ import annotations

from statistics import NormalDist
from typing import Final, NamedTuple

from escapology.solve.bots import wilson

__all__ = ["ERROR", "Interval", "share_of", "spent_at"]

ERROR: Final = 0.05


class Interval(NamedTuple):
    """What is known about a share."""

    share: float  # of the deals that are decided, those that can be won; 0 if none is
    low: float
    high: float

    @property
    def half_width(self) -> float:
        """What it is compared by with a wanted precision."""
        return (self.high - self.low) / 2

    @property
    def text(self) -> str:
        """In percent, with as many digits as mean something."""
        digits = 1 if self.half_width > 0.005 else 2 if self.half_width > 0.0005 else 3
        told = (f"{100 * value:.{digits}f}" for value in self)
        share, low, high = ("100" if part == f"{100:.{digits}f}" else part for part in told)
        return f"{share} % ({low} to {high})"


def spent_at(look: int) -> float:
    """The chance to err that the look of that number may spend, from 1 on."""
    return ERROR / (look * (look + 1))


def share_of(won: int, lost: int, undecided: int, error: float = ERROR) -> Interval:
    """The share of what can be won, with an interval that errs with that chance."""
    played, decided = won + lost + undecided, won + lost
    if not played:
        return Interval(0.0, 0.0, 1.0)
    z = NormalDist().inv_cdf(1 - error / 2)
    low, high = wilson(won, played, z)[0], wilson(won + undecided, played, z)[1]
    return Interval(won / decided if decided else 0.0, low, high)
