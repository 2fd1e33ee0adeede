"""Structs: records of a fixed shape, which the rules of a game read and write by name.

To people and to plain Python a struct is an object whose fields are whole numbers and lists of them; to a compiled
kernel it is a row of a NumPy array with the same field names. So one rule function serves both:

    class State(Struct):
        drawn: int = field("i1")                     # cards taken from the draw pile
        pile: list[list[int]] = field("i1", 16, 4)   # cards of each pile, bottom first

Fields are signed on purpose: Numba makes a float of unsigned 64 bits plus signed 64 bits. Write `s.pile[p][i]`, never
`s.pile[p, i]`: the latter does not exist on lists.
"""

from __future__ import annotations

import functools
import itertools
import math
import struct as bytes_of
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Literal, Self, TypeVar

if TYPE_CHECKING:
    import numpy as np

__all__ = ["Rows", "Struct", "field"]

Kind = Literal["i1", "i2", "i4", "i8", "f8"]  #: signed whole numbers of 1, 2, 4 or 8 bytes; chances, for solvers


@dataclass(frozen=True, slots=True)
class _Field:
    kind: Kind
    shape: tuple[int, ...]


def field(kind: Kind, *shape: int) -> Any:
    """A field of a struct: a number of that kind, or a list (of lists) of them with that shape."""
    return _Field(kind, shape)


_LETTERS: dict[str, str] = {"i1": "b", "i2": "h", "i4": "i", "i8": "q", "f8": "d"}  # as the library `struct` has them


def _zeros(shape: tuple[int, ...]) -> Any:
    if len(shape) == 1:
        return [0] * shape[0]
    if len(shape) == 2:
        return [[0] * shape[1] for _ in range(shape[0])]
    return [_zeros(shape[1:]) for _ in range(shape[0])] if shape else 0


def _deep_copy(value: Any, depth: int) -> Any:
    if depth == 1:
        return value[:]
    return [_deep_copy(v, depth - 1) for v in value]


def _numbers(value: Any) -> Iterator[Any]:
    """The numbers of nested lists."""
    if isinstance(value, list):
        for inner in value:
            yield from _numbers(inner)
    else:
        yield value


def _nested(numbers: tuple[Any, ...], shape: tuple[int, ...]) -> Any:
    """The same as nested lists of that shape."""
    if not shape:
        return numbers[0]
    if len(shape) == 1:
        return list(numbers)
    size = len(numbers) // shape[0] if shape[0] else 0
    return [_nested(numbers[i * size : (i + 1) * size], shape[1:]) for i in range(shape[0])]


class Struct:
    """Base of every game's `Deal` and `State`; all fields start at zero. Equal by content, and not hashable."""

    fields: ClassVar[dict[str, _Field]] = {}

    def __init_subclass__(cls) -> None:
        own = {name: value for name, value in vars(cls).items() if isinstance(value, _Field)}
        for name in own:
            delattr(cls, name)
        cls.fields = {**cls.fields, **own}

    def __init__(self) -> None:
        values = self.__dict__
        for name, f in self.fields.items():
            values[name] = _zeros(f.shape)

    def copy(self) -> Self:
        """An independent copy."""
        twin = object.__new__(type(self))
        values = twin.__dict__
        for name, value in self.__dict__.items():
            values[name] = _deep_copy(value, len(self.fields[name].shape)) if isinstance(value, list) else value
        return twin

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and self.__dict__ == other.__dict__

    __hash__ = None  # type: ignore[assignment]  # what can change has no place in a set; a key is made of its repr

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(f'{k}={v}' for k, v in self.__dict__.items())})"

    def packed(self) -> bytes:
        """All numbers, in a small part of the memory that the struct takes."""
        numbers: list[Any] = []
        for name, f in self.fields.items():
            value = getattr(self, name)
            if not f.shape:
                numbers.append(value)
            elif len(f.shape) == 1:
                numbers += value
            elif len(f.shape) == 2:
                numbers += itertools.chain.from_iterable(value)
            else:
                numbers.extend(_numbers(value))
        return _packing_of(type(self)).pack(*numbers)  # type: ignore[arg-type]  # a class has a hash

    @classmethod
    def packed_size(cls) -> int:
        """How many bytes that are."""
        return _packing_of(cls).size  # type: ignore[arg-type]

    @classmethod
    def unpacked(cls, packed: bytes) -> Self:
        """The struct that `packed` wrote."""
        numbers = _packing_of(cls).unpack(packed)  # type: ignore[arg-type]
        struct = object.__new__(cls)
        values, start = struct.__dict__, 0
        for name, f in cls.fields.items():
            end = start + math.prod(f.shape)
            values[name] = _nested(numbers[start:end], f.shape)
            start = end
        return struct

    @classmethod
    def dtype(cls) -> np.dtype[Any]:
        """How NumPy lays the struct out."""
        return _dtype_of(cls)  # type: ignore[arg-type]  # a class has a hash, though its structs have none

    @classmethod
    def rows(cls, structs: Iterable[Struct], spare: int = 0) -> np.ndarray[Any, Any]:
        """An array of the structs, with that many zero rows behind them, for a compiled kernel."""
        return cls.rows_of(b"".join([struct.packed() for struct in structs]), spare)

    @classmethod
    def rows_of(cls, filled: bytes, spare: int = 0) -> np.ndarray[Any, Any]:
        """The same of structs that are packed, one behind the other."""
        import numpy as np

        array = np.zeros(len(filled) // cls.packed_size() + spare, cls.dtype())
        if filled:
            array[: len(array) - spare] = np.frombuffer(filled, _packed_dtype_of(cls))  # type: ignore[arg-type]
        return array

    @classmethod
    def from_row(cls, row: Any) -> Self:
        """The struct in a row of such an array."""
        struct = object.__new__(cls)
        for name in cls.fields:
            setattr(struct, name, row[name].tolist())
        return struct


@functools.cache
def _dtype_of(struct: type[Struct]) -> np.dtype[Any]:
    import numpy as np

    return np.dtype([(name, f.kind, f.shape) for name, f in struct.fields.items()], align=True)


@functools.cache
def _packed_dtype_of(struct: type[Struct]) -> np.dtype[Any]:
    """The same as `packed` writes it."""
    import numpy as np

    return np.dtype([(name, f"<{f.kind}", f.shape) for name, f in struct.fields.items()])


@functools.cache
def _packing_of(struct: type[Struct]) -> bytes_of.Struct:
    letters = (f"{math.prod(f.shape)}{_LETTERS[f.kind]}" for f in struct.fields.values())
    return bytes_of.Struct("<" + "".join(letters))


S = TypeVar("S", bound=Struct)


class Rows(list[S]):
    """Structs that behave like the rows of an array: `rows[i] = s` puts a copy of s there."""

    def __setitem__(self, i: Any, struct: Any) -> None:
        super().__setitem__(i, struct.copy())
