"""What whoever runs the app decides about it."""

from __future__ import annotations

import secrets
from dataclasses import dataclass, field
from typing import Final

__all__ = ["Config", "Limits"]

_PASSING_SECRET: Final = secrets.token_bytes(32)  # ends with the process, and so do the cookies signed with it


@dataclass(frozen=True, slots=True)
class Limits:
    """How many connections there may be, and how long they may take."""

    head: float = 10.0  # seconds until a request has told what it wants
    body: float = 30.0  # seconds until all of it is there
    taking: float = 30.0  # seconds in which a client has to take at least something of its answer
    idle: int = 15  # seconds between an answer and the next request
    connections: int | None = None  # at once; None = what there is room for
    connections_each: int = 200  # of one address that is no proxy
    waits: int = 256  # who wait for an answer of the solvers at once
    waits_each: int = 64  # of one address
    waits_of_player: int = 4


@dataclass(frozen=True, slots=True)
class Config:
    """How one app is run. The defaults are for a single player at this machine, and for tests."""

    hosts: tuple[str, ...] = ()  # names this server answers to; none = any
    root_path: str = ""  # what all its addresses begin with, such as "/games"
    secret: bytes = field(default=_PASSING_SECRET, repr=False)  # signs cookies and recovery links
    old_secrets: tuple[bytes, ...] = field(default=(), repr=False)  # what they signed is still good
    is_secure: bool = False  # browsers reach it by https only
    takes_unsigned: bool = False  # cookies from before they were signed are good, for a player at this machine
    trusted_proxies: tuple[str, ...] = ()  # addresses that may say who asks, and by which scheme
    solver_workers: int = 1  # processes that think, at most
    solver_memory: int = 2048  # megabytes that each of them may have
    rates: bool = False  # whether costly calls are counted, and refused when there are too many
    warms: bool = False  # whether solvers, and the deals of today and tomorrow, are prepared in the background
    expire_days: int = 0  # that somebody may stay away whose games are kept without a recovery link; 0 = for ever
    metrics: bool = False  # whether numbers are kept for Prometheus
    pulse: float = 5.0  # seconds between two looks whether the database can be read and written
    limits: Limits = Limits()
