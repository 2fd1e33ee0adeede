"""Positions gone through one by one, in the order of how many moves they take: what is found first is nearest.

It is made from any game's rules, as `search.py` is, and needs to know the same (`Hooks.canonical`).
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from typing import Any, Final, NamedTuple

import numpy as np

from escapology.layout import Rows
from escapology.middle import legal_moves, play_move
from escapology.native import compile_kernel, is_plain, rule
from escapology.protocol import MOST_NUMBERS, AnyGame, Deal, Looking, Struct
from escapology.solve.search import put_key
from escapology.verdict import Limits

__all__ = [
    "FOUND",
    "GOAL",
    "SAVED",
    "SEARCHING",
    "SHORTCUT",
    "TAIL",
    "Breadth",
    "find_look",
    "go_through",
    "key_of",
    "make_ready",
]

FIRST: Final = 1 << 12  # positions there is room for at first
MOST: Final = 1 << 18  # and at last
BESIDE: Final = 2 * 16 + 4 + 2 + 2  # bytes for a position beside itself: table, parent, move, depth
LOOKS: Final = (
    1 << 9,
    1 << 15,
)  # positions there is room for when one looks for something to see, at first and at last
FARTHEST: Final = 1 << 14  # moves
SLICE: Final = 5_000  # positions between two looks at the limits

# What the kernel keeps between slices: slots of its array `now`
HEAD, TAIL, SAVED, SHORTCUT, GOAL = range(5)
# Why a slice ended
SEARCHING, FOUND, EXHAUSTED, FULL = range(4)


@rule
def _enters(table: Any, key: Any) -> bool:
    """Put a position into the table, unless it is there. It is never more than half full."""
    place = np.int64(key[0] & np.uint64(len(table) - 1))
    while table[place, 1] != 0:
        if table[place, 0] == key[0] and table[place, 1] == key[1]:
            return False
        place = place + 1 & len(table) - 1
    table[place, 0] = key[0]
    table[place, 1] = key[1]
    return True


class _Met(NamedTuple):
    """The positions that were met, and room to work with."""

    rows: Any  # the positions
    ways: Any  # of each: the position before it, the move from there, and how many moves it takes
    table: Any  # what they are known by
    key: Any
    bag: Any
    out: Any  # legal moves
    now: Any  # what is kept between slices
    goals: Any  # keys of the positions that one would like to meet, in the order of a known way


@rule
def _any_move(d: Any, s: Any, move: int) -> bool:
    return True


@rule
def _nothing_shown(d: Any, before: Any, after: Any) -> bool:
    return False


@functools.cache
def _kernel(game: AnyGame, looking: Looking[Any, Any] | None, plain: bool) -> Callable[..., int]:
    assert game.solving.hooks is not None
    moves, play, won = game.rules.moves, game.rules.play, game.rules.won
    canonical = game.solving.hooks.canonical
    is_free = looking.is_free if looking else _any_move
    shows = looking.shows if looking else _nothing_shown

    def run(deals: Any, met: _Met, most: int) -> int:
        """Go through the next positions, of those that take fewer than `most` moves."""
        d = deals[0]
        rows, ways, table, key, bag, out, now, goals = met
        end = now[HEAD] + SLICE
        while now[HEAD] < now[TAIL]:
            head = now[HEAD]
            if head == end:
                return SEARCHING
            if ways[head, 2] == most:
                return EXHAUSTED
            count = moves(d, rows[head], out)
            if now[TAIL] + count > len(rows):
                return FULL
            now[HEAD] += 1
            for i in range(count):
                if not is_free(d, rows[head], out[i]):
                    continue
                tail = now[TAIL]
                rows[tail] = rows[head]
                play(d, rows[tail], out[i])
                ways[tail, 0] = head
                ways[tail, 1] = out[i]
                ways[tail, 2] = ways[head, 2] + 1
                if won(d, rows[tail]) or shows(d, rows[head], rows[tail]):
                    return FOUND
                put_key(bag, canonical(d, rows[tail], bag), key)
                if _enters(table, key):
                    now[TAIL] += 1
                    for goal in range(len(goals)):
                        saved = goal + 1 - ways[tail, 2]
                        if saved > now[SAVED] and goals[goal, 0] == key[0] and goals[goal, 1] == key[1]:
                            now[SAVED] = saved
                            now[SHORTCUT] = tail
                            now[GOAL] = goal
        return EXHAUSTED

    return run if plain else compile_kernel(run)


class Breadth:
    """Positions in the order of how many moves they take, with room for so many of them.

    `goals` are keys of positions that one would like to meet, in the order of a known way: to which of them a shorter
    way leads that saves most is noted. With `looking`, only what is free is done, and what shows something is as good
    as a win.
    """

    def __init__(
        self,
        game: AnyGame,
        deal: Deal,
        state: Struct,
        room: int,
        goals: Any = None,
        looking: Looking[Any, Any] | None = None,
    ) -> None:
        assert game.solving.hooks is not None
        plain = is_plain()
        self.game, self.deal, self.state = game, deal, state
        self.kernel = _kernel(game, looking, plain)
        self.deals: Any = [deal] if plain else game.rules.deal_type.rows([deal])
        self.met = _Met(
            rows=Rows([state] * room) if plain else game.rules.state_type.rows([state], spare=room - 1),
            ways=np.zeros((room, 3), np.int32),
            table=np.zeros((2 * room, 2), np.uint64),
            key=np.zeros(2, np.uint64),
            bag=np.zeros(MOST_NUMBERS, np.int64),
            out=np.zeros(game.rules.most_moves, np.int64),
            now=np.array([0, 1, 0, 0, 0]),
            goals=np.zeros((0, 2), np.uint64) if goals is None else goals,
        )
        with np.errstate(over="ignore"):
            put_key(self.met.bag, game.solving.hooks.canonical(deal, state, self.met.bag), self.met.key)
            _enters(self.met.table, self.met.key)

    def avoid(self, states: Sequence[Struct]) -> None:
        """Take these positions for known already. There must be room for all of them."""
        assert self.game.solving.hooks is not None
        with np.errstate(over="ignore"):
            for state in states[-len(self.met.rows) // 2 :]:
                count = self.game.solving.hooks.canonical(self.deal, state, self.met.bag)
                put_key(self.met.bag, count, self.met.key)
                _enters(self.met.table, self.met.key)

    @property
    def count(self) -> int:
        """How many positions were gone through."""
        return int(self.met.now[HEAD])

    def run(self, most: int) -> int:
        """One slice."""
        with np.errstate(over="ignore"):
            return int(self.kernel(self.deals, self.met, most))

    def way(self, slot: int) -> list[int]:
        """The moves to the position that was found (TAIL), or to which one saves most (SHORTCUT)."""
        moves: list[int] = []
        place = int(self.met.now[slot])
        while place:
            moves.append(int(self.met.ways[place, 1]))
            place = int(self.met.ways[place, 0])
        return moves[::-1]


def make_ready(game: AnyGame, deal: Deal, state: Struct) -> None:
    """Have the kernels compiled, or loaded, before the clock runs, if there can be any."""
    if game.solving.hooks is not None:
        Breadth(game, deal, state, 1).run(0)
        if game.fair.looking is not None:
            Breadth(game, deal, state, 1, looking=game.fair.looking).run(0)


def key_of(game: AnyGame, deal: Deal, state: Struct) -> tuple[int, int]:
    """What a position is known by."""
    assert game.solving.hooks is not None
    bag: Any = np.zeros(MOST_NUMBERS, np.int64)
    key = np.zeros(2, np.uint64)
    with np.errstate(over="ignore"):
        put_key(bag, game.solving.hooks.canonical(deal, state, bag), key)
    return int(key[0]), int(key[1])


def find_look(game: AnyGame, deal: Deal, state: Struct, avoid: Sequence[Struct] = ()) -> tuple[int, ...]:
    """The shortest way to see something new, or to win, by moves that are free; () if there is none, or it is far.

    It leads through no position that is to be avoided.
    """
    looking = game.fair.looking
    assert looking is not None
    free = {
        move: play_move(game, deal, state, move)
        for move in legal_moves(game, deal, state)
        if looking.is_free(deal, state, move)
    }
    for move, after in free.items():
        if game.rules.won(deal, after):
            return (move,)
    for move, after in free.items():  # mostly it is near
        if looking.shows(deal, state, after):
            return (move,)
    if not free:
        return ()
    answer = FULL
    for room in LOOKS:
        if answer == FULL:
            search = Breadth(game, deal, state, room, looking=looking)
            search.avoid(avoid)
            while (answer := search.run(FARTHEST)) == SEARCHING:
                pass
    return tuple(search.way(TAIL)) if answer == FOUND else ()


def go_through(game: AnyGame, deal: Deal, state: Struct, limits: Limits, most: int) -> tuple[list[int], int, bool]:
    """The shortest win of at most so many moves, if there is one; positions gone through; whether that is proven."""
    size = game.rules.state_type.dtype().itemsize + BESIDE
    room = FIRST
    if limits.lacks(room * size):
        return [], 0, False
    search = Breadth(game, deal, state, room)
    while True:
        if limits.reached(search.count):
            return [], search.count, False
        answer = search.run(most)
        if answer == FOUND:
            return search.way(TAIL), search.count, True
        if answer == EXHAUSTED:
            return [], search.count, True
        if answer == FULL:
            room *= 4
            if room > MOST or limits.lacks(room * size):
                return [], search.count, False
            del search  # so that there are never two
            search = Breadth(game, deal, state, room)
