"""`classic`: the rat may back up. Why what is done here decides a position, and how.

**The table is a stack, and backing up undoes everything but drops.** Only the last coin of the trail can be lifted, and
a coin that was lifted can be run with again from where it lay. A coin that can be run with can also be *laid*: run
with, go back, and go on from there. So call a sequence of coins *feasible* if, from the start square, each of them in
turn can be run with or laid. A position is, for our purposes, a feasible trail and three stacks: whichever squares the
trail leads over, one can go home (lift all; there is room, for what is lifted was on a stack) and walk another way
with the same coins in the same order. Running and lifting are the reverse of each other, so all positions that are
linked by them stand or fall together, and each such class is known by its *homes*: the trail empty, the rat on its
start square. A position is won exactly if from some home that can be reached the rat gets out without backing up.

**Three steps link homes.** Let the trail t1 … tk be feasible. Its homes are the ways to put tk, then … t1, on stacks
with room. Where a stack has room left over, one of the coins can be put on it instead (MOVE); where none has, two ways
differ by exchanging the stacks of two coins, and exchanges of neighbours in the trail are enough (SWAP). Running with
one coin more adds homes to those of t1 … tk and takes none away. A drop (LOSE) is the only step that can't be undone.

**Base theorem.** Let the rat be able to reach, with coins of a home, a square q, and drop all coins that can't be laid
there. Then the coins left can be brought into any order: lay them all on q. Two neighbours in that pile change places
if the coins above them are lifted so that two stacks have one place free (22 = 8 + 7 + 7 at most lie above), the two
are lifted onto these, and laid the other way round. So if some order of the coins left leads from q out of the maze,
the position is won; `sorting.py` and `Line.sort` do it in fewer moves. With `dropped=liftable` every coin can be laid
everywhere, by dropping it: nothing is lost on the start square, and the question is decided.

**Pool theorem.** At home, the *pool* is what lies above the first coin of each stack that can't be laid there. It can
be brought into any order in the same way, if two stacks have room when it is laid, and onto the stacks again. So if
some coins of the pool, in some order, lead to a square q that is a base for all the coins left, the position is won.

**No order.** If no order of all the coins leads from the start square out, the position is lost: a trail has each
coin but once.

**Relaxation.** Let every coin that was run with once be free for ever, to be used in any order, whatever lies on top of
it. A coin of a stack can be run with once all coins above it are gone and the free coins, in some order, lead to a
square where it can be. More free coins are never worse, so all that can be are freed; when none can, one of at most
three coins must be lost, and each is tried. Every true play is one of these, so if none gets out the position is lost.

The solver asks in this order: is it won without backing up; is there an order; is a win found straight ahead, by a few
coins that change places (`shifts.py`), or by coins that are dug for (`digs.py`), which makes short wins; is it lost by
the relaxation. Then it searches the homes, asking of each whether it is won without backing up or by the base theorem.
When all are seen, the position is lost (`exhausted`).
"""

from __future__ import annotations

import itertools
from typing import Any, Final

from escapology.games.lab_rats.rules import NOWHERE, Deal, State, value_of
from escapology.games.lab_rats.solver.budget import Budget
from escapology.games.lab_rats.solver.digs import dig_out
from escapology.games.lab_rats.solver.homes import HomeSearch
from escapology.games.lab_rats.solver.line import Line
from escapology.games.lab_rats.solver.purses import (
    PURSES,
    RELAXED_BYTES,
    Wins,
    find_wins,
    may_win,
    purse_of,
    reach_table,
)
from escapology.games.lab_rats.solver.shifts import shift_out
from escapology.games.lab_rats.solver.squares import Squares, has_square
from escapology.games.lab_rats.solver.stacks import Reach
from escapology.games.lab_rats.solver.wins import sort_and_win, take, win_home

__all__ = [
    "Answer",
    "begin",
    "leaves_hope",
    "run_out",
    "solve_classic",
    "solve_hard",
    "wins_of",
    "with_orders",
]

Answer = tuple[str, list[str]]  #: the proof of a loss and no moves, or "" and the moves that win

TABLE_BYTES: Final = PURSES * 16
CHUNK: Final = 64  # homes looked at between two looks at the clock, at first
RELAXED: Final = 20_000  # positions of a relaxation; then the search must do without


def begin(d: Deal, s: State, budget: Budget) -> tuple[Squares, Line]:
    """What solvers of stacks set out with; what it takes to play on without backing up is counted first."""
    line = Line(d, s)
    budget.spend(Reach.entries(line.stacks))
    return Squares(d), line


def run_out(squares: Squares, line: Line) -> bool:
    """Play on without backing up, to a win if there is one."""
    found = _without_backing(squares, line).way_out()
    if found is None:
        return False
    start, steps = found
    line.start(start)
    line.finish(steps)
    return True


def _without_backing(squares: Squares, line: Line) -> Reach:
    return Reach(squares, line.stacks, _starts(line.s), drops=True)


def _starts(s: State) -> list[int]:
    return [0, 1] if s.rat == NOWHERE else [s.rat]


def solve_hard(d: Deal, s: State, budget: Budget) -> Answer:
    """Without backing up: every play is looked at."""
    squares, line = begin(d, s, budget)
    return ("", line.texts) if run_out(squares, line) else ("exhausted", [])


def solve_classic(d: Deal, s: State, budget: Budget) -> Answer:
    """With backing up, `lift=last`."""
    squares, line = begin(d, s, budget)
    if run_out(squares, line):
        return "", line.texts
    wins = wins_of(squares, line, budget)
    if line.s.trail_count and shift_out(squares, line, _starts(line.s), wins, budget):
        return "", line.texts
    line.go_home()
    starts = with_orders(line, wins)
    if not starts:
        return "no order", []
    if shift_out(squares, line, starts, wins, budget) or dig_out(squares, line, starts, wins, budget):
        return "", line.texts
    if d.has_liftable:
        line.start(starts[0])
        sort_and_win(squares, line, wins.table)
        return "", line.texts
    hopes = _find_hopes(squares, line, starts, wins, budget)
    if not hopes:
        return "relaxation", []
    won = _search(squares, line, hopes, wins, budget)
    return ("", line.texts) if won else ("exhausted", [])


def leaves_hope(d: Deal, s: State, budget: Budget) -> bool:
    """Whether nothing short of the search shows that a position is lost. Few that are lost leave hope."""
    squares, line = begin(d, s, budget)
    if _without_backing(squares, line).gets_out:
        return True
    wins = wins_of(squares, line, budget)
    line.go_home()
    starts = with_orders(line, wins)
    return bool(starts) and (bool(d.has_liftable) or bool(_find_hopes(squares, line, starts, wins, budget)))


def _purse(line: Line) -> int:
    """All coins there are, on the stacks and in the trail."""
    trail = line.s.trail_coin[: line.s.trail_count]
    return purse_of([*itertools.chain(*line.stacks), *map(value_of, trail)])


def wins_of(squares: Squares, line: Line, budget: Budget) -> Wins:
    """Whence orders of all the coins get out."""
    purse = _purse(line)
    budget.allocate(TABLE_BYTES)
    budget.spend(purse_count(purse))
    return find_wins(squares, purse)


def with_orders(line: Line, wins: Wins) -> list[int]:
    """The squares the rat is on, or can start on, from which some order of the coins on the stacks gets out."""
    purse = purse_of(itertools.chain(*line.stacks))
    return [square for square in _starts(line.s) if has_square(wins.table[purse], square)]


def _find_hopes(
    squares: Squares, line: Line, starts: list[int], wins: Wins, budget: Budget
) -> dict[int, tuple[Any, Any]]:
    """The start squares where the relaxation leaves hope, with what purses reach and whence they get out."""
    tables = {start: _survive(squares, line, _purse(line), start, budget) for start in starts}
    return {start: (free, wins.table) for start, free in tables.items() if free is not None}


def purse_count(purse: int) -> int:
    """How many purses a purse has in it."""
    count = 1
    while purse:
        count *= purse % 5 + 1
        purse //= 5
    return count


def _survive(squares: Squares, line: Line, purse: int, start: int, budget: Budget) -> Any | None:
    """The squares that purses reach, if the relaxation leaves hope."""
    budget.allocate(TABLE_BYTES)
    budget.spend(purse_count(purse))
    reach = reach_table(squares, purse, start)
    limit = min(RELAXED, budget.nodes_left())
    budget.allocate(limit * RELAXED_BYTES)
    stacks = Reach(squares, line.stacks, [start], drops=False)
    found, nodes = may_win(squares, stacks.coins, stacks.heights, reach, limit)
    budget.free(limit * RELAXED_BYTES)
    budget.spend(nodes)
    if found:
        return reach
    budget.free(TABLE_BYTES)
    return None


def _search(squares: Squares, line: Line, hopes: dict[int, tuple[Any, Any]], wins: Wins, budget: Budget) -> bool:
    """Search the homes of all start squares, turn by turn, and play the win that was found."""
    searches = {start: HomeSearch(squares, line.stacks, start, hopes[start], budget) for start in hopes}
    chunk = CHUNK
    while searches:
        for start, search in list(searches.items()):
            search.look(min(chunk, max(1, budget.nodes_left())))
            if search.won >= 0:
                line.start(start)
                links = search.links()
                for link in links:
                    take(squares, line, link)
                win_home(squares, line, hopes[start][0], wins, budget, is_first=not links)
                return True
            if search.is_done:
                del searches[start]
        chunk = min(2 * chunk, 256)
    return False
