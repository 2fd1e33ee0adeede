"""A play as a page shows it: pure functions from the play to what templates fill in."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from escapology.draw import Scene, SvgSheet, Target
from escapology.draw.markup import UNIT
from escapology.errors import IllegalMoveError
from escapology.play import Node, Play
from escapology.web.picture import board_classes, draw_scene, overlay_picture, picture
from escapology.web.players.preferences import Preferences
from escapology.web.plays.table import Seat
from escapology.wording.plays import ending, moves_made, peeked, score, status_words

__all__ = ["Group", "PlayView", "happenings", "view_of", "why_not"]

_LOG_MOVES: Final = 30  # that the log beside the board goes back; its own page has all
_FEW: Final = 9  # moves that need no headings


@dataclass(frozen=True, slots=True)
class Group:
    """Moves that belong together, because the same thing is picked up for them."""

    heading: str  # "" = none
    moves: tuple[tuple[str, str], ...]  # text and words


@dataclass(frozen=True, slots=True)
class PlayView:
    """All that the page of a play shows."""

    seat: Seat
    play: Play
    sheets: list[SvgSheet]  # the picture, drawn
    board: str  # the same as HTML
    classes: str  # of the board, by its proportions
    places: list[tuple[str, int, int, int, int]]  # name, corner, width and height, in units of the picture
    groups: list[Group]
    facts: list[str]  # how the play stands
    log: list[tuple[int, str, str]]  # number, move and what it set off, of the last moves
    ending: str  # "" while the game goes on
    branches: int  # ways that were tried from here
    bookmarks: list[str]  # names of this node
    looks: dict[str, str]  # what more can be shown, in words
    looked: str  # what is shown of that, said; "" = nothing


def view_of(seat: Seat, preferences: Preferences, look: str = "") -> PlayView:
    """The page of a play; `look` names something more to be shown."""
    play = seat.play
    seen = play.game.knowledge.observe(play.deal, play.here.state)
    scene = play.game.presentation.scene(*seen)
    is_over = not play.legal()
    looks = {} if is_over else play.game.presentation.looks(*seen)
    overlay = (
        play.game.presentation.look(*seen, look) if look in looks and play.game.presentation.look is not None else None
    )
    sheets = draw_scene(scene, preferences, targets=not is_over)
    board = picture(sheets)
    if overlay is not None:
        board = board.replace("</svg>", f"{overlay_picture(overlay, preferences)}</svg>", 1)
    return PlayView(
        seat=seat,
        play=play,
        sheets=sheets,
        board=board,
        classes=board_classes(scene),
        places=[
            (p.name, round(p.x * UNIT), round(p.y * UNIT), round(p.width * UNIT), round(p.height * UNIT))
            for p in scene.places
        ],
        groups=_groups(play, scene),
        facts=_facts(play),
        log=_log(seat),
        ending=ending(play) if is_over else "",
        branches=len(play.here.children),
        bookmarks=[name for name, node in play.bookmarks.items() if node is play.here],
        looks=looks,
        looked=overlay.words if overlay is not None else "",
    )


def _groups(play: Play, scene: Scene) -> list[Group]:
    """The legal moves in the game's order, those with the same source together where there are many."""
    legal = play.legal()
    said = {text: play.game.presentation.words(play.deal, play.here.state, move) for text, move in legal.items()}
    if len(legal) <= _FEW:
        return [Group("", tuple(said.items()))] if said else []
    source_of = {item.move: item.source for item in scene.items if isinstance(item, Target)}
    titles = {item.key: item.title for item in scene.items if item.key}
    sorted_by: dict[str, list[tuple[str, str]]] = {}
    for text, words in said.items():
        sorted_by.setdefault(titles.get(source_of.get(text, ""), ""), []).append((text, words))
    return [Group(heading[:1].upper() + heading[1:], tuple(moves)) for heading, moves in sorted_by.items()]


def _facts(play: Play) -> list[str]:
    practice = ["practice"] if play.practice and play.game.facts.has_dice else []
    helped = ["helped"] if play.helped else []
    return [moves_made(play), *score(play), *status_words(play), *practice, *peeked(play), *helped]


def _log(seat: Seat) -> list[tuple[int, str, str]]:
    way = seat.play.here.way()
    first = max(1, len(way) - _LOG_MOVES)
    return [(first + i, node.move, " ".join(seat.story(node))) for i, node in enumerate(way[first:])]


def happenings(view: PlayView, before: Node) -> list[dict[str, Any]]:
    """What happened on the way from a node to where the play stands now, with places in the picture, for animation."""
    way = view.play.here.way()
    if before not in way:
        return []
    places = {name: (x + wide / 2, y + high / 2) for name, x, y, wide, high in view.places}
    told: list[dict[str, Any]] = []
    for node in way[way.index(before) + 1 :]:
        for event in view.seat.events(node):
            entry: dict[str, Any] = {"kind": event.kind, "who": event.who, "where": event.where, "words": event.words}
            if event.where in places:
                entry["x"], entry["y"] = places[event.where]
            told.append(entry)
    return told


def why_not(play: Play, source: str, place: str) -> str:
    """Why what one picked up can't be put there; "" if it can, or if that means nothing."""
    game, deal, state = play.game, play.deal, play.here.state
    scene = game.presentation.scene(*game.knowledge.observe(deal, state))
    if play.status() != "playing" or place not in {known.name for known in scene.places}:
        return ""
    try:
        text = game.presentation.aim(deal, state, source, place)
    except IllegalMoveError as error:
        return str(error)
    if (
        not text
        or not game.notation.move_pattern.fullmatch(text)
        or game.notation.tidy(deal, state, text) in play.legal()
    ):
        return ""
    return game.presentation.why_not(deal, state, text)
