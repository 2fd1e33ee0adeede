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


def lab_rats(d: Any, s: Any) -> None:
    coins = [coin for stack in range(3) for coin in s.stack[stack][: s.height[stack]]]
    coins += s.trail_coin[: s.trail_count] + s.dropped_coin[: s.dropped_count] + s.bag[: s.bag_count]
    assert Counter(coin & 7 for coin in coins) == Counter(d.coins) == dict.fromkeys(range(6), 4)
    shown = [coin for coin in coins if coin >= 8]
    assert len(set(shown)) == len(shown), "each value exists once per suit"
    assert -1 <= s.rat < 98
    assert all(0 <= square < 96 for square in s.trail_square[: s.trail_count])
    if not d.has_bag:
        assert all(coin >= 8 for stack in range(3) for coin in s.stack[stack][: s.height[stack]][-1:])


INVARIANTS = {"blank": blank, "devils-square": devils_square, "lab-rats": lab_rats}
