"""What the player of Lab Rats knows: every coin that has been face up, and nothing about the others but which they are.

In `rebag`, coins that went back into the bag are known to be there, but not at which place.
"""

from escapology.games.lab_rats.notation import MOST_NUMBER
from escapology.games.lab_rats.rules import (
    COINS,
    MOST_PLACES,
    STACK_SIZE,
    STACKS,
    SUITED,
    UNKNOWN,
    VALUES,
    Deal,
    State,
    value_of,
)
from escapology.luck import Luck

__all__ = ["hidden", "observe", "redraw", "reveals", "unseen_by_value"]

EACH = COINS // VALUES  # coins of each value


def _unseen_counts(s: State) -> list[int]:
    """Of each stack, how many coins at its bottom have never been face up."""
    return [sum(coin < SUITED for coin in s.stack[i][: s.height[i]]) for i in range(STACKS)]


def _never_drawn(s: State) -> int:
    """With a bag: how many coins have never been drawn from it. They are the last ones of the deal."""
    return COINS - sum(s.turned)


def hidden(d: Deal, s: State) -> int:
    """Coins in the stacks that were never face up, and all coins in the bag."""
    return sum(_unseen_counts(s)) + s.bag_count


def reveals(d: Deal, before: State, after: State) -> bool:
    """Whether a coin was turned over. In `rebag` one is for every coin that goes back, if others were in the bag."""
    redrawn = after.rebagged > before.rebagged and before.bag_count > 0
    return hidden(d, after) < hidden(d, before) or redrawn


def unseen_by_value(s: State) -> list[int]:
    """Of each value, how many coins are out of sight: never seen, or in the bag."""
    counts = [EACH] * VALUES
    for i in range(STACKS):
        for coin in s.stack[i][: s.height[i]]:
            if coin >= SUITED:
                counts[value_of(coin)] -= 1
    for coin in [*s.trail_coin[: s.trail_count], *s.dropped_coin[: s.dropped_count]]:
        counts[value_of(coin)] -= 1
    return counts


def observe(d: Deal, s: State) -> tuple[Deal, State]:
    """Coins never face up, the order of the bag and all places of `rebag` are blanked out."""
    return _reveal(d, s, [UNKNOWN] * sum(_unseen_counts(s)), [UNKNOWN] * s.bag_count, -1)


def redraw(d: Deal, s: State, luck: Luck) -> tuple[Deal, State]:
    """All coins that are out of sight in any order, each order equally likely.

    It looks only at what `observe` shows. In `rebag` the order of the bag stays equally likely whatever was put back
    into it, as each place was; the new number decides the places of the coins that are still to be put back.
    """
    unseen = [value for value in range(VALUES) for _ in range(EACH - s.turned[value])]
    bag: list[int] = []
    if d.has_bag:
        bag, unseen = unseen + _rebagged(s), []
    luck.shuffle(unseen)
    luck.shuffle(bag)
    return _reveal(d, s, unseen, bag, luck.below(MOST_NUMBER + 1) if d.has_rebag else -1)


def _rebagged(s: State) -> list[int]:
    """Coins in the bag that have been face up: they lie nowhere else."""
    seen = [value + SUITED * (k + 1) for value in range(VALUES) for k in range(s.turned[value])]
    open_coins = {s.stack[i][0] for i in range(STACKS) if s.height[i]}
    elsewhere = open_coins | set(s.trail_coin[: s.trail_count]) | set(s.dropped_coin[: s.dropped_count])
    return [coin for coin in seen if coin not in elsewhere]


def _reveal(d: Deal, s: State, unseen: list[int], bag: list[int], number: int) -> tuple[Deal, State]:
    """A world like this one, with these coins at the bottoms of the stacks (A, B, C, bottom first) and in the bag."""
    deal, state = d.copy(), s.copy()
    if d.has_rebag:
        deal.number, deal.place_count = number, 0
        deal.places[:] = [0] * MOST_PLACES
    if d.has_bag:
        state.bag[: len(bag)] = bag
        n = _never_drawn(s)
        fresh = [coin for coin in reversed(bag) if coin < SUITED][:n]
        deal.coins[COINS - n :] = fresh
        return deal, state
    rest = list(unseen)
    for stack, n in enumerate(_unseen_counts(s)):
        coins, rest = rest[:n], rest[n:]
        end = (stack + 1) * STACK_SIZE
        state.stack[stack][:n] = coins
        deal.coins[end - n : end] = reversed(coins)
    return deal, state
