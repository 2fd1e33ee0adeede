"""Rows that have the same to do, side by side: an order of rows, made on the GPU.

It is a counting sort: one kernel asks a rule for the group of each row and counts, the next one deals out places. Each
group begins at a multiple of 32, so that no 32 threads that go together work for two of them; the places between have
-1. The order within a group is not always the same, and means nothing.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any, Final

import numba.cuda
import numpy as np

from escapology.native.cuda.recording import stream

__all__ = ["MOST_GROUPS", "Groups"]

cuda: Any = numba.cuda

MOST_GROUPS: Final = 16
_WARP: Final = 32
_THREADS: Final = 256
_EACH: Final = 4  # rows of a thread


class Groups:
    """The rows from 0 to `count` - 1 by groups; `group_of` is a device function (row, *arguments)."""

    def __init__(self, count: int, groups: int, group_of: Callable[..., int]) -> None:
        assert groups <= MOST_GROUPS
        self._count, self._groups = count, groups
        self.most = count + _WARP * groups  # places at most
        self.order: Any = cuda.to_device(np.full(self.most, -1, np.int32))
        self.bounds: Any = cuda.to_device(np.zeros(groups + 1, np.int32))  # where each group begins, and the end
        self._group: Any = cuda.to_device(np.zeros(count, np.int8))
        self._counts: Any = cuda.to_device(np.zeros((2, MOST_GROUPS), np.int32))  # rows found, and those placed
        self._clear, self._find, self._place = _kernels(group_of)
        self._blocks = -(-count // (_THREADS * _EACH))

    def sort(self, *arguments: Any) -> None:
        """Put the rows in order anew."""
        self._clear[1, 2 * MOST_GROUPS, stream()](self._counts)
        self._find[self._blocks, _THREADS, stream()](self._count, self._group, self._counts, arguments)
        self._place[self._blocks, _THREADS, stream()](
            self._count, self._groups, self._group, self._counts, self.order, self.bounds
        )


@functools.cache
def _kernels(group_of: Callable[..., int]) -> tuple[Any, Any, Any]:
    return cuda.jit(_clear), cuda.jit(_finder(group_of)), cuda.jit(_place)


def _clear(counts: Any) -> None:
    thread = cuda.threadIdx.x
    counts[thread // MOST_GROUPS, thread % MOST_GROUPS] = 0


def _finder(group_of: Callable[..., int]) -> Callable[..., None]:
    def find(count: int, group: Any, counts: Any, arguments: Any) -> None:
        mine = cuda.shared.array(MOST_GROUPS, numba.int32)
        thread = cuda.threadIdx.x
        if thread < MOST_GROUPS:
            mine[thread] = 0
        cuda.syncthreads()
        for k in range(_EACH):
            i = (cuda.blockIdx.x * _EACH + k) * _THREADS + thread
            if i < count:
                found = group_of(i, *arguments)
                group[i] = found
                cuda.atomic.add(mine, found, 1)
        cuda.syncthreads()
        if thread < MOST_GROUPS and mine[thread] > 0:
            cuda.atomic.add(counts, (0, thread), mine[thread])

    return find


def _place(count: int, groups: int, group: Any, counts: Any, order: Any, bounds: Any) -> None:
    mine = cuda.shared.array(MOST_GROUPS, numba.int32)
    first = cuda.shared.array(MOST_GROUPS, numba.int32)
    place = cuda.local.array(_EACH, numba.int32)
    thread = cuda.threadIdx.x
    if thread < MOST_GROUPS:
        mine[thread] = 0
    cuda.syncthreads()
    for k in range(_EACH):
        i = (cuda.blockIdx.x * _EACH + k) * _THREADS + thread
        if i < count:
            place[k] = cuda.atomic.add(mine, group[i], 1)
    cuda.syncthreads()
    if thread < groups:
        begin = 0
        for other in range(thread):
            begin += (counts[0, other] + _WARP - 1) // _WARP * _WARP
        first[thread] = begin + cuda.atomic.add(counts, (1, thread), mine[thread])
        if cuda.blockIdx.x == 0:
            end = begin + counts[0, thread]
            bounds[thread] = begin
            while end % _WARP > 0:
                order[end] = -1
                end += 1
            if thread == groups - 1:
                bounds[groups] = end
    cuda.syncthreads()
    for k in range(_EACH):
        i = (cuda.blockIdx.x * _EACH + k) * _THREADS + thread
        if i < count:
            order[first[group[i]] + place[k]] = i
