"""The target for GPUs of NVIDIA: one thread for each row. Needs the extra `gpu`.

Rules become device functions as they are, and the room of a row lies in the memory of its own thread. Arrays that are
on the GPU (`cuda.to_device`, or anything with `__cuda_array_interface__`) are handed over as they are; arrays of NumPy
would be copied there and back at every call. Without a GPU a kernel can still be compiled, to PTX, the assembly of
these machines.

Nothing is kept between processes: Numba's cache for GPUs knows nothing of the files that rules stand in.
"""

from __future__ import annotations

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
from escapology.native.marks import Pupil
from escapology.native.rows import Loop, Room, RowKernel

__all__ = ["over_rows", "ptx"]

cuda: Any = numba.cuda
_dispatcher: Any = numba.cuda.dispatcher
_BLOCK: Final = 128  #: threads that share a block
_OLDEST: Final = (7, 5)  #: what PTX is compiled for, unless one says otherwise: Turing and all that came later

_numba_cuda = Pupil()
_device_functions: Final[list[Any]] = []  # Numba keeps weak references


def _teach_rules() -> None:
    """Tell Numba of all rules."""
    for function in _numba_cuda.news():
        _device_functions.append(cuda.jit(device=True)(function))
        cuda_target.typing_context.insert_global(function, types.Dispatcher(_device_functions[-1]))


def _with_room(work: Callable[..., None], room: Room) -> Callable[..., None]:
    """The work, with that room of its own in each thread."""
    count, kind = room.count, numba.from_dtype(room.dtype())

    def in_room(*arguments: Any) -> None:
        work(*arguments, cuda.local.array(count, kind))

    device_function: Callable[..., None] = cuda.jit(device=True)(in_room)
    return device_function


def _kernel(kernel: RowKernel) -> Callable[..., None]:
    """What a thread does."""
    if not find_spec("numba_cuda"):  # what Numba itself has for GPUs is an old version of it
        raise SettingError("kernels for GPUs need a compiler: pip install 'escapology[gpu]'")
    _teach_rules()
    work = kernel.row
    for room in reversed(kernel.rooms):
        work = _with_room(work, room)

    def in_thread(first: int, end: int, arguments: Any) -> None:
        i = first + cuda.grid(1)
        if i < end:
            work(i, *arguments)

    return in_thread


def over_rows(kernel: RowKernel) -> Loop:
    """The kernel over rows of arrays that are on the GPU; calls return at once, `cuda.synchronize()` waits."""
    compiled: Any = cuda.jit(_kernel(kernel))

    def run(first: int, end: int, *arguments: Any) -> None:
        if end > first:
            compiled[-(-(end - first) // _BLOCK), _BLOCK](first, end, arguments)

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
