"""Rates: how often one may ask for what is costly. Generous: nobody who plays notices them.

Every route says where it is written what it costs, `@costs("exports")`, or that it is `@cheap`; `charge`, a dependency
of them all, takes it from whoever asks. Each costly call takes a token from two buckets, the player's and that of the
address it comes from, since an address can make up players without end. Buckets fill again by and by. They are kept in
memory, by each process for itself.
"""

from __future__ import annotations

import math
import time
from collections import OrderedDict
from collections.abc import Callable
from typing import Any, Final, NamedTuple, TypeVar

from starlette.requests import Request

from escapology.errors import EscapologyError
from escapology.web.guard.addresses import network_of

__all__ = ["RATES", "Rate", "Rates", "TooManyError", "charge", "cheap", "costs", "declares", "rate_of"]

_MOST_BUCKETS: Final = 100_000  # the ones used last; whoever is forgotten begins with a full one

_Endpoint = TypeVar("_Endpoint", bound=Callable[..., Any])


class Rate(NamedTuple):
    """What one player may do, and how much more an address, behind which there may be many."""

    burst: int  # at once
    per_second: float  # in the long run
    factor: int = 10  # of an address


#: What may be asked for too often; it is called that in the refusal.
RATES: Final[dict[str, Rate]] = {
    "changes of games": Rate(300, 30.0, 5),
    "looks at games": Rate(300, 30.0, 5),
    "logs and trees": Rate(300, 10.0, 5),
    "small boards": Rate(240, 24.0, 5),
    "lists of games": Rate(120, 5.0),
    "new games": Rate(60, 1.0),
    "deals": Rate(120, 4.0),
    "questions": Rate(100, 5.0),
    "looks for answers": Rate(300, 20.0),
    "replays": Rate(300, 20.0),
    "records": Rate(60, 1.0),
    "prints": Rate(20, 0.2),
    "pages": Rate(300, 10.0),
    "statistics": Rate(60, 2.0),
    "looks at your data": Rate(60, 1.0),
    "exports": Rate(20, 0.2),
    "deletions": Rate(20, 0.2),
    "recovery links": Rate(10, 0.1),
    "looks at recovery links": Rate(20, 0.2),
}


class TooManyError(EscapologyError):
    """Somebody asks for too much; they can ask again in so many seconds."""

    def __init__(self, what: str, seconds: float) -> None:
        self.retry_after = math.ceil(seconds)
        plural = "s" * (self.retry_after != 1)
        super().__init__(f"too many {what} at once: try again in {self.retry_after} second{plural}")


def costs(what: str) -> Callable[[_Endpoint], _Endpoint]:
    """Make a route cost what the rate of that name says."""

    def declare(endpoint: _Endpoint) -> _Endpoint:
        endpoint.rate = what, RATES[what]  # type: ignore[attr-defined]
        return endpoint

    return declare


def cheap(endpoint: _Endpoint) -> _Endpoint:
    """Say of a route that it costs next to nothing, whoever asks for it and however often."""
    endpoint.rate = None  # type: ignore[attr-defined]
    return endpoint


def declares(endpoint: Callable[..., Any]) -> bool:
    """Whether a route says what it costs."""
    return hasattr(endpoint, "rate")


def rate_of(endpoint: Callable[..., Any]) -> tuple[str, Rate] | None:
    """The name of what a route costs, and the rate; None if it is cheap."""
    rate: tuple[str, Rate] | None = endpoint.rate  # type: ignore[attr-defined]
    return rate


async def charge(request: Request) -> None:
    """A dependency of all routes: a `TooManyError` if whoever asks has asked too often."""
    rates: Rates | None = request.scope["rates"]
    if rates is None or (rate := rate_of(request.scope["endpoint"])) is None:
        return
    try:
        rates.take(*rate, request.scope["player"], (request.scope.get("client") or ("",))[0])
    except TooManyError:
        await request.scope["turn"].refuse_later()
        raise


class Rates:
    """The buckets of all who came by lately."""

    def __init__(self, clock: Callable[[], float] = time.monotonic, most: int = _MOST_BUCKETS) -> None:
        self._clock = clock
        self._most = most
        self._buckets: OrderedDict[tuple[str, str], tuple[float, float]] = OrderedDict()  # tokens, as of when

    def take(self, what: str, rate: Rate, player: str, address: str) -> None:
        """Count a call; a `TooManyError` if it must wait."""
        burst, per_second, factor = rate
        wait = max(
            self.draw((what, player), burst, per_second),
            self.draw((what, network_of(address)), burst * factor, per_second * factor),
        )
        if wait:
            raise TooManyError(what, wait)

    def draw(self, key: tuple[str, str], burst: int, per_second: float) -> float:
        """Take a token out of a bucket; how long to wait if there is none."""
        now = self._clock()
        tokens, when = self._buckets.pop(key, (float(burst), now))
        tokens = min(float(burst), tokens + (now - when) * per_second)
        wait = 0.0 if tokens >= 1 else (1 - tokens) / per_second
        self._buckets[key] = (tokens if wait else tokens - 1, now)
        while len(self._buckets) > self._most:
            self._buckets.popitem(last=False)
        return wait
