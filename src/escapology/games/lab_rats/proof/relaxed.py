"""Why a deal of Lab Rats is lost though some order of its coins gets out, for a certificate: they can't be had in time.

`relaxed` (where the rat may back up, and only with the last coin): call a coin *free* once it was run with. Let free
coins be used ever after in any order, whatever lies on top of them: that can only help. The trail consists of free
coins, each of them once, so the rat is on a square that the free coins lead to from its start square in some order. A
coin that was never free lies where it was dealt, below those of its stack that are neither free nor dropped. So it can
be freed only when these are, and on a square where it can be run with.

Claims tell which squares coins lead to: the key is the start square, and how many coins of each value are used; the
places are all squares where the rat may be then. What follows: one coin more is run with. `gap` goes through what may
be freed: as many coins as can be, for more never hurt; then one of the next ones is dropped, each in turn. If nowhere
on the way a coin gets out, the position is lost. To be short, a proof may count only the values that matter (`level`,
a bit set); the others never run out.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator

from escapology.games.lab_rats.rules import (
    COINS,
    MOST_MOVES,
    NOWHERE,
    SQUARES,
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

__all__ = ["RELAXED"]

_NEVER_RUNS_OUT = 9  # a count of coins
_EACH = COINS // VALUES  # coins of a value

_Counts = tuple[int, ...]  #: of each value


class _Runs:
    """Where coins lead, by the plain rules."""

    def __init__(self, d: Deal) -> None:
        self.inside = [[0] * SQUARES for _ in range(VALUES)]  # of each value and square, the squares it runs to
        self.out = [0] * VALUES  # of each value, the squares from which it gets out
        out = [0] * MOST_MOVES
        for value, square in itertools.product(range(VALUES), range(SQUARES)):
            s = State()
            s.rat, s.stack[0][0], s.height[0] = square, value, 1
            for move in out[: moves(d, s, out)]:
                after = s.copy()
                play(d, after, move)
                if won(d, after):
                    self.out[value] |= 1 << square
                elif after.rat != square:
                    self.inside[value][square] |= 1 << after.rat

    def run(self, value: int, squares: int) -> int:
        """The squares that a coin leads to from any of these."""
        there = 0
        for square in range(SQUARES):
            if squares >> square & 1:
                there |= self.inside[value][square]
        return there


_runs = OfDeal(_Runs)


def _levels(d: Deal, s: State) -> Iterable[int]:
    holds = d.has_backing and not (d.has_lift_any or d.has_liftable or s.trail_count or won(d, s))
    return range(1 << VALUES) if holds else ()


def _tries(d: Deal, s: State) -> Iterator[int]:
    """The smallest set of values that proves it."""
    for level in sorted(_levels(d, s), key=lambda level: (level.bit_count(), level)):
        squares = {key: squares for start in _starts(s) for key, squares in _squares(d, start, level).items()}
        if not _way_out(d, s, squares, level):
            yield level


def _starts(s: State) -> list[int]:
    return [0, 1] if s.rat == NOWHERE else [s.rat]


def _key(start: int, used: _Counts, level: int) -> tuple[int, ...]:
    return (start, *(used[v] if level >> v & 1 else _NEVER_RUNS_OUT for v in range(VALUES)))


def _opens(d: Deal, s: State, level: int) -> list[Alternatives]:
    if won(d, s):
        return [WON]
    return [(Claim(_key(start, (0,) * VALUES, level), places=1 << start),) for start in _starts(s)]


def _follows(d: Deal, claim: Claim, level: int) -> Iterator[Alternatives]:
    for value in range(VALUES):
        if claim.key[1 + value] < _EACH or not level >> value & 1:
            after = list(claim.key)
            after[1 + value] += level >> value & 1
            yield (Claim(tuple(after), places=claim.places | _runs(d).run(value, claim.places)),)


def _squares(d: Deal, start: int, level: int) -> dict[tuple[int, ...], int]:
    """The squares of all keys with that start square: what the claims will tell."""
    squares = {_key(start, (0,) * VALUES, level): 1 << start}
    for used in itertools.product(*(range(_EACH + 1) if level >> v & 1 else (0,) for v in range(VALUES))):
        claim, before = Claim(_key(start, used, level)), -1
        while squares[claim.key] != before:  # coins that never run out lead on to more
            before = squares[claim.key]
            for (after,) in _follows(d, claim._replace(places=before), level):
                squares[after.key] = squares.get(after.key, 0) | after.places
    return squares


def _gap(d: Deal, s: State, claims: Iterable[Claim], level: int) -> str:
    squares: dict[tuple[int, ...], int] = {}
    for claim in claims:
        squares[claim.key] = squares.get(claim.key, 0) | claim.places
    return "the rat may get out with coins that can be freed" if _way_out(d, s, squares, level) else ""


def _way_out(d: Deal, s: State, squares: dict[tuple[int, ...], int], level: int) -> bool:
    """Whether the rat may get out, wherever it starts."""
    return any(_gets_out(d, s, start, squares, level) for start in _starts(s))


def _gets_out(d: Deal, s: State, start: int, squares: dict[tuple[int, ...], int], level: int) -> bool:
    stacks = [[value_of(coin) for coin in reversed(s.stack[i][: s.height[i]])] for i in range(STACKS)]
    runs = _runs(d)
    waiting: list[tuple[_Counts, _Counts]] = [((0,) * VALUES, (0,) * STACKS)]  # the free coins, and how many are gone
    met = set(waiting)

    def reached(free: _Counts) -> int:
        return squares.get(_key(start, free, level), 0)

    while waiting:
        free, gone = waiting.pop()
        grows = True
        while grows:
            grows = False
            for i in range(STACKS):
                if gone[i] == len(stacks[i]):
                    continue
                value = stacks[i][gone[i]]
                if reached(free) & runs.out[value]:
                    return True
                if runs.run(value, reached(free)):
                    free, gone, grows = _more(free, value), _more(gone, i), True
        if any(free[v] and reached(_more(free, v, -1)) & runs.out[v] for v in range(VALUES)):
            return True
        for i in range(STACKS):
            if gone[i] < len(stacks[i]) and (after := (free, _more(gone, i))) not in met:
                met.add(after)
                waiting.append(after)
    return False


def _more(counts: _Counts, i: int, by: int = 1) -> _Counts:
    return (*counts[:i], counts[i] + by, *counts[i + 1 :])


RELAXED = Argument(name="relaxed", opens=_opens, follows=_follows, levels=_levels, tries=_tries, gap=_gap)
