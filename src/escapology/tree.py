"""The tree of what was tried: as rows to be shown; and as plain data, and back, for stores that keep games in progress.

    {"deal": "blank: 3 1 5 2 6 4", "nodes": [[0, "climb"], [1, "skip"]], "redo": {"0": 1}, "here": 1, …}

Nodes stand in order of first visit, each with the number of its parent and its move; node 0, the start, is left out.
Reading is all or nothing: every move is checked by the rules.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from escapology.errors import EscapologyError, RecordError
from escapology.play import Node, Play

__all__ = ["branches", "read_tree", "tree_data"]


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


def tree_data(play: Play) -> dict[str, Any]:
    """All of a play but its states, which the moves give again."""
    return {
        "deal": play.deal_line(),
        "nodes": [[_number(node.parent), node.move] for node in play.nodes[1:]],
        "redo": {str(node.number): node.next.number for node in play.nodes if node.next is not None},
        "here": play.here.number,
        "bookmarks": {name: node.number for name, node in play.bookmarks.items()},
        "taken_back": [node.number for node in play.taken_back],
        "given_up": play.given_up,
        "practice": play.practice,
        "helped": play.helped,
    }


def _number(node: Node | None) -> int:
    assert node is not None  # only the start has no parent
    return node.number


def read_tree(data: Mapping[str, Any]) -> Play:
    """The play that `tree_data` wrote down."""
    try:
        return _read(data)
    except EscapologyError as error:
        raise RecordError(f"the saved game is damaged: {error}") from None
    except (AttributeError, IndexError, KeyError, TypeError, ValueError) as error:
        raise RecordError(f"the saved game is damaged: {type(error).__name__}: {error}") from None


def _read(data: Mapping[str, Any]) -> Play:
    play = Play.of_line(data["deal"])
    for parent, move in data["nodes"]:
        play.here = _node(play, parent)
        grown = len(play.nodes) + 1
        if play.do(move).number != len(play.nodes) - 1 or len(play.nodes) != grown:
            raise RecordError(f"move {move} of node {grown - 1} is there twice, or is several moves")
    for node in play.nodes:
        node.next = None
    for number, child in data["redo"].items():
        node = _node(play, int(number))
        node.next = _node(play, child)
        if node.next not in node.children:
            raise RecordError(f"node {child} does not follow node {number}")
    play.here = _node(play, data["here"])
    play.bookmarks = {str(name): _node(play, number) for name, number in data["bookmarks"].items()}
    play.taken_back = [_node(play, number) for number in data["taken_back"]]
    play.given_up, play.practice, play.helped = (bool(data[key]) for key in ("given_up", "practice", "helped"))
    return play


def _node(play: Play, number: int) -> Node:
    if not 0 <= number < len(play.nodes):
        raise RecordError(f"there is no node {number}")
    return play.nodes[number]
