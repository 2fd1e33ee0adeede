"""The search: which colour promises how much progress, and when. The package's docstring proves that it is exact.

It is a depth-first search over four families (`families.py`), one a colour. Families of late positions are large, and a
few of their structures are enough to win. So the search is made with families of bounded *width* first. A win found so
is a win; when a narrow search finds none and has left structures out, a wider one follows.
"""

from __future__ import annotations

from typing import NamedTuple

from escapology.games.devils_square.solver.families import (
    DEPTH,
    FAMILIES,
    KEEPS_UP,
    LEFT_OUT,
    NODES,
    NONE,
    ROOM,
    SEARCH,
    SEEN,
    UNKNOWN,
    WHOLE,
    WIDTH,
    Work,
    is_new,
    keep_family,
    raise_claim,
)
from escapology.games.devils_square.solver.links import FULL, Graph, Ints
from escapology.native import rule

__all__ = [
    "DRAWS",
    "FAILED",
    "LOST",
    "NO_ROOM",
    "RAISED",
    "RUNNING",
    "WON",
    "Arrivals",
    "claim_next",
    "search",
    "set_up",
]

DRAWS = 48  # cards of a full draw pile
RUNNING, WON, LOST, NO_ROOM = 0, 1, 2, 3  # how a stretch of the search ends
FAILED, RAISED = 4, 5  # how a claim ends, beside LOST (there is none left to try) and NO_ROOM


class Arrivals(NamedTuple):
    """When the cards of each colour arrive."""

    have: Ints  # [colour][cards drawn]: how many cards of the colour have arrived
    cards: Ints  # [colour][how many]: the set of them
    start: Ints  # [colour]: the structure the search starts from; [4]: cards drawn


@rule
def _draw(a: Arrivals, w: Work, frame: Ints) -> None:
    """Draw all cards that the claims have earned; a colour that has all its cards can go all the way."""
    while frame[4] < DRAWS:
        progress = 0
        for c in range(4):
            progress += FULL if a.have[c, frame[4]] == w.tally[WHOLE] else w.claim[frame[c]]
        if progress <= frame[4]:
            return
        frame[4] += 1


@rule
def _next_colour(g: Graph, a: Arrivals, w: Work, frame: Ints) -> int:
    """The most promising colour not tried yet, -1 = none.

    A colour gains by claiming later only if a card of its own arrives in between. So those come first that wait long
    for their next card, and those that can claim much.
    """
    best, best_value = -1, -1
    drawn = frame[4]
    for c in range(4):
        have = a.have[c, drawn]
        if frame[5] >> c & 1 or have == w.tally[WHOLE]:
            continue
        room = g.most[a.cards[c, have]] - w.claim[frame[c]]
        if room <= 0:
            continue
        wait = drawn
        while wait < DRAWS and a.have[c, wait] == have:
            wait += 1
        value = wait - drawn + room
        if value > best_value:
            best, best_value = c, value
    return best


@rule
def _can_keep_up(g: Graph, a: Arrivals) -> bool:
    """Whether the highest progress of each colour for itself is always enough to draw the next card."""
    for c in range(4):
        if not g.alive[a.start[c]]:
            return False
    for drawn in range(a.start[4], DRAWS):
        progress = 0
        for c in range(4):
            progress += g.most[a.cards[c, a.have[c, drawn]]]
        if progress <= drawn:
            return False
    return True


@rule
def set_up(g: Graph, a: Arrivals, w: Work, width: int, whole: int) -> None:
    """The first frame of a new search."""
    for i in (FAMILIES, SEEN, DEPTH, LEFT_OUT):
        w.tally[i] = 0
    w.tally[SEARCH] += 1
    w.tally[WIDTH] = width
    w.tally[WHOLE] = whole
    frame = w.frames[0]
    for c in range(4):
        w.pool[w.begin[w.tally[FAMILIES]]] = a.start[c]
        frame[c] = keep_family(w, c, int(g.progress[a.start[c]]), 1)
    frame[4], frame[5] = a.start[4], 0
    _draw(a, w, frame)


@rule
def claim_next(g: Graph, a: Arrivals, w: Work) -> int:
    """Let the next colour claim one more: RAISED = what comes of it is the frame behind the current one."""
    depth = w.tally[DEPTH]
    frame, after = w.frames[depth], w.frames[depth + 1]
    c = _next_colour(g, a, w, frame)
    if c < 0:
        return LOST
    have = a.have[c, frame[4]]
    family = w.raised[frame[c], have]
    if family == UNKNOWN:
        family = raise_claim(g, w, frame[c], a.cards[c, have])
        if family == ROOM:
            return NO_ROOM
        w.raised[frame[c], have] = family
    if 2 * w.tally[SEEN] >= len(w.seen_table):
        return NO_ROOM
    w.tally[NODES] += 1
    frame[5] |= 1 << c
    if family == NONE:
        return FAILED
    for i in range(len(frame)):
        after[i] = frame[i]
    after[c], after[5] = family, 0
    _draw(a, w, after)
    w.trail[depth, 0], w.trail[depth, 1] = c, have
    return RAISED


@rule
def _begin(g: Graph, a: Arrivals, w: Work, width: int) -> int:
    """Set up a search for a win with families of that width; it may be over at once."""
    w.tally[NODES] += 1
    w.tally[KEEPS_UP] = _can_keep_up(g, a)
    if not w.tally[KEEPS_UP]:
        w.tally[LEFT_OUT] = 0
        return LOST
    set_up(g, a, w, width, 16)
    return WON if w.frames[0, 4] == DRAWS else RUNNING


@rule
def search(g: Graph, a: Arrivals, w: Work, width: int, most_nodes: int) -> int:
    """Search until the end, or until so many nodes are counted: with families of that width, or where one was (0)."""
    if width:
        ended = _begin(g, a, w, width)
        if ended != RUNNING:
            return ended
    while w.tally[NODES] < most_nodes:
        ended = claim_next(g, a, w)
        if ended == NO_ROOM:
            return NO_ROOM
        if ended == LOST:
            if w.tally[DEPTH] == 0:
                return LOST
            w.tally[DEPTH] -= 1
        if ended == RAISED:
            after = w.frames[w.tally[DEPTH] + 1]
            if after[4] == DRAWS:
                w.tally[DEPTH] += 1
                return WON
            if is_new(w, after):
                w.tally[DEPTH] += 1
    return RUNNING
