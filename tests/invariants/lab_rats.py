"""No coin is lost or doubled, and the rat is somewhere."""

from collections import Counter
from typing import Any


def check(d: Any, s: Any) -> None:
    coins = [coin for stack in range(3) for coin in s.stack[stack][: s.height[stack]]]
    coins += s.trail_coin[: s.trail_count] + s.dropped_coin[: s.dropped_count] + s.bag[: s.bag_count]
    assert Counter(coin & 7 for coin in coins) == Counter(d.coins) == dict.fromkeys(range(6), 4)
    shown = [coin for coin in coins if coin >= 8]
    assert len(set(shown)) == len(shown), "each value exists once per suit"
    assert -1 <= s.rat < 98
    assert all(0 <= square < 96 for square in s.trail_square[: s.trail_count])
    if not d.has_bag:
        assert all(coin >= 8 for stack in range(3) for coin in s.stack[stack][: s.height[stack]][-1:])
