"""What both maze games promise."""

from typing import Any

from escapology.games.pursuit.not_alone.rules.state import DOCKED
from escapology.games.pursuit.rules.sight import sees
from escapology.games.pursuit.rules.state import CAUGHT, NOWHERE, VESSEL, WALK


def check_maze(d: Any, s: Any) -> None:
    cards = [s.card[x] for x in range(49) if s.there >> x & 1]
    assert len(set(cards)) == len(cards), "no two cards are the same"
    assert set(cards) | set(d.task) <= set(range(52))
    assert 1 <= s.fatigue <= 6
    assert 1 <= s.turn <= 24
    assert (s.using > 0) == (s.phase == WALK)
    for p in range(s.pursuers):
        x = s.at[p]
        if x == NOWHERE or (x == VESSEL and s.vessel != DOCKED):
            continue
        assert x == VESSEL or s.there >> x & 1
        if s.status != CAUGHT:
            assert s.way[4 * x + s.facing[p]] != NOWHERE, "a pursuer faces an open way"
            assert not s.alert[p] or sees(s, p) or s.memory[p] != NOWHERE, "an alert one sees you or remembers"
            assert s.alert[p] or not sees(s, p), "one who sees you is alert"
            assert x != s.you
