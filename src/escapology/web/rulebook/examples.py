"""A game that was played and won, for the pages that explain: every game's folder holds one as EXAMPLE.txt."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from itertools import pairwise

from escapology.draw import Item, Line, Overlay, Scene, Target
from escapology.play import Node, Play
from escapology.protocol import AnyGame
from escapology.record import read_record
from escapology.web.picture import board_classes, draw_scene, overlay_picture, picture
from escapology.web.players.preferences import Preferences
from escapology.wording.plays import move_story

__all__ = ["Figure", "example_of", "figures_of"]

_OPENING = "The deal of a game that was won. Further down you see how it went on."
_LOOKS = 3  # kinds of looking closer that are shown


@dataclass(frozen=True, slots=True)
class Figure:
    """A picture and what it shows."""

    html: str
    classes: str
    title: str
    caption: str


@cache
def example_of(game: AnyGame) -> Play:
    """The example, as it was won."""
    return Play.of_record(read_record((game.facts.folder / "EXAMPLE.txt").read_text(encoding="utf-8")))


def figures_of(game: AnyGame, preferences: Preferences) -> list[Figure]:
    """The start; the middle, with all that may be done there; what can be seen there by looking closer."""
    play = example_of(game)
    way = play.here.way()
    start, middle = way[0], _middle(play, way)
    seen = game.knowledge.observe(play.deal, start.state)
    figures = [_figure(game.presentation.scene(*seen), preferences, "At the start", _OPENING, alone=True)]
    seen = game.knowledge.observe(play.deal, middle.state)
    scene = game.presentation.scene(*seen)
    targets = [item for item in scene.items if isinstance(item, Target)]
    caption = f"{' '.join(move_story(play, middle))} Outlined: where you can make a move now."
    number = way.index(middle)
    outlined = replace(scene, items=(*scene.items, *_outlines(targets)))
    figures.append(_figure(outlined, preferences, f"After {number} moves", caption))
    for name, words in _telling(game.presentation.looks(*seen)):
        assert game.presentation.look is not None  # what can be looked at can be shown
        overlay = game.presentation.look(*seen, name)
        figures.append(_figure(scene, preferences, words, overlay.words, overlay, alone=True))
    return figures


def _middle(play: Play, way: list[Node]) -> Node:
    """A node near the middle of the game, where as much as possible can be looked at."""
    near = way[len(way) // 3 : 2 * len(way) // 3 + 1]
    return max(
        near, key=lambda node: len(play.game.presentation.looks(*play.game.knowledge.observe(play.deal, node.state)))
    )


def _telling(looks: dict[str, str]) -> list[tuple[str, str]]:
    """One look of each kind: those whose words begin alike are of one kind, and the last of them tells the most."""
    kinds = {words.split()[0] + name.split()[0]: (name, words) for name, words in looks.items()}
    return list(kinds.values())[:_LOOKS]


def _outlines(targets: list[Target]) -> Iterator[Item]:
    for x, y, w, h in dict.fromkeys((t.x, t.y, t.width, t.height) for t in targets):
        corners = [(x, y), (x + w, y), (x + w, y + h), (x, y + h), (x, y)]
        for (x1, y1), (x2, y2) in pairwise(corners):
            yield Line(x1, y1, x2, y2, "accent", 0.06)


def _figure(
    scene: Scene,
    preferences: Preferences,
    title: str,
    caption: str,
    overlay: Overlay | None = None,
    *,
    alone: bool = False,  # the board without what lies beside it
) -> Figure:
    board = picture(draw_scene(scene, preferences, None, targets=False))
    if alone:
        board = board.partition('<div class="beside">')[0]
    if overlay is not None:
        board = board.replace("</svg>", f"{overlay_picture(overlay, preferences, None)}</svg>", 1)
    return Figure(board, "alone" if alone else board_classes(scene), title, caption)
