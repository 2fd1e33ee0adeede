"""Where a game slipped away: the turn of the last position that could still be won, all that is hidden being known."""

from __future__ import annotations

from typing import Literal, NamedTuple

from escapology.record import Record
from escapology.solve import solve
from escapology.solve.shortest import length_of
from escapology.verdict import Limits

__all__ = ["Slip", "slip_of"]


class Slip(NamedTuple):
    """How a game of a deal that can be won went."""

    end: Literal["won", "lost", "in reach", "undecided"]  # in reach: it ended, but its last position could be won
    turn: int | None = None  # of a lost game: the turn, or move, that threw the win away, from 1 on


def slip_of(record: Record, nodes: int | None, memory: int | None) -> Slip:
    """Once no win is left, none ever comes back: so the last position that can still be won is found by halving."""
    game, deal, states = record.game, record.deal, list(record.states())
    if game.rules.won(deal, states[-1]):
        return Slip("won")
    first, last = 0, len(states)  # states[first] can be won; states[last] can't, or is behind the end
    look = last - 1
    while last - first > 1:
        verdict = solve(game, deal, states[look], Limits(nodes, None, memory)).verdict
        if verdict == "undecided":
            return Slip("undecided")
        first, last = (look, last) if verdict == "winnable" else (first, look)
        look = (first + last) // 2
    if last == len(states):
        return Slip("in reach")
    turn = length_of(game, deal, states[0], record.moves[:first])
    return Slip("lost", turn if game.solving.length is not None else turn + 1)
