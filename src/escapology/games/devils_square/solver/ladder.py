"""Quick players of Devil's Square who make mistakes, some more and some fewer: how many of them lose a deal.

Each plays like the quick player (`quick.py`), but now and then makes any move that opens a space, good or bad. None
of them sees the draw pile. One game takes a few millionths of a second, so a deal is played many times over.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any, Final

import numpy as np

from escapology.games.devils_square.rules import CARDS, SPACES, Deal, State, start
from escapology.games.devils_square.solver.links import Graph, Ints, link_graph
from escapology.games.devils_square.solver.quick import choose, draw_cards, find_start, make_move, seed_of
from escapology.games.devils_square.solver.spots import Spots, enter, scatter, spot_of, spot_table
from escapology.luck import draw_at
from escapology.native import compile_kernel, rule

__all__ = ["MISTAKES", "lost", "play_games"]

MISTAKES: Final = (100, 50, 25, 10, 0)  # of 100 moves, those that are made without looking
GAMES: Final = 100  # of each player


@rule
def _makes_any_move(g: Graph, t: Spots, heads: Ints, namings: Ints, draw: int) -> int:
    """Make any move that opens a space, the `draw`th of them: the spaces it opens, or -1 if a colour is lost by it.

    Moves are those of the spot that stands for its group; if none of them opens a space, it is the quick player's turn.
    """
    count, place = 0, -1
    while True:  # once to count them, once to make one
        seen = 0
        for c in range(4):
            kind = t.kind_at[heads[c]]
            structure = t.model[kind]
            cards = g.linked[structure] | scatter(heads[c] - t.first[kind], t.loose[kind])
            for e in range(g.first[structure], g.first[structure + 1]):
                there = g.to[e]
                opened = g.progress[there] - g.progress[structure]
                if opened <= 0 or g.linked[there] & ~cards:
                    continue
                if seen == place:
                    if t.kind[there] < 0:
                        return -1
                    spot = spot_of(t, there, cards)
                    naming = t.joint[t.naming[there], namings[c]]
                    heads[c], namings[c] = t.head[spot], t.joint[t.turn[spot], naming]
                    return opened  # type: ignore[no-any-return]
                seen += 1
        if not seen:
            return make_move(t, heads, namings, choose(t, heads))
        count = seen
        place = draw % count


@rule
def _wins(g: Graph, t: Spots, deck: Ints, drawn: int, heads: Ints, namings: Ints, mistakes: int, seed: int) -> bool:
    """Play one game to its end."""
    turn = 0
    while drawn < CARDS - SPACES:
        c = choose(t, heads)
        if c < 0:
            return False
        if draw_at(seed, 2 * turn, 100) < mistakes:
            opened = _makes_any_move(g, t, heads, namings, draw_at(seed, 2 * turn + 1, 1 << 30))
        else:
            opened = make_move(t, heads, namings, c)
        if opened < 0:
            return False
        turn += 1
        drawn = draw_cards(t, deck, drawn, heads, namings, opened)
    return True


def play_games(g: Graph, t: Spots, deck: Ints, begin: Ints, scratch: Ints, mistakes: int, games: int, seed: int) -> int:
    """How many of so many games a player wins who makes so many mistakes; `begin` as `find_start` gives it."""
    heads, namings = scratch[0], scratch[1]
    won = 0
    for game in range(games):
        for c in range(4):
            heads[c], namings[c] = enter(t, begin[c], begin[4 + c])
        won += _wins(g, t, deck, begin[8], heads, namings, mistakes, seed + 1_000_003 * game)
    return won


@functools.cache
def _kernel() -> Callable[[Graph, Spots, Any, Any, Any, int, int, int], int]:
    return compile_kernel(play_games)


def lost(d: Deal, luck: int) -> float:
    """The share of games of a deal that these players lose."""
    s = State()
    start(d, s)
    deck, begin = np.array(d.deck, np.int64), np.array(find_start(d, s), np.int64)
    scratch = np.empty((2, 4), np.int64)
    won = sum(
        _kernel()(link_graph(), spot_table(), deck, begin, scratch, mistakes, GAMES, seed_of(d, luck) + mistakes)
        for mistakes in MISTAKES
    )
    return 1 - won / (GAMES * len(MISTAKES))
