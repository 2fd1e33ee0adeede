"""What a network sees of an observation: a row of features, each of which is one number of it, compared or scaled.

Of kinds there is a feature for each thing a number may name, 1 for the one it is; other numbers are scaled to their
range: the same as `observations="flat"` of the environments. Two things a game may add to how it is learned:

    its board   features are sorted by space, and a number that names a space is a feature of that space
    its course  squares are seen counted from the one where the player is: numbers of these come behind the observation

Training and the compiled player read the same tables, so they see the same.
"""

from __future__ import annotations

import functools
from typing import Any, Final, NamedTuple

import numpy as np

from escapology.protocol import Array, Board, Course, Learning

__all__ = ["AT_LEAST", "IS", "SCALED", "Features", "Nearby", "features_of"]

IS: Final = 0  #: 1 if the number is the value, else 0
AT_LEAST: Final = 1  #: 1 if it is at least the value
SCALED: Final = 2  #: what it is above the value, times the scale


class Nearby(NamedTuple):
    """Numbers of squares near the player, which come behind those of an observation; one row for each."""

    you: int  # where in an observation the player's square is; -1 if the game has no course
    squares: int
    group: int
    first: Any  # where the number of the first square is
    stride: Any  # how far that of the next square is from there
    offset: Any  # which square, counted from the first one of the player's group
    is_less: Any  # whether it is less by what it is on the player's own square


class Features(NamedTuple):
    """All features of a game: those of no space first, then those of each space."""

    flat: int  # how many are of no space
    spaces: int  # 0 if the game has no board
    wide: int  # spaces of a row
    each: int  # features of a space
    ways: int  # where an observation says which ways lead from the first space
    you: int  # where it says on which space the player is, 1 being the first
    nearby: Nearby
    column: Any  # which number a feature is made of
    value: Any
    scale: Any
    mode: Any


_Row = tuple[int, int, float, int]  #: of a feature: column, value, scale, mode


def _of_number(column: int, array: Array) -> list[_Row]:
    """The features of one number."""
    if array.is_kind:
        return [(column, value, 1.0, IS) for value in range(array.low, array.high + 1)]
    return [(column, array.low, 1 / (array.high - array.low), SCALED)]


def _starts(learning: Learning[Any, Any]) -> dict[str, tuple[int, Array]]:
    """Where each array begins."""
    found: dict[str, tuple[int, Array]] = {}
    first = 0
    for array in learning.arrays:
        found[array.name] = first, array
        first += array.size
    return found


def _of_space(space: int, board: Board, starts: dict[str, tuple[int, Array]]) -> list[_Row]:
    """The features of one space: what lies there, and who is there."""
    rows: list[_Row] = []
    for first, array in starts.values():
        if array.name in board.places:
            rows += [(first + i, space + 1, 1.0, IS) for i in range(array.size)]
        elif array.shape[0] == board.spaces:
            wide = array.size // board.spaces
            rows += [row for i in range(wide) for row in _of_number(first + space * wide + i, array)]
    return rows


def _of_none(learning: Learning[Any, Any], starts: dict[str, tuple[int, Array]]) -> list[_Row]:
    """The features that are of no space and of no square."""
    rows: list[_Row] = []
    board, course = learning.board, learning.course
    for first, array in starts.values():
        if course and array.name in course.arrays + course.coordinates:
            continue
        if board and array.name not in board.places and array.shape[0] == board.spaces:
            continue
        of_numbers = [row for i in range(array.size) for row in _of_number(first + i, array)]
        if board and array.name in board.places:  # only what names no space
            of_numbers = [row for row in of_numbers if not 1 <= row[1] <= board.spaces]
        rows += of_numbers
    return rows


def _see_nearby(course: Course, size: int, starts: dict[str, tuple[int, Array]]) -> tuple[Nearby, list[_Row]]:
    """The numbers behind the observation, the last of which is the player's place in its group; their features."""
    seen: list[tuple[int, int, int, bool]] = []
    rows: list[_Row] = []
    for offset in range(-course.behind * course.group, course.ahead * course.group):
        for name in course.arrays + course.coordinates:
            first, array = starts[name]
            stride = array.size // course.squares
            for i in range(stride):
                column = size + len(seen)
                seen.append((first + i, stride, offset, name in course.coordinates))
                if name in course.coordinates:
                    rows.append((column, 0, 1 / course.far, SCALED))
                else:
                    rows += [(column, level, 1.0, AT_LEAST) for level in range(1, course.levels + 1)]
    rows += [(size + len(seen), place, 1.0, IS) for place in range(course.group)]
    table = np.array(seen, np.int64)
    return Nearby(starts[course.you][0], course.squares, course.group, *np.ascontiguousarray(table.T)), rows


@functools.cache
def features_of(learning: Learning[Any, Any]) -> Features:
    """The features of a game."""
    board, course = learning.board, learning.course
    starts = _starts(learning)
    nothing = np.zeros(0, np.int64)
    nearby = Nearby(-1, 0, 0, nothing, nothing, nothing, nothing)
    rows = _of_none(learning, starts)
    if course:
        nearby, more = _see_nearby(course, learning.size, starts)
        rows += more
    flat, each = len(rows), 0
    if board:
        of_spaces = [_of_space(space, board, starts) for space in range(board.spaces)]
        each = len(of_spaces[0])
        rows += [row for of_space in of_spaces for row in of_space]
    column, value, scale, mode = zip(*rows, strict=True)
    return Features(
        flat=flat,
        spaces=board.spaces if board else 0,
        wide=board.wide if board else 0,
        each=each,
        ways=starts[board.ways][0] if board else 0,
        you=starts[board.you][0] if board else 0,
        nearby=nearby,
        column=np.array(column, np.int64),
        value=np.array(value, np.int64),
        scale=np.array(scale, np.float32),
        mode=np.array(mode, np.int64),
    )
