"""Whether a position of a maze game can be won, all movement cards being known, and how.

Each game's own `solver/insight.py` adds what it knows: how a position is written, how many turns a win still
takes at least, and where to look first. Here the search is run in slices, between which the limits are looked at.
"""

from __future__ import annotations

import functools
import math
import threading
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import count
from typing import Any, Final

import numpy as np

from escapology.games.pursuit.rules.state import PLAYING, TURNS, WON
from escapology.games.pursuit.solver import keys
from escapology.games.pursuit.solver.kernel import (
    DEPTH,
    EXHAUSTED,
    FOUND,
    KEPT,
    LAST,
    LONGEST,
    NEVER,
    NODES,
    OVERFLOW,
    SEARCH,
    SEARCHING,
    SPREAD,
    Insight,
    Memo,
    Stack,
    Walks,
    make_kernel,
)
from escapology.layout import Rows
from escapology.native import compile_kernel, is_plain
from escapology.verdict import Limits, Prospect, Verdict

__all__ = [
    "NEVER",
    "Insight",
    "Looker",
    "Run",
    "TurnSearch",
    "bytes_of",
    "find_turns",
    "look_ahead",
    "search_turns",
    "shorten_turns",
]

DEEPEST: Final = 90  # frames: the cards that can be laid, the turns, and a few
SLICE: Final = 5_000  # positions in the course of a turn between two looks at the limits, some milliseconds
TRY: Final = 250  # nodes until the search begins again; later tries are multiples of it (`_tries`)
SPREADS: Final = (1, 3, 9)  # how much luck tries add to the ranks, in turn
FIRST_QUEUE: Final = 1 << 12  # positions in the course of one turn, at first
FIRST_ARENA: Final = 1 << 13  # nodes on the stack, at first
FIRST_SEEN: Final = 1 << 15  # entries of the table of nodes, at first
SMALL_SEEN: Final = 1 << 13  # the same where little is looked at
LAST_SEEN: Final = 1 << 26
HEADS: Final = 1 << 12


@functools.cache
def _grow() -> Any:
    return compile_kernel(keys.grow)


@dataclass(frozen=True, eq=False)
class TurnSearch:
    """A game's search: its rules and its insight."""

    moves: Callable[[Any, Any, Any], int]
    play: Callable[[Any, Any, int], None]
    move_text: Callable[[Any, Any, int], str]
    insight: Insight
    shapes: tuple[tuple[int, ...], ...]  # of the parts of the insight's table
    proof: Callable[[Any, Any, Any], str]  # (d, s, table): why nothing was to be tried at all, "" if something was
    worst_rank: int  # about the highest rank of a node that has not lost
    ranks_plans: bool  # whether ranks are good enough to choose whole plans by (`plans.py`), not only turns


@functools.cache
def _kernel(search: TurnSearch, prunes: bool, plain: bool) -> Any:
    return make_kernel(search.moves, search.play, search.insight, prunes)


@functools.cache
def _make_ready() -> None:
    """Have what is needed late compiled, or loaded, early."""
    _grow()(np.zeros((4, 2), np.uint64), np.zeros((16, 2), np.uint64), np.zeros(2, np.uint64))


def bytes_of(search: TurnSearch, s: Any, queue: int, arena: int, seen: int) -> int:
    """What a search takes with arrays of those sizes; states as compiled kernels keep them."""
    state = s.dtype().itemsize
    table = 8 * sum(math.prod(shape) for shape in search.shapes)
    small = 16 * HEADS + 24 * DEEPEST + 8 * (keys.WORDS + 64)
    return int(queue * (state + 48) + arena * (state + 12 + 2 * LONGEST) + 16 * seen + table + small)


class Run:
    """The arrays of one search.

    When the stack or the queue is too small, all begins again with larger ones. The table of nodes grows on its own.
    """

    def __init__(self, search: TurnSearch, d: Any, s: Any, prunes: bool, seen: int | None = None) -> None:
        self.search, self.d, self.s, self.prunes = search, d, s, prunes
        self.first_seen = FIRST_SEEN if seen is None else seen
        self.deals: Any = [d] if is_plain() else type(d).rows([d])
        self.stack: Any = None
        self.walks: Any = None
        self.memo: Any = None
        self.seen: Any = None  # the table of nodes at its first size
        self.table = tuple(np.zeros(shape, np.int64) for shape in search.shapes)
        self.now = np.zeros(SPREAD + 1, np.int64)
        self.now[LAST] = TURNS
        self._begin_tries()
        self.begin(FIRST_QUEUE, FIRST_ARENA)

    def _states(self, count: int) -> Any:
        if is_plain():
            return Rows([self.s] * count)
        states = np.empty(count, self.s.dtype())
        states[:1] = type(self.s).rows([self.s])
        return states

    def begin(self, queue: int, arena: int) -> None:
        """From the first position, with a queue and a stack of those sizes; nodes go on being counted."""
        self.stack = self.walks = self.memo = self.seen = None  # there are never two of them
        self.stack = Stack(
            arena=self._states(arena),
            ranks=np.zeros(arena, np.int64),
            paths=np.empty((arena, LONGEST), np.int16),
            before=np.zeros(arena, np.int32),
            frame=np.zeros((DEEPEST, 2), np.int64),
            line=np.zeros(DEEPEST, np.int64),
        )
        self.walks = Walks(
            queue=self._states(queue),
            parent=np.zeros(queue, np.int64),
            made=np.zeros(queue, np.int64),
            met=np.empty((queue, 4), np.int64),
            heads=np.zeros((HEADS, 2), np.int64),
        )
        self.seen = np.zeros((self.first_seen, 2), np.uint64)
        self.memo = Memo(
            seen=self.seen,
            table=self.table,
            words=np.zeros(keys.WORDS, np.int64),
            key=np.zeros(2, np.uint64),
            out=np.zeros(64, np.int64),
            now=self.now,
        )
        self.begin_again()

    def begin_again(self) -> None:
        """The same with the arrays there are, but for a table of nodes that has grown."""
        self.stack.arena[:1] = [self.s] if is_plain() else type(self.s).rows([self.s])
        self.stack.ranks[0] = 0
        self.stack.frame[:] = 0
        self.stack.frame[0, 1] = 1
        self.seen[:] = 0
        self.memo = self.memo._replace(seen=self.seen)
        self.now[DEPTH] = self.now[KEPT] = 0

    def take(self, d: Any, s: Any) -> None:
        """Begin with a position of another deal as if all were new."""
        self.change_world(d)
        self.now[LAST] = TURNS
        self.move_to(s)

    def move_to(self, s: Any) -> None:
        """Begin anew with another position of the same world, not of an earlier turn; the insight's table stays."""
        self.s = s
        self.now[:LAST] = 0
        self.walks.heads[:] = 0
        self._begin_tries()
        self.begin_again()

    def change_world(self, d: Any) -> None:
        """Other cards to come. A position must be moved to, then."""
        self.d = d
        self.deals = [d] if is_plain() else type(d).rows([d])
        for part in self.table:
            part[:] = 0

    def make_room(self, limits: Limits) -> None:
        """A table of nodes four times as large when it is half full, if memory allows both for a moment."""
        seen = self.memo.seen
        if self.now[KEPT] < len(seen) // 2 or len(seen) >= LAST_SEEN:
            return
        if not limits.lacks(bytes_of(self.search, self.s, *self.sizes(), 5 * len(seen))):
            larger = np.zeros((4 * len(seen), 2), np.uint64)
            with np.errstate(over="ignore"):
                _grow()(seen, larger, self.memo.key)
            self.memo = self.memo._replace(seen=larger)

    def run(self, nodes_end: int) -> int:
        """One slice."""
        return self.do(SEARCH, nodes_end, SLICE, self.salt)

    def do(self, what: int, count: int, work: int = 0, salt: int = 0) -> int:
        """What the kernel can do with these arrays."""
        kernel = _kernel(self.search, self.prunes, is_plain())
        with np.errstate(over="ignore"):
            return int(kernel(what, self.deals, self.stack, self.walks, self.memo, count, work, salt))

    def sizes(self) -> tuple[int, int]:
        """Of queue and stack."""
        return len(self.walks.queue), len(self.stack.arena)

    def try_again(self) -> None:
        """A bad choice early in the game would be found out last: begin again, with some luck in the choices."""
        self.salt += 1
        self.now[SPREAD] = SPREADS[self.salt % len(SPREADS)]
        self.try_end = int(self.now[NODES]) + TRY * next(self.tries)
        self.begin_again()

    def _begin_tries(self) -> None:
        self.tries = _tries()
        self.salt, self.try_end = 0, TRY * next(self.tries)
        self.now[SPREAD] = 1

    def win(self) -> tuple[int, ...]:
        """The moves of all turns that led to the win."""
        moves: list[int] = []
        for node in self.stack.line[1 : int(self.now[DEPTH]) + 2]:
            count = int(self.stack.paths[node, 0])
            moves += self.stack.paths[node, 1 : count + 1].tolist()
        return tuple(moves)

    def win_texts(self) -> tuple[str, ...]:
        """The same as text: what a move is called depends on nothing that changes."""
        return tuple([self.search.move_text(self.d, self.s, move) for move in self.win()])


def _tries() -> Iterator[int]:
    """How long tries are, in units: short ones after Luby, Sinclair and Zuckerman (1993), and long ones.

    Most wins are missed by a bad choice early on, so that many short tries find them soonest. A loss is proven by a try
    that is long enough for all positions: after as much work on short ones comes a long try, each twice as long as the
    one before.
    """
    long, done = 2, 0
    for i in count(1):
        length = _luby(i)
        yield length
        done += length
        if done >= long:
            yield long
            long, done = 2 * long, 0


def _luby(i: int) -> int:
    """The i-th of 1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4, 8 and so on."""
    bits = i.bit_length()
    return 1 << bits - 1 if i == (1 << bits) - 1 else _luby(i - (1 << bits - 1) + 1)


def search_turns(search: TurnSearch, d: Any, s: Any, limits: Limits, *, prunes: bool = True) -> Verdict:
    """The verdict on a position, by searching all turns that can follow."""
    if s.status == WON:
        return Verdict("winnable", "", 0, limits.spent())
    if limits.lacks(bytes_of(search, s, FIRST_QUEUE, FIRST_ARENA, FIRST_SEEN)):
        return Verdict("undecided", "memory", 0, limits.spent())
    _make_ready()
    run = _run_of(search, d, s, prunes)
    answer, reason = _decide(run, limits)
    nodes = int(run.now[NODES])
    if answer == FOUND:
        return Verdict("winnable", "", nodes, limits.spent(), run.win_texts(), numbers=run.win())
    if answer == EXHAUSTED:
        proof = search.proof(d, s, run.table) if prunes else ""
        return Verdict("unwinnable", proof or "exhausted", nodes, limits.spent())
    return Verdict("undecided", reason, nodes, limits.spent())


def shorten_turns(search: TurnSearch, d: Any, s: Any, limits: Limits, found: Verdict) -> Verdict:
    """A win in the fewest turns: one is looked for that comes a turn sooner, until there is none."""
    run = Run(search, d, s, prunes=True)
    while True:
        end = _last_turn(search, d, s, found.moves)
        search.insight.prepare(d, s, run.table)
        if s.turn + search.insight.turns_needed(d, s, run.table) > end:
            return replace(found, is_shortest=True)
        run.move_to(s)
        run.now[LAST] = end - 1
        answer, _ = _decide(run, limits)
        found = replace(found, nodes=found.nodes + int(run.now[NODES]))
        if answer != FOUND:
            return replace(found, is_shortest=answer == EXHAUSTED)
        found = replace(found, moves=run.win_texts())


_kept = threading.local()  # this thread's arrays: .runs


def _run_of(search: TurnSearch, d: Any, s: Any, prunes: bool) -> Run:
    """The arrays of the last search of this kind, if they are of the size that every search begins with."""
    runs: dict[tuple[TurnSearch, bool, bool], Run] = _kept.__dict__.setdefault("runs", {})
    what = search, prunes, is_plain()
    run = runs.pop(what, None)
    if run is None or run.sizes() != (FIRST_QUEUE, FIRST_ARENA):
        run = Run(search, d, s, prunes)
    else:
        run.take(d, s)
    runs[what] = run
    return run


def _last_turn(search: TurnSearch, d: Any, s: Any, moves: tuple[str, ...]) -> int:
    """The turn in which these moves end."""
    s, out = s.copy(), [0] * 64
    for text in moves:
        legal = out[: search.moves(d, s, out)]
        search.play(d, s, next(move for move in legal if search.move_text(d, s, move) == text))
    return int(s.turn)


def _decide(run: Run, limits: Limits) -> tuple[int, str]:
    """FOUND, EXHAUSTED, or SEARCHING with the limit that was reached."""
    while True:
        nodes = int(run.now[NODES])
        if reason := limits.reached(nodes):
            return SEARCHING, reason
        answer = run.run(run.try_end if limits.nodes is None else min(run.try_end, limits.nodes))
        if answer in (FOUND, EXHAUSTED):
            return answer, ""
        if answer == OVERFLOW:
            queue, arena = (4 * size for size in run.sizes())
            if limits.lacks(bytes_of(run.search, run.s, queue, arena, FIRST_SEEN)):
                return SEARCHING, "memory"
            run.begin(queue, arena)
        elif run.now[NODES] >= run.try_end:
            run.try_again()
        else:
            run.make_room(limits)


def find_turns(search: TurnSearch, d: Any, s: Any) -> tuple[tuple[int, ...], dict[tuple[int, ...], int]]:
    """The moves of a turn that wins, if there is one; else of all turns that leave hope, with how they rank."""
    run = Run(search, d, s, prunes=True)
    while (answer := run.run(1)) == OVERFLOW:
        run.begin(*(4 * size for size in run.sizes()))
        run.now[NODES] = 0

    def moves_to(node: int) -> tuple[int, ...]:
        path = run.stack.paths[node]
        return tuple(path[1 : path[0] + 1].tolist())

    if answer == FOUND:
        return moves_to(int(run.stack.line[1])), {}
    return (), {moves_to(node): int(run.stack.ranks[node]) for node in range(*run.stack.frame[1].tolist())}


class Looker:
    """Looks at positions of one world after the other, with the same arrays."""

    def __init__(self, search: TurnSearch) -> None:
        self.search = search
        self._run: Run | None = None

    def look(self, d: Any, states: Sequence[Any], limits: Limits) -> list[Prospect]:
        """How positions of one world look, each within the limits: whether they can be won, and how they rank.

        The insight's table is filled only once for all of them.
        """
        looks = [Prospect(float(s.status == WON), float(s.status == WON)) for s in states]
        playing = [i for i, s in enumerate(states) if s.status == PLAYING]
        if not playing:
            return looks
        if self._run is None:
            self._run = Run(self.search, d, states[playing[0]], prunes=True, seen=SMALL_SEEN)
        else:
            self._run.change_world(d)
        for i in sorted(playing, key=lambda i: int(states[i].turn)):
            self._run.move_to(states[i])
            looks[i] = self._look_at(self._run, limits)
        return looks

    def _look_at(self, run: Run, limits: Limits) -> Prospect:
        limits.restart()
        answer, _ = _decide(run, limits)
        win = {FOUND: 1.0, EXHAUSTED: 0.0}.get(answer, 0.5)
        needed = self.search.insight.turns_needed(run.d, run.s, run.table)
        return Prospect(win, max(0.0, 1 - self.search.insight.rank(run.d, run.s, needed) / self.search.worst_rank))


def look_ahead(search: TurnSearch, d: Any, states: list[Any], limits: Limits) -> list[Prospect]:
    """How positions of one world look."""
    return Looker(search).look(d, states, limits)
