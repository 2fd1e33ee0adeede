"""How kernels are compiled and run on a GPU."""

from __future__ import annotations

from typing import NamedTuple

__all__ = ["Tuning"]


class Tuning(NamedTuple):
    """What a step's speed depends on; no result does."""

    block: int = 64  # threads that share a block
    registers: int | None = None  # of each thread at most
