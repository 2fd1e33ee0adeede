"""Hints, the way out, and whether it can still be won: asked for, thought about, picked up or cancelled."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any, Final

from fastapi import APIRouter
from starlette.concurrency import run_in_threadpool
from starlette.responses import JSONResponse, RedirectResponse, Response

from escapology.answer import Answer, Kind
from escapology.errors import NotFoundError
from escapology.thinking.task import parse_kind
from escapology.web.form import SentForm, field_text
from escapology.web.guard.rates import costs
from escapology.web.page import fill, render
from escapology.web.plays.advice import make_advice
from escapology.web.plays.questions import ask_about
from escapology.web.visit import Visit, Visitor

__all__ = ["router"]

router = APIRouter()

_LONGEST_MOVE: Final = 200
_PATIENCE: Final = 0.3  # seconds that an answer may take before a script hears that it is being thought about
_PATIENCE_OF_PAGES: Final = 8.0  # without a script, the page is simply slow; it never reloads itself
_HEADINGS: Final[dict[Kind, str]] = {
    "hint": "Hint",
    "peek": "Hint, peeking",
    "show": "The way out",
    "near": "How close you came",
    "outlook": "Outlook",
    "worth": "",
}


@router.post("/play/{id_}/think")
@costs("questions")
def think(id_: str, visit: Visitor, form: SentForm) -> Response:
    """Begin to think; whoever asks for a hint, or to be shown, is helped."""
    kind = parse_kind(field_text(form, "kind", 20))
    ticket, version = ask_about(visit, id_, kind, field_text(form, "move", _LONGEST_MOVE))
    if visit.wants_data:
        return JSONResponse({"ticket": ticket, "version": version})
    return RedirectResponse(f"/play/{id_}/thought/{ticket}", 303)


@router.get("/play/{id_}/thought/{ticket}")
@costs("looks for answers")
async def thought(id_: str, ticket: str, visit: Visitor) -> Response:
    """What was found out so far. Many may wait at once, so none of them holds up a thread."""
    patience = _PATIENCE if visit.wants_data else _PATIENCE_OF_PAGES
    answer = await visit.wait_for(ticket, patience)
    return await run_in_threadpool(_tell, id_, ticket, visit, answer)


def _tell(id_: str, ticket: str, visit: Visit, answer: Answer | None) -> Response:
    seat, kind = visit.seat(id_), visit.desk.thinker.kind(ticket, visit.asker)
    if kind not in _HEADINGS:
        raise NotFoundError("that is not a question about a game: ask again")
    with seat.lock:
        found = None if answer is None else make_advice(seat.play, answer)
        names: dict[str, Any] = {
            "seat": seat,
            "ticket": ticket,
            "kind": kind,
            "heading": _HEADINGS[kind],
            "found": found,
            "is_preparing": found is None and visit.desk.thinker.is_preparing(ticket, visit.asker),
        }
        if visit.wants_data:
            told = {} if found is None else asdict(found)
            return JSONResponse({**told, "done": found is not None, "html": fill("_thought.html", **names)})
        return render(visit, "thought.html", play=seat.play, **names)


@router.post("/play/{id_}/thought/{ticket}/cancel")
@costs("looks for answers")
def cancel(id_: str, ticket: str, visit: Visitor) -> Response:
    """Think about it no longer."""
    visit.desk.thinker.cancel(ticket, visit.asker)
    return JSONResponse({"done": True}) if visit.wants_data else RedirectResponse(f"/play/{id_}", 303)
