"""The search over whole turns, compiled, and what else is made of the same parts.

A *node* is a position between turns. All that one turn can lead to is found by walking the atomic rules, one step after
the other in a queue, from `use` or `rest` to the start of the next turn. What follows from a node is kept on one long
stack, node after node; each node has a rank, and the best one of the deepest turn is looked at next:

    arena   [ first node | what its turn leads to …… | what the chosen one's turn leads to … |   free
             frame 0       frame 1                      frame 2                               ^ frame[depth][1]

As turns only go forward, a position never leads back to itself, and a position met before has been looked at to the end
or stands beside this one on the stack. So it is left out.

*Plans* are rows of turns (`plans.py`). Where they can lead to is found in the same way, but in breadth: of all the
positions behind a turn, those of the best rank are gone on from.

    arena   [ first node | behind one turn …… | behind two, from the best of those … | … ]
                           frame 0 in the end: what is behind the last turn

Both, and what follows plans in other worlds, are one kernel: all that a kernel calls is optimised with it, which takes
longer than anything else on a machine that has not compiled it yet.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from escapology.games.pursuit.rules.state import EJECT, EXIT, PLAYING, WALK, WON
from escapology.games.pursuit.solver.keys import is_new_node, is_new_walk, luck_of, put_key
from escapology.native import compile_kernel, rule

__all__ = [
    "DEPTH",
    "EXHAUSTED",
    "EXPANSION",
    "FOLLOW",
    "FOUND",
    "KEPT",
    "LAST",
    "LONGEST",
    "NEVER",
    "NODES",
    "OVERFLOW",
    "PLAN",
    "SEARCH",
    "SEARCHING",
    "SPREAD",
    "TAKEN",
    "WIDTH",
    "Insight",
    "Memo",
    "Stack",
    "Walks",
    "best_node",
    "make_expansion",
    "make_kernel",
]

NEVER: Final = 99  # turns to a win where there is none
LONGEST: Final = 56  # moves of a turn: use, 48 steps, stop, eject or exit
TAKEN: Final = 1 << 40  # rank of a node that has been looked at

WIDTH: Final = 16  # positions behind a turn of plans that are gone on from

# What the kernel is asked to do
SEARCH, PLAN, FOLLOW = range(3)
# What it keeps between slices: places in its array `now`
DEPTH, NODES, EXPANSION, KEPT = range(4)
LAST = 4  # the turn in which a win must come at the latest
SPREAD = 5  # how many times as much luck is added to ranks as the insight says
# Why a slice ended
SEARCHING, FOUND, EXHAUSTED, OVERFLOW = range(4)


class Stack(NamedTuple):
    """The nodes to be looked at."""

    arena: Any  # the nodes
    ranks: Any  # of each node; TAKEN when it has been looked at
    paths: Any  # the moves of the turn that led to each: how many, then the moves
    before: Any  # of each node of a plan, that from which its turn began
    frame: Any  # [depth] = the first node of that depth, and the one behind its last
    line: Any  # [depth] = the node looked at


class Walks(NamedTuple):
    """The positions in the course of a turn, in a queue."""

    queue: Any  # the positions
    parent: Any  # the one before it, for each
    made: Any  # the move between them
    met: Any  # what `is_new_walk` knows of each
    heads: Any  # and where it finds them


class Memo(NamedTuple):
    """Where things are written down."""

    seen: Any  # nodes met before
    table: Any  # the insight's own
    words: Any  # a position as numbers
    key: Any  # and its hash
    out: Any  # legal moves
    now: Any  # what is kept between slices


@dataclass(frozen=True)
class Insight:
    """What a game knows about its nodes. All of them are rules; `table` is theirs to fill."""

    canonical: Callable[[Any, Any, Any], int]  # (d, s, words): all that can change, but fatigue; how many words
    prepare: Callable[[Any, Any, Any], None]  # (d, s, table): make ready for nodes that follow from s
    turns_needed: Callable[[Any, Any, Any], int]  # (d, s, table): no win takes fewer; NEVER only where none is left
    rank: Callable[[Any, Any, int], int]  # (d, s, turns needed): lower is looked at first
    noise: int  # how much luck is added to ranks when the search begins again


@rule
def best_node(ranks: Any, start: int, end: int) -> int:
    """The node of lowest rank among those not yet taken, -1 if there is none."""
    best = -1
    lowest = TAKEN
    for i in range(start, end):
        if ranks[i] < lowest:
            lowest = ranks[i]
            best = i
    return best


@rule
def _put_path(paths: Any, node: int, walks: Walks, last: int) -> None:
    """The moves of the turn that leads to a node, from the first to the last one; before them, how many they are."""
    n = 0
    i = last
    while i > 0:
        n += 1
        i = walks.parent[i]
    paths[node, 0] = n
    i = last
    while i > 0:
        paths[node, n] = walks.made[i]
        n -= 1
        i = walks.parent[i]


@rule
def _blind(d: Any, s: Any, table: Any) -> int:
    """In place of a bound: nothing is known."""
    return 0


def make_kernel(moves: Any, play: Any, insight: Insight, prunes: bool) -> Any:
    """The search made from a game's rules; without pruning, neither bound nor dominance is used."""
    expand = rule(make_expansion(moves, play, insight, prunes))
    search, plan, follow = rule(_make_search(expand)), rule(_make_plan(expand)), rule(_make_follow(play))

    def run(
        what: int, deals: Any, stack: Stack, walks: Walks, memo: Memo, count: int, work: int = 0, salt: int = 0
    ) -> int:
        """Search until there are so many nodes, plan for so many turns, or follow so many paths."""
        if what == SEARCH:
            return search(deals[0], stack, walks, memo, count, work, salt)
        if what == PLAN:
            return plan(deals[0], stack, walks, memo, count)
        return follow(deals[0], stack, count)

    return compile_kernel(run)


def _make_search(expand: Any) -> Callable[..., int]:
    def search(d: Any, stack: Stack, walks: Walks, memo: Memo, nodes_end: int, work: int, salt: int) -> int:
        """Search on from where `now` says, until there is an answer, or `nodes_end`, or so much work is done."""
        now = memo.now
        frame = stack.frame
        while now[DEPTH] >= 0:
            depth = now[DEPTH]
            chosen = best_node(stack.ranks, frame[depth, 0], frame[depth, 1])
            if chosen < 0:
                now[DEPTH] -= 1
                continue
            if now[NODES] >= nodes_end or work <= 0:
                return SEARCHING
            stack.ranks[chosen] = TAKEN
            stack.line[depth] = chosen
            now[NODES] += 1
            now[EXPANSION] += 1
            answer, used, end = expand(d, chosen, frame[depth, 1], stack, walks, memo, salt)
            work -= used
            if answer == FOUND:
                stack.line[depth + 1] = end
            if answer != SEARCHING:
                return answer  # type: ignore[no-any-return]
            frame[depth + 1, 0] = frame[depth, 1]
            frame[depth + 1, 1] = end
            now[DEPTH] = depth + 1
        return EXHAUSTED

    return search


def _make_plan(expand: Any) -> Callable[..., int]:
    def plan(d: Any, stack: Stack, walks: Walks, memo: Memo, turns: int) -> int:
        """Put what so many turns can lead to onto the stack, and into frame 0 where; if FOUND, the one that has won."""
        memo.seen[:] = 0
        start = 0
        end = 1
        for _ in range(turns):
            last = end
            for _ in range(WIDTH):
                node = best_node(stack.ranks, start, end)
                if node < 0:
                    break
                stack.ranks[node] = TAKEN
                memo.now[EXPANSION] += 1
                answer, _, more = expand(d, node, last, stack, walks, memo, 0)
                if answer == OVERFLOW or more == len(stack.before):
                    return OVERFLOW
                stack.before[last : more + 1] = node
                if answer == FOUND:
                    stack.frame[0, 0] = more
                    stack.frame[0, 1] = more + 1
                    return FOUND
                last = more
            start = end
            end = last
        stack.frame[0, 0] = start
        stack.frame[0, 1] = end
        return SEARCHING

    return plan


def _make_follow(play: Any) -> Callable[..., int]:
    def follow(d: Any, stack: Stack, count: int) -> int:
        """Make the moves of their paths in the first nodes, so many of them."""
        for node in range(count):
            for i in range(stack.paths[node, 0]):
                play(d, stack.arena[node], int(stack.paths[node, 1 + i]))
        return SEARCHING

    return follow


def make_expansion(moves: Any, play: Any, insight: Insight, prunes: bool) -> Any:
    """What finds all that a node's turn can lead to."""
    canonical, prepare, rank, noise = insight.canonical, insight.prepare, insight.rank, insight.noise
    turns_needed = insight.turns_needed if prunes else _blind

    def expand(d: Any, node: int, end: int, stack: Stack, walks: Walks, memo: Memo, salt: int) -> tuple[int, int, int]:
        """Put the nodes that follow onto the stack from `end` on: how it went, the work it was, and the new end."""
        queue = walks.queue
        queue[0] = stack.arena[node]
        prepare(d, queue[0], memo.table)
        head = 0
        tail = 1
        while head < tail:
            for i in range(moves(d, queue[head], memo.out)):
                if tail == len(queue) or end == len(stack.arena):
                    return OVERFLOW, head, end
                queue[tail] = queue[head]
                play(d, queue[tail], memo.out[i])
                walks.parent[tail] = head
                walks.made[tail] = memo.out[i]
                s = queue[tail]
                if s.status == WON:
                    _put_path(stack.paths, end, walks, tail)
                    return FOUND, head, end
                if s.status != PLAYING:
                    continue
                n = canonical(d, s, memo.words)
                if s.phase in (WALK, EJECT, EXIT):  # the turn goes on
                    memo.words[n] = s.fatigue
                    memo.words[n + 1] = 0 if prunes else s.walked
                    put_key(memo.words, n + 2, memo.key)
                    tail += is_new_walk(walks.met, walks.heads, tail, memo.key, s.walked, memo.now[EXPANSION])
                    continue
                memo.words[n] = 0 if prunes else s.fatigue
                put_key(memo.words, n + 1, memo.key)
                if is_new_node(memo.seen, memo.key, s.fatigue):
                    memo.now[KEPT] += 1
                    needed = turns_needed(d, s, memo.table)
                    if needed < NEVER and s.turn + needed <= memo.now[LAST] + 1:
                        stack.arena[end] = queue[tail]
                        stack.ranks[end] = rank(d, s, needed) + luck_of(memo.key, salt, noise * memo.now[SPREAD])
                        _put_path(stack.paths, end, walks, tail)
                        end += 1
            head += 1
        return SEARCHING, head, end

    return expand
