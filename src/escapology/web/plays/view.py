"""A play as a page shows it: pure functions from the play to what templates fill in."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from escapology.draw import Scene, SvgSheet, Target
from escapology.draw.markup import UNIT
from escapology.errors import IllegalMoveError
from escapology.middle import legal_texts
from escapology.play import Node, Play
from escapology.protocol import Goal
from escapology.web.picture import board_classes, draw_scene, overlay_picture, picture
from escapology.web.players.preferences import Preferences
from escapology.web.plays.ending import Ending
from escapology.web.plays.resting import BETWEEN_RESTS, rest
from escapology.web.plays.saving import Clock, clock_of
from escapology.web.plays.table import Seat
from escapology.web.plays.telling import event_data
from escapology.wording.plays import difficulty, move_story, moves_made, peeked, score, status_words

__all__ = ["Group", "PlayView", "happenings", "view_of", "whole_log", "why_not"]

_LOG_MOVES: Final = 30  # that the log beside the board goes back; its own page has all
_MARKS: Final = 8  # bookmarks beside the board; the tree has all
_FEW: Final = 9  # moves that need no headings


@dataclass(frozen=True, slots=True)
class Group:
    """Moves that belong together, because the same thing is picked up for them."""

    heading: str  # "" = none
    moves: tuple[tuple[str, str], ...]  # text and words


@dataclass(frozen=True, slots=True)
class Bookmark:
    """A place that the player has named."""

    name: str
    node: int
    is_here: bool


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
    ending: Ending | None  # None while the game goes on
    clock: Clock | None  # None if nobody has measured the time
    branches: int  # ways that were tried from here
    bookmarks: list[Bookmark]  # the latest
    looks: dict[str, str]  # what more can be shown, in words
    looked: str  # what is shown of that, said; "" = nothing
    prompt: str  # what the game asks for now
    goal: Goal  # what one is after, and how far one is


def view_of(seat: Seat, preferences: Preferences, look: str = "", ending: Ending | None = None) -> PlayView:
    """The page of a play; `look` names something more to be shown."""
    play = seat.play
    seen = play.game.knowledge.observe(play.deal, play.here.state)
    scene = play.game.presentation.scene(*seen)
    is_over = not play.legal()
    looks = {} if is_over else play.game.presentation.looks(*seen)
    overlay = (
        play.game.presentation.look(*seen, look) if look in looks and play.game.presentation.look is not None else None
    )
    sheets = draw_scene(scene, preferences, play.game.presentation.face, targets=not is_over)
    board = picture(sheets)
    if overlay is not None:
        board = board.replace(
            "</svg>", f"{overlay_picture(overlay, preferences, play.game.presentation.face)}</svg>", 1
        )
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
        ending=ending,
        clock=clock_of(seat.saved),
        branches=len(play.here.children),
        bookmarks=_bookmarks(play),
        looks=looks,
        looked=overlay.words if overlay is not None else "",
        prompt="" if is_over else scene.prompt,
        goal=play.game.presentation.goal(*seen),
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
    helped = ["with help"] if play.helped else []
    return [*difficulty(play), moves_made(play), *score(play), *status_words(play), *practice, *peeked(play), *helped]


def _bookmarks(play: Play) -> list[Bookmark]:
    """Those made last, and all of this place."""
    marks = [Bookmark(name, node.number, node is play.here) for name, node in play.bookmarks.items()]
    return [mark for number, mark in enumerate(marks, _MARKS - len(marks)) if number >= 0 or mark.is_here]


def _log(seat: Seat) -> list[tuple[int, str, str]]:
    return [(node.depth, node.move, " ".join(seat.story(node))) for node in seat.play.here.last(_LOG_MOVES)]


def whole_log(seat: Seat) -> Iterator[tuple[Node, list[str]]]:
    """The nodes of the way to here, and what their moves set off; others may go on with the play meanwhile."""
    with seat.lock:
        way = seat.play.here.way()
    for node in way[1:]:
        if node.depth % BETWEEN_RESTS == 0:
            rest()
        yield node, move_story(seat.play, node)


def happenings(view: PlayView, before: Node) -> list[dict[str, object]]:
    """What happened on the way from a node to where the play stands now, with places in the picture, for animation."""
    places = {name: (x + wide / 2, y + high / 2) for name, x, y, wide, high in view.places}
    nodes = view.seat.since(before)
    return [event_data(view.play.game, event, places) for node in nodes for event in view.seat.events(node)]


def why_not(play: Play, source: str, place: str, at: Node | None = None) -> str:
    """Why what one picked up, here or `at` a node, can't be put there; "" if it can, or if that means nothing."""
    game, deal, state = play.game, play.deal, (at or play.here).state
    scene = game.presentation.scene(*game.knowledge.observe(deal, state))
    is_over = play.given_up or game.notation.status(deal, state) != "playing"
    if is_over or place not in {known.name for known in scene.places}:
        return ""
    try:
        text = game.presentation.aim(deal, state, source, place)
    except IllegalMoveError as error:
        return str(error)
    if (
        not text
        or not game.notation.move_pattern.fullmatch(text)
        or game.notation.tidy(deal, state, text) in legal_texts(game, deal, state)
    ):
        return ""
    return game.presentation.why_not(deal, state, text)
