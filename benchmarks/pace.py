"""Things done at times of a schedule, whether or not those before are done: an open loop.

How long something took is counted from the time it was meant to begin. So whoever has to wait because the server still
owes the answer before counts as waiting, and a server that stands still for a second is seen to do so by all who meant
to do something in that second.
"""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Awaitable, Callable, Iterator
from typing import NamedTuple

__all__ = ["Done", "keep_pace", "schedule"]


class Done(NamedTuple):
    """One thing that was done."""

    what: str  # empty if it came to nothing
    meant: float  # when, by the clock of `time.monotonic`
    seconds: float  # from then until it was done


def schedule(begin: float, end: float, every: float, number: int) -> Iterator[float]:
    """Times of one who does something every so many seconds, now a little sooner, now a little later."""
    luck = random.Random(number)  # noqa: S311 - any moments will do
    when = begin + luck.uniform(0, every)
    while when < end:
        yield when
        when += luck.uniform(0.5, 1.5) * every


async def keep_pace(act: Callable[[], Awaitable[str]], times: Iterator[float], give_up: float) -> list[Done]:
    """Do something at these times, one after the other; what is not even begun at `give_up` came to nothing."""
    done = []
    for when in times:
        await asyncio.sleep(max(0.0, when - time.monotonic()))
        what = await act() if time.monotonic() < give_up else ""
        done.append(Done(what, when, time.monotonic() - when))
    return done
