"""The page of a day's deals, with the calendar and the streak; and the beginning of one."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import Final

from fastapi import APIRouter
from starlette.responses import RedirectResponse, Response

from escapology.daily import FIRST_DAY, daily_setting, day_words, game_of_the_day, today, until_tomorrow
from escapology.errors import NotFoundError
from escapology.games import LISTED
from escapology.protocol import AnyGame
from escapology.thinking.wish import Wish
from escapology.web.daily.almanac import open_day
from escapology.web.daily.calendar import MARK_WORDS, Mark, best_mark, days_of, mark_of, month_of, streak_of
from escapology.web.daily.playing import begin, play_begun
from escapology.web.daily.sharing import day_link, share_text
from escapology.web.guard.rates import costs
from escapology.web.page import render
from escapology.web.pages.search import search_address
from escapology.web.plays.start import game_of
from escapology.web.store import DailyPlay
from escapology.web.visit import Visit, Visitor

__all__ = ["router"]

router = APIRouter()

_WEEKDAYS: Final = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")


@dataclass(frozen=True, slots=True)
class DealOfDay:
    """A game's deal of a day, and what came of it."""

    game: AnyGame
    play: DailyPlay | None
    mark: Mark
    seed: int  # of the picture


@router.get("/daily")
@costs("statistics")
def show_today(visit: Visitor, month: str = "") -> Response:
    """Today's deals; the calendar shows a month, such as `2026-11`."""
    return _page(visit, today(), _month(month) if month else today())


@router.get("/daily/{day}")
@costs("statistics")
def show(day: str, visit: Visitor) -> Response:
    """The deals of a day."""
    chosen = open_day(day)
    return _page(visit, chosen, chosen)


@router.get("/daily/{day}/{name}")
@costs("pages")
def show_deal(day: str, name: str) -> Response:
    """Somebody came by the address of a deal: it is begun from the page of its day."""
    game_of(name)
    return RedirectResponse(f"/daily/{open_day(day)}", 303)


@router.post("/daily/{day}/{name}")
@costs("new games")
def play(day: str, name: str, visit: Visitor) -> Response:
    """Play a game's deal of a day: take up the play that was begun, begin one, or look for the deal first."""
    chosen, game = open_day(day), game_of(name)
    visit.desk.thinker.put_first(name)
    if (begun := play_begun(visit, name, chosen)) is not None:
        return RedirectResponse(f"/play/{begun.id}", 303)
    seed = visit.desk.almanac.seed(name, chosen)
    if seed is not None:
        return RedirectResponse(f"/play/{begin(visit, name, chosen, seed)}", 303)
    ticket = visit.desk.almanac.ask(game.name, chosen, visit.asker)
    return RedirectResponse(search_address(ticket, daily_setting(name), Wish(True, None), chosen.isoformat()), 303)


def _page(visit: Visit, day: date, shown: date) -> Response:
    now, almanac = today(), visit.desk.almanac
    days = days_of(visit.desk.table.store.daily_plays(visit.player))
    plays, streak, first = days.get(day, {}), streak_of(days, now), game_of_the_day(day)
    deals = []
    for game in sorted(LISTED.values(), key=lambda game: game.name != first):
        begun = plays.get(game.name)
        mark: Mark = "" if begun is None else mark_of(begun)
        deals.append(DealOfDay(game, begun, mark, almanac.board_seed(game.name, day)))
    told = [deal.play for deal in deals if deal.play is not None and (deal.play.won_on or deal.play.finished)]
    return render(
        visit, "daily.html", day=day, now=now, deals=deals, game_of_the_day=first, streak=streak, days=days,
        month=month_of(shown, now), best_mark=best_mark, mark_words=MARK_WORDS, weekdays=_WEEKDAYS,
        first_day=FIRST_DAY, time_left=_time_left(),
        result=share_text(day, told, days, streak, day_link(visit.request.base_url, day)) if told else "",
    )  # fmt: skip


def _month(text: str) -> date:
    """A month that has begun, such as `2026-11`, by its last day that has come."""
    try:
        first = date.fromisoformat(f"{text}-01")
    except ValueError:
        first = None
    if first is None or len(text) != len("2026-11"):
        raise NotFoundError(f"there is no such month: write year and month, such as {today():%Y-%m}")
    if not FIRST_DAY.replace(day=1) <= first <= today():
        raise NotFoundError(f"the calendar goes from {day_words(FIRST_DAY)} to today")
    return first


def _time_left() -> str:
    """How long it is until tomorrow, in words."""
    hours, minutes = divmod(int(until_tomorrow().total_seconds()) // 60, 60)
    parts = [f"{hours} h"] * bool(hours) + [f"{minutes} min"] * bool(minutes)
    return " ".join(parts) or "less than a minute"
