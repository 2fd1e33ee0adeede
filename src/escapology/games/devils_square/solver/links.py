"""The link structures of one colour, and the moves between them: one graph, the same for every colour and deal.

A card of one colour is number * 4 + item, both counted from 0, so sets of cards are bit sets of 16. A *link* is a card
lying on another. All links between two neighbouring numbers make a *matching*: each of the four upper cards lies on
one of the three lower cards of other items, or on none, and no two on the same. There are 108 matchings, so a
structure is a triple of them, and 338,781 of the 108³ triples have no item twice in any chain of links:

    matching 0: twos on ones     matching 1: threes on twos     matching 2: fours on threes

Its *progress* is the number of links plus the number of finished books (chains of four). A move changes one link:

    part of a pile     the card lay on another          progress + 0, and such a move can be taken back
    whole pile         the card lay on nothing          progress + 1
    … finishes a book                                   progress + 1 more, and the book is never touched again

A move is possible as soon as all cards *linked* in the structure it leads to have arrived; nothing else matters.
"""

from __future__ import annotations

import functools
import itertools
import threading
from typing import Any, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from escapology.native import compile_kernel, rule

__all__ = ["ALL_CARDS", "FULL", "GRAPH_BYTES", "Graph", "Ints", "link_graph", "matching_numbers"]

Ints: TypeAlias = npt.NDArray[Any]

FULL = 16  # progress of a colour whose twelve links and four books are all made
ALL_CARDS = 0xFFFF  # the set of a colour's sixteen cards
GRAPH_BYTES = 30_000_000  # the graph takes a little less
_STRUCTURES = 338_781
_MOVES = 3_562_260


class Graph(NamedTuple):
    """The structures and their moves. Structures that can never be completed are in it too, but not `alive`."""

    below: Ints  # [matching][upper item]: the lower item it lies on, -1 = none
    above: Ints  # [matching][lower item]: the upper item that lies on it, -1 = none
    number: Ints  # [triple of matchings]: the structure, -1 = an item would be twice in a chain
    triple: Ints  # [structure]: the other way round
    progress: Ints  # [structure]: links and finished books
    books: Ints  # [structure]: finished books
    linked: Ints  # [structure]: set of the cards that lie on a card or under one
    alive: Ints  # [structure]: 1 if all four books can still be made once all cards have arrived
    first: Ints  # [structure]: where its moves begin in `to`; they end where the next one's begin
    to: Ints  # structures that moves lead to
    most: Ints  # [set of cards]: the highest progress of an alive structure that links no other cards
    most_ever: Ints  # [set of cards]: the same of any structure
    most_books: Ints  # [set of cards]: the most books of any structure that links no other cards


@functools.cache
def matching_numbers() -> dict[tuple[int, ...], int]:
    """The matchings, each as the lower items that the upper items lie on (-1 = on none), and their numbers."""
    found: dict[tuple[int, ...], int] = {}
    for below in itertools.product(range(-1, 4), repeat=4):
        used = [item for item in below if item >= 0]
        if len(used) == len(set(used)) and all(lower != upper for upper, lower in enumerate(below)):
            found[below] = len(found)
    return found


@rule
def _list_structures(g: Graph) -> int:
    """Number the triples that are structures, and say what is in them."""
    count = len(g.below)
    found = 0
    for triple in range(count**3):
        g.number[triple] = -1
        low, middle, high = triple // (count * count), triple // count % count, triple % count
        progress = books = cards = 0
        fits = True
        for two in range(4):
            one, three = g.below[low, two], g.above[middle, two]
            if one >= 0:
                progress += 1
                cards |= 1 << one | 1 << (4 + two)
            fits = fits and (one < 0 or one != three)
        for three in range(4):
            two, four = g.below[middle, three], g.above[high, three]
            one = g.below[low, two] if two >= 0 else -1
            if two >= 0:
                progress += 1
                cards |= 1 << (4 + two) | 1 << (8 + three)
            if four >= 0:
                progress += 1
                cards |= 1 << (8 + three) | 1 << (12 + four)
                fits = fits and four != one and four != two  # noqa: PLR1714 (Numba has no `in` here)
                books += one >= 0
        if fits:
            g.number[triple] = found
            g.triple[found] = triple
            g.progress[found] = progress + books
            g.books[found] = books
            g.linked[found] = cards
            found += 1
    return found


@rule
def _chain(g: Graph, matchings: Ints, number: int, item: int, step: int) -> tuple[int, int]:
    """The items of the chain from a card upwards (step 1) or downwards (-1), and the number where it ends."""
    items = 1 << item
    while True:
        if step > 0:
            item = g.above[matchings[number], item] if number < 3 else -1
        else:
            item = g.below[matchings[number - 1], item] if number > 0 else -1
        if item < 0:
            return items, number
        number += step
        items |= 1 << item


@rule
def _list_moves(g: Graph, with_link: Ints, matchings: Ints) -> int:
    """All moves; with_link[matching, upper, lower] is the matching after that upper item was put on that lower one."""
    count = len(g.below)
    made = 0
    for structure in range(len(g.triple)):
        g.first[structure] = made
        triple = g.triple[structure]
        for number in range(3, 0, -1):
            matchings[number - 1] = triple % count
            triple //= count
        weight = count * count * count
        for number in range(1, 4):
            weight //= count
            old = matchings[number - 1]
            for upper in range(4):
                moved, top = _chain(g, matchings, number, upper, 1)
                if top == 3 and _chain(g, matchings, number, upper, -1)[1] == 0:
                    continue  # in a book
                for lower in range(4):
                    if g.above[old, lower] >= 0 or moved & _chain(g, matchings, number - 1, lower, -1)[0]:
                        continue
                    new = with_link[old, upper, lower]
                    g.to[made] = g.number[g.triple[structure] + (new - old) * weight]
                    made += 1
    g.first[len(g.triple)] = made
    return made


@rule
def _mark_alive(g: Graph, stack: Ints) -> None:
    """Backwards from the completed structures, one progress at a time, as part moves can be taken back."""
    for i in range((FULL + 1) * len(g.triple)):
        structure, progress = i % len(g.triple), FULL - i // len(g.triple)
        if g.progress[structure] != progress or g.alive[structure]:
            continue
        alive = progress == FULL
        for e in range(g.first[structure], g.first[structure + 1]):
            alive = alive or (g.alive[g.to[e]] == 1 and g.progress[g.to[e]] > progress)
        if not alive:
            continue
        g.alive[structure] = 1
        stack[0] = structure
        waiting = 1
        while waiting > 0:
            waiting -= 1
            here = stack[waiting]
            for e in range(g.first[here], g.first[here + 1]):
                there = g.to[e]
                if g.progress[there] == progress and g.alive[there] == 0:
                    g.alive[there] = 1
                    stack[waiting] = there
                    waiting += 1


def _mark_most(g: Graph) -> None:
    """The highest progress within a set of cards is that of a structure linking all of them, or of a smaller set's."""
    alive = g.alive == 1
    np.maximum.at(g.most, g.linked[alive], g.progress[alive])
    np.maximum.at(g.most_ever, g.linked, g.progress)
    np.maximum.at(g.most_books, g.linked, g.books)
    sets = np.arange(ALL_CARDS + 1)
    for card in range(16):
        more = sets[sets >> card & 1 == 1]
        for most in (g.most, g.most_ever, g.most_books):
            most[more] = np.maximum(most[more], most[more ^ 1 << card])


def _fill_graph(g: Graph, with_link: Ints, matchings: Ints, stack: Ints) -> tuple[int, int]:
    structures = _list_structures(g)
    moves = _list_moves(g, with_link, matchings)
    _mark_alive(g, stack)
    return structures, moves


_lock = threading.Lock()


def link_graph() -> Graph:
    """The graph, made on the first call (in about half a second)."""
    with _lock:
        return _make_graph()


@functools.cache
def _make_graph() -> Graph:
    matchings = matching_numbers()
    below = np.array(list(matchings), np.int64)
    above = np.full((len(matchings), 4), -1, np.int64)
    with_link = np.full((len(matchings), 4, 4), -1, np.int16)
    for matching, i in matchings.items():
        for upper, lower in enumerate(matching):
            if lower >= 0:
                above[i, lower] = upper
        for upper, lower in itertools.product(range(4), repeat=2):
            after = (*matching[:upper], lower, *matching[upper + 1 :])
            if after in matchings:
                with_link[i, upper, lower] = matchings[after]
    g = Graph(
        below=below,
        above=above,
        number=np.empty(len(matchings) ** 3, np.int32),
        triple=np.empty(_STRUCTURES, np.int32),
        progress=np.empty(_STRUCTURES, np.int8),
        books=np.empty(_STRUCTURES, np.int8),
        linked=np.empty(_STRUCTURES, np.int32),
        alive=np.zeros(_STRUCTURES, np.int8),
        first=np.empty(_STRUCTURES + 1, np.int32),
        to=np.empty(_MOVES, np.int32),
        most=np.zeros(ALL_CARDS + 1, np.int8),
        most_ever=np.zeros(ALL_CARDS + 1, np.int8),
        most_books=np.zeros(ALL_CARDS + 1, np.int8),
    )
    scratch = np.empty(3, np.int64), np.empty(_STRUCTURES, np.int32)
    assert compile_kernel(_fill_graph)(g, with_link, *scratch) == (_STRUCTURES, _MOVES)
    _mark_most(g)
    for array in g:
        array.flags.writeable = False
    return g
