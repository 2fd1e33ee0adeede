"""One colour as a player knows it who can't see the draw pile: all there is to know about it, in one table.

What can become of a colour depends on its link structure and on which of its cards have arrived. Items can be renamed:
a *naming* puts other items in the place of the four. Structures that namings turn into each other are of one *kind*,
and the one with the lowest number stands for it. A *spot* is a kind with a set of cards that have arrived. Those that
are linked are among them, so a kind with n cards that are not has 2ⁿ spots; there are a million and a half in all.

Part moves lead to and fro between spots, and nothing is won or lost by them. Spots they connect, or that another naming
of the same structure turns into each other, are a *group*, and the lowest of them is its *head*. So a colour is known
by a head, and by the naming that leads from its items to the head's.
"""

from __future__ import annotations

import functools
import itertools
import threading
from typing import Final, NamedTuple

import numpy as np

from escapology.games.devils_square.solver.links import ALL_CARDS, Graph, Ints, link_graph, matching_numbers
from escapology.native import compile_kernel, rule

__all__ = ["LOOKS", "NO_SPOT", "ONE", "Spots", "arrive", "enter", "make_spots", "scatter", "spot_of", "spot_table"]

NO_SPOT: Final = -1
ONE: Final = 1 << 16  # what one progress counts in a reach
LOOKS: Final = 4  # numbers of further cards that are looked at: 0 to 3


class Spots(NamedTuple):
    """The table. Structures that can never be completed are not in it."""

    items: Ints  # [naming][item]: the item that comes in its place; naming 0 leaves all as they are
    sets: Ints  # [naming][set of items]: the same of sets
    joint: Ints  # [naming][naming]: what the second and then the first come to
    back: Ints  # [naming]: what takes it back
    kind: Ints  # [structure]: -1 if it can't be completed
    naming: Ints  # [structure]: from its items to its kind's
    model: Ints  # [kind]: the structure that stands for it
    loose: Ints  # [kind]: set of the cards that are not linked
    progress: Ints  # [kind]
    first: Ints  # [kind]: where its spots begin; behind it, which loose cards have arrived, as bits
    kind_at: Ints  # [spot]
    head: Ints  # [spot]: of its group
    turn: Ints  # [spot]: from its items to the head's
    reach: Ints  # [spot][look]: the progress the colour can come to with the cards it has, on average with one more, …
    outlook: Ints  # [spot]: all these together
    after: Ints  # [head]: the head that the best move leads to, NO_SPOT if there is no move
    after_turn: Ints  # [head]: the naming from its items to those of that head


@rule
def _rename(t: Spots, naming: int, cards: int) -> int:
    """A set of cards with other items."""
    names = t.sets[naming]
    return names[cards & 15] | names[cards >> 4 & 15] << 4 | names[cards >> 8 & 15] << 8 | names[cards >> 12] << 12  # type: ignore[no-any-return]


@rule
def _gather(cards: int, among: int) -> int:
    """Which of some cards are in a set: the lowest of them is bit 0, the next one bit 1, and so on."""
    bits = place = 0
    while among:
        lowest = among & -among
        if cards & lowest:
            bits |= 1 << place
        place += 1
        among ^= lowest
    return bits


@rule
def scatter(bits: int, among: int) -> int:
    """The other way round: the set of cards."""
    cards = 0
    while bits:
        lowest = among & -among
        if bits & 1:
            cards |= lowest
        bits >>= 1
        among ^= lowest
    return cards


@rule
def _next_set(cards: int, loose: int) -> int:
    """The same linked cards with the next set of loose ones, in the order of the spots."""
    return (cards & loose) - loose & loose | cards & ~loose


@rule
def spot_of(t: Spots, structure: int, cards: int) -> int:
    """The spot of a structure when those cards have arrived."""
    kind = t.kind[structure]
    return t.first[kind] + _gather(_rename(t, t.naming[structure], cards), t.loose[kind])  # type: ignore[no-any-return]


@rule
def enter(t: Spots, structure: int, cards: int) -> tuple[int, int]:
    """The head and the naming of a structure when those cards have arrived; NO_SPOT if it can't be completed."""
    if t.kind[structure] < 0:
        return NO_SPOT, 0
    spot = spot_of(t, structure, cards)
    return t.head[spot], t.joint[t.turn[spot], t.naming[structure]]


@rule
def arrive(t: Spots, head: int, naming: int, card: int) -> tuple[int, int]:
    """The head and the naming after one more card has arrived."""
    bit = 1 << (card & 12 | t.items[naming, card & 3])
    lower = t.loose[t.kind_at[head]] & (bit - 1)
    place = 0
    while lower:
        lower &= lower - 1
        place += 1
    spot = head + (1 << place)
    return t.head[spot], t.joint[t.turn[spot], naming]


@rule
def _climb(t: Spots, spot: int) -> tuple[int, int]:
    """The head of a spot as far as it is known, and the naming that leads there."""
    turn = 0
    while t.head[spot] != spot:
        turn = t.joint[t.turn[spot], turn]
        spot = t.head[spot]
    return spot, turn


@rule
def _join(t: Spots, spot: int, other: int, naming: int) -> None:
    """Put two spots into one group; the naming leads from the first one's items to the other's."""
    head, turn = _climb(t, spot)
    other_head, other_turn = _climb(t, other)
    between = t.joint[other_turn, t.joint[naming, t.back[turn]]]
    if head < other_head:
        t.head[other_head], t.turn[other_head] = head, t.back[between]
    elif head > other_head:
        t.head[head], t.turn[head] = other_head, between


@rule
def _find_mirrors(g: Graph, t: Spots, renamed: Ints) -> None:
    """A naming that leaves a kind's structure as it is makes spots of it alike: they are put into one group."""
    count = len(g.below)
    for kind in range(len(t.model)):
        triple = g.triple[t.model[kind]]
        low, middle, high = triple // (count * count), triple // count % count, triple % count
        for naming in range(1, len(t.items)):
            names = renamed[naming]
            if names[low] == low and names[middle] == middle and names[high] == high:
                cards = 0
                for spot in range(t.first[kind], t.first[kind + 1]):
                    other = t.first[kind] + _gather(_rename(t, naming, cards), t.loose[kind])
                    _join(t, spot, other, naming)
                    cards = _next_set(cards, t.loose[kind])


@rule
def _find_groups(g: Graph, t: Spots, renamed: Ints) -> None:
    """Follow all part moves."""
    for kind in range(len(t.model)):
        for spot in range(t.first[kind], t.first[kind + 1]):
            t.kind_at[spot], t.head[spot], t.turn[spot] = kind, spot, 0
    _find_mirrors(g, t, renamed)
    for kind in range(len(t.model)):
        structure = t.model[kind]
        for e in range(g.first[structure], g.first[structure + 1]):
            there = g.to[e]
            if t.kind[there] < 0 or g.progress[there] > g.progress[structure]:
                continue
            cards = int(g.linked[structure])
            for spot in range(t.first[kind], t.first[kind + 1]):
                if g.linked[there] & ~cards == 0:
                    _join(t, spot, spot_of(t, there, cards), int(t.naming[there]))
                cards = _next_set(cards, t.loose[kind])
    for spot in range(len(t.head)):  # heads are lower, so theirs is known
        t.turn[spot] = t.joint[t.turn[t.head[spot]], t.turn[spot]]
        t.head[spot] = t.head[t.head[spot]]


@rule
def _find_reach(g: Graph, t: Spots) -> None:
    """The highest progress each group leads to without another card."""
    for spot in range(len(t.head)):
        t.reach[spot, 0] = ONE * t.progress[t.kind_at[spot]]
    for i in range(17 * len(t.model)):
        kind, progress = i % len(t.model), 16 - i // len(t.model)
        if t.progress[kind] != progress:
            continue
        structure = t.model[kind]
        for e in range(g.first[structure], g.first[structure + 1]):
            there = g.to[e]
            if t.kind[there] < 0 or g.progress[there] == progress:
                continue
            cards = int(g.linked[structure])
            for spot in range(t.first[kind], t.first[kind + 1]):
                if g.linked[there] & ~cards == 0:
                    head, further = t.head[spot], t.reach[t.head[spot_of(t, there, cards)], 0]
                    t.reach[head, 0] = further if further > t.reach[head, 0] else t.reach[head, 0]
                cards = _next_set(cards, t.loose[kind])
    for spot in range(len(t.head)):
        t.reach[spot, 0] = t.reach[t.head[spot], 0]


@rule
def _average(t: Spots, look: int) -> None:
    """The same with one more card, on average."""
    for kind in range(len(t.model)):
        first, size = t.first[kind], t.first[kind + 1] - t.first[kind]
        for i in range(size):
            total = cards = 0
            bit = 1
            while bit < size:
                if not i & bit:
                    total += t.reach[first + (i | bit), look - 1]
                    cards += 1
                bit *= 2
            t.reach[first + i, look] = total // cards if cards else t.reach[first + i, look - 1]


@rule
def _find_best(g: Graph, t: Spots) -> None:
    """The move of each group that keeps the best outlook."""
    for spot in range(len(t.head)):
        t.after[spot] = NO_SPOT
    for kind in range(len(t.model)):
        structure = t.model[kind]
        for e in range(g.first[structure], g.first[structure + 1]):
            there = g.to[e]
            if t.kind[there] < 0 or g.progress[there] == g.progress[structure]:
                continue
            cards = int(g.linked[structure])
            for spot in range(t.first[kind], t.first[kind + 1]):
                if g.linked[there] & ~cards == 0:
                    head, after = t.head[spot], spot_of(t, there, cards)
                    if t.after[head] == NO_SPOT or t.outlook[after] > t.outlook[t.after[head]]:
                        t.after[head] = t.head[after]
                        naming = t.joint[t.naming[there], t.back[t.turn[spot]]]
                        t.after_turn[head] = t.joint[t.turn[after], naming]
                cards = _next_set(cards, t.loose[kind])


def _fill_spots(g: Graph, t: Spots, renamed: Ints) -> None:
    _find_groups(g, t, renamed)
    _find_reach(g, t)
    for look in range(1, LOOKS):
        _average(t, look)
    for spot in range(len(t.head)):
        for look in range(LOOKS):
            t.outlook[spot] += t.reach[spot, look]
    _find_best(g, t)


def _find_kinds(g: Graph, t: Spots, renamed: Ints) -> Spots:
    """The table with its kinds; renamed[naming, matching] is the matching with other items."""
    alive = np.flatnonzero(g.alive).astype(np.int32)
    lowest = alive.copy()  # of the structures that namings make of it
    for names in renamed[1:]:
        np.minimum(lowest, _rename_structures(g, alive, names), out=lowest)
    model = alive[lowest == alive]
    for naming in range(len(renamed) - 1, -1, -1):  # of several namings that lead to a structure, the first
        other = _rename_structures(g, model, renamed[naming])
        t.kind[other] = np.arange(len(model))
        t.naming[other] = t.back[naming]
    loose = ALL_CARDS & ~g.linked[model].astype(np.int64)
    sizes = [1 << cards.bit_count() for cards in loose.tolist()]
    first = np.concatenate([[0], np.cumsum(sizes)])
    return t._replace(model=model, loose=loose, progress=g.progress[model].astype(np.int64), first=first)


def _rename_structures(g: Graph, structures: Ints, names: Ints) -> Ints:
    """The structures with other matchings."""
    count = len(g.below)
    low, rest = np.divmod(g.triple[structures], count * count)
    middle, high = np.divmod(rest, count)
    renamed: Ints = g.number[(names * count * count)[low] + (names * count)[middle] + names[high]]
    return renamed


def make_spots(g: Graph) -> Spots:
    """The table for the structures of a graph that are alive."""
    namings = list(itertools.permutations(range(4)))
    numbers = {naming: i for i, naming in enumerate(namings)}
    matchings = matching_numbers()
    renamed = np.zeros((len(namings), len(matchings)), np.int32)
    for (i, naming), (matching, j) in itertools.product(enumerate(namings), matchings.items()):
        below = [-1] * 4
        for upper, lower in enumerate(matching):
            below[naming[upper]] = naming[lower] if lower >= 0 else -1
        renamed[i, j] = matchings[tuple(below)]
    structures = len(g.triple)
    t = Spots(
        items=np.array(namings),
        sets=np.array([[sum(1 << n[i] for i in range(4) if items >> i & 1) for items in range(16)] for n in namings]),
        joint=np.array([[numbers[tuple(n[item] for item in m)] for m in namings] for n in namings]),
        back=np.array([numbers[tuple(n.index(item) for item in range(4))] for n in namings]),
        kind=np.full(structures, -1, np.int32),
        naming=np.zeros(structures, np.int8),
        **dict.fromkeys(Spots._fields[6:], np.empty(0, np.int32)),
    )
    t = _find_kinds(g, t, renamed)
    spots = int(t.first[-1])
    t = t._replace(
        kind_at=np.empty(spots, np.int16),
        head=np.empty(spots, np.int32),
        turn=np.empty(spots, np.int8),
        reach=np.empty((spots, LOOKS), np.int32),
        outlook=np.zeros(spots, np.int32),
        after=np.empty(spots, np.int32),
        after_turn=np.zeros(spots, np.int8),
    )
    compile_kernel(_fill_spots)(g, t, renamed)
    for array in t:
        array.flags.writeable = False
    return t


_lock = threading.Lock()


def spot_table() -> Spots:
    """The table of all structures, made on the first call (in about a second)."""
    with _lock:
        return _all_spots()


@functools.cache
def _all_spots() -> Spots:
    return make_spots(link_graph())
