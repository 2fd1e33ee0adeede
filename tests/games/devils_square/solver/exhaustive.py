"""Devil's Square by trying every move: no colours, no links, no cleverness. It serves to check the solver."""

import functools

import numpy as np

from escapology.games.devils_square import rules
from escapology.native import compile_kernel

MOST = 20_000  # positions, after which it gives up


@functools.cache
def _kernel():
    moves, play, spaces = rules.moves, rules.play, rules.SPACES

    def explore(deals, states, out, table):
        """The most books found; -1 if there are too many positions. `states` is a stack of positions to look at."""
        d, here = deals[0], states[len(states) - 1 :].copy()
        waiting, seen, books = 1, 0, 0
        while waiting > 0:
            waiting -= 1
            here[0] = states[waiting]
            books = max(books, here[0].books)
            count = moves(d, here[0], out)
            for i in range(count):
                after = states[waiting]
                states[waiting] = here[0]
                play(d, after, out[i])
                key = after.drawn + 1
                for space in range(spaces):  # where a pile lies is nothing: add up the piles
                    pile = 0
                    for j in range(after.height[space]):
                        pile = pile * 67 + after.pile[space][j] + 1
                    pile = (pile + 12345) * 6364136223846793005
                    key += pile ^ pile >> 29
                slot = (key ^ key >> 31) % len(table)
                while table[slot] != 0 and table[slot] != key:
                    slot = (slot + 1) % len(table)
                if table[slot] == 0:
                    table[slot] = key
                    seen += 1
                    waiting += 1
                    if seen >= len(table) // 2 or waiting + 2 >= len(states):
                        return -1
        return books

    return compile_kernel(explore)


def most_books(d, s) -> int | None:
    """The most books that can be made in all, None if there are too many positions to tell."""
    states = rules.State.rows([s], spare=MOST)
    table = np.zeros(4 * MOST, np.int64)
    out = np.zeros(rules.MOST_MOVES, np.int64)
    books = _kernel()(rules.Deal.rows([d]), states, out, table)
    return None if books < 0 else int(books)
