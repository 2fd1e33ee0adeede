"""Maze and pursuers are whole: all cards lie, and as many pursuers are there as tasks are done, and one."""

from typing import Any

from escapology.games.pursuit.rules.maze import ALL, connected
from escapology.games.pursuit.rules.state import ENTER, LAY
from tests.invariants.pursuit import check_maze


def check(d: Any, s: Any) -> None:
    check_maze(d, s)
    assert sorted(s.card[:49]) == sorted([*d.maze[: s.laid], *[-1] * (49 - s.laid)])
    if s.phase != LAY:
        assert connected(s, 0) == ALL, "the maze is connected"
        assert s.pursuers == (0 if s.phase == ENTER else 1 + s.done.bit_count())
