"""Families: all the structures one colour may have after the claims it has met.

They have progress `claim` or a little more. A family is the same however its colour came to it, so families are kept
once, and with each of them what raising its claim by one leads to when so many cards of the colour have arrived: a
small automaton for each colour, made as it is needed.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from escapology.games.devils_square.solver.links import Graph, Ints
from escapology.native import rule

__all__ = [
    "BEST",
    "DEPTH",
    "END",
    "FAMILIES",
    "KEEPS_UP",
    "LEFT_OUT",
    "MARK",
    "NODES",
    "NONE",
    "ROOM",
    "SEARCH",
    "SEEN",
    "UNKNOWN",
    "WHOLE",
    "WIDTH",
    "Work",
    "is_new",
    "keep_family",
    "make_work",
    "raise_claim",
    "work_bytes",
]

UNKNOWN, NONE, ROOM = -2, -1, -3  # instead of a family: not looked at yet, no structure is left, no room for it
_DEPTH = 66  # each claim adds one to the progress of 64


class Work(NamedTuple):
    """Scratch of the search, used again from deal to deal: a row counts only if it bears the mark of this search."""

    tally: Ints  # numbers; see the indices below
    stamp: Ints  # [structure]: mark of the last walk that saw it
    queue: Ints  # structures of a walk
    pool: Ints  # the structures of all families
    begin: Ints  # [family]: where its structures begin in the pool; they end where the next one's begin
    claim: Ints  # [family]: none of its structures has less progress
    colour: Ints  # [family]
    raised: Ints  # [family][cards arrived]: the family after its claim was raised
    books: Ints  # [family][cards arrived]: the most books it can lead to with those cards
    family_table: Ints  # hash table: mark, family
    seen_table: Ints  # hash table: mark, four families
    frames: Ints  # [depth]: four families, cards drawn, bit set of the colours tried, bound on books
    trail: Ints  # [depth]: the colour raised to get there, how many of its cards had arrived


# Indices of Work.tally
FAMILIES, SEEN = 0, 1  # how many are kept
SEARCH, MARK = 2, 3  # searches and walks since the scratch was made
DEPTH = 4  # of the frame the search is at
NODES = 5  # structures and positions looked at since the solver was called
WIDTH, LEFT_OUT = 6, 7  # the bound on a family's size, and 1 if a family was cut because of it
WHOLE = 8  # a colour of which so many cards have arrived needs no more claims
BEST = 9  # for the best score: the most books found
END = 10  # for the best score: more cards than that can't be drawn
KEEPS_UP = 11  # 1 if the colours, each for itself, could always draw the next card


def work_bytes(scale: int) -> int:
    """A little more than the scratch takes, with what is needed to find the moves."""
    return 8_000_000 + 4_000_000 * scale


def make_work(structures: int, scale: int) -> Work:
    """Scratch with room for families and positions in proportion to the scale."""
    families, positions = 2_048 * scale, 8_192 * scale
    return Work(
        tally=np.zeros(12, np.int64),
        stamp=np.zeros(structures, np.int32),
        queue=np.empty(structures, np.int32),
        pool=np.empty(500_000 * scale + structures, np.int32),
        begin=np.zeros(families + 1, np.int64),
        claim=np.zeros(families, np.int32),
        colour=np.zeros(families, np.int32),
        raised=np.zeros((families, 17), np.int32),
        books=np.zeros((families, 17), np.int32),
        family_table=np.zeros((4 * families, 2), np.int32),
        seen_table=np.zeros((4 * positions, 5), np.int32),
        frames=np.zeros((_DEPTH, 7), np.int32),
        trail=np.zeros((_DEPTH, 2), np.int32),
    )


@rule
def _sort(numbers: Ints, begin: int, size: int) -> None:
    """Shell sort: NumPy's takes seconds to compile."""
    gap = 1
    while gap < size // 3:
        gap = 3 * gap + 1
    while gap > 0:
        for i in range(begin + gap, begin + size):
            number = numbers[i]
            j = i
            while j >= begin + gap and numbers[j - gap] > number:
                numbers[j] = numbers[j - gap]
                j -= gap
            numbers[j] = number
        gap //= 3


@rule
def keep_family(w: Work, colour: int, claim: int, size: int) -> int:
    """The family of the `size` structures that stand at the end of the pool: an older one, if it is the same."""
    begin, families = w.begin[w.tally[FAMILIES]], w.tally[FAMILIES]
    _sort(w.pool, begin, size)
    key = colour * 64 + claim
    for i in range(begin, begin + size):
        key = (key * 1_000_003 + int(w.pool[i])) & 0xFFFFFFFFFFFF
    slots = len(w.family_table)
    slot = (key ^ key >> 23) % slots
    while w.family_table[slot, 0] == w.tally[SEARCH]:
        old = w.family_table[slot, 1]
        if w.colour[old] == colour and w.claim[old] == claim and w.begin[old + 1] - w.begin[old] == size:
            i = 0
            while i < size and w.pool[w.begin[old] + i] == w.pool[begin + i]:
                i += 1
            if i == size:
                return int(old)
        slot = (slot + 1) % slots
    if families + 1 >= len(w.claim):
        return ROOM
    w.family_table[slot, 0], w.family_table[slot, 1] = w.tally[SEARCH], families
    w.colour[families], w.claim[families] = colour, claim
    w.begin[families + 1] = begin + size
    for k in range(17):
        w.raised[families, k] = w.books[families, k] = UNKNOWN
    w.tally[FAMILIES] += 1
    return int(families)


@rule
def raise_claim(g: Graph, w: Work, family: int, cards: int) -> int:
    """All structures of more progress that its structures lead to with those cards, by part moves and one move more."""
    claim, end = w.claim[family], w.begin[w.tally[FAMILIES]]
    if end + len(g.triple) > len(w.pool):
        return ROOM
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
        return NONE
    return keep_family(w, int(w.colour[family]), int(claim) + 1, size)


@rule
def is_new(w: Work, frame: Ints) -> bool:
    """Whether the four families were not met together before."""
    key = 0
    for c in range(4):
        key = (key * 1_000_003 + int(frame[c])) & 0xFFFFFFFFFFFF
    slots = len(w.seen_table)
    slot = (key ^ key >> 23) % slots
    while w.seen_table[slot, 0] == w.tally[SEARCH]:
        same = True
        for c in range(4):
            same = same and w.seen_table[slot, c + 1] == frame[c]
        if same:
            return False
        slot = (slot + 1) % slots
    w.seen_table[slot, 0] = w.tally[SEARCH]
    for c in range(4):
        w.seen_table[slot, c + 1] = frame[c]
    w.tally[SEEN] += 1
    return True
