"""The target for GPUs of NVIDIA: one thread for each row. Needs the extra `gpu`.

Rules become device functions as they are, and the room of a row lies in the memory of its own thread. Arrays that are
on the GPU (`cuda.to_device`, or anything with `__cuda_array_interface__`) are handed over as they are; arrays of NumPy
would be copied there and back at every call. Without a GPU a kernel can still be compiled, to PTX, the assembly of
these machines.

Threads go 32 by 32 through the same instructions, so rows that have different things to do hold each other up. Where
that matters, `groups.py` puts rows that do the same side by side, and `over_order` goes through them in that order.

vectors.py    copies of 16 bytes at a time
groups.py     the order in which rows are gone through
recording.py  launches that are repeated all at once

Nothing is kept between processes: Numba's cache for GPUs knows nothing of the files that rules stand in.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from typing import Any, Final, NamedTuple

import numba
import numba.cuda
import numba.cuda.dispatcher
from numba.core import types
from numba.cuda.descriptor import cuda_target

from escapology.errors import SettingError
from escapology.native import copies
from escapology.native.cuda import vectors
from escapology.native.cuda.recording import stream
from escapology.native.marks import Pupil
from escapology.native.rows import Loop, Room, RowKernel

__all__ = ["BLOCK", "over_order", "over_rows", "ptx", "taught"]

cuda: Any = numba.cuda
_dispatcher: Any = numba.cuda.dispatcher
BLOCK: Final = 128  #: threads that share a block
_OLDEST: Final = (7, 5)  #: what PTX is compiled for, unless one says otherwise: Turing and all that came later

_numba_cuda = Pupil()
_own: Final[dict[Callable[..., Any], Callable[..., Any]]] = {  # rules for which there is something faster here
    copies.copy_numbers: vectors.copy_numbers,
    copies.copy_struct: vectors.copy_struct,
}
_device_functions: Final[list[Any]] = []  # Numba keeps weak references


def _teach_rules() -> None:
    """Tell Numba of all rules."""
    for function in _numba_cuda.news():
        _device_functions.append(cuda.jit(device=True)(_own.get(function, function)))
        cuda_target.typing_context.insert_global(function, types.Dispatcher(_device_functions[-1]))


def taught(function: Callable[..., Any]) -> Callable[..., Any]:
    """A rule that kernels for GPUs may call from now on."""
    _teach_rules()
    return function


def _with_room(work: Callable[..., None], room: Room) -> Callable[..., None]:
    """The work, with that room of its own in each thread."""
    dtype = vectors.padded(room.dtype()) if room.is_copied else room.dtype()
    count, kind = room.count, numba.from_dtype(dtype)

    def in_room(*arguments: Any) -> None:
        work(*arguments, cuda.local.array(count, kind, 16))

    device_function: Callable[..., None] = cuda.jit(device=True)(in_room)
    return device_function


def _work(kernel: RowKernel) -> Callable[..., None]:
    """What is done in a row, with room for it."""
    if not find_spec("numba_cuda"):  # what Numba itself has for GPUs is an old version of it
        raise SettingError("kernels for GPUs need a compiler: pip install 'escapology[gpu]'")
    _teach_rules()
    work = kernel.row
    for room in reversed(kernel.rooms):
        work = _with_room(work, room)
    return work


def _kernel(kernel: RowKernel) -> Callable[..., None]:
    """What a thread does."""
    work = _work(kernel)

    def in_thread(first: int, end: int, arguments: Any) -> None:
        i = first + cuda.grid(1)
        if i < end:
            work(i, *arguments)

    return in_thread


def _kernel_in_order(kernel: RowKernel) -> Callable[..., None]:
    """What a thread does where the rows are listed."""
    work = _work(kernel)

    def in_thread(order: Any, bounds: Any, first: int, end: int, arguments: Any) -> None:
        place = bounds[first] + cuda.grid(1)
        while place < bounds[end]:
            i = order[place]
            if i >= 0:
                work(i, *arguments)
            place += cuda.gridsize(1)

    return in_thread


@functools.cache
def over_rows(kernel: RowKernel, block: int = BLOCK, registers: int | None = None) -> Loop:
    """The kernel over rows of arrays that are on the GPU; calls return at once, `cuda.synchronize()` waits.

    `block` threads share a block, and each has so many registers at most.
    """
    compiled: Any = cuda.jit(_kernel(kernel), max_registers=registers)

    def run(first: int, end: int, *arguments: Any) -> None:
        if end > first:
            compiled[-(-(end - first) // block), block, stream()](first, end, arguments)

    return run


@functools.cache
def over_order(kernel: RowKernel, block: int = BLOCK, registers: int | None = None) -> Callable[..., None]:
    """The kernel over rows in a given order: (order, bounds, first, end, threads, *arguments).

    `order` lists rows, and -1 where there is none. Those from place bounds[first] to place bounds[end] are gone
    through by so many threads, each of which takes several rows if they are more.
    """
    compiled: Any = cuda.jit(_kernel_in_order(kernel), max_registers=registers)

    def run(order: Any, bounds: Any, first: int, end: int, threads: int, *arguments: Any) -> None:
        compiled[-(-threads // block), block, stream()](order, bounds, first, end, arguments)

    return run


def ptx(kernel: RowKernel, arguments: tuple[Any, ...], capability: tuple[int, int] = _OLDEST) -> str:
    """The kernel in PTX for arguments like these (arrays of NumPy will do); no GPU is needed."""
    kinds = (types.int64, types.int64, numba.typeof(arguments))
    with _as_if_there_were(capability):
        code, _ = cuda.compile_ptx(_kernel(kernel), kinds, cc=capability)
    return str(code)


class _Device(NamedTuple):
    """As much of a GPU as Numba asks of it where it compiles a function that a kernel calls."""

    compute_capability: tuple[int, int]


@contextmanager
def _as_if_there_were(capability: tuple[int, int]) -> Iterator[None]:
    """Within this, rules are compiled for such a GPU, whether there is one or not."""
    found = _dispatcher.get_current_device
    _dispatcher.get_current_device = lambda: _Device(capability)
    try:
        yield
    finally:
        _dispatcher.get_current_device = found
