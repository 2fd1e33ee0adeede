"""Plays: begun, listed, looked at from all sides, and thrown away. What changes them is in `moves.py`."""

from __future__ import annotations

from typing import Annotated, Literal

from fastapi import APIRouter, Query
from pydantic import Field
from starlette.responses import PlainTextResponse, Response

from escapology.draw import Deck, PaletteName, svg
from escapology.errors import MoveError, NotFoundError, SettingError, sentence
from escapology.games import GAMES
from escapology.luck import random_seed
from escapology.middle import new_deal, read_move
from escapology.play import Play
from escapology.web.api.deals import SettingAsked
from escapology.web.api.play_models import PlayBrief, PlayTold, play_brief, play_told
from escapology.web.api.problems import problems
from escapology.web.api.responses import JSON_BODY, respond, text_of
from escapology.web.api.texts import About, Limit, Offset, PlayId, RecordText, Seed, Told, Word
from escapology.web.guard.rates import costs
from escapology.web.picture import overlay_picture
from escapology.web.plays.start import level_of, play_of_text
from escapology.web.plays.view import whole_log, why_not
from escapology.web.visit import Visitor

__all__ = ["router"]

router = APIRouter(tags=["plays"])


class PlayAsked(SettingAsked):
    """A new play: of a setting and a seed, or of a deal line or record."""

    seed: Seed | None = None
    record: RecordText | None = Field(default=None, description="A deal line, or a record to go on with")
    practice: bool = Field(default=False, description="Rolled dice may be taken back")
    level: Word | None = Field(
        default=None, description="The level of difficulty that the deal was found with, to be kept with the play"
    )


class PlaysTold(Told):
    """Some of a player's plays."""

    plays: list[PlayBrief]
    next_offset: int | None = Field(description="Where to go on; null at the end")


class NodeTold(Told):
    """A place that was reached."""

    number: int
    parent: int | None
    move: str = Field(description="The move that led there; empty at the start")
    reveals: bool = Field(description="The move showed something new")


class TreeTold(Told):
    """All that was tried."""

    here: int
    nodes: list[NodeTold]
    bookmarks: dict[str, int]


class LogLine(Told):
    """What one move set off."""

    number: int
    move: str
    story: list[str]


class LogTold(Told):
    """The way from the start to here."""

    lines: list[LogLine]


class LooksTold(Told):
    """What more can be shown of the board."""

    looks: dict[str, str]


class LookTold(Told):
    """That, to be laid over the board."""

    words: str
    overlay: str = Field(description="An SVG group, to be put at the end of the board's picture")


class ReasonTold(Told):
    """Why something can't be done."""

    words: str = Field(description="Empty if it can be done, or means nothing")


@router.post(
    "/plays", status_code=201, response_model=PlayTold, dependencies=JSON_BODY, responses=problems(403, 404, 413, 415)
)
@costs("new games")
def begin(visit: Visitor, asked: PlayAsked) -> Response:
    """Begin a play."""
    seat = visit.desk.table.sit_down(_play(asked), visit.player, visit.address)
    where = f"{visit.request.scope['root_path']}/plays/{seat.saved.id}"
    with seat.lock:
        return respond(play_told(seat, visit.desk.table.store), 201, {"location": where})


def _play(asked: PlayAsked) -> Play:
    if asked.record is not None:
        if asked.setting is not None or asked.game is not None or asked.seed is not None:
            raise SettingError("give a record, or a setting with a seed, but not both")
        if asked.level is not None:
            raise SettingError("a level needs a seed that was found for it, not a record")
        return play_of_text(asked.record, practice=asked.practice)
    setting = asked.read()
    deal = new_deal(setting, random_seed() if asked.seed is None else asked.seed)
    return Play(GAMES[setting.game], deal, practice=asked.practice, level=level_of(asked.level or "", setting))


@router.get("/plays", response_model=PlaysTold, responses=problems())
@costs("lists of games")
def list_plays(
    visit: Visitor, which: Literal["running", "finished"] = "running", limit: Limit = 20, offset: Offset = 0
) -> Response:
    """The player's plays: those that go on, the last one first; or those that are over, the first one first."""
    store = visit.desk.table.store
    some = store.running if which == "running" else store.finished
    found = some(visit.player, limit + 1, offset)
    plays = [play_brief(saved) for saved in found[:limit]]
    return respond(PlaysTold(plays=plays, next_offset=offset + limit if len(found) > limit else None))


@router.get("/plays/{play}", response_model=PlayTold, responses=problems(404))
@costs("looks at games")
def show(visit: Visitor, play: PlayId) -> Response:
    """A play as it stands."""
    seat = visit.seat(play)
    with seat.lock:
        return respond(play_told(seat, visit.desk.table.store))


@router.delete("/plays/{play}", status_code=204, responses=problems(403, 404))
@costs("changes of games")
def remove(visit: Visitor, play: PlayId) -> Response:
    """Throw a play away."""
    visit.desk.table.leave(visit.seat(play).saved.id, visit.player)
    return Response(status_code=204)


@router.get(
    "/plays/{play}/record", response_class=PlainTextResponse, responses={**text_of("text/plain"), **problems(404)}
)
@costs("looks at games")
def record(visit: Visitor, play: PlayId) -> Response:
    """The deal line and the moves."""
    return PlainTextResponse(visit.seat(play).record())


@router.get("/plays/{play}/board.svg", response_class=Response, responses={**text_of("image/svg+xml"), **problems(404)})
@costs("looks at games")
def board(
    visit: Visitor, play: PlayId, palette: PaletteName = "light", deck: Deck = "two", targets: bool = True
) -> Response:
    """The board as the player sees it, with targets for the moves."""
    seat = visit.seat(play)
    with seat.lock:
        game = seat.play.game
        scene = game.presentation.scene(*game.knowledge.observe(seat.play.deal, seat.play.here.state))
        text = svg(scene, palette=palette, deck=deck, targets=targets and not seat.saved.finished)
    return Response(text, media_type="image/svg+xml", headers={"cache-control": "no-store"})


@router.get("/plays/{play}/tree", response_model=TreeTold, responses=problems(404))
@costs("logs and trees")
def tree(visit: Visitor, play: PlayId) -> Response:
    """All that was tried, to go back to."""
    seat = visit.seat(play)
    with seat.lock:
        nodes = [
            NodeTold(
                number=node.number,
                parent=None if node.parent is None else node.parent.number,
                move=node.move,
                reveals=node.reveals,
            )
            for node in seat.play.nodes
        ]
        bookmarks = {name: node.number for name, node in seat.play.bookmarks.items()}
        return respond(TreeTold(here=seat.play.here.number, nodes=nodes, bookmarks=bookmarks))


@router.get("/plays/{play}/log", response_model=LogTold, responses=problems(404))
@costs("logs and trees")
def log(visit: Visitor, play: PlayId) -> Response:
    """What every move on the way here set off."""
    seat = visit.seat(play)
    lines = [LogLine(number=node.depth, move=node.move, story=story) for node, story in whole_log(seat)]
    return respond(LogTold(lines=lines))


@router.get("/plays/{play}/looks", response_model=LooksTold, responses=problems(404))
@costs("looks at games")
def looks(visit: Visitor, play: PlayId) -> Response:
    """What more can be shown of the board."""
    seat = visit.seat(play)
    with seat.lock:
        game = seat.play.game
        found = (
            {}
            if seat.saved.finished
            else game.presentation.looks(*game.knowledge.observe(seat.play.deal, seat.play.here.state))
        )
        return respond(LooksTold(looks=found))


@router.get("/plays/{play}/look", response_model=LookTold, responses=problems(404))
@costs("looks at games")
def look(visit: Visitor, play: PlayId, about: About) -> Response:
    """One of those."""
    seat = visit.seat(play)
    with seat.lock:
        game = seat.play.game
        seen = game.knowledge.observe(seat.play.deal, seat.play.here.state)
        if game.presentation.look is None or about not in game.presentation.looks(*seen):
            raise NotFoundError("there is nothing more to show by that name here")
        overlay = game.presentation.look(*seen, about)
        return respond(LookTold(words=overlay.words, overlay=overlay_picture(overlay, visit.preferences, None)))


@router.get("/plays/{play}/why-not", response_model=ReasonTold, responses=problems(404))
@costs("looks at games")
def why(
    visit: Visitor,
    play: PlayId,
    move: About = "",
    place: About = "",
    source: Annotated[str, Query(max_length=200, pattern=r"^[^\x00]*$", description="What is picked up")] = "",
) -> Response:
    """Why a move can't be made, or why something can't be taken to a place of the board."""
    seat = visit.seat(play)
    with seat.lock:
        reason = _reason(seat.play, move) if move else why_not(seat.play, source, place)
    return respond(ReasonTold(words=sentence(reason) if reason else ""))


def _reason(play: Play, move: str) -> str:
    try:
        read_move(play.game, play.deal, play.here.state, " ".join(move.split()))
    except MoveError as error:
        return str(error)
    return ""
