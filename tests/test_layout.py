"""Structs are the same thing as objects and as rows."""

import pytest

from escapology.layout import Rows, Struct, field


class Small(Struct):
    one: int = field("i1")
    row: list[int] = field("i2", 3)
    grid: list[list[int]] = field("i4", 2, 2)


def test_starts_at_zero():
    small = Small()
    assert (small.one, small.row, small.grid) == (0, [0, 0, 0], [[0, 0], [0, 0]])


def test_copy_is_deep():
    small = Small()
    twin = small.copy()
    assert twin == small
    twin.grid[1][0] = 5
    twin.row[2] = 4
    assert small.grid[1][0] == small.row[2] == 0
    assert twin != small


def test_rows_hold_copies():
    rows = Rows([Small(), Small()])
    small = Small()
    rows[1] = small
    small.one = 3
    assert rows[1].one == 0


def test_round_trip_through_an_array():
    small = Small()
    small.one, small.row, small.grid = -7, [1, -2, 3], [[100_000, 2], [3, 4]]
    array = Small.rows([small], spare=2)
    assert len(array) == 3
    assert Small.from_row(array[0]) == small
    assert Small.from_row(array[2]) == Small()


def test_round_trip_through_bytes():
    class Odd(Small):
        more: int = field("i8")
        cube: list[list[list[int]]] = field("i1", 2, 1, 3)
        none: list[int] = field("i1", 0)

    odd = Odd()
    odd.one, odd.row, odd.grid, odd.more = -7, [1, -2, 3], [[100_000, 2], [3, 4]], -(2**60)
    odd.cube[1][0][2] = 9
    assert Odd.unpacked(odd.packed()) == odd
    assert len(odd.packed()) == 1 + 6 + 16 + 8 + 6
    assert Odd.unpacked(Odd().packed()) == Odd()


def test_repr_says_all():
    assert repr(Small()) == "Small(one=0, row=[0, 0, 0], grid=[[0, 0], [0, 0]])"


def test_inherited_fields():
    class Larger(Small):
        more: int = field("i8")

    assert list(Larger.fields) == ["one", "row", "grid", "more"]
    assert list(Small.fields) == ["one", "row", "grid"]


def test_what_can_change_is_not_hashable():
    with pytest.raises(TypeError, match="unhashable type: 'Small'"):
        hash(Small())
