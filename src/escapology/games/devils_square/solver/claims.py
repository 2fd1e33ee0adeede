"""The search: which colour promises how much progress, and when. The package's docstring proves that it is exact.

A *family* is all the structures one colour may have after the claims it has met: the structures of progress `claim` or
a little more that can be reached. It is the same however its colour came to it, so families are kept once, and with
each of them what raising its claim by one leads to when so many cards of the colour have arrived (a small automaton for
each colour, made as it is needed). The search itself is a depth-first search over four families.

Families of late positions are large, and a few of their structures are enough to win. So the search is made with
families of bounded *width* first. A win found so is a win; when a narrow search finds none and has left structures
out, a wider one follows.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from escapology.games.devils_square.solver.links import FULL, Graph, Ints
from escapology.native import rule

__all__ = [
    "DEPTH",
    "DRAWS",
    "LEFT_OUT",
    "LOST",
    "MARK",
    "NODES",
    "NO_ROOM",
    "RUNNING",
    "WON",
    "Arrivals",
    "Work",
    "begin",
    "can_keep_up",
    "make_work",
    "run",
    "work_bytes",
]

DRAWS = 48  # cards of a full draw pile
RUNNING, WON, LOST, NO_ROOM = 0, 1, 2, 3  # how a stretch of the search ends

_UNKNOWN, _NONE, _ROOM = -2, -1, -3  # instead of a family: not looked at yet, no structure is left, no room for it
_DEPTH = 66  # each claim adds one to the progress of 64


class Arrivals(NamedTuple):
    """When the cards of each colour arrive."""

    have: Ints  # [colour][cards drawn]: how many cards of the colour have arrived
    cards: Ints  # [colour][how many]: the set of them
    start: Ints  # [colour]: the structure the search starts from; [4]: cards drawn


class Work(NamedTuple):
    """Scratch of the search, used again from deal to deal: a row counts only if it bears the mark of this search."""

    tally: Ints  # see the indices below
    stamp: Ints  # [structure]: mark of the last walk that saw it
    queue: Ints  # structures of a walk
    pool: Ints  # the structures of all families
    begin: Ints  # [family]: where its structures begin in the pool; they end where the next one's begin
    claim: Ints  # [family]: none of its structures has less progress
    colour: Ints  # [family]
    raised: Ints  # [family][cards arrived]: the family after its claim was raised
    family_table: Ints  # hash table: mark, family
    seen_table: Ints  # hash table: mark, four families
    frames: Ints  # [depth]: four families, cards drawn, bit set of the colours tried
    trail: Ints  # [depth]: the colour raised to get there, how many of its cards had arrived


# Indices of Work.tally
_FAMILIES, _SEEN, _SEARCH, MARK, DEPTH, NODES, LEFT_OUT, WIDTH = range(8)


def work_bytes(scale: int) -> int:
    """A little more than the scratch takes, with what is needed to find the moves."""
    return 8_000_000 + 4_000_000 * scale


def make_work(structures: int, scale: int) -> Work:
    """Scratch with room for families and positions in proportion to the scale."""
    families, positions = 2_048 * scale, 8_192 * scale
    return Work(
        tally=np.zeros(8, np.int64),
        stamp=np.zeros(structures, np.int32),
        queue=np.empty(structures, np.int32),
        pool=np.empty(500_000 * scale + structures, np.int32),
        begin=np.zeros(families + 1, np.int64),
        claim=np.zeros(families, np.int32),
        colour=np.zeros(families, np.int32),
        raised=np.zeros((families, 17), np.int32),
        family_table=np.zeros((4 * families, 2), np.int32),
        seen_table=np.zeros((4 * positions, 5), np.int32),
        frames=np.zeros((_DEPTH, 6), np.int32),
        trail=np.zeros((_DEPTH, 2), np.int32),
    )


@rule
def _keep_family(w: Work, colour: int, claim: int, size: int) -> int:
    """The family of the `size` structures that stand at the end of the pool: an older one, if it is the same."""
    begin, families = w.begin[w.tally[_FAMILIES]], w.tally[_FAMILIES]
    w.pool[begin : begin + size].sort()
    key = colour * 64 + claim
    for i in range(begin, begin + size):
        key = (key * 1_000_003 + int(w.pool[i])) & 0xFFFFFFFFFFFF
    slots = len(w.family_table)
    slot = (key ^ key >> 23) % slots
    while w.family_table[slot][0] == w.tally[_SEARCH]:
        old = w.family_table[slot][1]
        if w.colour[old] == colour and w.claim[old] == claim and w.begin[old + 1] - w.begin[old] == size:
            i = 0
            while i < size and w.pool[w.begin[old] + i] == w.pool[begin + i]:
                i += 1
            if i == size:
                return int(old)
        slot = (slot + 1) % slots
    if families + 1 >= len(w.claim):
        return _ROOM
    w.family_table[slot][0], w.family_table[slot][1] = w.tally[_SEARCH], families
    w.colour[families], w.claim[families] = colour, claim
    w.begin[families + 1] = begin + size
    for k in range(17):
        w.raised[families][k] = _UNKNOWN
    w.tally[_FAMILIES] += 1
    return int(families)


@rule
def _raise_claim(g: Graph, w: Work, family: int, cards: int) -> int:
    """All structures of more progress that its structures lead to with those cards, by part moves and one move more."""
    claim, end = w.claim[family], w.begin[w.tally[_FAMILIES]]
    if end + len(g.triple) > len(w.pool):
        return _ROOM
    width = w.tally[WIDTH]
    w.tally[MARK] += 1
    mark = w.tally[MARK]
    waiting = size = 0
    for i in range(w.begin[family], w.begin[family + 1]):
        structure = w.pool[i]
        w.stamp[structure] = mark
        if g.progress[structure] > claim:
            w.pool[end + size] = structure
            size += 1
        else:
            w.queue[waiting] = structure
            waiting += 1
    i = 0
    while i < waiting:
        if size >= width or i >= 4 * width:
            w.tally[LEFT_OUT] = 1
            break
        structure = w.queue[i]
        i += 1
        for e in range(g.first[structure], g.first[structure + 1]):
            there = g.to[e]
            if g.linked[there] & ~cards == 0 and w.stamp[there] != mark and g.alive[there]:
                w.stamp[there] = mark
                if g.progress[there] > claim:
                    w.pool[end + size] = there
                    size += 1
                else:
                    w.queue[waiting] = there
                    waiting += 1
    w.tally[NODES] += i
    if size == 0:
        return _NONE
    return _keep_family(w, w.colour[family], claim + 1, size)


@rule
def _is_new(w: Work, frame: Ints) -> bool:
    """Whether the four families were not met together before."""
    key = 0
    for c in range(4):
        key = (key * 1_000_003 + int(frame[c])) & 0xFFFFFFFFFFFF
    slots = len(w.seen_table)
    slot = (key ^ key >> 23) % slots
    while w.seen_table[slot][0] == w.tally[_SEARCH]:
        same = True
        for c in range(4):
            same = same and w.seen_table[slot][c + 1] == frame[c]
        if same:
            return False
        slot = (slot + 1) % slots
    w.seen_table[slot][0] = w.tally[_SEARCH]
    for c in range(4):
        w.seen_table[slot][c + 1] = frame[c]
    w.tally[_SEEN] += 1
    return True


@rule
def _draw(a: Arrivals, w: Work, frame: Ints) -> None:
    """Draw all cards that the claims have earned; a colour that has all its cards can go all the way."""
    while frame[4] < DRAWS:
        progress = 0
        for c in range(4):
            progress += FULL if a.have[c][frame[4]] == 16 else w.claim[frame[c]]
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
        have = a.have[c][drawn]
        if frame[5] >> c & 1 or have == 16:
            continue
        room = g.most[a.cards[c][have]] - w.claim[frame[c]]
        if room <= 0:
            continue
        wait = drawn
        while a.have[c][wait] == have:
            wait += 1
        value = wait - drawn + room
        if value > best_value:
            best, best_value = c, value
    return best


@rule
def can_keep_up(g: Graph, a: Arrivals) -> bool:
    """Whether the highest progress of each colour for itself is always enough to draw the next card."""
    for c in range(4):
        if not g.alive[a.start[c]]:
            return False
    for drawn in range(a.start[4], DRAWS):
        progress = 0
        for c in range(4):
            progress += g.most[a.cards[c][a.have[c][drawn]]]
        if progress <= drawn:
            return False
    return True


@rule
def begin(g: Graph, a: Arrivals, w: Work, width: int) -> int:
    """Set up a search with families of that width; it may be over at once."""
    for i in (_FAMILIES, _SEEN, DEPTH, LEFT_OUT):
        w.tally[i] = 0
    w.tally[_SEARCH] += 1
    w.tally[WIDTH] = width
    w.tally[NODES] += 1
    if not can_keep_up(g, a):
        return LOST
    frame = w.frames[0]
    for c in range(4):
        w.pool[w.begin[w.tally[_FAMILIES]]] = a.start[c]
        frame[c] = _keep_family(w, c, g.progress[a.start[c]], 1)
    frame[4], frame[5] = a.start[4], 0
    _draw(a, w, frame)
    return WON if frame[4] == DRAWS else RUNNING


@rule
def run(g: Graph, a: Arrivals, w: Work, most_nodes: int) -> int:
    """Search on until the end, or until so many nodes (structures looked at) are counted."""
    while w.tally[NODES] < most_nodes:
        depth = w.tally[DEPTH]
        frame = w.frames[depth]
        c = _next_colour(g, a, w, frame)
        if c < 0:
            w.tally[DEPTH] -= 1
            if depth == 0:
                return LOST
            continue
        have = a.have[c][frame[4]]
        family = w.raised[frame[c]][have]
        if family == _UNKNOWN:
            family = _raise_claim(g, w, frame[c], a.cards[c][have])
            if family == _ROOM or 2 * w.tally[_SEEN] >= len(w.seen_table):
                return NO_ROOM
            w.raised[frame[c]][have] = family
        frame[5] |= 1 << c
        w.tally[NODES] += 1
        if family == _NONE:
            continue
        after = w.frames[depth + 1]
        after[:] = frame
        after[c], after[5] = family, 0
        _draw(a, w, after)
        w.trail[depth][0], w.trail[depth][1] = c, have
        if after[4] == DRAWS:
            w.tally[DEPTH] = depth + 1
            return WON
        if _is_new(w, after):
            w.tally[DEPTH] = depth + 1
    return RUNNING
