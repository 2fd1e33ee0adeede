"""Records as pages to be watched, and what a share link opens: the game exactly there."""

from __future__ import annotations

from fastapi import APIRouter
from starlette.responses import JSONResponse, RedirectResponse, Response

from escapology.errors import EscapologyError, sentence
from escapology.packing import packed, record_path
from escapology.record import MAX_CHARACTERS, record_text
from escapology.web.form import SentForm, field_text
from escapology.web.guard.rates import costs
from escapology.web.page import render
from escapology.web.plays.replay import replay_of
from escapology.web.plays.start import play_of_text
from escapology.web.visit import Visitor

__all__ = ["router"]

router = APIRouter()


@router.get("/replay")
@costs("replays")
def watch(visit: Visitor, r: str = "", at: str = "") -> Response:
    """The record `r` after `at` moves, at its end if that is not said; without one, ask for it."""
    if not r:
        return render(visit, "replay_ask.html", text="", message="")
    replay = replay_of(r, visit.address)
    number = replay.number(at)
    board, classes = replay.board(number, visit.preferences)
    link = f"{str(visit.request.base_url).rstrip('/')}{record_path(r, number if number < replay.last else None)}"
    return render(visit, "replay.html", replay=replay, at=number, board=board, classes=classes, packed=r, link=link)


@router.get("/replay/place")
@costs("replays")
def place(visit: Visitor, r: str, at: str = "") -> Response:
    """A place as data, for the page's script: at an address of its own, or Back would show it in place of the page."""
    replay = replay_of(r, visit.address)
    number = replay.number(at)
    return JSONResponse(
        {
            "at": number,
            "board": replay.board(number, visit.preferences)[0],
            "told": replay.told[number - 1] if number else "",
            "status": replay.status(number),
            "events": replay.events(number),
            "record": replay.record(number),
        }
    )


@router.post("/replay")
@costs("records")
def ask(visit: Visitor, form: SentForm) -> Response:
    """A pasted record gets a link, which opens at its start."""
    try:
        text = field_text(form, "text", MAX_CHARACTERS)
        play = play_of_text(text, practice=True)
    except EscapologyError as error:
        text = str(form.get("text", ""))[:MAX_CHARACTERS]
        return render(visit, "replay_ask.html", 422, text=text, message=sentence(error))
    return RedirectResponse(record_path(packed(record_text(play.record())), 0), 303)


@router.get("/share/{text}")
@costs("replays")
def share(text: str, visit: Visitor) -> Response:
    """Links as they were once made."""
    replay_of(text, visit.address)
    return RedirectResponse(record_path(text), 301)
