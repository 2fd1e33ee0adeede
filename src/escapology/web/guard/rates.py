"""Rates: how often one may ask for what is costly. Generous: nobody who plays notices them.

Each costly call takes a token from two buckets, the player's and that of the address it comes from, since an address
can make up players without end. Buckets fill again by and by. They are kept in memory, by each process for itself.
"""

from __future__ import annotations

import ipaddress
import math
import re
import time
from collections import OrderedDict
from collections.abc import Callable
from typing import Final, NamedTuple

__all__ = ["RATES", "Rate", "Rates"]

_MOST_BUCKETS: Final = 100_000  # the ones used last; whoever is forgotten begins with a full one


class Rate(NamedTuple):
    """What one player may do; an address may do ten times that."""

    what: str  # it is called that in the refusal
    method: str
    path: re.Pattern[str]
    burst: int  # at once
    per_second: float  # in the long run


def _rate(what: str, method: str, path: str, burst: int, per_second: float) -> Rate:
    return Rate(what, method, re.compile(path, re.DOTALL), burst, per_second)


_API: Final = "/api/v[0-9]+"
_ADDRESS_FACTOR: Final = 10

#: Costly calls; the first that fits counts.
RATES: Final = (
    _rate("new games", "POST", rf"/plays|{_API}/plays", 60, 1.0),
    _rate("deals", "POST", rf"/new/[^/]+/table|{_API}/deals(/.*)?", 120, 4.0),
    _rate("questions", "POST", rf"/play/[^/]+/think|{_API}/(plays/[^/]+/questions|verdicts|checks|hints)", 100, 5.0),
    _rate("replays", "POST", rf"/replay|{_API}/replays(/.*)?", 60, 1.0),
    _rate("replays", "GET", r"/replay(/place)?|/share/.*", 300, 20.0),
    _rate("recovery links", "POST", rf"/me/(link|sign-out)|/recover/.*|{_API}/me/(recover.*|sign-out-others)", 10, 0.1),
    _rate("recovery links", "GET", r"/recover/.*", 20, 0.2),
    _rate("exports", "GET", rf"/me/export|{_API}/me/export|/statistics\.(csv|json)", 20, 0.2),
)


class Rates:
    """The buckets of all who came by lately."""

    def __init__(self, clock: Callable[[], float] = time.monotonic, most: int = _MOST_BUCKETS) -> None:
        self._clock = clock
        self._most = most
        self._buckets: OrderedDict[tuple[str, str, str], tuple[float, float]] = OrderedDict()  # tokens, as of when

    def refusal(self, method: str, path: str, player: str, address: str) -> tuple[str, int] | None:
        """Why a call must wait, and for how many seconds; None if it need not."""
        rate = next((rate for rate in RATES if rate.method == method and rate.path.fullmatch(path)), None)
        if rate is None:
            return None
        wait = max(
            self._take((rate.what, method, player), rate.burst, rate.per_second),
            self._take(
                (rate.what, method, _network(address)), rate.burst * _ADDRESS_FACTOR, rate.per_second * _ADDRESS_FACTOR
            ),
        )
        if not wait:
            return None
        seconds = math.ceil(wait)
        return f"That were too many {rate.what} at once: try again in {seconds} second{'s' * (seconds > 1)}.", seconds

    def _take(self, key: tuple[str, str, str], burst: int, per_second: float) -> float:
        """Take a token; how long to wait if there is none."""
        now = self._clock()
        tokens, when = self._buckets.pop(key, (float(burst), now))
        tokens = min(float(burst), tokens + (now - when) * per_second)
        wait = 0.0 if tokens >= 1 else (1 - tokens) / per_second
        self._buckets[key] = (tokens if wait else tokens - 1, now)
        while len(self._buckets) > self._most:
            self._buckets.popitem(last=False)
        return wait


def _network(address: str) -> str:
    """An address, or the network of an IPv6 address: whoever has one has 2 to the 64 of them."""
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return address
    if found.version == 4:
        return address
    return str(ipaddress.ip_network((found, 64), strict=False))
