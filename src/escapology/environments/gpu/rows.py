"""What is done in each row on a GPU: the rules of `table.py`, around which rows are fetched and put back.

A thread works on a state and an observation of its own, near at hand, and fetches and stores them 16 bytes at a time.
What begins a game and what goes on with one are kernels of their own: few games begin in a step, and that takes long.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any, Final, NamedTuple

import numpy as np

from escapology.environments.sources import Source, next_seed, plant
from escapology.environments.table import GIVEN, LEFT, NEW, act_rule, begin_rule, learning_of, look_rule
from escapology.luck import below, seed_luck
from escapology.native import Room, RowKernel, rule
from escapology.native.copies import copy_numbers, copy_struct
from escapology.protocol import AnyGame, Learning

__all__ = [
    "OWN",
    "VECTOR",
    "Columns",
    "Few",
    "act",
    "begin",
    "columns_of",
    "features",
    "features_shape",
    "filled_up",
    "group_rule",
    "kinds_of",
    "prepare",
    "take",
]

OWN: Final = 4  #: what to do with a game: it is dealt anew, from the seed that has been put into its row
SMALL: Final = 256  # bytes of a deal that is fetched, too
KINDS: Final = 15  # of actions that are told apart: with the rows that begin, the groups of `groups.py`
VECTOR: Final = 16  #: bytes that are fetched or stored at a time


class Columns(NamedTuple):
    """What there is of each game, and of all; as in `table.py`, but for the sources of seeds."""

    forms: Any
    blank: Any
    deals: Any
    states: Any
    sources: Any  # of the seeds of deals to come
    seed: Any
    observations: Any
    masks: Any
    moves: Any
    actions: Any
    count: Any
    age: Any
    points: Any
    over: Any
    rewards: Any
    terminated: Any
    truncated: Any
    illegal: Any
    won: Any


class Few(NamedTuple):
    """As many of them as it takes to choose actions and to put rows in order: every column takes time at a launch."""

    actions: Any
    count: Any
    over: Any


def filled_up(size: int) -> int:
    """So many bytes, up to the next multiple of what is fetched at a time."""
    return -(-size // VECTOR) * VECTOR


def columns_of(game: AnyGame, forms: Any, count: int, machine: Any) -> Columns:
    """Empty columns for so many games, on a machine (`machine.py`)."""
    rules, learning, most, zeros = game.rules, learning_of(game), game.rules.most_moves, machine.zeros
    return Columns(
        forms=machine.put(rules.deal_type.rows(forms)),
        blank=zeros(1, rules.state_type.dtype()),
        deals=zeros(count, rules.deal_type.dtype()),
        states=zeros(count, rules.state_type.dtype()),
        sources=zeros(count, Source.dtype()),
        seed=zeros(count, np.uint64),
        observations=zeros((count, filled_up(learning.size)), np.int8),
        masks=zeros((count, learning.action_count), np.int8),
        moves=zeros((count, most), np.int32),
        actions=zeros((count, most), np.int16),
        count=zeros(count, np.int32),
        age=zeros(count, np.int32),
        points=zeros(count, np.int64),
        over=zeros(count, bool),
        rewards=zeros(count, np.float32),
        terminated=zeros(count, bool),
        truncated=zeros(count, bool),
        illegal=zeros(count, bool),
        won=zeros(count, bool),
    )


def kinds_of(learning: Learning[Any, Any]) -> Any:
    """Of each action, which of the game's kinds of actions it is; if there are very many, some are taken together."""
    numbers = np.minimum(np.arange(len(learning.actions)), KINDS - 1).astype(np.int8)
    return np.repeat(numbers, [some.count for some in learning.actions])


def _show_rule(game: AnyGame) -> Callable[..., None]:
    encode, size = learning_of(game).encode, learning_of(game).changing_size

    @rule
    def show(t: Any, i: int, d: Any, s: Any, seen: Any) -> None:
        """Fetch what is seen, bring it up to date, and put it back."""
        copy_numbers(seen, t.observations[i], size)
        encode(d, s, seen)
        copy_numbers(t.observations[i], seen, size)

    return show


@functools.cache
def begin(game: AnyGame) -> RowKernel:
    """Begin games: `what` says of each row NEW, OWN, GIVEN or LEFT."""
    set_up, deal, size = begin_rule(game, look_rule(game)), learning_of(game).deal, learning_of(game).size

    @rule
    def begin_row(i: int, t: Any, what: Any, luck: Any, out: Any, dealt: Any, here: Any, seen: Any) -> None:
        if what[i] == LEFT:
            return
        if what[i] == GIVEN:
            copy_struct(dealt, 0, t.deals, i)
        else:
            if what[i] == NEW:
                t.seed[i] = next_seed(t.sources[i])
            luck[0] = t.seed[i]
            seed_luck(luck)
            copy_struct(dealt, 0, t.forms, below(luck, len(t.forms)) if len(t.forms) > 1 else 0)
            deal(dealt[0], luck)
            copy_struct(t.deals, i, dealt, 0)
        t.rewards[i] = 0
        copy_struct(here, 0, t.blank, 0)
        copy_numbers(seen, t.observations[i], size)
        set_up(t, i, dealt[0], here[0], seen, out)
        copy_numbers(t.observations[i], seen, size)
        copy_struct(t.states, i, here, 0)

    rules = game.rules
    structs = (Room(1, rules.deal_type, is_copied=True), Room(1, rules.state_type, is_copied=True))
    rooms = (Room(1, "u8"), Room(rules.most_moves, "i8"), *structs, Room(filled_up(size), "i1"))
    return RowKernel("begin", begin_row, rooms)


@functools.cache
def act(game: AnyGame) -> RowKernel:
    """Do what was chosen in a game that is not over; `how` is a limit, and whether points are what counts."""
    do, size = act_rule(game, look_rule(game), _show_rule(game)), learning_of(game).changing_size

    @rule
    def act_near(i: int, t: Any, chosen: Any, how: Any, out: Any, dealt: Any, here: Any, seen: Any) -> None:
        t.rewards[i] = 0
        copy_struct(dealt, 0, t.deals, i)
        copy_struct(here, 0, t.states, i)
        do(t, i, dealt[0], here[0], seen, chosen[i], out, how)
        copy_struct(t.states, i, here, 0)

    @rule
    def act_far(i: int, t: Any, chosen: Any, how: Any, out: Any, here: Any, seen: Any) -> None:
        t.rewards[i] = 0
        copy_struct(here, 0, t.states, i)
        do(t, i, t.deals[i], here[0], seen, chosen[i], out, how)
        copy_struct(t.states, i, here, 0)

    moves, deal = Room(game.rules.most_moves, "i8"), Room(1, game.rules.deal_type, is_copied=True)
    rooms = (Room(1, game.rules.state_type, is_copied=True), Room(filled_up(size), "i1"))
    if game.rules.deal_type.dtype().itemsize <= SMALL:
        return RowKernel("act", act_near, (moves, deal, *rooms))
    return RowKernel("act", act_far, (moves, *rooms))


@rule
def _prepare(i: int, t: Any, what: Any, seeds: Any, is_sown: Any, given: Any) -> None:
    if is_sown[i]:
        plant(t.sources[i], seeds[i])
    if what[i] == LEFT:
        return
    t.over[i] = True  # so it is among those that begin
    t.seed[i] = seeds[i]
    if what[i] == GIVEN:
        t.seed[i] = 0
        copy_struct(t.deals, i, given, i if len(given) > 1 else 0)


def prepare() -> RowKernel:
    """Before rows are reset: the seeds and deals they are given, and sources of seeds where `is_sown` says so."""
    return RowKernel("prepare", _prepare)


@rule
def group_rule(i: int, t: Any, chosen: Any, kinds: Any) -> int:
    """Which rows do the same: 0 those that begin, then the kinds of actions."""
    if t.over[i]:
        return 0
    action = chosen[i]
    if action < 0 or action >= len(kinds):
        return 1
    return 1 + int(kinds[action])


@rule
def _take(i: int, numbers: Any, found: Any) -> None:
    found[i] = numbers[i]


def take() -> RowKernel:
    """Copy whole numbers of any kind."""
    return RowKernel("take", _take)


class _Features(NamedTuple):
    """How each feature is made."""

    number: Any  # which number of an observation it is made of
    low: Any  # the lowest value of that
    span: Any  # what it is divided by, or 0 for a kind
    value: Any  # for a kind, the one that it is 1 for


def features_shape(learning: Learning[Any, Any]) -> _Features:
    """How features are made."""
    rows: list[tuple[int, int, int, int]] = []
    number = 0
    for array in learning.arrays:
        span = array.high - array.low
        for _ in range(array.size):
            if array.is_kind:
                rows += [(number, array.low, 0, k) for k in range(span + 1)]
            else:
                rows.append((number, array.low, span, 0))
            number += 1
    return _Features(*np.array(rows, np.int32).T.copy())


@rule
def _features(i: int, rows: Any, shape: Any, out: Any) -> None:
    count = len(shape.number)
    row = i // count
    k = i % count
    found = rows[row][shape.number[k]] - shape.low[k]
    if shape.span[k] > 0:
        out[row][k] = found / shape.span[k]
    elif found == shape.value[k]:
        out[row][k] = 1
    else:
        out[row][k] = 0


def features() -> RowKernel:
    """Write one feature: rows of the kernel are those of all features, game after game."""
    return RowKernel("features", _features)
