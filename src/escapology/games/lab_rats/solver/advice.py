"""What to do next, for one who knows only what the player may know.

Without backing up every move shows a coin or is the last, and is worth how often a quick player gets out after it
(`quick.py`).

With backing up, nearly all that is hidden can be looked at for nothing (`glance.py`), so a position is worth the share
of worlds in which it can be won. To find that out for certain would take a search in each of them; what is asked is
whether anything short of it shows that it is lost.

`rebag`: a coin that was dropped comes back, and so does every other; one can wait for the coin one wants. So nothing
hidden matters: if some order of the coins gets out, one who waits for the next coin of it wins, and else nobody does.

In all variants a position is lost for certain, whatever lies where, if no order of the coins that can still be used
gets out. Only where coins on the way can be lifted from below the rat (`lift=any`) a coin may be used twice on it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np

from escapology.games.lab_rats.knowledge import unseen_by_value
from escapology.games.lab_rats.rules import (
    DROP,
    LONGEST,
    MOST_MOVES,
    NOWHERE,
    OUTSIDE,
    RUN,
    STACKS,
    SUITED,
    VALUES,
    Deal,
    State,
    moves,
    play,
    value_of,
    won,
)
from escapology.games.lab_rats.solver.budget import Budget
from escapology.games.lab_rats.solver.classic import leaves_hope
from escapology.games.lab_rats.solver.decision import solve
from escapology.games.lab_rats.solver.glance import promise
from escapology.games.lab_rats.solver.kernels import kernel_of
from escapology.games.lab_rats.solver.purses import find_order, purse_of, wins_table
from escapology.games.lab_rats.solver.quick import OUT, STAY, lay_out, play_orders, table_of
from escapology.games.lab_rats.solver.ready import make_ready_to_hope
from escapology.games.lab_rats.solver.squares import Squares, has_square
from escapology.halving import halve
from escapology.luck import Luck
from escapology.verdict import Effort, Limits, Prospect, Rated, SpentError

__all__ = ["advise", "prospects"]

ORDERS: Final = 16  # of the coins out of sight, that count as one sample
LITTLE: Final = 300  # nodes, for what is slow to decide


def prospects(d: Deal, states: list[State], limits: Limits) -> list[Prospect]:
    """With backing up: how positions of one world look."""
    if not d.has_lift_any:
        make_ready_to_hope(d)
    return [Prospect(_hope(d, s, limits), promise(d, s)) for s in states]


def _hope(d: Deal, s: State, limits: Limits) -> float:
    if won(d, s):
        return 1.0
    if d.has_lift_any:
        return {"winnable": 1.0, "undecided": 0.5, "unwinnable": 0.0}[solve(d, s, Limits(nodes=LITTLE)).verdict]
    limits.restart()
    try:
        return float(leaves_hope(d, s, Budget(limits)))
    except SpentError:
        return 0.5


def advise(d: Deal, s: State, luck: Luck, effort: Effort) -> list[Rated]:
    """Moves, the best first; with backing up, none: there it is known what can be won by one who looks first."""
    out = [0] * MOST_MOVES
    legal = out[: moves(d, s, out)]
    for move in legal:
        after = s.copy()
        play(d, after, move)
        if won(d, after):
            return [Rated((move,), 1.0, 0)]
    if not (d.has_backing and d.has_lift_any):
        squares, purse = Squares(d), _usable(d, s)
        wins = wins_table(squares, purse)
        starts = [square for square in _starts(d, s) if has_square(wins[purse], square)]
        if not starts:
            return [Rated((legal[0],), 0.0, 0)]
        if d.has_rebag:
            return _wait(d, s, legal, starts[0], find_order(squares, wins, purse, starts[0]))
    if d.has_backing:
        return []
    return _by_games(d, s, legal, luck, effort)


def _by_games(d: Deal, s: State, legal: Sequence[int], luck: Luck, effort: Effort) -> list[Rated]:
    """By games of the quick player."""
    table, has_bag, seed = table_of(d), bool(d.has_bag), luck.next64() >> 32
    tried = [_stack_and_square(d, s, move) for move in legal]
    kernel = kernel_of(play_orders)

    def sample(alive: Sequence[int], first: int, count: int) -> Sequence[float]:
        tries = lay_out(d, s, [tried[i] for i in alive])
        kernel(table, tries, has_bag, ORDERS * count, seed, ORDERS * first)
        return [won / ORDERS for won in tries.wins.tolist()]

    means = halve(len(legal), sample, effort, step=1)
    return [Rated((legal[mean.choice],), mean.worth, mean.samples) for mean in means]


def _stack_and_square(d: Deal, s: State, move: int) -> tuple[int, int]:
    if s.rat == NOWHERE:
        return STAY, move
    after = s.copy()
    play(d, after, move)
    stack = move - DROP if move < RUN else (move - RUN) // LONGEST // 4
    return stack, after.rat if after.rat < OUTSIDE else OUT


def _usable(d: Deal, s: State) -> int:
    """The purse of coins that may still be run with: on stacks, out of sight or, if one can back up, on the way."""
    seen = [value_of(coin) for i in range(STACKS) for coin in s.stack[i][: s.height[i]] if coin >= SUITED]
    trail = [value_of(coin) for coin in s.trail_coin[: s.trail_count]] if d.has_backing else []
    return purse_of([*seen, *trail, *np.repeat(range(VALUES), unseen_by_value(s))])


def _starts(d: Deal, s: State) -> tuple[int, ...]:
    """Where a way out with these coins can begin."""
    if s.rat == NOWHERE:
        return (0, 1)
    return (s.trail_square[0],) if d.has_backing and s.trail_count else (s.rat,)


def _wait(d: Deal, s: State, legal: Sequence[int], start: int, order: Sequence[tuple[int, int]]) -> list[Rated]:
    """`rebag`: run with the next coin of an order that gets out, or drop one that is wanted later, or not at all."""
    if s.rat == NOWHERE:
        return [Rated((start,), 1.0, 0)]
    tops = {stack: value_of(s.stack[stack][0]) for stack in range(STACKS) if s.height[stack]}
    value, there = order[0]
    for stack, top in tops.items():
        if top == value:
            run = next(m for m in legal if m >= RUN and _stack_and_square(d, s, m) == (stack, there))
            return [Rated((run,), 1.0, 0)]
    return [Rated((DROP + _wanted_last(tops, [later for later, _ in order]),), 1.0, 0)]


def _wanted_last(tops: dict[int, int], wanted: list[int]) -> int:
    """Of the open coins, the place of the one that is wanted last, or not at all; `tops` are their values by place."""
    return max(tops, key=lambda place: wanted.index(tops[place]) if tops[place] in wanted else len(wanted))
