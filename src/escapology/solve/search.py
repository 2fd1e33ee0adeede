"""Depth-first search with a table of positions met, made from any game's rules.

The search walks the tree of moves and never enters a position twice as long as the table remembers it. It keeps its
place in arrays, so that it runs in slices: between two slices the limits are looked at, and another thread can stop it.

The table holds 128 bits of hash for each position: two positions are never taken for one. It starts small; when it is
three quarters full, the search begins again with one sixteen times as large, until memory allows no more. From then on
new positions replace old ones. Forgetting costs time, never truth: a position on the way to the current one is never
entered again. Nor does a way that had to be broken off for its length: the search begins again with room for longer
ones.

A search for points does not end with a win: it goes through all that can be reached, and knows the most points then.
Positions with more and with fewer points are not the same for it.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any, Final, NamedTuple

import numpy as np

from escapology.layout import Rows
from escapology.middle import play_move
from escapology.native import compile_kernel, is_plain, rule
from escapology.protocol import MOST_NUMBERS, AnyGame, Deal, Struct
from escapology.verdict import Limits, Verdict

__all__ = ["fixed_bytes", "put_key", "search", "search_points"]

DEPTH: Final = 600  # moves of the longest way that is tried at first
DEEPER: Final = 8  # times as long are those of the next search, if that was not enough
MOST_DEPTH: Final = DEPTH * DEEPER**2
SLICE: Final = 20_000  # nodes between two looks at the limits
FIRST_BITS: Final = 14  # of the size of the first table
LAST_BITS: Final = 26  # and of the last
BUCKET: Final = 4  # slots of the table where a position may stand
LEAST_BITS: Final = 6  # a smaller table is of no use
ENTRY: Final = 16  # bytes
POINTS: Final = 1 << 60  # tells points from the other numbers of a position

# What the kernel keeps between slices: slots of its array `now`
PLACE, NODES, CUT, USED, BEST = range(5)
# Why a slice ended
SEARCHING, FOUND, EXHAUSTED, FULL = range(4)


@rule
def _mix(x: int) -> Any:
    """SplitMix64's scattering."""
    z = np.uint64(x) + np.uint64(0x9E3779B97F4A7C15)
    z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return z ^ (z >> np.uint64(31))


@rule
def put_key(bag: Any, count: int, key: Any) -> None:
    """The hash of a bag of numbers: sums of scattered numbers, so that their order is nothing."""
    first = np.uint64(0)
    second = np.uint64(0)
    for i in range(count):
        z = _mix(bag[i])
        first += z
        second += (z ^ (z >> np.uint64(29))) * np.uint64(0xD6E8FEB86659FD93)
    key[0] = first
    key[1] = second | np.uint64(1)  # 0 is an empty slot


@rule
def _is_new(table: Any, key: Any, now: Any) -> bool:
    """Whether a position is not in the table; then it is put there, in an empty slot or over an older one."""
    start = np.int64(key[0] & np.uint64(len(table) - BUCKET))
    for i in range(start, start + BUCKET):
        if table[i][1] == 0:
            table[i][0] = key[0]
            table[i][1] = key[1]
            now[USED] += 1
            return True
        if table[i][0] == key[0] and table[i][1] == key[1]:
            return False
    chosen = start + np.int64((key[1] >> np.uint64(7)) & np.uint64(BUCKET - 1))
    table[chosen][0] = key[0]
    table[chosen][1] = key[1]
    return True


@rule
def _is_on_the_way(keys: Any, depth: int, key: Any) -> bool:
    """Whether the position is one of those that led here."""
    for i in range(depth + 1):  # noqa: SIM110 (compiled code has no any())
        if keys[i][0] == key[0] and keys[i][1] == key[1]:
            return True
    return False


@functools.cache
def _kernel(game: AnyGame, plain: bool, prunes: bool, for_points: bool) -> Callable[..., int]:
    assert game.solving.hooks is not None
    moves, play, score = game.rules.moves, game.rules.play, game.rules.score
    ends = _never if for_points else game.rules.won
    canonical = game.solving.hooks.canonical
    is_hopeless = (game.solving.hooks.is_hopeless if prunes else None) or _never
    put_best_last = game.solving.hooks.put_best_last or _leave

    def run(  # noqa: PLR0913, PLR0917 (arrays made once and handed to every slice)
        deals: Any, stack: Any, out: Any, left: Any, way: Any, keys: Any, table: Any, bag: Any, now: Any,
        nodes_end: int, full: int,
    ) -> int:  # fmt: skip
        """Search on from where `now` says, until there is an answer or `nodes_end`; full = entries, 0 = forget."""
        d = deals[0]
        p = now[PLACE]
        answer = EXHAUSTED
        while p >= 0:
            i = left[p] - 1
            left[p] = i
            if i < 0:
                p -= 1
                continue
            if p == len(left) - 2:
                now[CUT] = 1
                continue
            stack[p + 1] = stack[p]
            play(d, stack[p + 1], out[p][i])
            s = stack[p + 1]
            count = canonical(d, s, bag)
            if for_points:
                bag[count] = POINTS + score(d, s)
                count += 1
            put_key(bag, count, keys[p + 1])
            if not _is_new(table, keys[p + 1], now) or (full == 0 and _is_on_the_way(keys, p, keys[p + 1])):
                continue
            p += 1
            way[p] = out[p - 1][i]
            left[p] = 0
            now[NODES] += 1
            now[BEST] = max(now[BEST], score(d, s))
            if ends(d, s):
                answer = FOUND
                break
            if not is_hopeless(d, s):
                left[p] = moves(d, s, out[p])
                put_best_last(d, s, out[p], left[p])
            if now[NODES] >= nodes_end:
                answer = SEARCHING
                break
            if full > 0 and now[USED] > full:
                answer = FULL
                break
        now[PLACE] = p
        return answer

    return run if plain else compile_kernel(run)


@rule
def _never(d: Any, s: Any) -> bool:
    return False


@rule
def _leave(d: Any, s: Any, out: Any, count: int) -> None:
    pass


class _Mode(NamedTuple):
    """How a search goes on."""

    plain: bool  # not compiled
    prunes: bool  # leaves out what the game calls hopeless
    for_points: bool  # goes on behind a win


class _Search:
    """The arrays of one search."""

    def __init__(self, game: AnyGame, deal: Deal, state: Struct, mode: _Mode, depth: int, nodes: int = 0) -> None:
        self.game, self.deal, self.state, self.mode = game, deal, state, mode
        self.kernel = _kernel(game, *mode)
        if mode.plain:
            self.deals: Any = [deal]
            self.stack: Any = Rows([state] * (depth + 2))
        else:
            self.deals = game.rules.deal_type.rows([deal])
            self.stack = game.rules.state_type.rows([state], spare=depth + 1)
        self.out: Any = np.zeros((depth + 2, game.rules.most_moves), np.int64)  # Any: rules take lists and rows alike
        self.left = np.zeros(depth + 2, np.int64)
        self.way = np.zeros(depth + 2, np.int64)
        self.keys = np.zeros((depth + 2, 2), np.uint64)
        self.bag: Any = np.zeros(MOST_NUMBERS + 1, np.int64)
        self.now = np.zeros(5, np.int64)
        self.now[NODES] = nodes
        self.now[BEST] = game.rules.score(deal, state)

    def begin(self, bits: int) -> None:
        """From the first position again, with an empty table of that size; nodes go on being counted."""
        hooks = self.game.solving.hooks
        assert hooks is not None
        self.table: Any = None  # so that there are never two
        self.table = np.zeros((1 << bits, 2), np.uint64)
        self.now[PLACE] = self.now[CUT] = self.now[USED] = 0
        self.left[0] = self.game.rules.moves(self.deal, self.state, self.out[0])
        if hooks.put_best_last:
            hooks.put_best_last(self.deal, self.state, self.out[0], int(self.left[0]))
        with np.errstate(over="ignore"):
            count = hooks.canonical(self.deal, self.state, self.bag)
            if self.mode.for_points:
                self.bag[count] = POINTS + self.now[BEST]
                count += 1
            put_key(self.bag, count, self.keys[0])
            _is_new(self.table, self.keys[0], self.now)

    def run(self, nodes_end: int, full: int) -> int:
        """One slice."""
        arrays = (self.deals, self.stack, self.out, self.left, self.way, self.keys, self.table, self.bag, self.now)
        with np.errstate(over="ignore"):
            return int(self.kernel(*arrays, nodes_end, full))

    def numbers(self) -> tuple[int, ...]:
        """The moves that lead to the current position."""
        return tuple(self.way[1 : int(self.now[PLACE]) + 1].tolist())

    def moves(self) -> tuple[str, ...]:
        """The same as text."""
        texts, state = [], self.state
        for move in self.numbers():
            texts.append(self.game.notation.move_text(self.deal, state, move))
            state = play_move(self.game, self.deal, state, move)
        return tuple(texts)


def fixed_bytes(game: AnyGame, depth: int = DEPTH) -> int:
    """What a search for ways of that length takes beside its table."""
    frames: int = game.rules.state_type.dtype().itemsize + 8 * (game.rules.most_moves + 4)
    deal: int = game.rules.deal_type.dtype().itemsize
    return (depth + 2) * frames + deal + 8 * (MOST_NUMBERS + 1)


def _bits_within(limits: Limits, game: AnyGame, depth: int) -> int:
    """Of the size of the largest table that memory allows beside ways of that length."""
    if limits.memory is None:
        return LAST_BITS
    return min(LAST_BITS, (max(0, limits.memory - fixed_bytes(game, depth)) // ENTRY).bit_length() - 1)


def search(
    game: AnyGame, deal: Deal, state: Struct, limits: Limits, *, prunes: bool = True, plain: bool = False
) -> Verdict:
    """The verdict on a position by search; `prunes` = leave out what the game calls hopeless."""
    if game.rules.won(deal, state):
        return Verdict("winnable", "", 0, limits.spent())
    return _run(game, deal, state, limits, _Mode(plain or is_plain(), prunes, for_points=False))


def search_points(game: AnyGame, deal: Deal, state: Struct, limits: Limits) -> int | None:
    """The most points that can be made from that position on, None if a limit was reached before all was tried."""
    return _run(game, deal, state, limits, _Mode(is_plain(), prunes=False, for_points=True)).best_score


def _run(game: AnyGame, deal: Deal, state: Struct, limits: Limits, mode: _Mode) -> Verdict:
    depth = DEPTH
    last_bits = _bits_within(limits, game, depth)
    if last_bits < LEAST_BITS:
        return Verdict("undecided", "memory", 0, limits.spent())
    bits = min(FIRST_BITS, last_bits)
    run = _Search(game, deal, state, mode, depth)
    run.begin(bits)
    while True:
        nodes = int(run.now[NODES])
        if reason := limits.reached(nodes):
            return Verdict("undecided", reason, nodes, limits.spent())
        nodes_end = nodes + SLICE if limits.nodes is None else min(nodes + SLICE, limits.nodes)
        answer = run.run(nodes_end, (1 << bits) * 3 // 4 if bits < last_bits else 0)
        if answer == FOUND:
            return Verdict("winnable", "", int(run.now[NODES]), limits.spent(), run.moves(), numbers=run.numbers())
        if answer == EXHAUSTED and run.now[CUT] and depth < MOST_DEPTH:
            depth *= DEEPER
            last_bits = _bits_within(limits, game, depth)
            if last_bits < LEAST_BITS:
                return Verdict("undecided", "memory", int(run.now[NODES]), limits.spent())
            bits, nodes = min(bits, last_bits), int(run.now[NODES])
            del run  # so that there are never two
            run = _Search(game, deal, state, mode, depth, nodes)
            run.begin(bits)
            continue
        if answer == EXHAUSTED:
            verdict, reason = ("undecided", "depth") if run.now[CUT] else ("unwinnable", "exhausted")
            is_whole = not run.now[CUT] and not (mode.prunes and game.solving.hooks and game.solving.hooks.is_hopeless)
            best = int(run.now[BEST]) if is_whole else None
            return Verdict(verdict, reason, int(run.now[NODES]), limits.spent(), (), best)  # type: ignore[arg-type]
        if answer == FULL:
            bits = min(bits + 4, last_bits)
            run.begin(bits)
