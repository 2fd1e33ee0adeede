"""The station is whole, docks are of their suits, and what is done is gone."""

from typing import Any

from escapology.games.pursuit.rules.maze import connected
from escapology.games.pursuit.rules.state import START
from tests.invariants.pursuit import check_maze


def check(d: Any, s: Any) -> None:
    check_maze(d, s)
    if s.phase != START:
        assert connected(s, s.you) == s.there, "the station is connected"
    assert sum(x >= 0 for x in s.dock) <= 3
    assert all(
        s.there >> x & 1 and s.card[x] // 13 == card // 13 for x, card in zip(s.dock, d.task, strict=True) if x >= 0
    )
    for task, x in enumerate(s.location):
        assert not (s.done >> task & 1 and s.there >> x & 1), "what is done is gone"
