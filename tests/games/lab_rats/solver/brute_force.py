"""Every position that can be reached, one by one, by the game's own rules: slow, and it knows nothing of the theory."""

import functools

import numpy as np

from escapology.games.lab_rats.rules import MOST_MOVES, Deal, State, moves, play, won
from escapology.luck import Luck
from escapology.middle import legal_moves, start_state
from escapology.native import compile_kernel, rule
from escapology.setting import make_setting
from tests.games.lab_rats.positions import GAME
from tests.typed import new_deal


@rule
def key_of(s):
    """All that matters of a position with up to twelve coins: rat, stacks, trail; not what was dropped, nor suits."""
    stacks = np.int64(1)
    for i in range(3):
        for k in range(s.height[i]):
            stacks = stacks * 8 + (s.stack[i][k] & 7)
        stacks = stacks * 8 + 6
    low, high = np.int64(s.rat) + 1, np.int64(0)
    for k in range(s.trail_count):
        laid = (np.int64(s.trail_coin[k]) & 7) * 128 + s.trail_square[k] + 1
        if k < 5:
            low = low * 1024 + laid
        else:
            high = high * 1024 + laid
    return stacks, low, high


@functools.cache
def kernel():
    def search(deals, states, out, most):
        d = deals[0]
        seen = {key_of(states[0])}
        n = 1
        while n > 0:
            n -= 1
            states[-1] = states[n]
            found = moves(d, states[-1], out)
            for i in range(found):
                states[n] = states[-1]
                play(d, states[n], out[i])
                if won(d, states[n]):
                    return 1
                key = key_of(states[n])
                if key not in seen:
                    seen.add(key)
                    n += 1
                    if len(seen) > most or n > len(states) - 3:
                        return -1
        return 0

    return compile_kernel(search)


def can_win(d: Deal, s: State, most: int = 300_000) -> bool | None:
    """Whether the position can be won; None = it has more than `most` positions."""
    states = State.rows([s], spare=20_000)
    found = kernel()(Deal.rows([d]), states, np.zeros(MOST_MOVES, np.int64), most)
    return None if found < 0 else bool(found)


def small_position(variant: str, options: dict[str, str], seed: int, most_coins: int) -> tuple[Deal, State]:
    """Near the exit of a random maze with a few coins, and then a few moves on at random."""
    luck = Luck(seed)
    d = new_deal(Deal, make_setting(GAME, variant, options), seed)
    s = start_state(GAME, d)
    s.rat = 96 - 1 - luck.below(8 + luck.below(60))
    coins = [value for value in range(6) for _ in range(4)]
    luck.shuffle(coins)
    count = 1 + luck.below(most_coins)
    s.height, s.turned, s.bag_count = [0, 0, 0], [0] * 8, 0
    s.stack, s.bag = [[0] * 8 for _ in range(3)], [0] * 24
    for coin in coins[:count]:
        if not d.has_bag:
            put(s, luck.below(3), coin)
        elif 0 in s.height:
            put(s, s.height.index(0), coin)
        else:
            s.bag[s.bag_count] = coin
            s.bag_count += 1
    for _ in range(luck.below(6)):
        after = s.copy()
        choices = legal_moves(GAME, d, s)
        if choices:
            play(d, after, luck.choose(choices))
        if won(d, after):
            break
        s = after
    return d, s


def put(s: State, stack: int, coin: int) -> None:
    s.stack[stack][s.height[stack]] = coin
    s.height[stack] += 1
