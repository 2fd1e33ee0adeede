"""Which choices a player of Devil's Square has who can't see the draw pile, and what each is worth.

A choice is a move that opens a space, after moves of parts of piles that are needed for it. It changes one colour. All
that leave the colour the same (`spots.py`) are one, and the shortest stands for them.
"""

from __future__ import annotations

import time
from typing import NamedTuple

from escapology.games.devils_square.rules import CARDS, MOST_MOVES, SPACES, Deal, State, moves, play
from escapology.games.devils_square.solver.line import changed_link, move_of
from escapology.games.devils_square.solver.links import Graph, link_graph
from escapology.games.devils_square.solver.odds import lay_out, rate_all
from escapology.games.devils_square.solver.spots import Spots, enter, spot_table
from escapology.games.devils_square.solver.start import find_structures
from escapology.verdict import Effort, Rated

__all__ = ["advise"]


class _Option(NamedTuple):
    """A choice, in one colour's structures."""

    colour: int
    path: tuple[int, ...]  # structures, from the one there is to the one behind the choice
    head: int  # of the colour behind it; NO_SPOT if it can't be completed any more
    opened: int  # spaces


def advise(d: Deal, s: State, effort: Effort) -> list[Rated]:
    """The choices, the best first. Of the draw pile nothing is looked at."""
    g, t = link_graph(), spot_table()
    arrived = [0] * 4
    for card in d.deck[: SPACES + s.drawn]:
        arrived[card >> 4] |= 1 << (card & 15)
    structures = find_structures(g, s, arrived)
    heads = [enter(t, structures[c], arrived[c])[0] for c in range(4)]
    options = [option for c in range(4) for option in _find_options(g, t, c, structures[c], arrived[c])]
    if not options:  # nothing opens a space any more
        out = [0] * MOST_MOVES
        return [Rated((move,), 0.0, 0) for move in out[: moves(d, s, out)]]
    choices = lay_out(
        [[option.head if c == option.colour else heads[c] for c in range(4)] for option in options],
        [option.opened for option in options],
    )
    rate_all(choices, s.drawn, 0)  # so that all is compiled before the clock runs
    end = None if effort.seconds is None else time.monotonic() + effort.seconds
    if end is None or time.monotonic() < end:
        rate_all(choices, s.drawn, CARDS if effort.worlds is None else effort.worlds)
    rated = [
        Rated(_moves_of(g, d, s, option), chance, worlds)
        for option, chance, worlds in zip(options, choices.chance.tolist(), choices.worlds.tolist(), strict=True)
    ]
    return sorted(rated, key=lambda choice: (-choice.chance, len(choice.moves)))


def _find_options(g: Graph, t: Spots, colour: int, structure: int, cards: int) -> list[_Option]:
    """The choices of a colour, the shortest first."""
    found: dict[tuple[int, int], _Option] = {}
    known = {structure}
    queue: list[tuple[int, ...]] = [(structure,)]
    for path in queue:  # it grows as we go
        here = path[-1]
        for there in g.to[g.first[here] : g.first[here + 1]].tolist():
            if g.linked[there] & ~cards or there in known:
                continue
            known.add(there)
            opened = int(g.progress[there] - g.progress[here])
            if opened:
                head = int(enter(t, there, cards)[0])
                found.setdefault((head, opened), _Option(colour, (*path, there), head, opened))
            else:
                queue.append((*path, there))
    return list(found.values())


def _moves_of(g: Graph, d: Deal, s: State, option: _Option) -> tuple[int, ...]:
    """The moves of a choice."""
    s = s.copy()
    row = []
    for here, there in zip(option.path, option.path[1:], strict=False):
        card, onto = changed_link(g, here, there)
        row.append(move_of(s, option.colour * 16 + card, option.colour * 16 + onto))
        if there != option.path[-1]:
            play(d, s, row[-1])
    return tuple(row)
