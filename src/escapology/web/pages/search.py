"""The page one waits on while a deal is looked for."""

from __future__ import annotations

from typing import Final
from urllib.parse import urlencode

from fastapi import APIRouter
from starlette.concurrency import run_in_threadpool
from starlette.responses import JSONResponse, RedirectResponse, Response

from escapology.answer import Failure
from escapology.errors import EscapologyError, NotFoundError
from escapology.games import GAMES
from escapology.setting import Setting, parse_setting
from escapology.thinking.wish import Wish
from escapology.verdict import LEVELS
from escapology.web.daily.almanac import open_day
from escapology.web.guard.rates import costs
from escapology.web.page import render
from escapology.web.plays.start import game_of
from escapology.web.plays.wish import ask_for_deal
from escapology.web.visit import Visit, Visitor

__all__ = ["router", "search_address", "seek"]

router = APIRouter()

_PATIENCE: Final = 0.4  # seconds that an answer may take before the page shows that it is being looked for
_PATIENCE_OF_PAGES: Final = 8.0  # the same for those who look again by hand, without a script


def seek(visit: Visit, setting: Setting, wish: Wish, seed: int | None) -> Response:
    """Begin to look, and go to the page one waits on."""
    return RedirectResponse(search_address(ask_for_deal(visit, setting, wish, seed), setting, wish), 303)


def search_address(ticket: str, setting: Setting, wish: Wish, day: str = "") -> str:
    """The page one waits on; `day` is the day whose deal is looked for."""
    names = {"setting": setting.text}
    if day:
        names["day"] = day
    if wish.winnable:
        names["winnable"] = "yes"
    if wish.level is not None:
        names["level"] = LEVELS[wish.level - 1]
    return f"/find/{ticket}?{urlencode(names)}"


@router.get("/find/{ticket}")
@costs("looks for answers")
async def found(
    ticket: str,
    visit: Visitor,
    setting: str = "",
    winnable: str = "",
    level: str = "",
    day: str = "",
    again: str = "",
) -> Response:
    """How far one got, and what was found."""
    chosen, of_day = _setting(setting), open_day(day) if day else None
    wish = Wish(bool(winnable), LEVELS.index(level) + 1 if level in LEVELS else None)
    thinker = visit.desk.thinker
    if await run_in_threadpool(thinker.kind, ticket, visit.asker) != "find":
        raise NotFoundError("nobody looks for a deal by that ticket: choose again")
    answer = await visit.wait_for(ticket, _PATIENCE_OF_PAGES if again else _PATIENCE)
    tried = await run_in_threadpool(thinker.so_far, ticket, visit.asker)
    is_preparing = await run_in_threadpool(thinker.is_preparing, ticket, visit.asker)
    if visit.wants_data:
        return JSONResponse({"done": answer is not None, "tried": tried, "preparing": is_preparing})
    return render(
        visit, "search.html", game=game_of(chosen.game), setting=chosen, wish=wish, ticket=ticket, answer=answer,
        is_failed=isinstance(answer, Failure), tried=tried, is_preparing=is_preparing,
        look_again=search_address(ticket, chosen, wish, day) + "&again=yes", day=of_day,
    )  # fmt: skip


@router.post("/find/{ticket}/cancel")
@costs("looks for answers")
def cancel(ticket: str, visit: Visitor, setting: str = "", day: str = "") -> Response:
    """Look no longer."""
    visit.desk.thinker.cancel(ticket, visit.asker)
    if day:
        return RedirectResponse(f"/daily/{open_day(day)}", 303)
    return RedirectResponse(f"/new/{_setting(setting).game}", 303)


def _setting(text: str) -> Setting:
    try:
        return parse_setting(text, GAMES)
    except EscapologyError:
        raise NotFoundError("nobody looks for such a deal") from None
