"""The target that needs no compiler: kernels are what they are, functions of Python."""

from __future__ import annotations

from typing import Any

from escapology.native.rows import Loop, RowKernel

__all__ = ["over_rows"]


def over_rows(kernel: RowKernel) -> Loop:
    """The kernel as a loop over rows that are lists."""
    loop, rooms = kernel.loop(), kernel.rooms

    def run(first: int, end: int, *arguments: Any) -> None:
        loop(first, end, *arguments, *(room.as_list() for room in rooms))

    return run
