"""What looks best at a glance, compiled: all choices of a position, and what they promise in some worlds.

It comes to what `choices.py` finds and plain rules say, a hundred times as fast, for games that have
a `glance`, and whose `settles` is a rule.
"""

from __future__ import annotations

import functools
import threading
from collections.abc import Sequence
from typing import Any, Final, NamedTuple

import numpy as np

from escapology.middle import legal_moves
from escapology.native import compile_kernel, is_plain, is_rule, rule
from escapology.protocol import AnyGame, Deal, Struct

__all__ = ["can_glance", "choices_of", "promises"]

POSITIONS: Final = 200  # from which it goes on; `choices.find_choices` has the same
HEADS: Final = 1 << 14  # a power of two
_kept = threading.local()  # this thread's arrays: .met, of each type of state


class _Met(NamedTuple):
    """All positions that were met on the way, in order."""

    states: Any
    bytes: Any  # the same memory, byte by byte
    parent: Any  # the one before
    made: Any  # the move between them
    next: Any  # another one with the same head
    heads: Any  # [hash]: the round it belongs to, and the one met last
    line: Any  # those that are gone on from
    found: Any  # those where one thinks again
    out: Any  # legal moves


def can_glance(game: AnyGame) -> bool:
    """Whether this is for that game."""
    fair, kind = game.fair, game.rules.state_type.dtype()
    fields: Any = kind.fields
    has_gaps = sum(part.itemsize for part, _ in fields.values()) < kind.itemsize
    rules = fair.glance is not None and fair.settles is not None and is_rule(fair.settles)
    return rules and not has_gaps and not game.facts.has_dice and not is_plain()


def _make_met(game: AnyGame) -> _Met:
    size = POSITIONS * game.rules.most_moves + 2
    states = np.zeros(size, game.rules.state_type.dtype())
    return _Met(
        states=states,
        bytes=states.view(np.uint8).reshape(size, -1),
        parent=np.zeros(size, np.int64),
        made=np.zeros(size, np.int64),
        next=np.zeros(size, np.int64),
        heads=np.zeros((HEADS, 2), np.int64),
        line=np.zeros(POSITIONS, np.int64),
        found=np.zeros(size, np.int64),
        out=np.zeros(game.rules.most_moves, np.int64),
    )


@rule
def _is_new(met: Any, i: int, stamp: int) -> bool:
    """Whether the i-th position was not met before; then it is put where it will be found."""
    code = 0
    size = met.bytes.shape[1]
    for k in range(size):
        code = (code * 31 + met.bytes[i, k]) & 0x3FFFFFFFFFFF
    h = (code ^ code >> 17 ^ code >> 33) & len(met.heads) - 1
    other = met.heads[h, 1] if met.heads[h, 0] == stamp else -1
    first = other
    while other >= 0:
        k = 0
        while k < size and met.bytes[other, k] == met.bytes[i, k]:
            k += 1
        if k == size:
            return False
        other = met.next[other]
    met.next[i] = first
    met.heads[h, 0] = stamp
    met.heads[h, 1] = i
    return True


@functools.cache
def _finder(game: AnyGame) -> Any:
    moves, play, won, settles = game.rules.moves, game.rules.play, game.rules.won, game.fair.settles

    def run(deals: Any, met: Any, stamp: int) -> int:
        """Put the ends of all choices into `found`, the shortest first; how many they are."""
        d = deals[0]
        _is_new(met, 0, stamp)
        known = waiting = 1
        found = 0
        met.line[0] = 0
        i = 0
        while i < waiting:
            here = met.line[i]
            i += 1
            for k in range(moves(d, met.states[here], met.out)):
                met.states[known] = met.states[here]
                after = met.states[known]
                play(d, after, met.out[k])
                if not _is_new(met, known, stamp):
                    continue
                met.parent[known] = here
                met.made[known] = met.out[k]
                if won(d, after) or settles(d, met.states[here], after):  # type: ignore[misc]
                    met.found[found] = known
                    found += 1
                elif waiting < len(met.line):
                    met.line[waiting] = known
                    waiting += 1
                known += 1
        return found

    return compile_kernel(run)


@functools.cache
def _rater(game: AnyGame) -> Any:
    play, won, glance = game.rules.play, game.rules.won, game.fair.glance

    def run(deals: Any, states: Any, spare: Any, out: Any, moves: Any, counts: Any, rates: Any) -> None:
        """Put the mean promise of each row of moves in these worlds into `rates`."""
        for i in range(len(counts)):
            total = 0.0
            for world in range(len(deals)):
                spare[0] = states[world]
                for k in range(counts[i]):
                    play(deals[world], spare[0], moves[i, k])
                if won(deals[world], spare[0]):
                    total += 1.0
                else:
                    total += glance(deals[world], spare[0], out)  # type: ignore[misc]
            rates[i] = total / len(deals)

    return compile_kernel(run)


def choices_of(game: AnyGame, deal: Deal, state: Struct) -> list[tuple[int, ...]]:
    """The moves of all choices, as `find_choices` finds them."""
    kept = _kept.__dict__.setdefault("met", {})
    if game not in kept:
        kept[game] = [_make_met(game), 0]
    met, stamp = kept[game][0], kept[game][1] + 1
    kept[game][1] = stamp
    met.states[:1] = type(state).rows([state])
    count = int(_finder(game)(type(deal).rows([deal]), met, stamp))
    if not count:
        return [(move,) for move in legal_moves(game, deal, state)]
    rows: list[tuple[int, ...]] = []
    for end in met.found[:count].tolist():
        row: list[int] = []
        here = end
        while here:
            row.append(int(met.made[here]))
            here = int(met.parent[here])
        rows.append(tuple(reversed(row)))
    return rows


def promises(game: AnyGame, worlds: Sequence[tuple[Deal, Struct]], rows: Sequence[tuple[int, ...]]) -> list[float]:
    """What each of these rows of moves promises, on average over the worlds."""
    counts = np.array([len(row) for row in rows])
    moves = np.zeros((len(rows), max(counts)), np.int64)
    for i, row in enumerate(rows):
        moves[i, : len(row)] = row
    rates = np.zeros(len(rows))
    deals = game.rules.deal_type.rows([deal for deal, _ in worlds])
    states = game.rules.state_type.rows([state for _, state in worlds])
    spare, out = game.rules.state_type.rows([], spare=1), np.zeros(game.rules.most_moves, np.int64)
    _rater(game)(deals, states, spare, out, moves, counts, rates)
    found: list[float] = rates.tolist()
    return found
