"""The search over whole turns, compiled.

A *node* is a position between turns. All that one turn can lead to is found by walking the atomic rules, one step after
the other in a queue, from `use` or `rest` to the start of the next turn. What follows from a node is kept on one long
stack, node after node; each node has a rank, and the best one of the deepest turn is looked at next:

    arena   [ first node | what its turn leads to …… | what the chosen one's turn leads to … |   free
             frame 0       frame 1                      frame 2                               ^ frame[depth][1]

As turns only go forward, a position never leads back to itself, and a position met before has been looked at to the end
or stands beside this one on the stack. So it is left out.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from escapology.games.pursuit.solver.keys import is_new_node, is_new_walk, luck_of, put_key
from escapology.games.pursuit.state import EJECT, EXIT, PLAYING, WALK, WON
from escapology.native import compile_kernel, rule

__all__ = [
    "DEPTH",
    "EXHAUSTED",
    "EXPANSION",
    "FOUND",
    "KEPT",
    "LONGEST",
    "NEVER",
    "NODES",
    "OVERFLOW",
    "SEARCHING",
    "Insight",
    "make_kernel",
]

NEVER: Final = 99  # turns to a win where there is none
LONGEST: Final = 56  # moves of a turn: use, 48 steps, stop, eject or exit
TAKEN: Final = 1 << 40  # rank of a node that has been looked at

# What the kernel keeps between slices: places in its array `now`
DEPTH, NODES, EXPANSION, KEPT = range(4)
# Why a slice ended
SEARCHING, FOUND, EXHAUSTED, OVERFLOW = range(4)


@dataclass(frozen=True)
class Insight:
    """What a game knows about its nodes. All of them are rules; `table` is theirs to fill."""

    canonical: Callable[[Any, Any, Any], int]  # (d, s, words): all that can change, but fatigue; how many words
    prepare: Callable[[Any, Any, Any], None]  # (d, s, table): make ready for nodes that follow from s
    turns_needed: Callable[[Any, Any, Any], int]  # (d, s, table): no win takes fewer; NEVER only where none is left
    rank: Callable[[Any, Any, int], int]  # (d, s, turns needed): lower is looked at first
    noise: int  # how much luck is added to ranks when the search begins again


@rule
def _best(ranks: Any, start: int, end: int) -> int:
    """The node of lowest rank among those not yet taken, -1 if there is none."""
    best = -1
    lowest = TAKEN
    for i in range(start, end):
        if ranks[i] < lowest:
            lowest = ranks[i]
            best = i
    return best


@rule
def _put_path(path: Any, parent: Any, made: Any, last: int) -> None:
    """The moves of a turn, from its first to the last one; path[0] is how many."""
    n = 0
    i = last
    while i > 0:
        n += 1
        i = parent[i]
    path[0] = n
    i = last
    while i > 0:
        path[n] = made[i]
        n -= 1
        i = parent[i]


@rule
def _blind(d: Any, s: Any, table: Any) -> int:
    """In place of a bound: nothing is known."""
    return 0


def make_kernel(moves: Any, play: Any, insight: Insight, prunes: bool) -> Any:
    """The search made from a game's rules; without pruning, neither bound nor dominance is used."""
    canonical, prepare, rank, noise = insight.canonical, insight.prepare, insight.rank, insight.noise
    turns_needed = insight.turns_needed if prunes else _blind

    def run(  # noqa: PLR0913, PLR0917 (arrays made once and handed to every slice)
        deals: Any, arena: Any, ranks: Any, paths: Any, frame: Any, line: Any,
        queue: Any, parent: Any, made: Any, walks: Any, heads: Any,
        seen: Any, table: Any, words: Any, key: Any, out: Any, now: Any, nodes_end: int, work: int, salt: int,
    ) -> int:  # fmt: skip
        """Search on from where `now` says, until there is an answer, or `nodes_end`, or so much work is done."""
        d = deals[0]
        while now[DEPTH] >= 0:
            depth = now[DEPTH]
            chosen = _best(ranks, frame[depth][0], frame[depth][1])
            if chosen < 0:
                now[DEPTH] -= 1
                continue
            if now[NODES] >= nodes_end or work <= 0:
                return SEARCHING
            ranks[chosen] = TAKEN
            line[depth] = chosen
            now[NODES] += 1
            now[EXPANSION] += 1
            queue[0] = arena[chosen]
            prepare(d, queue[0], table)
            end = frame[depth][1]
            frame[depth + 1][0] = end
            head = 0
            tail = 1
            while head < tail:
                work -= 1
                count = moves(d, queue[head], out)
                for i in range(count):
                    if tail == len(queue) or end == len(arena):
                        return OVERFLOW
                    queue[tail] = queue[head]
                    play(d, queue[tail], out[i])
                    parent[tail] = head
                    made[tail] = out[i]
                    s = queue[tail]
                    if s.status == WON:
                        _put_path(paths[end], parent, made, tail)
                        line[depth + 1] = end
                        return FOUND
                    if s.status != PLAYING:
                        continue
                    n = canonical(d, s, words)
                    if s.phase in (WALK, EJECT, EXIT):
                        words[n] = s.fatigue
                        words[n + 1] = 0 if prunes else s.walked
                        put_key(words, n + 2, key)
                        tail += is_new_walk(walks, heads, tail, key, s.walked, now[EXPANSION])
                        continue
                    if not prunes:
                        words[n] = s.fatigue
                        n += 1
                    put_key(words, n, key)
                    if not is_new_node(seen, key, s.fatigue):
                        continue
                    now[KEPT] += 1
                    needed = turns_needed(d, s, table)
                    if needed < NEVER:
                        arena[end] = queue[tail]
                        _put_path(paths[end], parent, made, tail)
                        ranks[end] = rank(d, s, needed) + luck_of(key, salt, noise)
                        end += 1
                head += 1
            frame[depth + 1][1] = end
            now[DEPTH] = depth + 1
        return EXHAUSTED

    return compile_kernel(run)
