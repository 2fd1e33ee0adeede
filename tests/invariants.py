"""What each game promises of every position: nothing is ever lost or doubled."""

from collections import Counter
from typing import Any

from escapology.games.devils_square.rules import CARDS, SPACES


def blank(d: Any, s: Any) -> None:
    assert s.climbed + s.skipped == s.top


def devils_square(d: Any, s: Any) -> None:
    seen: list[int] = []
    for space in range(SPACES):
        pile = s.pile[space][: s.height[space]]
        seen += pile
        assert [card >> 2 for card in pile] == list(range(pile[0] >> 2, (pile[0] >> 2) + len(pile))) if pile else True
        assert len({card & 3 for card in pile}) == len(pile) < 4
        assert s.items[space] == sum(1 << (card & 3) for card in pile)
        assert s.rank[space] == (pile[-1] >> 2 if pile else -1)
    assert len(set(seen)) == len(seen)
    assert len(seen) + 4 * s.books == SPACES + s.drawn
    assert set(seen) <= set(d.deck[: SPACES + s.drawn])
    if s.drawn < CARDS - SPACES:
        assert all(s.height), "a space is open although the draw pile lasts"


INVARIANTS = {"blank": blank, "devils-square": devils_square}
