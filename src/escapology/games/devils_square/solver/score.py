"""The best score of a position that can't be won.

The same search over claims, but through all structures, not only those that are alive. After any claims a colour can
make as many books as the structures of its family lead to with the cards that have arrived: its further moves need no
claim, as more progress never hurts. So the best score is the highest sum of the colours' books over all claims.

Claims are given up where even with the last cards that could ever be drawn, their families lead to no more books than
have been found elsewhere.
"""

from __future__ import annotations

from escapology.games.devils_square.solver.claims import (
    DRAWS,
    LOST,
    NO_ROOM,
    RAISED,
    RUNNING,
    Arrivals,
    claim_next,
    set_up,
)
from escapology.games.devils_square.solver.families import BEST, DEPTH, END, MARK, NODES, UNKNOWN, Work, is_new
from escapology.games.devils_square.solver.links import Graph, Ints
from escapology.native import rule

__all__ = ["search"]

_NO_BOUND = 1 << 40
_NEVER = 17  # more cards than a colour has: each progress must be claimed


@rule
def _reach_books(g: Graph, w: Work, family: int, cards: int) -> int:
    """The most books that structures of a family lead to, with those cards."""
    w.tally[MARK] += 1
    mark, most = w.tally[MARK], g.most_books[cards]
    waiting = 0
    for i in range(w.begin[family], w.begin[family + 1]):
        w.stamp[w.pool[i]] = mark
        w.queue[waiting] = w.pool[i]
        waiting += 1
    books = 0
    while waiting > 0 and books < most:
        waiting -= 1
        here = w.queue[waiting]
        w.tally[NODES] += 1
        if g.books[here] > books:
            books = int(g.books[here])
        for e in range(g.first[here], g.first[here + 1]):
            there = g.to[e]
            if g.linked[there] & ~cards == 0 and w.stamp[there] != mark:
                w.stamp[there] = mark
                w.queue[waiting] = there
                waiting += 1
    return books


@rule
def _count_books(g: Graph, a: Arrivals, w: Work, frame: Ints, drawn: int) -> int:
    """The most books that the families of a frame lead to when so many cards are drawn."""
    total = 0
    for c in range(4):
        family, have = frame[c], a.have[c, drawn]
        if w.books[family, have] == UNKNOWN:
            w.books[family, have] = _reach_books(g, w, family, a.cards[c, have])
        total += w.books[family, have]
    return total


@rule
def _look_at(g: Graph, a: Arrivals, w: Work, frame: Ints) -> bool:
    """Count what a frame is worth; whether more can come of it."""
    books = _count_books(g, a, w, frame, frame[4])
    w.tally[BEST] = books if books > w.tally[BEST] else w.tally[BEST]
    frame[6] = _count_books(g, a, w, frame, w.tally[END])
    return bool(frame[6] > w.tally[BEST]) and frame[4] < DRAWS


@rule
def _last_draw(g: Graph, a: Arrivals) -> int:
    """More cards than that can't be drawn, even if each colour always had the highest progress its cards allow."""
    for drawn in range(a.start[4], DRAWS):
        progress = 0
        for c in range(4):
            progress += g.most[a.cards[c, a.have[c, drawn]]]
        if progress <= drawn:
            return drawn
    return DRAWS


@rule
def _begin(g: Graph, a: Arrivals, w: Work) -> int:
    """Set up the search for the best score; it may be over at once."""
    set_up(g, a, w, _NO_BOUND, _NEVER)
    w.tally[NODES] += 1
    w.tally[END] = _last_draw(g, a)
    w.tally[BEST] = 0
    return RUNNING if _look_at(g, a, w, w.frames[0]) else LOST


@rule
def search(g: Graph, a: Arrivals, w: Work, width: int, most_nodes: int) -> int:
    """Search until the end, or until so many nodes are counted: anew, or where it was (width 0)."""
    if width:
        ended = _begin(g, a, w)
        if ended != RUNNING:
            return ended
    while w.tally[NODES] < most_nodes:
        depth = w.tally[DEPTH]
        ended = LOST if w.frames[depth, 6] <= w.tally[BEST] else claim_next(g, a, w)
        if ended == NO_ROOM:
            return NO_ROOM
        if ended == LOST:
            if depth == 0:
                return LOST
            w.tally[DEPTH] -= 1
        if ended == RAISED:
            after = w.frames[depth + 1]
            if is_new(w, after) and _look_at(g, a, w, after):
                w.tally[DEPTH] += 1
    return RUNNING
