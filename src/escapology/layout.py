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
from collections.abc import Iterable
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


def _zeros(shape: tuple[int, ...]) -> Any:
    return [_zeros(shape[1:]) for _ in range(shape[0])] if shape else 0


def _deep_copy(value: Any, depth: int) -> Any:
    if depth == 1:
        return value[:]
    return [_deep_copy(v, depth - 1) for v in value]


class Struct:
    """Base of every game's `Deal` and `State`; all fields start at zero. Equal by content, and not hashable."""

    fields: ClassVar[dict[str, _Field]] = {}

    def __init_subclass__(cls) -> None:
        own = {name: value for name, value in vars(cls).items() if isinstance(value, _Field)}
        for name in own:
            delattr(cls, name)
        cls.fields = {**cls.fields, **own}

    def __init__(self) -> None:
        for name, f in self.fields.items():
            setattr(self, name, _zeros(f.shape))

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

    @classmethod
    def dtype(cls) -> np.dtype[Any]:
        """How NumPy lays the struct out."""
        return _dtype_of(cls)  # type: ignore[arg-type]  # a class has a hash, though its structs have none

    @classmethod
    def rows(cls, structs: Iterable[Struct], spare: int = 0) -> np.ndarray[Any, Any]:
        """An array of the structs, with that many zero rows behind them, for a compiled kernel."""
        import numpy as np

        filled = list(structs)
        array = np.zeros(len(filled) + spare, cls.dtype())
        for i, struct in enumerate(filled):
            array[i] = tuple([getattr(struct, name) for name in cls.fields])
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


S = TypeVar("S", bound=Struct)


class Rows(list[S]):
    """Structs that behave like the rows of an array: `rows[i] = s` puts a copy of s there."""

    def __setitem__(self, i: Any, struct: Any) -> None:
        super().__setitem__(i, struct.copy())
