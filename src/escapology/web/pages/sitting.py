"""Games at real tables: the page of one, all that was told in it, and corrections.

A form names the version that it was made for. A script gets the changed parts of the page as JSON, anybody else is sent
back to the page.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, Final

from fastapi import APIRouter
from starlette.concurrency import run_in_threadpool
from starlette.responses import JSONResponse, PlainTextResponse, RedirectResponse, Response

from escapology.answer import Answer
from escapology.counts import count_words
from escapology.errors import EscapologyError, NotFoundError, sentence, shorten
from escapology.packing import share_path
from escapology.sitting import Correction, Sitting, TableError
from escapology.thinking.task import play_task
from escapology.web.form import Form, SentForm, field_text
from escapology.web.guard.rates import costs
from escapology.web.guard.refusal import status_of
from escapology.web.page import fill, render
from escapology.web.plays.advice import make_advice
from escapology.web.plays.resting import rest_in_time
from escapology.web.plays.start import setting_of_form
from escapology.web.plays.view import why_not
from escapology.web.sittings.kept import Sat, corrected, correction, redo, tell_typed, undo
from escapology.web.sittings.tray import tray_of
from escapology.web.sittings.view import happenings, moves_in_words, told_list, view_of_sitting
from escapology.web.store import ConflictError
from escapology.web.visit import Visit, Visitor

__all__ = ["router"]

_LONGEST: Final = 400  # characters of what is told at once
_LONGEST_TEXT: Final = 40_000  # of a whole sitting
_PATIENCE: Final = 0.3  # seconds that an answer may take before a script hears that it is being thought about
_PATIENCE_OF_PAGES: Final = 8.0

router = APIRouter()


@router.post("/companions")
@costs("new games")
def begin(visit: Visitor, form: SentForm) -> Response:
    """Sit down at a table, or go on with what a text says was told there."""
    visit.desk.players.check(visit.player)
    if text := field_text(form, "text", _LONGEST_TEXT):
        sat = visit.desk.sittings.add(Sitting.of_text(text, rest=rest_in_time), visit.player, visit.address)
    else:
        sat = visit.desk.sittings.begin(setting_of_form(form), visit.player, visit.address)
    return _to(sat)


@router.get("/companion/{id_}")
@costs("looks at games")
def show(id_: str, visit: Visitor) -> Response:
    """The game as it stands."""
    return _page(visit, visit.sat(id_))


@router.get("/companion/{id_}/notes.txt")
@costs("looks at games")
def notes(id_: str, visit: Visitor) -> Response:
    """All that was told, as text."""
    return PlainTextResponse(visit.sat(id_).sitting.text())


@router.get("/companion/{id_}/record.txt")
@costs("looks at games")
def record(id_: str, visit: Visitor) -> Response:
    """The deal line and the moves, when it is over."""
    return PlainTextResponse(_record(visit.sat(id_).sitting))


@router.get("/companion/{id_}/watch")
@costs("looks at games")
def watch(id_: str, visit: Visitor) -> Response:
    """The game from its start, move by move, when it is over."""
    return RedirectResponse(share_path(_record(visit.sat(id_).sitting), 0), 303)


@router.get("/companion/{id_}/why")
@costs("looks at games")
def why(id_: str, place: str, visit: Visitor, source: str = "") -> Response:
    """Why something can't be taken to a place, for a script."""
    sitting = visit.sat(id_).sitting
    reason = why_not(sitting.play(), source, place) if sitting.legal() else ""
    return JSONResponse({"message": sentence(reason) if reason else ""})


@router.get("/companion/{id_}/told")
@costs("logs and trees")
def told(id_: str, visit: Visitor) -> Response:
    """All that was told."""
    sat = visit.sat(id_)
    return render(visit, "sitting_told.html", sat=sat, game=sat.sitting.game, told=told_list(sat.sitting))


@router.get("/companion/{id_}/told/{number}")
@costs("logs and trees")
def look(id_: str, number: int, visit: Visitor) -> Response:
    """One thing that was told, to be corrected."""
    return _correction(visit, visit.sat(id_), number)


@router.post("/companion/{id_}/told/{number}")
@costs("changes of games")
def tell_anew(id_: str, number: int, visit: Visitor, form: SentForm) -> Response:
    """Correct it. What does not fit any more is shown first, and dropped only if the player wants that."""
    sat = visit.sat(id_)
    text, drops = field_text(form, "told", _LONGEST), bool(field_text(form, "drop", 10))
    try:
        made = correction(sat.sitting, number, text)
    except EscapologyError as error:
        return _correction(visit, sat, number, status=status_of(error), message=sentence(error))
    if made.failed is not None and not drops:
        return _correction(visit, sat, number, text, made, 409)
    try:
        sat = visit.desk.sittings.change(sat, _version(form), lambda sat: corrected(sat, made), visit.address)
    except ConflictError as error:
        return _page(visit, visit.sat(id_), status_of(error), sentence(error))
    return _page(visit, sat, message=f"Corrected: this is how the game stands now.{_left_out(len(made.left_out))}")


def _left_out(count: int) -> str:
    """What is said of pieces that were told later and have no place any more."""
    if not count:
        return ""
    are, were = ("is", "was") if count == 1 else ("are", "were")
    return f" {count_words(count, 'piece')} you told us later {are} no longer needed and {were} left out."


@router.post("/companion/{id_}/think")
@costs("questions")
def think(id_: str, visit: Visitor) -> Response:
    """Ask for a hint: it knows what was told, and no more."""
    sat = visit.sat(id_)
    if not sat.sitting.legal():
        over = "the game is over"
        raise TableError(
            over if sat.sitting.is_over else "hints are available when it is your move: first answer above"
        )
    play = sat.sitting.play()
    state = play.game.notation.state_text(play.deal, play.here.state)
    ticket = visit.desk.thinker.ask(play_task("hint", play.record_text()), visit.asker, about=id_, state=state)
    if visit.wants_data:
        return JSONResponse({"ticket": ticket})
    return RedirectResponse(f"/companion/{id_}/thought/{ticket}", 303)


@router.get("/companion/{id_}/thought/{ticket}")
@costs("looks for answers")
async def thought(id_: str, ticket: str, visit: Visitor) -> Response:
    """What was found out so far."""
    answer = await visit.wait_for(ticket, _PATIENCE if visit.wants_data else _PATIENCE_OF_PAGES)
    return await run_in_threadpool(_tell_thought, id_, ticket, visit, answer)


def _tell_thought(id_: str, ticket: str, visit: Visit, answer: Answer | None) -> Response:
    sat = visit.sat(id_)
    found = None if answer is None else make_advice(sat.sitting.play(), answer)
    is_preparing = found is None and visit.desk.thinker.is_preparing(ticket, visit.asker)
    names: dict[str, Any] = {"sat": sat, "ticket": ticket, "found": found, "is_preparing": is_preparing}
    if visit.wants_data:
        move = found.moves[0] if found is not None and found.moves else ""
        html = fill("_sitting_thought.html", **names)
        return JSONResponse({"done": found is not None, "html": html, "move": move})
    return render(visit, "sitting_thought.html", game=sat.sitting.game, **names)


@router.post("/companion/{id_}/keep")
@costs("new games")
def keep(id_: str, visit: Visitor) -> Response:
    """Keep it among the player's games, to go on there, or to look back: what nobody has told of is made up."""
    play = visit.sat(id_).sitting.play()
    seat = visit.desk.table.sit_down(play, visit.player, visit.address)
    return RedirectResponse(f"/play/{seat.saved.id}", 303)


@router.post("/companion/{id_}/again")
@costs("new games")
def again(id_: str, visit: Visitor) -> Response:
    """Another game of the same kind at the same table."""
    return _to(visit.desk.sittings.begin(visit.sat(id_).sitting.setting, visit.player, visit.address))


@router.post("/companion/{id_}/delete")
@costs("deletions")
def delete(id_: str, visit: Visitor) -> Response:
    """Throw it away."""
    visit.desk.sittings.remove(id_, visit.player)
    return RedirectResponse("/", 303)


@router.post("/companion/{id_}/{action}")
@costs("changes of games")
def act(id_: str, action: str, visit: Visitor, form: SentForm) -> Response:
    """Tell something, or take it back."""
    if action not in _ACTIONS:
        raise NotFoundError("there is no such page")
    before = visit.sat(id_)
    try:
        sat = visit.desk.sittings.change(before, _version(form), _ACTIONS[action](form), visit.address)
    except EscapologyError as error:
        if isinstance(error, ConflictError):
            before = visit.sat(id_)
        return _page(visit, before, status_of(error), sentence(error))
    if visit.wants_data:
        return _parts(visit, sat, before=before.sitting)
    return _to(sat)


_ACTIONS: Final[dict[str, Callable[[Form], Callable[[Sat], tuple[Sitting, tuple[str, ...]]]]]] = {
    "tell": lambda form: partial(tell_typed, text=field_text(form, "told", _LONGEST)),
    "undo": lambda form: undo,
    "redo": lambda form: redo,
}


def _version(form: Form) -> int:
    text = field_text(form, "version", 20)
    return int(text) if text.isascii() and text.isdigit() else -1


def _to(sat: Sat) -> Response:
    return RedirectResponse(f"/companion/{sat.kept.id}", 303)


def _record(sitting: Sitting) -> str:
    """The record of a game that is over: before, most of its deal would be made up."""
    if not sitting.is_over:
        left = "; ".join(sitting.unknown()) or "the rest of the game"
        raise TableError(
            f"the game is not over, and this is not known yet: {left}. Take the notes, which are what you told"
        )
    return sitting.play().record_text()


def _page(visit: Visit, sat: Sat, status: int = 200, message: str = "") -> Response:
    if visit.wants_data:
        return _parts(visit, sat, status, message)
    return render(visit, "sitting.html", status, view=view_of_sitting(sat, visit.preferences), message=message)


def _parts(visit: Visit, sat: Sat, status: int = 200, message: str = "", before: Sitting | None = None) -> Response:
    view = view_of_sitting(sat, visit.preferences)
    ended = before is not None and bool(view.fate) and not before.is_over
    parts = {
        "version": sat.kept.version,
        "board": view.board,
        "classes": view.classes,
        "places": view.places,
        "side": fill("_sitting.html", view=view, message=message, preferences=visit.preferences),
        "message": message,
        "events": [] if before is None else happenings(view, before),
        "end": ("won" if view.is_won else "lost") if ended else "",
    }
    return JSONResponse(parts, status, {"cache-control": "no-store"})


def _correction(
    visit: Visit,
    sat: Sat,
    number: int,
    text: str = "",
    made: Correction | None = None,
    status: int = 200,
    message: str = "",
) -> Response:
    """What was told as a number, with all that it could have been; and what does not fit any more if it was `text`."""
    sitting = sat.sitting
    if not 0 <= number < len(sitting.told):
        raise NotFoundError(f"nothing was told as number {shorten(str(number + 1))}")
    everything, before = told_list(sitting), sitting.anew(sitting.told[:number])
    names: dict[str, Any] = {"failed": None, "count": 0, "gap": None}
    if made is not None and made.failed is not None:
        names = {
            "failed": everything[made.failed],
            "count": len(sitting.told) - made.failed,
            "gap": tray_of(made.sitting, visit.preferences) if made.is_gap else None,
        }
    return render(
        visit, "sitting_correct.html", status, sat=sat, game=sitting.game, was=everything[number], text=text,
        reason="" if made is None else sentence(made.reason), message=message, moves=moves_in_words(before),
        tray=tray_of(before, visit.preferences), asked=before.asked, **names,
    )  # fmt: skip
