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
the position is won; `Line.sort` does it in fewer moves. With `dropped=liftable` every coin can be laid everywhere, by
dropping it: nothing is lost on the start square, and the question is decided.

**Pool theorem.** At home, the *pool* is what lies above the first coin of each stack that can't be laid there. It can
be brought into any order in the same way, if two stacks have room when it is laid, and onto the stacks again. So if
some coins of the pool, in some order, lead to a square q that is a base for all the coins left, the position is won.

**No order.** If no order of all the coins leads from the start square out, the position is lost: a trail has each
coin but once.

**Relaxation.** Let every coin that was run with once be free for ever, to be used in any order, whatever lies on top of
it. A coin of a stack can be run with once all coins above it are gone and the free coins, in some order, lead to a
square where it can be. More free coins are never worse, so all that can be are freed; when none can, one of at most
three coins must be lost, and each is tried. Every true play is one of these, so if none gets out the position is lost.

The solver asks in this order: is it won without backing up; is there an order; is it lost by the relaxation; and then
searches the homes, asking of each whether it is won without backing up or by the base theorem. When all are seen, the
position is lost (`exhausted`).
"""

from __future__ import annotations

import itertools
from typing import Any, Final

from escapology.games.lab_rats.rules import NOWHERE, STACKS, VALUES, Deal, State
from escapology.games.lab_rats.solver.bases import find_base, find_pool, pool_room, purse_room, values_of
from escapology.games.lab_rats.solver.budget import Budget
from escapology.games.lab_rats.solver.homes import LOSE, MOVE, HomeSearch, Link
from escapology.games.lab_rats.solver.kernels import kernel_of
from escapology.games.lab_rats.solver.line import Line
from escapology.games.lab_rats.solver.purses import (
    PURSES,
    RELAXED_BYTES,
    find_order,
    find_path,
    may_win,
    purse_of,
    reach_table,
    wins_table,
)
from escapology.games.lab_rats.solver.squares import Squares, has_square, members, set_of
from escapology.games.lab_rats.solver.stacks import Reach, coin_array

__all__ = ["Answer", "begin", "leaves_hope", "run_out", "solve_classic", "solve_hard", "sort_and_win"]

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
    found = Reach(squares, line.stacks, _starts(line.s), drops=True).way_out()
    if found is None:
        return False
    start, steps = found
    line.start(start)
    line.follow(steps)
    return True


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
    proof, hopes = _find_hopes(squares, line, budget)
    if proof:
        return proof, []
    if d.has_liftable:
        start, (_, wins) = next(iter(hopes.items()))
        line.start(start)
        sort_and_win(squares, line, wins)
        return "", line.texts
    won = _search(squares, line, hopes, budget)
    return ("", line.texts) if won else ("exhausted", [])


def leaves_hope(d: Deal, s: State, budget: Budget) -> bool:
    """Whether nothing short of the search shows that a position is lost. Few that are lost leave hope."""
    squares, line = begin(d, s, budget)
    return run_out(squares, line) or not _find_hopes(squares, line, budget)[0]


def _find_hopes(squares: Squares, line: Line, budget: Budget) -> tuple[str, dict[int, tuple[Any, Any]]]:
    """Why a position is lost; else the start squares that leave hope, with what purses reach and whence they get out.

    The rat goes home.
    """
    line.go_home()
    purse = purse_of(value for stack in line.stacks for value in stack)
    budget.allocate(TABLE_BYTES)
    budget.spend(purse_count(purse))
    wins = wins_table(squares, purse)
    starts = [square for square in _starts(line.s) if has_square(wins[purse], square)]
    if not starts:
        return "no order", {}
    if line.d.has_liftable:
        return "", dict.fromkeys(starts, (None, wins))
    tables = {start: _survive(squares, line, purse, start, budget) for start in starts}
    hopes = {start: (free, wins) for start, free in tables.items() if free is not None}
    return ("", hopes) if hopes else ("relaxation", {})


def purse_count(purse: int) -> int:
    """How many purses a purse has in it."""
    count = 1
    while purse:
        count *= purse % 5 + 1
        purse //= 5
    return count


def sort_and_win(squares: Squares, line: Line, wins: Any) -> None:
    """Win from a square where some order of the coins that can be laid there gets out."""
    here = line.s.rat
    values = [value for stack in line.stacks for value in stack if line.d.has_liftable or squares.can_lay(value, here)]
    order = find_order(squares, wins, purse_of(values), here)
    stacks = line.sort([value for value, _ in order])
    for stack, (_, to) in zip(stacks, order, strict=True):
        line.run(stack, to)


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


def _search(squares: Squares, line: Line, hopes: dict[int, tuple[Any, Any]], budget: Budget) -> bool:
    """Search the homes of all start squares, turn by turn, and play the win that was found."""
    searches = {start: HomeSearch(squares, line.stacks, start, hopes[start], budget) for start in hopes}
    chunk = CHUNK
    while searches:
        for start, search in list(searches.items()):
            search.look(min(chunk, max(1, budget.nodes_left())))
            if search.won >= 0:
                line.start(start)
                for link in search.links():
                    _take(squares, line, link)
                _win_home(squares, line, *hopes[start])
                return True
            if search.is_done:
                del searches[start]
        chunk = min(2 * chunk, 256)
    return False


def _in_order(line: Line) -> list[int]:
    """The stacks in the order in which a home's number has them."""

    def number(stack: list[int]) -> int:
        return sum((value + 1) * 6**i for i, value in enumerate(stack))

    return sorted(range(STACKS), key=lambda i: number(line.stacks[i]), reverse=True)


def _take(squares: Squares, line: Line, link: Link) -> None:
    """Play from a home to the next."""
    order = _in_order(line)
    stacks = [line.stacks[i] for i in order]
    reach = Reach(squares, stacks, [line.s.rat], drops=False)
    x = stacks[link.i][link.depths[link.i]]
    here = members(reach.sets[link.depths])
    i, j = order[link.i], order[link.j]
    if link.kind == LOSE:
        steps = reach.trace(link.depths, here[0])[1]
        line.follow(steps, order)
        line.drop(i)
    elif link.kind == MOVE:
        steps = reach.trace(link.depths, next(q for q in here if squares.can_lay(x, q)))[1]
        line.follow(steps, order)
        line.lay(i)
        line.lift(j)
    else:
        y = stacks[link.j][link.depths[link.j]]
        # Run with x or lay it, and lay y then
        square, to = next(
            (q, r)
            for q in here
            for r in range(96)
            if squares.can_lay(y, r) and (squares.leads(x, q, r) or (q == r and squares.can_lay(x, q)))
        )
        steps = reach.trace(link.depths, square)[1]
        line.follow(steps, order)
        if square == to:
            line.lay(i)
        else:
            line.run(i, to)
        line.lay(j)
        line.lift(i)
        line.lift(j)
    for _, stack, _ in reversed(steps):
        line.lift(order[stack])


def _win_home(squares: Squares, line: Line, free: Any, wins: Any) -> None:
    """Win from a home that the search found won."""
    for drops in (True, False):
        reach = Reach(squares, line.stacks, [line.s.rat], drops=drops)
        found = reach.way_out()
        if found is not None:
            line.follow(found[1])
            return
        find = kernel_of(find_base)
        base = find(squares.kinds, reach.coins, reach.heights, reach.sets, wins, purse_room())
        if base >= 0:
            depths = (base // 1296, base // 144 % 9, base // 16 % 9)
            rest = [value for stack, depth in zip(line.stacks, depths, strict=True) for value in stack[depth:]]
            square = _base_square(squares, reach.sets[depths], base % 16, rest, wins)
            line.follow(reach.trace(depths, square)[1])
            sort_and_win(squares, line, wins)
            return
    _win_by_pool(squares, line, free, wins)


def _base_square(squares: Squares, among: Any, kind: int, rest: list[int], wins: Any) -> int:
    """A square of that kind from which these coins, as far as they can be laid, get out."""
    values = values_of(kind)
    purse = purse_of(value for value in rest if value in values)
    return next(
        q for q in members(among & wins[purse]) if [value for value in range(6) if squares.can_lay(value, q)] == values
    )


def _win_by_pool(squares: Squares, line: Line, free: Any, wins: Any) -> None:
    """The pool theorem."""
    home = line.s.rat
    coins, heights = coin_array(line.stacks)
    find = kernel_of(find_pool)
    found = int(find(squares.kinds, coins, heights, set_of([home]), free, wins, pool_room()))
    assert found >= 0, "the home is not won"
    pool: list[int] = []
    for coins_of_stack in line.stacks:
        pool += itertools.takewhile(lambda value: squares.can_lay(value, home), coins_of_stack)
    rest = list(itertools.chain(*line.stacks))
    for value in range(VALUES):
        for _ in range(found // 16 // 5**value % 5):
            rest.remove(value)
    square = _base_square(squares, free[found // 16], found % 16, rest, wins)
    path = find_path(squares, free, found // 16, home, square)
    for value, _ in path:
        pool.remove(value)
    stacks = line.sort([value for value, _ in path] + pool, only_pool=True)
    for stack, (_, to) in zip(stacks, path, strict=False):
        line.run(stack, to)
    sort_and_win(squares, line, wins)
