"""All that was tried in a play, page by page, as places to go back to; and the small board of each."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from escapology.draw import svg_sheets
from escapology.middle import read_move
from escapology.play import Node, Play
from escapology.tree import branches
from escapology.web.players.preferences import Preferences

__all__ = ["Branch", "Place", "PlacesPage", "places_page", "small_board"]

_ON_A_PAGE: Final = 36  # small boards


@dataclass(frozen=True, slots=True)
class Place:
    """One place of a play."""

    number: int  # of its node
    depth: int  # moves from the start to there
    words: str  # the move that led there
    marks: tuple[str, ...]  # its bookmarks
    is_here: bool


@dataclass(frozen=True, slots=True)
class Branch:
    """Places one after the other, with no other way between them."""

    depth: int  # how many forks lie before it
    goes_on: bool  # it began on the page before
    places: tuple[Place, ...]


@dataclass(frozen=True, slots=True)
class PlacesPage:
    """Some of all that was tried."""

    number: int  # of the page, from 1
    pages: int
    branches: tuple[Branch, ...]


def places_page(play: Play, number: int | None = None) -> PlacesPage:
    """One page, or the one with the place where the play stands; of a page that there is not, the nearest."""
    rows = branches(play)
    nodes = [node for _, row in rows for node in row]
    pages = -(-len(nodes) // _ON_A_PAGE)
    if number is None:
        number = nodes.index(play.here) // _ON_A_PAGE + 1
    number = min(max(number, 1), pages)
    first, end = (number - 1) * _ON_A_PAGE, number * _ON_A_PAGE
    shown: list[Branch] = []
    start = 0
    for depth, row in rows:
        some = row[max(0, first - start) : max(0, end - start)]
        if some:
            shown.append(Branch(depth, some[0] is not row[0], tuple(_place(play, node) for node in some)))
        start += len(row)
    return PlacesPage(number, pages, tuple(shown))


def _place(play: Play, node: Node) -> Place:
    words = ""
    if node.parent is not None:
        before = node.parent.state
        move = read_move(play.game, play.deal, before, node.move)
        words = play.game.presentation.words(play.deal, before, move)
    marks = tuple(name for name, marked in play.bookmarks.items() if marked is node)
    return Place(node.number, node.depth, words, marks, node is play.here)


def small_board(play: Play, node: Node, preferences: Preferences) -> str:
    """The board at some place as a picture of its own, without what lies beside it and without moves."""
    scene = play.game.presentation.scene(*play.game.knowledge.observe(play.deal, node.state))
    board, *_ = svg_sheets(
        replace(scene, description=""),
        palette=preferences.finish(play.game.presentation.face),
        deck=preferences.deck,
        targets=False,
    )
    return board.text.replace("<svg ", '<svg xmlns="http://www.w3.org/2000/svg" style="color-scheme:light dark" ', 1)
