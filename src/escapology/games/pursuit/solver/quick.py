"""A quick player of a maze game, who can't see the cards to come: how many games of a deal he loses.

He imagines them in one order, anew whenever a pile is dealt, and looks two turns ahead: he ends his turn where the
search that solves the game would have looked first after one turn more. Ties are broken by luck. In bingo he lays the
cards at random.
"""

from __future__ import annotations

import functools
import zlib
from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final

import numpy as np

from escapology.games.pursuit.rules.state import LAY, PLAYING, TURN, TURNS, WON
from escapology.games.pursuit.solver.kernel import (
    EXPANSION,
    FOUND,
    LAST,
    NEVER,
    OVERFLOW,
    SEARCHING,
    TAKEN,
    Insight,
    best_node,
    make_expansion,
)
from escapology.games.pursuit.solver.turns import Run, TurnSearch
from escapology.luck import Luck, draw_at
from escapology.native import compile_kernel, is_plain, rule

__all__ = ["Table", "lost"]

GAMES: Final = 160
SEEN: Final = 1 << 10  # entries of the table of one turn's ends
WIDTH: Final = 4  # ends of a turn after which one more turn is looked at
HOPELESS: Final = 40  # turns to a win where the imagined cards allow none
Redraw = Callable[[Any, Any, Luck], tuple[Any, Any]]  #: (d, s, luck): a world that looks the same

OVER, GOES_ON, NEEDS_ROOM = range(3)  # how a pile ends


def _make_player(moves: Any, play: Any, insight: Insight) -> Any:
    """What plays one pile, made from a game's rules."""
    turns_needed = insight.turns_needed

    @rule
    def hoped_for(d: Any, s: Any, table: Any) -> int:
        return min(turns_needed(d, s, table), HOPELESS)

    expand = rule(make_expansion(moves, play, replace(insight, turns_needed=hoped_for, noise=2), prunes=True))

    @rule
    def find_ends(d: Any, node: int, end: int, stack: Any, walks: Any, memo: Any, salt: int) -> tuple[int, int]:
        """Put all that a node's turn can lead to onto the stack: how it went, and the new end."""
        memo.now[EXPANSION] += 1
        memo.seen[:] = 0
        answer, _, last = expand(d, node, end, stack, walks, memo, salt)
        return answer, last

    @rule
    def choose(d: Any, end: int, stack: Any, walks: Any, memo: Any, salt: int) -> int:
        """Of the nodes up to the end that rank best, that with the best one behind it; 0 = no room to look."""
        chosen = 1
        lowest = TAKEN + 1
        for _ in range(min(WIDTH, end - 1)):
            node = best_node(stack.ranks, 1, end)
            stack.ranks[node] = TAKEN
            answer, last = find_ends(d, node, end, stack, walks, memo, salt)
            if answer == OVERFLOW:
                return 0
            rank = 0 if answer == FOUND else TAKEN
            if answer != FOUND and last > end:
                rank = stack.ranks[best_node(stack.ranks, end, last)]
            if rank < lowest:
                lowest = rank
                chosen = node
        return chosen

    @rule
    def lay(d: Any, s: Any, out: Any, seed: int) -> bool:
        """Lay the maze at random, if it is not laid yet."""
        laid = 0
        while s.phase == LAY:
            play(d, s, out[draw_at(seed, TURNS + 1 + laid, moves(d, s, out))])
            laid += 1
        return laid > 0

    def run(deals: Any, real: Any, stack: Any, walks: Any, memo: Any, seed: int) -> int:
        """Play in the imagined deals[0], from the first node on, and in deals[1], from `real`, till a pile is dealt."""
        s = real[0]
        if lay(deals[1], s, memo.out, seed):
            return GOES_ON
        pile = (s.turn + 2) // 3
        was_dealt = s.phase == TURN
        while True:
            salt = draw_at(seed, s.turn if was_dealt else 0, 1 << 16) + 1
            answer, end = find_ends(deals[0], 0, 1, stack, walks, memo, salt)
            if answer == SEARCHING and end == 1:  # whatever he does, he loses
                return OVER
            chosen = 1 if answer == FOUND else choose(deals[0], end, stack, walks, memo, salt)
            if answer == OVERFLOW or chosen == 0:
                return NEEDS_ROOM
            for i in range(stack.paths[chosen, 0]):
                play(deals[1], s, int(stack.paths[chosen, 1 + i]))
            if s.status != PLAYING:
                return OVER
            stack.arena[0] = stack.arena[chosen]
            if not was_dealt or (s.turn + 2) // 3 != pile:
                return GOES_ON

    return compile_kernel(run)


@functools.cache
def _player(search: TurnSearch, plain: bool) -> Any:
    return _make_player(search.moves, search.play, search.insight)


class Table:
    """Where he plays games of one deal."""

    def __init__(self, search: TurnSearch, d: Any, s: Any, redraw: Redraw) -> None:
        self.search, self.d, self.s, self.redraw = search, d, s, redraw
        self.run = Run(search, d, s, prunes=True, seen=SEEN)
        self.run.now[LAST] = TURNS + NEVER

    def play(self, seed: int) -> Any:
        """The position in which a game ends."""
        luck = Luck(seed)
        real = self._row(self.s)
        while (end := self._play_pile(real, luck, seed)) in (GOES_ON, NEEDS_ROOM):
            if end == NEEDS_ROOM:
                self.run.begin(*(4 * size for size in self.run.sizes()))
        return self._struct(real)

    def _row(self, s: Any) -> Any:
        return [s.copy()] if is_plain() else type(s).rows([s])

    def _struct(self, row: Any) -> Any:
        return row[0] if is_plain() else type(self.s).from_row(row[0])

    def _play_pile(self, real: Any, luck: Luck, seed: int) -> int:
        """Imagine what is to come and play until a pile is dealt; how it ended."""
        run = self.run
        world, state = self.redraw(self.d, self._struct(real), luck)
        run.change_world(world)
        run.stack.arena[:1] = self._row(state)
        deals = [world, self.d] if is_plain() else type(self.d).rows([world, self.d])
        with np.errstate(over="ignore"):
            return int(_player(self.search, is_plain())(deals, real, run.stack, run.walks, run.memo, seed))


def lost(search: TurnSearch, d: Any, s: Any, redraw: Redraw, luck: int) -> float:
    """The share of games of a deal that he loses, from that position on; another luck makes other games."""
    seed = zlib.crc32(bytes([*d.task, *d.movement]), luck)
    table = Table(search, d, s, redraw)
    won = sum(table.play(seed + 1_000_003 * game & 0xFFFFFFFF).status == WON for game in range(GAMES))
    return 1 - int(won) / GAMES
