"""Copies of 16 bytes at a time: a GPU fetches and stores these as fast as a single byte.

Everything that is copied so starts at a multiple of 16 bytes and is filled up to one (`padded`).
"""

from __future__ import annotations

from typing import Any, Final

import numba.cuda
import numba.cuda.extending
import numpy as np
from llvmlite import ir
from numba.core import types

__all__ = ["WIDTH", "copy_numbers", "copy_struct", "padded"]

cuda: Any = numba.cuda

WIDTH: Final = 16  #: bytes
_FOUR: Final = ir.VectorType(ir.IntType(32), 4)


def padded(dtype: np.dtype[Any]) -> np.dtype[Any]:
    """The same, filled up with bytes that mean nothing, so that each of several begins where a copy may begin."""
    if dtype.names is None:
        return dtype
    fields = [dtype.fields[name] for name in dtype.names] if dtype.fields else []
    layout: Any = {
        "names": list(dtype.names),
        "formats": [field[0] for field in fields],
        "offsets": [field[1] for field in fields],
        "itemsize": -(-dtype.itemsize // WIDTH) * WIDTH,
    }
    filled_up: np.dtype[Any] = np.dtype(layout, align=dtype.isalignedstruct)
    return filled_up


def _copy(builder: Any, to: Any, source: Any, k: Any) -> None:
    """Copy 16 bytes."""
    value = builder.load(builder.gep(source, [k]))
    value.align = WIDTH
    stored = builder.store(value, builder.gep(to, [k]))
    stored.align = WIDTH


def _start(context: Any, builder: Any, kind: Any, value: Any) -> tuple[Any, Any]:
    """Where an array begins, and how far its rows are apart, in bytes."""
    from numba.cuda.np import arrayobj

    array = arrayobj.make_array(kind)(context, builder, value)
    data = builder.bitcast(array.data, ir.IntType(8).as_pointer())
    return data, builder.extract_value(array.strides, 0)


def _vectors(builder: Any, start: Any) -> Any:
    return builder.bitcast(start, _FOUR.as_pointer())


def _struct_copier(typingctx: Any, rows: Any, i: Any, others: Any, k: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        kinds = signature.args
        starts = []
        for kind, value, row in ((kinds[0], values[0], values[1]), (kinds[2], values[2], values[3])):
            data, stride = _start(context, builder, kind, value)
            starts.append(_vectors(builder, builder.gep(data, [builder.mul(row, stride)])))
        for number in range(kinds[0].dtype.size // WIDTH):
            _copy(builder, starts[0], starts[1], ir.Constant(ir.IntType(64), number))
        return context.get_dummy_value()

    assert rows.dtype == others.dtype, (rows, others)
    assert rows.dtype.size % WIDTH == 0, rows
    return types.void(rows, types.int64, others, types.int64), generate


def _numbers_copier(typingctx: Any, numbers: Any, others: Any, count: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        to, source = (
            _vectors(builder, _start(context, builder, kind, value)[0])
            for kind, value in zip(signature.args[:2], values[:2], strict=True)
        )
        with cuda.cgutils.for_range(builder, values[2]) as loop:
            _copy(builder, to, source, loop.index)
        return context.get_dummy_value()

    return types.void(numbers, others, types.int64), generate


_copy_struct: Any = cuda.extending.intrinsic(_struct_copier)
_copy_vectors: Any = cuda.extending.intrinsic(_numbers_copier)


def copy_numbers(numbers: Any, others: Any, count: int) -> None:
    """As the rule of that name."""
    _copy_vectors(numbers, others, (count + 15) // 16)


def copy_struct(rows: Any, i: int, others: Any, k: int) -> None:
    """As the rule of that name."""
    _copy_struct(rows, i, others, k)
