"""Arrays on a GPU as others see them: by CUDA's array interface and by DLPack, without a copy."""

from __future__ import annotations

from importlib import import_module
from typing import Any

import numba.cuda
import numpy as np

__all__ = ["GpuArray"]

cuda: Any = numba.cuda


class GpuArray:
    """An array that stays where it is: the next step writes into it.

    PyTorch (`torch.as_tensor`, `torch.from_dlpack`), CuPy (`cupy.asarray`) and JAX (`jax.dlpack.from_dlpack`, compact
    arrays only) look at the same memory.
    """

    def __init__(self, whole: Any, shape: tuple[int, ...], strides: tuple[int, ...], offset: int) -> None:
        self.shape, self.strides, self.dtype = shape, strides, whole.dtype
        self.whole = whole  # the array of Numba's that it is a part of
        self._offset = offset  # in bytes, as strides are

    @property
    def __cuda_array_interface__(self) -> dict[str, Any]:
        return {
            "shape": self.shape,
            "strides": None if self._is_compact() else self.strides,
            "data": (self.whole.device_ctypes_pointer.value + self._offset, False),
            "typestr": self.dtype.str,
            "stream": None,
            "version": 3,
        }

    def __dlpack__(self, *, stream: Any = None, **wishes: Any) -> Any:
        if stream not in (None, 1, -1):  # ours is CUDA's default one: any other might be ahead of it
            cuda.synchronize()
        views: Any = import_module("cuda.core.utils")  # which comes with numba-cuda
        return views.StridedMemoryView.from_cuda_array_interface(self, stream_ptr=-1).__dlpack__(**wishes)

    def __dlpack_device__(self) -> tuple[int, int]:
        return 2, cuda.get_current_device().id  # 2 stands for CUDA

    def copy_to_host(self) -> Any:
        """A copy, as an array of NumPy."""
        flat = self.whole.copy_to_host().view(np.int8).reshape(-1)[self._offset :]
        return np.ndarray(self.shape, self.dtype, flat, strides=self.strides).copy()

    def __repr__(self) -> str:
        return f"GpuArray(shape={self.shape}, dtype={self.dtype})"

    def _is_compact(self) -> bool:
        compact, size = [], self.dtype.itemsize
        for length in reversed(self.shape):
            compact.append(size)
            size *= length
        return tuple(reversed(compact)) == self.strides
