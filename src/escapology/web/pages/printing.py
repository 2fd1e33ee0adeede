"""What there is to print of a game, of a deal and of a game that was played, and the PDF."""

from __future__ import annotations

import base64
import re
from typing import Final
from urllib.parse import urlencode

from fastapi import APIRouter
from starlette.concurrency import run_in_threadpool
from starlette.responses import JSONResponse, RedirectResponse, Response

from escapology.answer import Failure, Printed
from escapology.errors import EscapologyError, NotFoundError, shorten
from escapology.paper import INKS, PAPERS, is_there
from escapology.protocol import AnyGame
from escapology.thinking.printing import OF_GAMES, OF_PLAYS, print_task
from escapology.web.form import SentForm, field_text
from escapology.web.guard.rates import costs
from escapology.web.page import render
from escapology.web.plays.start import game_of
from escapology.web.plays.table import Seat
from escapology.web.visit import Visit, Visitor

__all__ = ["router"]

router = APIRouter()

_PATIENCE: Final = 0.4  # seconds that an answer may take before the page shows that it is being worked on
_PATIENCE_OF_PAGES: Final = 8.0  # the same for those who look again by hand, without a script
_ID: Final = re.compile(r"[A-Za-z0-9_-]{1,40}")  # of a play
_HOME: Final = ("localhost", "127.0.0.1", "::1")  # no code leads there: a telephone would look at itself


@router.get("/print/{name}")
@costs("pages")
def choose(name: str, visit: Visitor) -> Response:
    """What there is of a game."""
    game = game_of(name)
    return _page(visit, game, _sheets(game), None)


@router.get("/play/{id_}/print")
@costs("pages")
def choose_of_play(id_: str, visit: Visitor) -> Response:
    """What there is of a play: its way out only when it is over, for before that it would be help."""
    seat = visit.seat(id_)
    return _page(visit, seat.play.game, _sheets_of(seat), seat)


def _sheets(game: AnyGame) -> dict[str, str]:
    lacks = {"cards": game.printing.cards is None, "pieces": not game.printing.pieces}
    return {name: words for name, words in OF_GAMES.items() if not lacks.get(name)}


def _sheets_of(seat: Seat) -> dict[str, str]:
    return {name: words for name, words in OF_PLAYS.items() if name != "way" or seat.saved.finished}


def _page(visit: Visit, game: AnyGame, sheets: dict[str, str], seat: Seat | None) -> Response:
    return render(visit, "print.html", game=game, sheets=sheets, seat=seat, can_print=is_there())


@router.post("/print")
@costs("prints")
def begin(visit: Visitor, form: SentForm) -> Response:
    """Begin to typeset it, and go to the page one waits on."""
    sheet, paper, ink = (field_text(form, name, 20) for name in ("sheet", "paper", "ink"))
    if paper not in PAPERS:
        raise EscapologyError(f"there is no paper {shorten(paper)}: there is {' and '.join(PAPERS)}")
    if ink not in INKS:
        raise EscapologyError(f"there is no ink {shorten(ink)}: there is {' and '.join(INKS)}")
    link = "" if visit.request.url.hostname in _HOME else str(visit.request.base_url).rstrip("/")
    if id_ := field_text(form, "play", 100):
        seat = visit.seat(id_)
        game, sheets = seat.play.game, _sheets_of(seat)
        with seat.lock:
            task = print_task(sheet, paper, ink, link, record=seat.record())
    else:
        game = game_of(field_text(form, "game", 100))
        sheets = _sheets(game)
        task = print_task(sheet, paper, ink, link, game=game.name)
    if sheet not in sheets:
        raise EscapologyError(f"there is nothing called {shorten(sheet)} to print: there is {', '.join(sheets)}")
    ticket = visit.desk.thinker.ask(task, visit.asker, about=id_)
    names = {"game": game.name, "sheet": sheet, **({"play": id_} if id_ else {})}
    return RedirectResponse(f"/printed/{ticket}?{urlencode(names)}", 303)


@router.get("/printed/{ticket}")
@costs("looks for answers")
async def printed(
    ticket: str, visit: Visitor, game: str = "", sheet: str = "", play: str = "", again: str = ""
) -> Response:
    """Whether it is ready."""
    await _check(ticket, visit)
    answer = await visit.wait_for(ticket, _PATIENCE_OF_PAGES if again else _PATIENCE)
    if visit.wants_data:
        return JSONResponse({"done": answer is not None})
    names = {"game": game, "sheet": sheet, **({"play": play} if play else {})}
    return render(
        visit, "printed.html", game=game_of(game), ticket=ticket, answer=answer, is_failed=isinstance(answer, Failure),
        sheet=sheet if sheet in {**OF_GAMES, **OF_PLAYS} else "sheet", play=play if _ID.fullmatch(play) else "",
        look_again=f"/printed/{ticket}?{urlencode({**names, 'again': 'yes'})}",
    )  # fmt: skip


@router.get("/printed/{ticket}/{name}.pdf")
@costs("looks for answers")
async def download(ticket: str, name: str, visit: Visitor) -> Response:
    """The PDF."""
    await _check(ticket, visit)
    answer = await visit.wait_for(ticket, _PATIENCE_OF_PAGES)
    if not isinstance(answer, Printed):
        raise NotFoundError("there is nothing to download: print it again")
    headers = {"content-disposition": "attachment", "cache-control": "private, no-store"}
    return Response(base64.b64decode(answer.pdf), media_type="application/pdf", headers=headers)


@router.post("/printed/{ticket}/cancel")
@costs("looks for answers")
def cancel(ticket: str, visit: Visitor, game: str = "", play: str = "") -> Response:
    """Leave it."""
    visit.desk.thinker.cancel(ticket, visit.asker)
    return RedirectResponse(f"/play/{play}/print" if _ID.fullmatch(play) else f"/print/{game_of(game).name}", 303)


async def _check(ticket: str, visit: Visit) -> None:
    if await run_in_threadpool(visit.desk.thinker.kind, ticket, visit.asker) != "print":
        raise NotFoundError("nothing is printed by that ticket: choose again")
