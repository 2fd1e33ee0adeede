"""The page of a play, and all that can be done there.

A form names the version of the play that it was made for. A script gets the changed parts of the page as JSON, anybody
else is sent back to the page.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final

from fastapi import APIRouter
from starlette.responses import JSONResponse, PlainTextResponse, RedirectResponse, Response

from escapology.errors import EscapologyError, MoveError, NotFoundError, sentence, shorten
from escapology.play import Node, Play
from escapology.tree import branches
from escapology.web.form import Form, SentForm, field_text
from escapology.web.guard.refusal import status_of
from escapology.web.guard.root_path import root
from escapology.web.page import fill, render
from escapology.web.picture import changes, overlay_picture
from escapology.web.plays import actions
from escapology.web.plays.links import share_path
from escapology.web.plays.table import Seat
from escapology.web.plays.view import happenings, view_of, why_not
from escapology.web.visit import Visit, Visitor

__all__ = ["router"]

router = APIRouter()


@router.get("/play/{id_}")
def show(id_: str, visit: Visitor, look: str = "") -> Response:
    """The play as it stands; `look` names something more to be shown."""
    return _page(visit, visit.seat(id_), look=look)


@router.get("/play/{id_}/look")
def look_at(id_: str, about: str, visit: Visitor) -> Response:
    """Something more to be laid over the board, for a script."""
    seat = visit.seat(id_)
    game, seen = seat.play.game, seat.play.game.knowledge.observe(seat.play.deal, seat.play.here.state)
    if game.presentation.look is None or about not in game.presentation.looks(*seen):
        return JSONResponse({"overlay": "", "words": ""})  # a move came in between
    overlay = game.presentation.look(*seen, about)
    return JSONResponse({"overlay": overlay_picture(overlay, visit.preferences), "words": overlay.words})


@router.get("/play/{id_}/why")
def why(id_: str, place: str, visit: Visitor, source: str = "") -> Response:
    """Why something can't be taken to a place, for a script."""
    play = visit.seat(id_).play
    return JSONResponse({"message": sentence(reason) if (reason := why_not(play, source, place)) else ""})


@router.get("/play/{id_}/record.txt")
def record(id_: str, visit: Visitor) -> Response:
    """The deal line and the moves."""
    return PlainTextResponse(visit.seat(id_).saved.record)


@router.get("/play/{id_}/deal.txt")
def deal(id_: str, visit: Visitor) -> Response:
    """The deal line alone."""
    return PlainTextResponse(visit.seat(id_).saved.deal + "\n")


@router.get("/play/{id_}/share")
def share(id_: str, visit: Visitor) -> Response:
    """The play as a link that holds it all."""
    path = share_path(visit.seat(id_).saved.record)
    return JSONResponse({"path": root() + path}) if visit.wants_data else RedirectResponse(path, 303)


@router.get("/play/{id_}/watch")
def watch(id_: str, visit: Visitor) -> Response:
    """The play from its start, move by move."""
    return RedirectResponse(share_path(visit.seat(id_).saved.record, 0), 303)


@router.get("/play/{id_}/tree")
def tree(id_: str, visit: Visitor) -> Response:
    """All that was tried, to go back to."""
    seat = visit.seat(id_)
    with seat.lock:
        page = "_tree.html" if visit.wants_data else "tree.html"
        return render(visit, page, seat=seat, play=seat.play, rows=branches(seat.play))


@router.get("/play/{id_}/log")
def log(id_: str, visit: Visitor) -> Response:
    """The whole log."""
    seat = visit.seat(id_)
    with seat.lock:
        lines = [(node.move, seat.story(node)) for node in seat.play.here.way()[1:]]
        return render(visit, "log.html", seat=seat, play=seat.play, lines=lines)


@router.post("/play/{id_}/{action}")
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
    return await actions.act(visit, id_, version, partial(_ACTIONS[action], form), tell, refuse)


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
        view = view_of(seat, visit.preferences, look)
        seat.shown = (seat.saved.version, visit.preferences, view.sheets)
        return render(visit, "play.html", status, view=view, message=message or view.looked)


def _parts(
    visit: Visit, seat: Seat, status: int = 200, message: str = "", before: Node | None = None, version: int = -1
) -> Response:
    """The parts of the page that a move changes; of the board only what is new, if that version of it was shown."""
    view = view_of(seat, visit.preferences)
    drawn = None
    if seat.shown is not None and seat.shown[:2] == (version, visit.preferences):
        drawn = changes(seat.shown[2], view.sheets)
    seat.shown = (seat.saved.version, visit.preferences, view.sheets)
    parts = {
        "version": seat.saved.version,
        "board": view.board if drawn is None else drawn,
        "side": fill("_side.html", view=view, preferences=visit.preferences),
        "log": view.log,
        "message": message,
        "events": happenings(view, before) if before is not None else [],
    }
    return JSONResponse(parts, status, {"cache-control": "no-store"})


def _node_number(form: Form) -> int:
    text = field_text(form, "node", 20)
    if not (text.isascii() and text.isdigit()):
        raise MoveError(f"{shorten(text)} is no place: a place is a number")
    return int(text)


_ACTIONS: Final[dict[str, Callable[[Form, Play], object]]] = {
    "move": lambda form, play: actions.make_moves(play, [field_text(form, "move", actions.LONGEST_MOVE)]),
    "undo": lambda _, play: play.undo(),
    "redo": lambda _, play: play.redo(),
    "restart": lambda _, play: play.restart(),
    "give-up": lambda _, play: actions.give_up(play),
    "goto": lambda form, play: actions.go_to(play, _node_number(form)),
    "bookmark": lambda form, play: actions.bookmark(play, field_text(form, "name", actions.LONGEST_NAME)),
}
