"""The tree of what was tried: as rows to be shown, as rows of a database, and as plain data; and back from these.

    {"deal": "blank: 3 1 5 2 6 4", "nodes": [[0, "climb"], [1, "skip"]], "redo": {"0": 1}, "here": 1, …}

Nodes stand in order of first visit, each with the number of its parent and its move; node 0, the start, is left out.
Reading is all or nothing: every move is checked by the rules.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, Final, NamedTuple

from escapology.errors import EscapologyError, RecordError
from escapology.play import Node, Play

__all__ = [
    "NodeRow",
    "Stand",
    "branches",
    "moves_to",
    "node_rows",
    "read_rows",
    "read_tree",
    "rows_data",
    "stand_of",
    "tree_data",
]

_BETWEEN_RESTS: Final = 16  # nodes


def branches(play: Play) -> list[tuple[int, list[Node]]]:
    """All that was tried, as rows: nodes without a choice stand in one row, branches below, so much deeper."""
    rows: list[tuple[int, list[Node]]] = []
    left = [(play.nodes[0], 0)]
    while left:
        node, depth = left.pop()
        row = [node]
        while len(node.children) == 1:
            node = node.children[0]
            row.append(node)
        rows.append((depth, row))
        left += [(child, depth + 1) for child in reversed(node.children)]
    return rows


class NodeRow(NamedTuple):
    """A node as stores keep it; once it is there, only `visited` and `taken_back` change."""

    number: int
    parent: int  # its number
    move: str
    visited: int  # of siblings, redo goes to the one that has most; 0 = to none that has nothing
    taken_back: int  # when the revealing move was first undone, counted as `visited` is; 0 = never
    shown: bool = False  # the move was made for the player


class Stand(NamedTuple):
    """All of a play but its deal and its nodes."""

    here: int
    bookmarks: Mapping[str, int]
    given_up: bool
    practice: bool
    helped: bool


def node_rows(nodes: Iterable[Node]) -> list[NodeRow]:
    """Nodes as rows; the start is none of them."""
    return [
        NodeRow(node.number, node.parent.number, node.move, node.visited, node.taken_back, node.is_shown)
        for node in nodes
        if node.parent is not None
    ]


def stand_of(play: Play) -> Stand:
    """How a play stands."""
    bookmarks = {name: node.number for name, node in play.bookmarks.items()}
    return Stand(play.here.number, bookmarks, play.given_up, play.practice, play.helped)


def tree_data(play: Play) -> dict[str, Any]:
    """All of a play but its states, which the moves give again."""
    return rows_data(play.deal_line(), node_rows(play.nodes), stand_of(play))


def rows_data(deal: str, rows: Sequence[NodeRow], stand: Stand) -> dict[str, Any]:
    """The same of a play that is stored; no rules are asked."""
    redo: dict[int, NodeRow] = {}
    for row in rows:
        if row.visited and (row.parent not in redo or redo[row.parent].visited < row.visited):
            redo[row.parent] = row
    taken_back = sorted((row.taken_back, row.number) for row in rows if row.taken_back)
    return {
        "deal": deal,
        "nodes": [[row.parent, row.move] for row in rows],
        "redo": {str(parent): redo[parent].number for parent in sorted(redo)},
        "here": stand.here,
        "bookmarks": dict(stand.bookmarks),
        "taken_back": [number for _, number in taken_back],
        "shown": [row.number for row in rows if row.shown],
        "given_up": stand.given_up,
        "practice": stand.practice,
        "helped": stand.helped,
    }


def moves_to(rows: Sequence[NodeRow], here: int) -> list[str]:
    """The moves of the way to a node; no rules are asked."""
    moves: list[str] = []
    while 0 < here <= len(rows):
        row = rows[here - 1]
        moves.append(row.move)
        here = row.parent if row.parent < here else 0
    return moves[::-1]


def read_tree(data: Mapping[str, Any]) -> Play:
    """The play that `tree_data` wrote down."""
    with _damage_told():
        numbers = {int(number): child for number, child in data["redo"].items()}
        last = {child: number for number, child in numbers.items()}
        shown = set(data.get("shown", ()))
        order = {number: place for place, number in enumerate(data["taken_back"], 1)}
        rows = [
            NodeRow(number, parent, move, int(number in last), order.get(number, 0), number in shown)
            for number, (parent, move) in enumerate(data["nodes"], 1)
        ]
        for child, number in last.items():
            if not 0 < child <= len(rows) or rows[child - 1].parent != number:
                raise RecordError(f"node {child} does not follow node {number}")
        for number in order:
            if not 0 < number <= len(rows):
                raise RecordError(f"there is no node {number}")
        flags = (bool(data[key]) for key in ("given_up", "practice", "helped"))
        return _read(data["deal"], rows, Stand(data["here"], data["bookmarks"], *flags), lambda: None)


def read_rows(deal: str, rows: Sequence[NodeRow], stand: Stand, rest: Callable[[], object] = lambda: None) -> Play:
    """The play that `node_rows` and `stand_of` wrote down. It may take long, so it `rest`s again and again."""
    with _damage_told():
        return _read(deal, rows, stand, rest)


@contextmanager
def _damage_told() -> Iterator[None]:
    try:
        yield
    except EscapologyError as error:
        raise RecordError(f"the saved game is damaged: {error}") from None
    except (AttributeError, IndexError, KeyError, TypeError, ValueError) as error:
        raise RecordError(f"the saved game is damaged: {type(error).__name__}: {error}") from None


def _read(deal: str, rows: Sequence[NodeRow], stand: Stand, rest: Callable[[], object]) -> Play:
    play = Play.of_line(deal)
    last = play.here
    for row in rows:
        if row.number % _BETWEEN_RESTS == 0:
            rest()
        parent = _node(play, row.parent)
        if parent is not last:
            last.pack()
        last = _grow(play, parent, row)
        parent.pack()
    last.pack()
    for node in play.nodes:
        node.find_next()
    play.clock = max((max(row.visited, row.taken_back) for row in rows), default=0)
    play.taken_back = sorted((node for node in play.nodes if node.taken_back), key=lambda node: node.taken_back)
    play.stand(_node(play, stand.here))
    play.bookmarks = {str(name): _node(play, number) for name, number in stand.bookmarks.items()}
    play.given_up, play.practice, play.helped = stand.given_up, stand.practice, stand.helped
    play.saved()
    return play


def _grow(play: Play, parent: Node, row: NodeRow) -> Node:
    steps = play.steps(row.move, parent.state)
    if row.number != len(play.nodes) or len(steps) != 1 or parent.child(steps[0][0]) is not None:
        raise RecordError(f"move {row.move} of node {row.number} appears twice, or is several moves")
    node = play.grow(parent, *steps[0], is_shown=row.shown)
    node.visited, node.taken_back = row.visited, row.taken_back
    return node


def _node(play: Play, number: int) -> Node:
    if not 0 <= number < len(play.nodes):
        raise RecordError(f"there is no node {number}")
    return play.nodes[number]
