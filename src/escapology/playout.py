"""Games played at random: the simplest player, the widest test, a measure of the rules' speed, on every target."""

from __future__ import annotations

import functools
from typing import Any, NamedTuple

from escapology.layout import Rows
from escapology.luck import draw_at
from escapology.native import Loop, Room, RowKernel, is_plain, over_rows, rule
from escapology.protocol import AnyGame, Deal, Struct

__all__ = ["Games", "Playouts", "playout"]


class Games(NamedTuple):
    """So many games, in rows."""

    blank: Any  # a state of zeros, for all
    deals: Any
    states: Any  # where each game ended
    counts: Any  # how many moves it took
    won: Any  # 1 if it was won


@functools.cache
def playout(game: AnyGame) -> RowKernel:
    """What is done in each row: its deal is played at random, to its end or for `most` moves."""
    start, moves, play, won = game.rules.start, game.rules.moves, game.rules.play, game.rules.won

    @rule
    def play_out(i: int, t: Any, seed: int, most: int, here: Any, out: Any) -> None:
        d = t.deals[i]
        here[0] = t.blank[0]
        s = here[0]
        start(d, s)
        made = 0
        while made < most:
            found = moves(d, s, out)
            if found == 0:
                break
            play(d, s, out[draw_at(seed + i, made, found)])
            made += 1
        t.states[i] = s
        t.counts[i] = made
        t.won[i] = 1 if won(d, s) else 0

    return RowKernel("playout", play_out, (Room(1, game.rules.state_type), Room(game.rules.most_moves, "i8")))


@functools.cache
def _loop(game: AnyGame, plain: bool) -> Loop:
    return over_rows(playout(game), is_plain=plain)


class Playouts:
    """Deals that are played at random, as often as one likes; `plain` = without compiling."""

    def __init__(self, game: AnyGame, deals: list[Deal], *, plain: bool = False) -> None:
        self.game = game
        self.plain = plain or is_plain()
        rules, count = game.rules, len(deals)
        if self.plain:
            states = Rows([rules.state_type() for _ in deals])
            self.games = Games([rules.state_type()], deals, states, [0] * count, [0] * count)
            return
        import numpy as np

        self.games = Games(
            rules.state_type.rows([], spare=1),
            rules.deal_type.rows(deals),
            rules.state_type.rows([], spare=count),
            np.zeros(count, np.int64),
            np.zeros(count, np.int8),
        )

    def run(self, seed: int, most: int = 1000) -> int:
        """Play each deal to its end, or for `most` moves; how many moves that took in all."""
        _loop(self.game, self.plain)(0, len(self.games.deals), self.games, seed, most)
        counts = self.games.counts
        return sum(counts) if self.plain else int(counts.sum())

    def states(self) -> list[Struct]:
        """Where the games of the last run ended."""
        ends = self.games.states
        return list(ends) if self.plain else [self.game.rules.state_type.from_row(row) for row in ends]
