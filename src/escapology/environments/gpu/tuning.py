"""How kernels are compiled and run on a GPU."""

from __future__ import annotations

from typing import NamedTuple

__all__ = ["Tuning"]


class Tuning(NamedTuple):
    """What a step's speed depends on; no result does."""

    block: int = 128  # threads that share a block
    registers: int | None = None  # of each thread at most
    by_action: bool = True  # whether rows are grouped by the kinds of their actions, too
    beginners: int = 1 << 17  # threads that begin games
    is_recorded: bool = True  # whether the kernels of a step are launched all at once
