"""Shorter wins of Lab Rats with backing up.

`shifts.py` is asked once more, with more time and less haste. Its steps are not all that can be done with the coins, so
what is found is not proven to be the shortest.

With `lift=any` those steps may not be legal. There positions are gone through in the order of how many moves they take,
and of each it is asked whether it is won without backing up from there: a few moves of preparation, and a run out of
the maze.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from escapology.games.lab_rats.notation import move_text
from escapology.games.lab_rats.rules import MOST_MOVES, Deal, State, moves, play
from escapology.games.lab_rats.solver.budget import Budget
from escapology.games.lab_rats.solver.classic import run_out, wins_of, with_orders
from escapology.games.lab_rats.solver.keys import canonical
from escapology.games.lab_rats.solver.line import Line
from escapology.games.lab_rats.solver.shifts import shift_out
from escapology.games.lab_rats.solver.squares import Squares
from escapology.verdict import Limits, SpentError, Verdict

__all__ = ["shorten"]

MANY: Final = 50_000  # positions that are looked at, with each haste
MOST: Final = 4_000  # positions that are asked about, with `lift=any`
NUMBERS: Final = 64  # of a position


def shorten(d: Deal, s: State, limits: Limits, found: Verdict) -> Verdict:
    """The same, with a shorter win if one is found."""
    if not d.has_backing or not found.moves:
        return found
    texts = _by_preparing(d, s, limits, found.moves) if d.has_lift_any else _by_shifting(d, s, limits, found.moves)
    return replace(found, moves=texts)


def _by_shifting(d: Deal, s: State, limits: Limits, best: tuple[str, ...]) -> tuple[str, ...]:
    """From where the rat is, and from home."""
    squares = Squares(d)
    for haste in (2, 1):
        for goes_home in (False, True) if s.trail_count else (False,):
            line, budget = Line(d, s), Budget(limits)
            if goes_home:
                line.go_home()
            try:
                wins = wins_of(squares, line, budget)
                starts = with_orders(line, wins)
                found = shift_out(squares, line, starts, wins, budget, most=MANY, haste=haste)
            except SpentError:
                return best
            if found and len(line.texts) < len(best):
                best = tuple(line.texts)
    return best


def _by_preparing(d: Deal, s: State, limits: Limits, best: tuple[str, ...]) -> tuple[str, ...]:
    squares, out, bag = Squares(d), [0] * MOST_MOVES, [0] * NUMBERS
    queue: list[tuple[State, tuple[str, ...]]] = [(s, ())]
    known = {_name(d, s, bag)}
    for nodes, (here, made) in enumerate(queue):  # it grows as we go
        if len(made) + 1 >= len(best) or nodes == MOST or limits.reached(nodes):
            break
        line = Line(d, here)
        if run_out(squares, line) and len(made) + len(line.texts) < len(best):
            best = (*made, *line.texts)
        for move in out[: moves(d, here, out)]:
            after = here.copy()
            play(d, after, move)
            if (name := _name(d, after, bag)) not in known:
                known.add(name)
                queue.append((after, (*made, move_text(d, here, move))))
    return best


def _name(d: Deal, s: State, bag: list[int]) -> tuple[int, ...]:
    return tuple(sorted(bag[: canonical(d, s, bag)]))
