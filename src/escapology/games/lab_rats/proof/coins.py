"""Why a deal of Lab Rats is lost, for a certificate. Claims tell coins, and the squares on which they are not enough.

What a coin can do depends on nothing but the rat's square and the coin's value, so one table serves a whole deal
(`_table`): all that the plain rules allow with one coin on stack A, to run or to drop it.

`stacks` (where nobody can back up, and no coin comes back): the key is the heights of the three stacks or, with a
bag, how many coins are in it and the values of the three open ones. What follows: any of the top coins is run with, or
dropped, and the next one is there.

`purses`: let the rat use the coins that are left in any order, whatever lies above them. The key is how many coins of
each value there are at most. To be short, a proof may count only the values that matter (`level`, a bit set); the
others never run out. Drops never give a coin back, but for the one that goes into the bag, which was counted all
along. Backing up gives back the last coin only on the square where it was run from, and there the rat had at least as
much once before. (Where *any* coin on the square may be lifted, LR5, it can come to more than it had: no such proof.)
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator

from escapology.games.lab_rats.rules import (
    COINS,
    MOST_MOVES,
    NOWHERE,
    SQUARES,
    STACK_SIZE,
    STACKS,
    VALUES,
    Deal,
    State,
    moves,
    play,
    value_of,
    won,
)
from escapology.proof import WON, Alternatives, Argument, Claim, OfDeal

__all__ = ["PURSES", "STACKS_AS_THEY_LIE"]

_OUT = -1  # in place of squares: with that coin the rat gets out; all bits are set
_NEVER_RUNS_OUT = 9  # a count of coins


class _Table:
    """Where coins lead, from any set of squares."""

    def __init__(self, d: Deal) -> None:
        self.reached = [[_reached(d, value, square) for square in range(SQUARES)] for value in range(VALUES)]
        self.known: dict[tuple[int, int], int] = {}

    def run(self, value: int, squares: int) -> int:
        """The squares that a coin leads to from any of these, these included (a drop); _OUT if it leads out."""
        there = self.known.get((value, squares))
        if there is None:
            there = 0
            for square in range(SQUARES):
                if squares >> square & 1:
                    there |= self.reached[value][square]  # _OUT has all bits
            self.known[value, squares] = there
        return there


_table = OfDeal(_Table)


def _reached(d: Deal, value: int, square: int) -> int:
    s, out, squares = State(), [0] * MOST_MOVES, 0
    s.rat, s.stack[0][0], s.height[0] = square, value, 1
    if won(d, s):
        return _OUT
    for move in out[: moves(d, s, out)]:
        after = s.copy()
        play(d, after, move)
        if won(d, after):
            return _OUT
        squares |= 1 << after.rat
    return squares


def _first_squares(s: State) -> int:
    """Where the rat is, or the two that it can start on."""
    return 0b11 if s.rat == NOWHERE else 1 << s.rat


def _alternatives(key: tuple[int, ...], squares: int) -> Alternatives:
    return WON if squares == _OUT else (Claim(key, places=squares),)


def _opens_stacks(d: Deal, s: State, level: int) -> list[Alternatives]:
    if won(d, s):
        return [WON]
    key = tuple(s.height)
    if d.has_bag:
        key = (s.bag_count, *sorted(value_of(s.stack[i][0]) for i in range(STACKS) if s.height[i]))
    return [(Claim(key, places=_first_squares(s)),)]


def _follow_stacks(d: Deal, claim: Claim, level: int) -> Iterator[Alternatives]:
    key, table = claim.key, _table(d)
    for i in range(d.has_bag, len(key)):
        if d.has_bag:
            value, left = key[i], [*key[1:i], *key[i + 1 :]]
            if key[0] > 0:
                left.append(d.coins[COINS - key[0]])
            after = (max(key[0] - 1, 0), *sorted(left))
        elif key[i] > 0:
            value = d.coins[STACK_SIZE * (i + 1) - key[i]]
            after = (*key[:i], key[i] - 1, *key[i + 1 :])
        else:
            continue
        yield _alternatives(after, table.run(value, claim.places))


def _levels_of_stacks(d: Deal, s: State) -> Iterable[int]:
    return () if d.has_backing or d.has_rebag else (0,)


def _opens_purses(d: Deal, s: State, level: int) -> list[Alternatives]:
    if won(d, s):
        return [WON]
    coins = [coin for stack in range(STACKS) for coin in s.stack[stack][: s.height[stack]]]
    values = [value_of(coin) for coin in coins + s.bag[: s.bag_count]]
    key = [values.count(value) if level >> value & 1 else _NEVER_RUNS_OUT for value in range(VALUES)]
    return [(Claim(tuple(key), places=_first_squares(s)),)]


def _follow_purses(d: Deal, claim: Claim, level: int) -> Iterator[Alternatives]:
    table = _table(d)
    for value in range(VALUES):
        if claim.key[value] > 0:
            left = list(claim.key)
            left[value] -= level >> value & 1
            yield _alternatives(tuple(left), table.run(value, claim.places))


def _levels_of_purses(d: Deal, s: State) -> Iterable[int]:
    """Any set of values can be counted."""
    return () if d.has_lift_any or (d.has_backing and s.trail_count) else range(1 << VALUES)


def _tries_of_purses(d: Deal, s: State) -> Iterator[int]:
    """The smallest set of values that proves it: claims are as many as there are ways to have some of their coins."""
    for level in sorted(_levels_of_purses(d, s), key=lambda level: (level.bit_count(), level)):
        if not _gets_out(d, s, level):
            yield level


def _gets_out(d: Deal, s: State, level: int) -> bool:
    """Whether the rat gets out if only these values are counted: no proof then."""
    opens = _opens_purses(d, s, level)[0]
    if opens == WON:
        return True
    full = opens[0].key
    squares_with = {full: opens[0].places}
    counts = [range(full[v], -1, -1) if level >> v & 1 else (_NEVER_RUNS_OUT,) for v in range(VALUES)]
    for key in itertools.product(*counts):  # each comes after those that lead there
        follows = _with_what_never_runs_out(d, key, squares_with.get(key, 0), level)
        squares_with[key] = follows
        if follows == _OUT:
            return True
        for claim in _follow_purses(d, Claim(key, places=follows), level):
            if claim == WON:
                return True
            after = claim[0]
            squares_with[after.key] = squares_with.get(after.key, 0) | after.places
    return False


def _with_what_never_runs_out(d: Deal, key: tuple[int, ...], squares: int, level: int) -> int:
    """All squares that the coins which aren't counted lead to from these; _OUT if they lead out."""
    table, before = _table(d), 0
    while squares not in (before, _OUT):
        before = squares
        for value in range(VALUES):
            if not level >> value & 1:
                squares |= table.run(value, squares)
    return squares


STACKS_AS_THEY_LIE = Argument(name="stacks", opens=_opens_stacks, follows=_follow_stacks, levels=_levels_of_stacks)
PURSES = Argument(
    name="purses", opens=_opens_purses, follows=_follow_purses, levels=_levels_of_purses, tries=_tries_of_purses
)
