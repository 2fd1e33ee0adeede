"""What environments ask of a GPU: memory, kernels over rows, and kernels over rows in groups."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import numba.cuda
import numba.cuda.cudadrv.driver
import numpy as np

from escapology.environments.gpu.arrays import GpuArray
from escapology.environments.gpu.tuning import Tuning
from escapology.native import Loop, RowKernel, cuda
from escapology.native.cuda.groups import Groups
from escapology.native.cuda.recording import Repeated
from escapology.native.cuda.vectors import padded

__all__ = ["Gpu"]

gpu: Any = numba.cuda
_BEGINNERS: Final = 1 << 17  # threads that begin games: few do at a time


class Gpu:
    """The current GPU of NVIDIA."""

    def __init__(self, tuning: Tuning) -> None:
        self.tuning = tuning

    def zeros(self, shape: int | tuple[int, ...], dtype: Any) -> Any:
        """An array of zeros."""
        kind = padded(np.dtype(dtype))
        sizes = (shape,) if isinstance(shape, int) else shape
        found = gpu.device_array((*sizes[:-1], sizes[-1] * kind.itemsize), np.int8)
        gpu.cudadrv.driver.device_memset(found, 0, found.nbytes)
        return found.view(kind)

    def put(self, array: Any) -> Any:
        """A copy of an array of NumPy."""
        kind = padded(array.dtype)
        if kind.names is None:
            return gpu.to_device(np.ascontiguousarray(array))
        filled_up = np.zeros(array.shape, kind)
        for name in kind.names:
            filled_up[name] = array[name]
        return gpu.to_device(filled_up)

    def fetch(self, array: Any) -> Any:
        """A copy as an array of NumPy."""
        return array.copy_to_host()

    def taken(self, array: Any) -> Any:
        """An array that is on the GPU, whoever it belongs to, or a copy of one that is not."""
        if isinstance(array, GpuArray):
            return array.whole
        return gpu.as_cuda_array(array) if hasattr(array, "__cuda_array_interface__") else self.put(np.asarray(array))

    def view(self, array: Any, shape: tuple[int, ...], strides: tuple[int, ...], offset: int = 0) -> Any:
        """An array, or a part of one, as it is handed out."""
        return GpuArray(array, shape, strides, offset)

    def over_rows(self, kernel: RowKernel) -> Loop:
        """A kernel over rows one after the other."""
        return cuda.over_rows(kernel, self.tuning.block, self.tuning.registers)

    def grouped(self, count: int, groups: int, group_of: Callable[..., int]) -> Grouped:
        """Rows in groups."""
        return Grouped(self.tuning, Groups(count, groups, cuda.taught(group_of)))

    def repeated(self, work: Callable[[], None]) -> Callable[[], None]:
        """Work that launches the same kernels at every call."""
        return Repeated(work)

    def wait(self) -> None:
        """Wait until all is done."""
        gpu.synchronize()


class Grouped:
    """Rows in groups, and kernels that go through those of some groups."""

    def __init__(self, tuning: Tuning, groups: Groups) -> None:
        self._tuning, self._groups = tuning, groups
        self.sort = groups.sort

    def over(self, kernel: RowKernel, first: int, end: int) -> Callable[..., None]:
        """The kernel over the rows of the groups from `first` to `end` - 1."""
        loop = cuda.over_order(kernel, self._tuning.block, self._tuning.registers)
        groups = self._groups
        threads = groups.most if first else min(groups.most, _BEGINNERS)

        def run(*arguments: Any) -> None:
            loop(groups.order, groups.bounds, first, end, threads, *arguments)

        return run
