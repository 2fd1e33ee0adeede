"""A play as the API tells it."""

from __future__ import annotations

from pydantic import Field

from escapology.play import Node
from escapology.web.api.texts import Told
from escapology.web.guard.root_path import root
from escapology.web.plays.links import share_path
from escapology.web.plays.table import Seat
from escapology.web.store import Saved
from escapology.wording.plays import ending

__all__ = ["ChangeTold", "PlayBrief", "PlayTold", "change_told", "play_brief", "play_told"]


class MoveTold(Told):
    """A legal move."""

    move: str
    words: str


class EventTold(Told):
    """One of the things that a move sets off."""

    kind: str
    who: str = Field(description="Key of the picture's item it happens to; empty if none")
    where: str = Field(description="The space; empty if none")
    words: str


class PlayBrief(Told):
    """A play in short."""

    id: str
    version: int
    game: str
    setting: str
    deal: str
    status: str
    is_over: bool
    moves: int = Field(description="How many were made on the way here")
    score: int
    helped: bool
    created: str
    changed: str


class StandTold(Told):
    """How a play stands."""

    id: str
    version: int = Field(description="To be named by the next change")
    status: str
    is_over: bool
    is_won: bool
    ending: str = Field(description="How it ended, in words; empty while it goes on")
    node: int = Field(description="The number of this place in the tree")
    moves: int = Field(description="How many were made on the way here")
    score: int
    hidden: int = Field(description="How many things are hidden")
    helped: bool
    given_up: bool
    has_peeked: bool = Field(description="A move was taken back that had shown something")
    can_undo: bool
    can_redo: bool
    state: str = Field(description="The state line")
    legal: list[MoveTold]


class ChangeTold(StandTold):
    """How a play stands after a change, and what happened."""

    events: list[EventTold]
    story: list[str] = Field(description="The same as a log tells it")


class PlayTold(StandTold):
    """A play."""

    game: str
    setting: str
    deal: str
    record: str
    practice: bool
    bookmarks: dict[str, int] = Field(description="Names of places, and their numbers in the tree")
    looks: dict[str, str] = Field(description="What more can be shown of the board, in words")
    share: str = Field(description="The path of a page that holds the whole game")
    created: str
    changed: str


def play_brief(saved: Saved) -> PlayBrief:
    """A stored play in short."""
    return PlayBrief(
        id=saved.id, version=saved.version, game=saved.game, setting=saved.setting, deal=saved.deal,
        status=saved.status, is_over=saved.finished, moves=saved.moves, score=saved.score, helped=saved.helped,
        created=saved.created, changed=saved.changed,
    )  # fmt: skip


def _stand(seat: Seat) -> dict[str, object]:
    play, saved = seat.play, seat.saved
    game, deal, state = play.game, play.deal, play.here.state
    legal = play.legal()
    return {
        "id": saved.id,
        "version": saved.version,
        "status": saved.status,
        "is_over": saved.finished,
        "is_won": play.is_won,
        "ending": ending(play) if saved.finished else "",
        "node": play.here.number,
        "moves": saved.moves,
        "score": saved.score,
        "hidden": play.hidden(),
        "helped": play.helped,
        "given_up": play.given_up,
        "has_peeked": play.has_peeked,
        "can_undo": play.can_undo,
        "can_redo": play.can_redo,
        "state": game.notation.state_text(deal, state),
        "legal": [
            MoveTold(move=text, words=game.presentation.words(deal, state, move)) for text, move in legal.items()
        ],
    }


def change_told(seat: Seat, before: Node) -> ChangeTold:
    """How a play stands, and what happened since it stood at a node."""
    nodes: list[Node] = []
    node: Node | None = seat.play.here
    while node is not None and node is not before:
        nodes.append(node)
        node = node.parent
    if node is None:  # it did not go ahead, but elsewhere
        nodes = []
    events = [
        EventTold(kind=event.kind, who=event.who, where=event.where, words=event.words)
        for passed in reversed(nodes)
        for event in seat.events(passed)
    ]
    story = [line for passed in reversed(nodes) for line in seat.story(passed)]
    return ChangeTold.model_validate({**_stand(seat), "events": events, "story": story})


def play_told(seat: Seat) -> PlayTold:
    """All of a play but its tree."""
    play, saved = seat.play, seat.saved
    seen = play.game.knowledge.observe(play.deal, play.here.state)
    more = {
        "game": saved.game,
        "setting": saved.setting,
        "deal": saved.deal,
        "record": saved.record,
        "practice": play.practice,
        "bookmarks": {name: node.number for name, node in play.bookmarks.items()},
        "looks": {} if saved.finished else play.game.presentation.looks(*seen),
        "share": root() + share_path(saved.record),
        "created": saved.created,
        "changed": saved.changed,
    }
    return PlayTold.model_validate({**_stand(seat), **more})
