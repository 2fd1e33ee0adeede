"""What a thread's searches work with, kept for the next one: to lay it out anew takes longer than most searches."""

from __future__ import annotations

import threading

import numpy as np

__all__ = ["Kept"]


class Kept(threading.local):
    """Room for the positions of a search, each thread's own."""

    def __init__(self, columns: int, queues: int) -> None:
        self._columns = columns  # numbers of each position
        self.queues = np.empty(queues, np.int64)
        self._make(0)

    def make_room(self, size: int) -> None:
        """Room for so many positions at least; what stood there before is of no use then."""
        if len(self.nodes) < size:
            self._make(size)

    def _make(self, size: int) -> None:
        self.nodes = np.empty((size, self._columns), np.int64)
        self.table = np.empty(1 << (size + size // 4).bit_length(), np.int32)
