"""The page of a play, and all that can be done there.

A form names the version of the play that it was made for. A script gets the changed parts of the page as JSON, anybody
else is sent back to the page.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from functools import partial
from typing import Final

from fastapi import APIRouter
from starlette.responses import JSONResponse, PlainTextResponse, RedirectResponse, Response

from escapology.errors import EscapologyError, MoveError, NotFoundError, sentence, shorten
from escapology.packing import share_path
from escapology.play import Node, Play
from escapology.web.daily.sharing import day_link, result_of_play
from escapology.web.form import Form, SentForm, field_text
from escapology.web.guard.rates import costs
from escapology.web.guard.refusal import status_of
from escapology.web.guard.root_path import root
from escapology.web.page import fill, render
from escapology.web.picture import changes, overlay_picture
from escapology.web.plays import actions
from escapology.web.plays.ending import ending_of
from escapology.web.plays.share import share_lines
from escapology.web.plays.table import Seat, Shown
from escapology.web.plays.view import happenings, view_of, whole_log, why_not
from escapology.web.visit import Visit, Visitor

__all__ = ["router"]

_LONGEST_WAY: Final = 100_000  # characters of all moves of a way out that are made at once

router = APIRouter()


@router.get("/play/{id_}")
@costs("looks at games")
def show(id_: str, visit: Visitor, look: str = "") -> Response:
    """The play as it stands; `look` names something more to be shown."""
    return _page(visit, visit.seat(id_), look=look)


@router.get("/play/{id_}/look")
@costs("looks at games")
def look_at(id_: str, about: str, visit: Visitor) -> Response:
    """Something more to be laid over the board, for a script."""
    seat = visit.seat(id_)
    game, seen = seat.play.game, seat.play.game.knowledge.observe(seat.play.deal, seat.play.here.state)
    if game.presentation.look is None or about not in game.presentation.looks(*seen):
        return JSONResponse({"overlay": "", "words": ""})  # a move came in between
    overlay = game.presentation.look(*seen, about)
    return JSONResponse(
        {"overlay": overlay_picture(overlay, visit.preferences, game.presentation.face), "words": overlay.words}
    )


@router.get("/play/{id_}/why")
@costs("looks at games")
def why(id_: str, place: str, visit: Visitor, source: str = "") -> Response:
    """Why something can't be taken to a place, for a script."""
    play = visit.seat(id_).play
    return JSONResponse({"message": sentence(reason) if (reason := why_not(play, source, place)) else ""})


@router.get("/play/{id_}/record.txt")
@costs("looks at games")
def record(id_: str, visit: Visitor) -> Response:
    """The deal line and the moves."""
    return PlainTextResponse(visit.seat(id_).record())


@router.get("/play/{id_}/deal.txt")
@costs("looks at games")
def deal(id_: str, visit: Visitor) -> Response:
    """The deal line alone."""
    return PlainTextResponse(visit.seat(id_).saved.deal + "\n")


@router.get("/play/{id_}/share")
@costs("looks at games")
def share(id_: str, visit: Visitor) -> Response:
    """The play as a link that holds it all."""
    path = share_path(visit.seat(id_).record())
    return JSONResponse({"path": root() + path}) if visit.wants_data else RedirectResponse(path, 303)


@router.get("/play/{id_}/result.txt")
@costs("looks at games")
def result(id_: str, visit: Visitor) -> Response:
    """How it went, as a few lines to be sent to a friend."""
    seat = visit.seat(id_)
    with seat.lock:
        if of_day := _result(visit, seat):
            return PlainTextResponse(of_day + "\n")
    link = f"{str(visit.request.base_url).rstrip('/')}{share_path(seat.saved.deal + chr(10), 0)}"
    with seat.lock:
        lines = share_lines(seat.play, seat.saved, link, with_time=not visit.preferences.untimed)
    return PlainTextResponse("\n".join(lines) + "\n")


@router.get("/play/{id_}/watch")
@costs("looks at games")
def watch(id_: str, visit: Visitor) -> Response:
    """The play from its start, move by move."""
    return RedirectResponse(share_path(visit.seat(id_).record(), 0), 303)


@router.get("/play/{id_}/log")
@costs("logs and trees")
def log(id_: str, visit: Visitor) -> Response:
    """The whole log."""
    seat = visit.seat(id_)
    lines = [(node.move, story) for node, story in whole_log(seat)]
    return render(visit, "log.html", seat=seat, play=seat.play, lines=lines)


@router.post("/play/{id_}/again")
@costs("new games")
def again(id_: str, visit: Visitor) -> Response:
    """The same deal from the start, as a new play."""
    before = visit.seat(id_).play
    play = Play(before.game, before.deal, practice=before.practice, level=before.level)
    seat = visit.desk.table.sit_down(play, visit.player, visit.address)
    return RedirectResponse(f"/play/{seat.saved.id}", 303)


@router.post("/play/{id_}/{action}")
@costs("changes of games")
async def act(
    id_: str,
    action: str,
    visit: Visitor,
    form: SentForm,
) -> Response:
    """Do something to the play, and show it again."""
    if action not in _ACTIONS:
        raise NotFoundError("there is no such page")
    text = field_text(form, "version", 20)
    version = int(text) if text.isascii() and text.isdigit() else -1
    tell, refuse = partial(_tell, visit, version), partial(_refuse, visit)
    is_much = action in _FAR
    return await actions.act(visit, id_, version, partial(_ACTIONS[action], form), tell, refuse, is_much=is_much)


def _tell(visit: Visit, version: int, seat: Seat, before: Node) -> Response:
    if visit.wants_data:
        return _parts(visit, seat, before=before, version=version)
    return RedirectResponse(f"/play/{seat.saved.id}", 303)


def _refuse(visit: Visit, seat: Seat, error: EscapologyError) -> Response:
    return _page(visit, seat, status_of(error), sentence(error))


def _page(visit: Visit, seat: Seat, status: int = 200, message: str = "", look: str = "") -> Response:
    with seat.lock:
        if visit.wants_data:
            return _parts(visit, seat, status, message)
        view = view_of(seat, visit.preferences, look, ending_of(seat, visit.desk.table.store))
        visit.desk.table.show(seat, Shown(seat.saved.version, visit.preferences, view.sheets))
        message = message or view.looked
        return render(visit, "play.html", status, view=view, message=message, result=_result(visit, seat))


def _parts(
    visit: Visit, seat: Seat, status: int = 200, message: str = "", before: Node | None = None, version: int = -1
) -> Response:
    """The parts of the page that a move changes; of the board only what is new, if that version of it was shown."""
    view = view_of(seat, visit.preferences, ending=ending_of(seat, visit.desk.table.store))
    drawn = None
    shown = seat.shown
    if shown is not None and (shown.version, shown.preferences) == (version, visit.preferences):
        drawn = changes(shown.sheets, view.sheets)
    visit.desk.table.show(seat, Shown(seat.saved.version, visit.preferences, view.sheets))
    parts = {
        "version": seat.saved.version,
        "board": view.board if drawn is None else drawn,
        "side": fill("_side.html", view=view, preferences=visit.preferences, result=_result(visit, seat)),
        "goal": fill("_goal.html", view=view),
        "log": view.log,
        "message": message,
        "events": happenings(view, before) if before is not None else [],
    }
    return JSONResponse(parts, status, {"cache-control": "no-store"})


def _move(form: Form, play: Play, moves: list[str]) -> None:
    """Make moves: the player's own, or those of an answer that is played for them."""
    actions.make_moves(play, moves, is_shown=bool(field_text(form, "shown", 10)))


def _result(visit: Visit, seat: Seat) -> str:
    """What came of a day's deal, to be shared; "" while it goes on, and of all other deals."""
    saved = seat.saved
    if saved.daily is None or not saved.finished:
        return ""
    day = date.fromisoformat(saved.daily)
    return result_of_play(visit.desk.table.store, visit.player, saved.id, day, day_link(visit.request.base_url, day))


def _node_number(form: Form) -> int:
    text = field_text(form, "node", 20)
    if not (text.isascii() and text.isdigit()):
        raise MoveError(f"{shorten(text)} is not a place: a place is a number")
    return int(text)


_ACTIONS: Final[dict[str, Callable[[Form, Play], object]]] = {
    "move": lambda form, play: _move(form, play, [field_text(form, "move", actions.LONGEST_MOVE)]),
    "moves": lambda form, play: _move(form, play, field_text(form, "moves", _LONGEST_WAY).split("\n")),
    "undo": lambda _, play: play.undo(),
    "redo": lambda _, play: play.redo(),
    "restart": lambda _, play: play.restart(),
    "give-up": lambda _, play: actions.give_up(play),
    "goto": lambda form, play: actions.go_to(play, _node_number(form)),
    "bookmark": lambda form, play: actions.bookmark(play, field_text(form, "name", actions.LONGEST_NAME)),
}
_FAR: Final = ("goto", "restart")  # actions that may lead a long way
