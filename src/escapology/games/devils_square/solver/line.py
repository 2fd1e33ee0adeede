"""From a search that was won to the moves: each colour's own walk through its structures, then all four in turn."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from escapology.games.devils_square import rules
from escapology.games.devils_square.solver.claims import Arrivals
from escapology.games.devils_square.solver.families import DEPTH, MARK, Work
from escapology.games.devils_square.solver.links import ALL_CARDS, FULL, Graph, Ints
from escapology.native import rule

__all__ = ["LONGEST", "WHOLE", "Paths", "changed_link", "find_line", "make_paths", "move_of"]

LONGEST = 4_096  # structures of one colour's walk: far more than there ever are
WHOLE = 1 << 12  # beside a move: it takes a whole pile
_ANY = -1  # as a target: any structure of higher progress
_START = -1  # as a parent: a walk begins here


class Paths(NamedTuple):
    """Scratch to find the moves in, and the moves."""

    parent: Ints  # [structure]: the one before it on a walk
    back: Ints  # a path backwards
    path: Ints  # [colour]: its structures from the start on
    size: Ints  # [colour]: how many they are
    at: Ints  # [colour]: how many of them the moves have come to
    moves: Ints


def make_paths(structures: int) -> Paths:
    """Such scratch."""
    sizes = {"parent": structures, "back": structures, "path": (4, LONGEST), "size": 4, "at": 4, "moves": 4 * LONGEST}
    return Paths(**{name: np.empty(size, np.int32) for name, size in sizes.items()})


@rule
def _walk(g: Graph, w: Work, p: Paths, cards: int, waiting: int, target: int) -> int:
    """The nearest structure of higher progress (or the target) from those in w.queue, by part moves and a last move."""
    w.tally[MARK] += 1
    mark = w.tally[MARK]
    for i in range(waiting):
        w.stamp[w.queue[i]] = mark
        p.parent[w.queue[i]] = _START
        if w.queue[i] == target:
            return target
    i = 0
    while i < waiting:
        here = w.queue[i]
        i += 1
        for e in range(g.first[here], g.first[here + 1]):
            there = g.to[e]
            if g.linked[there] & ~cards or w.stamp[there] == mark or not g.alive[there]:
                continue
            w.stamp[there] = mark
            p.parent[there] = here
            if there == target or (target == _ANY and g.progress[there] > g.progress[here]):
                return int(there)
            if g.progress[there] == g.progress[here]:
                w.queue[waiting] = there
                waiting += 1
    return _ANY  # never: the search has been there


@rule
def _add_backwards(p: Paths, size: int, end: int) -> tuple[int, int]:
    """Put the walk that ends there, but not its beginning, into p.back, last structure first; and its beginning."""
    while p.parent[end] != _START:
        p.back[size] = end
        size += 1
        end = int(p.parent[end])
    return size, end


@rule
def _colour_path(g: Graph, a: Arrivals, w: Work, p: Paths, colour: int) -> int:
    """Put the structures of one colour from the start to its four books, the start left out, into its path."""
    depth = w.tally[DEPTH]
    last = int(w.pool[w.begin[w.frames[depth, colour]]])
    # Back from the last family to the start, through the claims as they were raised
    size, here = 0, last
    for i in range(depth - 1, -1, -1):
        if w.trail[i, 0] == colour:
            family = w.frames[i, colour]
            waiting = 0
            for j in range(w.begin[family], w.begin[family + 1]):
                w.queue[waiting] = w.pool[j]
                waiting += 1
            _walk(g, w, p, a.cards[colour, w.trail[i, 1]], waiting, here)
            size, here = _add_backwards(p, size, here)
    for i in range(size):
        p.path[colour, i] = p.back[size - 1 - i]
    # On from there to the end: all cards have arrived, and the structure is alive
    here = last
    while g.progress[here] < FULL:
        w.queue[0] = here
        here = _walk(g, w, p, ALL_CARDS, 1, _ANY)
        steps, _ = _add_backwards(p, 0, here)
        for i in range(steps):
            p.path[colour, size + i] = p.back[steps - 1 - i]
        size += steps
    return size


@rule
def changed_link(g: Graph, before: int, after: int) -> tuple[int, int]:
    """The card that was moved between two structures, and the card it was put on."""
    count = len(g.below)
    old, new = g.triple[before], g.triple[after]
    for number in range(3, 0, -1):
        for upper in range(4):
            lower = g.below[new % count, upper]
            if lower >= 0 and lower != g.below[old % count, upper]:
                return number * 4 + upper, number * 4 - 4 + lower
        old //= count
        new //= count
    return -1, -1


@rule
def move_of(s: rules.State, card: int, onto: int) -> int:
    """The move that takes the card, and what lies on it, onto the other."""
    source = taken = target = 0
    for space in range(rules.SPACES):
        height = s.height[space]
        for i in range(height):
            if s.pile[space][i] == card:
                source, taken = space, height - i
        if height > 0 and s.pile[space][height - 1] == onto:
            target = space
    return source << 8 | taken << 4 | target


@rule
def find_line(g: Graph, a: Arrivals, w: Work, p: Paths, deals: Any, states: Any) -> int:
    """Put the winning moves into p.moves, some with WHOLE; how many they are. The state is played along."""
    d, s = deals[0], states[0]
    for c in range(4):
        p.size[c] = _colour_path(g, a, w, p, c)
        p.at[c] = 0
    found = waiting = colour = 0
    while waiting < 4:  # until all four colours wait for cards: never, before they are complete
        at = p.at[colour]
        there = p.path[colour, at]
        if at == p.size[colour] or g.linked[there] & ~a.cards[colour, a.have[colour, s.drawn]]:
            colour = (colour + 1) % 4
            waiting += 1
            continue
        here = p.path[colour, at - 1] if at else a.start[colour]
        card, onto = changed_link(g, here, there)
        move = move_of(s, colour * 16 + card, colour * 16 + onto)
        whole = (move >> 4 & 15) == s.height[move >> 8]
        p.moves[found] = move | WHOLE if whole else move
        rules.play(d, s, move)
        p.at[colour] += 1
        found += 1
        waiting = 0
    return found
