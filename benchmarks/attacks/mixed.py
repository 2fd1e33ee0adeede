"""All of it at once, from one address: what an attacker does who does not know yet what hurts."""

from __future__ import annotations

import asyncio
from typing import Final

from benchmarks.attacks.attacker import Assault
from benchmarks.attacks.changes import changes, reads
from benchmarks.attacks.connections import connections, polls
from benchmarks.attacks.floods import crafted, free
from benchmarks.attacks.hoard import memory
from benchmarks.attacks.questions import solver

__all__ = ["mixed"]

_PARTS: Final = (memory, solver, polls, changes, reads, connections, free, crafted)


async def mixed(assault: Assault) -> None:
    """Every attack that goes on for as long as one likes."""
    assault.unready = len(_PARTS)
    await asyncio.gather(*(part(assault) for part in _PARTS))
