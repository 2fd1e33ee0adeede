"""Positions decided, and the best scores of those that are lost. The package's docstring says how and why."""

from __future__ import annotations

import functools
import threading
import time
from collections.abc import Callable
from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np

from escapology.games.devils_square import notation, rules
from escapology.games.devils_square.solver import claims, score
from escapology.games.devils_square.solver.claims import LOST, NO_ROOM, RUNNING, WON, Arrivals
from escapology.games.devils_square.solver.families import (
    BEST,
    KEEPS_UP,
    LEFT_OUT,
    MARK,
    NODES,
    Work,
    make_work,
    work_bytes,
)
from escapology.games.devils_square.solver.line import WHOLE, Paths, find_line, make_paths
from escapology.games.devils_square.solver.links import GRAPH_BYTES, Graph, link_graph
from escapology.games.devils_square.solver.start import find_arrivals
from escapology.native import compile_kernel, is_plain
from escapology.verdict import Limits, Verdict

__all__ = ["best_score", "solve"]

_STRETCH = 20_000  # nodes between two looks at the clock: a few milliseconds
_ALL = 1 << 40  # a width, or a number of nodes, without a bound
_WIDTHS = ((24, 20_000), (400, 200_000), (_ALL, _ALL))  # of families, and the nodes after which to try a wider search
_MOST_MARKS = 1 << 30  # they are kept in 32 bits
_kept = threading.local()  # this thread's scratch: .work, its .scale, and .paths


def solve(d: rules.Deal, s: rules.State, limits: Limits) -> Verdict:
    """Whether all sixteen books can be made from here on, the draw pile being known."""
    reason = "memory" if _lacks_memory(limits, 1) else limits.reached(0)
    if reason:
        return Verdict("undecided", reason, 0, limits.spent())
    if not is_plain():
        _make_ready()
    return _decide(d, s, limits)


@functools.cache
def _make_ready() -> None:
    """Have all kernels compiled, or loaded, by a deal that is won with ease."""
    d, s = _easy_deal()
    assert _decide(d, s, Limits()).verdict == "winnable", "else the moves would not be looked for"


@functools.cache
def _make_ready_for_scores() -> None:
    """The same for the kernels that only best scores need."""
    g = _any_structure()
    _set_up_work(g, Limits())
    a = find_arrivals(g, *_easy_deal())
    _search(_kernels().search_score, (g, a), _ALL, Limits(), _ALL)


def _easy_deal() -> tuple[rules.Deal, rules.State]:
    """Sixteen books, one after the other."""
    d, s = rules.Deal(), rules.State()
    books = [(first, colour) for first in range(4) for colour in range(4)]
    d.deck = [colour * 16 + number * 4 + (first + number) % 4 for first, colour in books for number in range(4)]
    rules.start(d, s)
    return d, s


def _decide(d: rules.Deal, s: rules.State, limits: Limits) -> Verdict:
    began = time.monotonic()
    g = link_graph()
    _set_up_work(g, limits)
    a = find_arrivals(g, d, s)
    ended, reason = RUNNING, ""
    for width, most_nodes in _WIDTHS:
        ended, reason = _search(_kernels().search, (g, a), width, limits, most_nodes)
        if reason or ended == WON or (ended == LOST and not _kept.work.tally[LEFT_OUT]):
            break
    nodes = int(_kept.work.tally[NODES])
    if reason:
        return Verdict("undecided", reason, nodes, time.monotonic() - began)
    if ended == WON:
        found = _moves(g, a, d, s)
        moves, numbers = tuple(map(_move_text, found)), tuple([move & WHOLE - 1 for move in found])
        return Verdict("winnable", "", nodes, time.monotonic() - began, moves, 10 * rules.BOOKS, numbers=numbers)
    proof = "exhausted" if _kept.work.tally[KEEPS_UP] else "colours"
    return Verdict("unwinnable", proof, nodes, time.monotonic() - began)


def best_score(d: rules.Deal, s: rules.State, limits: Limits) -> Verdict:
    """The verdict, with the most points that can be made from here on unless a limit is reached (`score.py`).

    They may take as many seconds again as the verdict.
    """
    verdict = solve(d, s, limits)
    if not is_plain() and not _lacks_memory(limits, 1):
        _make_ready_for_scores()
    if verdict.verdict != "unwinnable":
        return verdict
    limits.restart()
    g = _any_structure()
    _set_up_work(g, limits)
    _kept.work.tally[NODES] = verdict.nodes
    a = find_arrivals(g, d, s)
    _, reason = _search(_kernels().search_score, (g, a), _ALL, limits, _ALL)
    work: Work = _kept.work
    points = None if reason else 10 * int(work.tally[BEST])
    spent = verdict.seconds + limits.spent()
    return replace(verdict, nodes=int(work.tally[NODES]), seconds=spent, best_score=points)


class _Kernels(NamedTuple):
    """The compiled functions."""

    search: Callable[[Graph, Arrivals, Work, int, int], int]
    search_score: Callable[[Graph, Arrivals, Work, int, int], int]
    find_line: Callable[[Graph, Arrivals, Work, Paths, Any, Any], int]


@functools.cache
def _kernels() -> _Kernels:
    return _Kernels(
        search=compile_kernel(claims.search),
        search_score=compile_kernel(score.search),
        find_line=compile_kernel(find_line),
    )


@functools.cache
def _any_structure() -> Graph:
    """The graph for those who do not mind whether four books can still be made."""
    g = link_graph()
    return g._replace(alive=np.ones_like(g.alive), most=g.most_ever)


def _search(
    search: Callable[[Graph, Arrivals, Work, int, int], int],
    position: tuple[Graph, Arrivals],
    width: int,
    limits: Limits,
    most_nodes: int,
) -> tuple[int, str]:
    """How a search ended, and the limit that was reached, if any; it is given up after so many nodes."""
    work: Work = _kept.work
    before = int(work.tally[NODES])
    last = before + most_nodes
    ended = search(*position, work, width, 0)
    while not (reason := limits.reached(int(work.tally[NODES]))) and ended == RUNNING and work.tally[NODES] < last:
        stretch = min(last, int(work.tally[NODES]) + _STRETCH, _ALL if limits.nodes is None else limits.nodes)
        ended = search(*position, work, 0, stretch)
        if ended in (WON, LOST):
            return ended, ""
        if ended == NO_ROOM:
            if _lacks_memory(limits, 2 * _kept.scale):
                return ended, "memory"
            work = _make_work(position[0], 2 * _kept.scale)
            work.tally[NODES] = before  # the same again: what is counted must not depend on the room there was
            ended = search(*position, work, width, 0)
    return ended, reason


def _lacks_memory(limits: Limits, scale: int) -> bool:
    return limits.lacks(GRAPH_BYTES + work_bytes(scale))


def _set_up_work(g: Graph, limits: Limits) -> None:
    """This thread's scratch: the old one, if it is not too large and its marks will not run out."""
    old: Work | None = getattr(_kept, "work", None)
    if old is None or _lacks_memory(limits, _kept.scale) or old.tally[MARK] > _MOST_MARKS:
        _make_work(g, 1)
    _kept.work.tally[NODES] = 0


def _make_work(g: Graph, scale: int) -> Work:
    _kept.work = None  # so that there are never two
    _kept.work, _kept.scale = make_work(len(g.triple), scale), scale
    work: Work = _kept.work
    return work


def _moves(g: Graph, a: Arrivals, d: rules.Deal, s: rules.State) -> list[int]:
    """The winning moves of a search that was won, as `find_line` writes them."""
    if getattr(_kept, "paths", None) is None:
        _kept.paths = make_paths(len(g.triple))
    paths: Paths = _kept.paths
    count = _kernels().find_line(g, a, _kept.work, paths, rules.Deal.rows([d]), rules.State.rows([s]))
    found: list[int] = paths.moves[:count].tolist()
    return found


@functools.cache
def _move_text(move: int) -> str:
    """A move as `notation.move_text` writes it."""
    source, taken, target = rules.move_parts(move & WHOLE - 1)
    part = "" if move & WHOLE else f":{taken}"
    return f"{notation.space_text(source)}{part}>{notation.space_text(target)}"
