"""Shorter wins of Lab Rats with backing up.

The solver brings coins into order by laying and lifting all of them, which is right but long. Here positions are gone
through in the order of how many moves they take, and of each it is asked whether it is won without backing up from
there: a few moves of preparation, and a run out of the maze. More preparation could save more moves later, so what is
found is not proven to be the shortest.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from escapology.games.lab_rats.notation import move_text
from escapology.games.lab_rats.rules import MOST_MOVES, Deal, State, moves, play
from escapology.games.lab_rats.solver.classic import run_out
from escapology.games.lab_rats.solver.keys import canonical
from escapology.games.lab_rats.solver.line import Line
from escapology.games.lab_rats.solver.squares import Squares
from escapology.verdict import Limits, Verdict

__all__ = ["shorten"]

MOST: Final = 4_000  # positions that are asked about
NUMBERS: Final = 64  # of a position


def shorten(d: Deal, s: State, limits: Limits, found: Verdict) -> Verdict:
    """The same, with a shorter win if one is found."""
    if not d.has_backing:
        return found
    squares, out, bag = Squares(d), [0] * MOST_MOVES, [0] * NUMBERS
    best = found.moves
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
    return replace(found, moves=best)


def _name(d: Deal, s: State, bag: list[int]) -> tuple[int, ...]:
    return tuple(sorted(bag[: canonical(d, s, bag)]))
