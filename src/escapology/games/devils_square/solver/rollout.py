"""Devil's Square played on by one who can't see the draw pile: whether that ends in a win.

Knowing the draw pile, more than half of all deals can be won to the end, so whether a position *can* be won tells
little about it until late. Here an imagined world is played to its end by a quick player who doesn't use what he can't
know: he looks at every way to open a space, with parts of piles moved to and fro before it, and takes the one after
which most can be done, the card that will come being left aside.
"""

from __future__ import annotations

import functools
from typing import Any, Final

import numpy as np

from escapology.games.devils_square.rules import (
    BOOKS,
    CARDS,
    MOST_MOVES,
    NO_CARD,
    SPACES,
    Deal,
    State,
    moves,
    opens_space,
    play,
)
from escapology.layout import Rows
from escapology.luck import draw_at
from escapology.native import compile_kernel, is_plain, rule

__all__ = ["play_on"]

ROOM: Final = 64  # arrangements looked at before a space is opened; the rest is left aside
TIE: Final = 1024  # luck that decides between equals
WORD: Final = (1 << 62) - 1  # products must stay whole numbers of 64 bits


@rule
def _use(d: Deal, s: State, out: Any) -> int:
    """What can be done: books count most, then piles that can leave their space, then moves."""
    count = moves(d, s, out)
    leaving = 0
    for i in range(count):
        if opens_space(s, out[i]):
            leaving |= 1 << (out[i] >> 8)
    use = 8 * s.books + count
    while leaving:
        use += 4
        leaving &= leaving - 1
    return use


@rule
def _key(s: State) -> int:
    """A number for the piles, wherever they lie."""
    key = 0
    for space in range(SPACES):
        word = 0
        for i in range(s.height[space]):
            word = word << 7 | 64 | s.pile[space][i]
        word = (word >> 14 ^ word * 0x9E3779B1) & 0xFFFFFFFF  # below 2⁶³ all along
        word = (word >> 13 ^ word) * 0x5BD1E995 & WORD
        key = key + (word ^ word >> 29) & WORD
    return key


@functools.cache
def _kernel(plain: bool) -> Any:
    def run(deals: Any, blank: Any, queue: Any, keys: Any, out: Any, after_out: Any, seed: int) -> int:
        """Play queue[0] to its end; the books made. The rest of the queue is room."""
        d = deals[0]
        spare = len(queue) - 1
        drawn = 0
        while True:
            tail = 1
            head = 0
            keys[0] = _key(queue[0])
            best = -1
            where = -1
            move = -1
            while head < tail:
                for i in range(moves(d, queue[head], out)):
                    if opens_space(queue[head], out[i]):
                        queue[spare] = queue[head]
                        play(blank[0], queue[spare], out[i])
                        use = _use(blank[0], queue[spare], after_out) * TIE + draw_at(seed, drawn, TIE)
                        drawn += 1
                        if use > best:
                            best = use
                            where = head
                            move = out[i]
                    elif tail < spare:
                        queue[tail] = queue[head]
                        play(d, queue[tail], out[i])
                        keys[tail] = _key(queue[tail])
                        is_new = True
                        for j in range(tail):
                            is_new = is_new and keys[j] != keys[tail]
                        tail += is_new
                head += 1
            if where < 0:
                return queue[0].books  # type: ignore[no-any-return]
            if where > 0:
                queue[0] = queue[where]
            play(d, queue[0], move)

    return run if plain else compile_kernel(run)


def play_on(d: Deal, states: list[State], seed: int = 1) -> list[bool]:
    """Whether the quick player wins from these positions of one world."""
    blank = d.copy()
    blank.deck = [NO_CARD] * CARDS
    keys, out, after_out = (np.zeros(n, np.int64) for n in (ROOM + 1, MOST_MOVES, MOST_MOVES))
    plain = is_plain()
    deals, blanks = ([d], [blank]) if plain else (Deal.rows([d]), Deal.rows([blank]))
    queue = Rows([State() for _ in range(ROOM + 1)]) if plain else State.rows([], spare=ROOM + 1)
    won = []
    for s in states:
        queue[0] = s if plain else State.rows([s])[0]
        won.append(_kernel(plain)(deals, blanks, queue, keys, out, after_out, seed) == BOOKS)
    return won
