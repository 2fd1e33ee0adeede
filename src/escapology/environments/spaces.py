"""What an environment's observations are made of: named parts of a row of numbers, or one list for a network."""

from __future__ import annotations

import functools
from typing import Any, Final, Literal, NamedTuple, TypeAlias, get_args

import gymnasium
import numpy as np

from escapology.errors import SettingError, shorten
from escapology.native import compile_kernel, is_plain
from escapology.protocol import Array, Learning

__all__ = ["FEATURES", "MASK", "Observations", "Rewards", "check_choice", "flat_size", "flatten", "parts", "space"]

Observations: TypeAlias = Literal["arrays", "flat"]  #: the game's arrays by name, or one list of numbers from 0 to 1
Rewards: TypeAlias = Literal["won", "points"]  #: 1 for a win, or the points of each move

MASK: Final = "action_mask"
FEATURES: Final = "features"


def check_choice(name: str, value: object, kinds: Any) -> None:
    """Refuse a value that is not among those of a literal type."""
    if value not in get_args(kinds):
        raise SettingError(
            f"{name}={shorten(str(value))} is not possible: use {' or '.join(map(repr, get_args(kinds)))}"
        )


def space(learning: Learning[Any, Any], observations: Observations) -> gymnasium.spaces.Dict:
    """The space of one observation."""
    box = gymnasium.spaces.Box
    found: dict[str, gymnasium.Space[Any]] = {}
    if observations == "flat":
        found[FEATURES] = box(0, 1, (flat_size(learning),), np.float32)
    else:
        found |= {array.name: box(array.low, array.high, array.shape, np.int8) for array in learning.arrays}
    found[MASK] = box(0, 1, (learning.action_count,), np.int8)
    return gymnasium.spaces.Dict(found)


def parts(learning: Learning[Any, Any], rows: Any) -> dict[str, Any]:
    """The arrays that lie in a row, or in each of many, by name: another look at the same numbers."""
    found: dict[str, Any] = {}
    first = 0
    for array in learning.arrays:
        found[array.name] = rows[..., first : first + array.size].reshape((*rows.shape[:-1], *array.shape))
        first += array.size
    return found


def _width(array: Array) -> int:
    """How many features one of its numbers becomes."""
    return array.high - array.low + 1 if array.is_kind else 1


def flat_size(learning: Learning[Any, Any]) -> int:
    """How many features there are."""
    return sum(array.size * _width(array) for array in learning.arrays)


class _Shape(NamedTuple):
    """Of each number in a row: its lowest value, its first feature, and what it is divided by, or 0 for a kind."""

    low: Any
    first: Any
    span: Any


@functools.cache
def _shape(arrays: tuple[Array, ...]) -> _Shape:
    low = [array.low for array in arrays for _ in range(array.size)]
    span = [0 if array.is_kind else array.high - array.low for array in arrays for _ in range(array.size)]
    wide = [_width(array) for array in arrays for _ in range(array.size)]
    first = np.cumsum([0, *wide])[:-1]
    return _Shape(np.array(low, np.int64), first.astype(np.int64), np.array(span, np.int64))


def _flatten(rows: Any, shape: _Shape, out: Any, first: int, last: int) -> None:
    for i in range(first, last):
        row = rows[i]
        features = out[i]
        for k in range(len(features)):
            features[k] = 0
        for j in range(len(row)):
            value = row[j] - shape.low[j]
            if shape.span[j]:
                features[shape.first[j]] = value / shape.span[j]
            else:
                features[shape.first[j] + value] = 1


@functools.cache
def _kernel(plain: bool) -> Any:
    return _flatten if plain else compile_kernel(_flatten)


def flatten(learning: Learning[Any, Any], rows: Any, out: Any, first: int, last: int, *, plain: bool = False) -> None:
    """Write the features of some rows: of a kind 1 for the one it is, of other numbers how far up they are."""
    _kernel(plain or is_plain())(rows, _shape(learning.arrays), out, first, last)
