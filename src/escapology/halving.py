"""Sequential halving: which of several choices is best, found out by sampling, most of it spent on the best of them.

All choices are sampled; then the better half goes on, and so on, each round taking as long as any other (Karnin, Koren
and Somekh, 2013). It ends with the effort one is given, or as soon as the best is clearly better than all others.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from escapology.verdict import Effort

__all__ = ["Mean", "halve"]

_CLEAR: Final = 4.0  # standard errors by which the best must be better than the next to be clearly better
_ENOUGH: Final = 8  # samples before that is looked at

#: (choices, number of the first sample, how many samples): the sums of what the samples are worth, from 0 to 1 each
Sample = Callable[[Sequence[int], int, int], Sequence[float]]


class Mean(NamedTuple):
    """What a choice was worth on average."""

    choice: int  # its number
    worth: float
    samples: int


def halve(count: int, sample: Sample, effort: Effort, step: int = 8) -> list[Mean]:
    """So many choices, the best first: those that came further, and of equals those that are worth more.

    The clock is looked at after every `step` samples.
    """
    began = time.monotonic()
    totals, samples = [0.0] * count, [0] * count
    alive = list(range(count))
    rounds = max(1, math.ceil(math.log2(count))) if count else 0
    done = 0
    while count:
        more = step if effort.worlds is None else min(step, effort.worlds - done)
        for choice, total in zip(alive, sample(alive, done, more), strict=True):
            totals[choice] += total
            samples[choice] += more
        done += more
        spent = 0.0 if effort.seconds is None else (time.monotonic() - began) / max(effort.seconds, 1e-9)
        part = 0.0 if effort.worlds is None else done / effort.worlds
        alive.sort(key=lambda choice: -totals[choice] / samples[choice])
        if spent >= 1 or part >= 1 or _is_clear([totals[choice] for choice in alive], done):
            break
        # With time, rounds are equally long; with samples, each takes twice as many as the one before
        over = max(int(spent * rounds), int(math.log2(1 + part * (2**rounds - 1))))
        del alive[max(2, math.ceil(count / 2**over)) :]
    means = [Mean(choice, totals[choice] / samples[choice], samples[choice]) for choice in range(count)]
    return sorted(means, key=lambda mean: (-mean.samples, -mean.worth))


def _is_clear(totals: Sequence[float], samples: int) -> bool:
    """Whether the first is better than the second beyond doubt."""
    if len(totals) < 2 or samples < _ENOUGH:
        return False
    first, second = ((total + 1) / (samples + 2) for total in totals[:2])  # Laplace's rule: never 0 or 1
    error = math.sqrt((first * (1 - first) + second * (1 - second)) / samples)
    return first - second > _CLEAR * error
