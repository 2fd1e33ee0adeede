"""What whoever runs the app decides about it."""

from __future__ import annotations

import secrets
from dataclasses import dataclass, field
from typing import Final

__all__ = ["Config"]

_PASSING_SECRET: Final = secrets.token_bytes(32)  # ends with the process, and so do the cookies signed with it


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
    warms: bool = False  # whether solvers are prepared in the background
    metrics: bool = False  # whether numbers are kept for Prometheus
