"""No card is lost or doubled, and every pile is one that the rules could have made."""

from typing import Any

from escapology.games.devils_square.rules import CARDS, SPACES


def check(d: Any, s: Any) -> None:
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
