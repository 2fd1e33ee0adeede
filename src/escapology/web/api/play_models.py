"""A play as the API tells it."""

from __future__ import annotations

from pydantic import Field

from escapology.packing import share_path
from escapology.play import Node
from escapology.verdict import LEVELS
from escapology.web.api.texts import Told
from escapology.web.guard.root_path import root
from escapology.web.plays.ending import Ending, ending_of
from escapology.web.plays.table import Seat
from escapology.web.store import Saved, Store
from escapology.wording.endings import ending

__all__ = ["ChangeTold", "PlayBrief", "PlayTold", "change_told", "play_brief", "play_told"]


class MoveTold(Told):
    """A legal move."""

    move: str
    words: str


class GoalTold(Told):
    """What one is after, and how far one is."""

    wanted: str
    progress: str


class EventTold(Told):
    """One of the things that a move sets off."""

    kind: str
    who: str = Field(description="Key of the picture's item it happens to; empty if none")
    where: str = Field(description="The space; empty if none")
    words: str


class CountsTold(Told):
    """What was counted about a play. Null is what nobody has counted, as with plays of older versions."""

    seconds: float | None = Field(
        description="How long it took until the last change; of the time between two changes five minutes at most count"
    )
    hints: int | None = Field(description="How often the player was told what to do")
    undone: int | None = Field(description="How often the player went back")
    shown: int = Field(description="How many of the moves on the way here were made for the player (`shown` of a move)")
    again: bool = Field(description="The deal was not new: played before, or begun with moves made already")


class EndingTold(Told):
    """How a play ended."""

    headline: str
    fate: str = Field(description="What ended it, and who; empty if the player did")
    is_own: bool = Field(description="The player has won it, and nobody else")
    help: str = Field(description="With whose help it was played")
    time: str = Field(description="How long it took; empty if nobody has measured it")
    news: list[str] = Field(description="What it means to the player's records and streak")
    share: str = Field(description="How often a fair player wins such deals; empty where that was not measured")
    can_play_on: bool = Field(description="The last move, or the giving up, can be taken back")


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
    counts: CountsTold
    level: str | None = Field(description="Of difficulty, that the deal was found with; null if it is not known")
    daily: str | None = Field(description="The day whose deal it is; null if it is any other deal")
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
    ended: EndingTold | None = Field(description="The same in detail; null while it goes on")
    node: int = Field(description="The number of this place in the tree")
    moves: int = Field(description="How many were made on the way here")
    score: int
    hidden: int = Field(description="How many things are hidden")
    helped: bool
    counts: CountsTold
    given_up: bool
    has_peeked: bool = Field(description="A move was taken back that had shown something")
    can_undo: bool
    can_redo: bool
    state: str = Field(description="The state line")
    goal: GoalTold
    rules: list[str] = Field(description="The rules that matter now: numbers of the rulebook, or names of its sections")
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
    level: str | None = Field(description="Of difficulty, that the deal was found with; null if it is not known")
    daily: str | None = Field(description="The day whose deal it is; null if it is any other deal")
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
        level=level_name(saved), daily=saved.daily, created=saved.created, changed=saved.changed, counts=_counts(saved),
    )  # fmt: skip


def level_name(saved: Saved) -> str | None:
    """The level of difficulty that the deal was found with."""
    return None if saved.level is None else LEVELS[saved.level - 1]


def _counts(saved: Saved) -> CountsTold:
    seconds = None if saved.seconds is None else round(saved.seconds, 1)
    return CountsTold(seconds=seconds, hints=saved.hints, undone=saved.undone, shown=saved.shown, again=saved.again)


def _ended(ended: Ending | None) -> EndingTold | None:
    return None if ended is None else EndingTold(**{name: getattr(ended, name) for name in EndingTold.model_fields})


def _stand(seat: Seat, store: Store) -> dict[str, object]:
    play, saved = seat.play, seat.saved
    game, deal, state = play.game, play.deal, play.here.state
    legal, seen = play.legal(), game.knowledge.observe(deal, state)
    return {
        "id": saved.id,
        "version": saved.version,
        "status": saved.status,
        "is_over": saved.finished,
        "is_won": play.is_won,
        "ending": ending(play) if saved.finished else "",
        "ended": _ended(ending_of(seat, store)),
        "counts": _counts(saved),
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
        "goal": GoalTold.model_validate(game.presentation.goal(*seen)._asdict()),
        "rules": list(game.presentation.rules(*seen)),
        "legal": [
            MoveTold(move=text, words=game.presentation.words(deal, state, move)) for text, move in legal.items()
        ],
    }


def change_told(seat: Seat, store: Store, before: Node, most: int) -> ChangeTold:
    """How a play stands, and what happened since it stood at a node, if these are not more moves than that."""
    passed = seat.since(before, most)
    events = [
        EventTold(kind=event.kind, who=event.who, where=event.where, words=event.words)
        for node in passed
        for event in seat.events(node)
    ]
    story = [line for node in passed for line in seat.story(node)]
    return ChangeTold.model_validate({**_stand(seat, store), "events": events, "story": story})


def play_told(seat: Seat, store: Store) -> PlayTold:
    """All of a play but its tree."""
    play, saved = seat.play, seat.saved
    seen = play.game.knowledge.observe(play.deal, play.here.state)
    record = seat.record()
    more = {
        "game": saved.game,
        "setting": saved.setting,
        "deal": saved.deal,
        "record": record,
        "practice": play.practice,
        "level": level_name(saved),
        "daily": saved.daily,
        "bookmarks": {name: node.number for name, node in play.bookmarks.items()},
        "looks": {} if saved.finished else play.game.presentation.looks(*seen),
        "share": root() + share_path(record),
        "created": saved.created,
        "changed": saved.changed,
    }
    return PlayTold.model_validate({**_stand(seat, store), **more})
