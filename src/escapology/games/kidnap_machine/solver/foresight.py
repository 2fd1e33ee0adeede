"""Whether the dice of a deal, as they lie, let one out: for one who knows them all in advance.

No player does, so this says nothing about how good a chance is. It tells deals apart that nobody can win from those
that somebody can, and that is what today's deal is chosen by. It runs as plain Python: few deals take more than some
thousand positions, and nothing has to be compiled for them.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Final

from escapology.games.kidnap_machine.notation import move_text
from escapology.games.kidnap_machine.rules import (
    MOST_MOVES,
    PLAYING,
    WON,
    Deal,
    State,
    beside,
    move_parts,
    moves,
    play,
)
from escapology.verdict import Limits, Verdict

__all__ = ["foresee"]

_A_TURN: Final = 3  # squares that one gets ahead in a turn, at most: a walk of two, and one more that is entered


def foresee(d: Deal, s: State, limits: Limits) -> Verdict:
    """The verdict on a position, all dice to come being known."""
    nodes = 0
    met = {_key(d, s)}
    # Positions on the way, what is left to try in each, and the move that led there
    way: list[tuple[State, list[int], int]] = [(s, _ordered(d, s), -1)]
    while way:
        if reason := limits.reached(nodes):
            return Verdict("undecided", reason, nodes, limits.spent())
        here, left, _ = way[-1]
        if here.ended == WON:
            return Verdict("winnable", "", nodes, limits.spent(), _texts(d, way))
        if not left:
            way.pop()
            continue
        move = left.pop()
        after = here.copy()
        play(d, after, move)
        key = _key(d, after)
        if key in met:
            continue
        met.add(key)
        nodes += 1
        way.append((after, [] if _is_hopeless(d, after) else _ordered(d, after), move))
    return Verdict("unwinnable", "exhausted", nodes, limits.spent())


def _key(d: Deal, s: State) -> tuple[object, ...]:
    """All of a position that matters for what is to come; without a clock, turns don't."""
    turn = s.turn if d.last_turn else 0
    return bytes(s.number), s.you, s.enemy, s.facing, s.next, s.ended, turn, s.rolled


def _steps_left(d: Deal, square: int) -> int:
    """Squares from there to the goal, as if all of them were open."""
    goal = d.route[0]
    return abs(square % d.width - goal % d.width) + abs(square // d.width - goal // d.width)


def _is_hopeless(d: Deal, s: State) -> bool:
    """Whether the game is lost, or the goal too far for the turns that are left."""
    if s.ended != PLAYING:
        return s.ended != WON
    return bool(d.last_turn) and _steps_left(d, s.you) > _A_TURN * (d.last_turn - s.turn + 1)


def _ordered(d: Deal, s: State) -> list[int]:
    """The legal moves, those last that lead nearest to the goal: they are tried first."""
    out = [0] * MOST_MOVES
    return sorted(out[: moves(d, s, out)], key=lambda move: _worth(d, move))


def _worth(d: Deal, move: int) -> int:
    end, way = move_parts(move)
    if way < 0:
        return -2 * _steps_left(d, end) - 1
    return -2 * _steps_left(d, beside(d, end, way))


def _texts(d: Deal, way: list[tuple[State, list[int], int]]) -> tuple[str, ...]:
    """The moves of a way as text."""
    return tuple(move_text(d, before[0], after[2]) for before, after in pairwise(way))
