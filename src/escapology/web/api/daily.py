"""The deals of the days: which they are, playing them, and what came of them."""

from __future__ import annotations

from datetime import date
from functools import partial
from typing import Annotated, Any, Final

from fastapi import APIRouter, Path, Query
from pydantic import Field
from starlette.concurrency import run_in_threadpool
from starlette.responses import Response

from escapology.answer import Answer, FoundDeal
from escapology.daily import FIRST_DAY, daily_setting, game_of_the_day, today, until_tomorrow
from escapology.games import LISTED
from escapology.middle import new_deal
from escapology.web.api.deals import DealTold, deal_told
from escapology.web.api.play_models import PlayTold, play_told
from escapology.web.api.problems import problems
from escapology.web.api.responses import respond
from escapology.web.api.texts import GameName, Told, Wait
from escapology.web.api.tickets import PATIENCE, Pending, ask
from escapology.web.daily.almanac import open_day
from escapology.web.daily.calendar import Mark, best_mark, days_of, mark_of, streak_of
from escapology.web.daily.playing import begin, play_begun
from escapology.web.guard.rates import costs
from escapology.web.plays.start import game_of
from escapology.web.store import DailyPlay
from escapology.web.visit import Visit, Visitor

__all__ = ["router"]

router = APIRouter(tags=["daily"])

_PENDING: Final[dict[int | str, dict[str, Any]]] = {
    202: {"model": Pending, "description": "It is being looked for: ask once more"}
}
_BEGUN: Final[dict[int | str, dict[str, Any]]] = {200: {"model": PlayTold, "description": "It was begun before"}}

Day = Annotated[
    str, Path(max_length=20, pattern=r"^[^\x00]*$", description="`today`, or a day that has begun", examples=["today"])
]


class DailyDealTold(DealTold):
    """A game's deal of a day."""

    day: str
    proven: bool = Field(description="It has a win; in a game of dice, with the dice that lie in it")


class MarkTold(Told):
    """What came of a deal."""

    game: str
    mark: Mark = Field(description="`won` on the day, `late`, `helped`, or `played`; empty if it was not played")
    play: str | None = Field(description="The id of the play, if it was begun")


class DayTold(Told):
    """The deals of a day."""

    day: str
    game_of_the_day: str
    deals: list[MarkTold]


class DayMarked(Told):
    """A day on which something was played."""

    day: str
    mark: Mark = Field(description="The best of its deals")
    deals: list[MarkTold]


class StreakTold(Told):
    """Days in a row on which one of the day's deals was won, on the day itself and without help."""

    current: int = Field(description="Up to today, or up to yesterday if today is still to be won")
    longest: int
    has_today: bool


class CalendarTold(Told):
    """All that was played of the days' deals."""

    today: str = Field(description="The day it is, by UTC")
    seconds_left: int = Field(description="Until tomorrow's deals")
    first_day: str = Field(description="Days go back to this one")
    game_of_the_day: str
    streak: StreakTold
    days: list[DayMarked] = Field(description="The oldest first")


@router.get("/daily", response_model=CalendarTold, responses=problems())
@costs("statistics")
def calendar(visit: Visitor) -> Response:
    """The calendar and the streak."""
    now = today()
    days = days_of(visit.desk.table.store.daily_plays(visit.player))
    streak = streak_of(days, now)
    marked = [
        DayMarked(day=str(day), mark=best_mark(games), deals=[_mark(name, play) for name, play in games.items()])
        for day, games in sorted(days.items())
    ]
    return respond(
        CalendarTold(
            today=str(now),
            seconds_left=int(until_tomorrow().total_seconds()),
            first_day=str(FIRST_DAY),
            game_of_the_day=game_of_the_day(now),
            streak=StreakTold(current=streak.current, longest=streak.longest, has_today=streak.has_today),
            days=marked,
        )
    )


@router.get("/daily/{day}", response_model=DayTold, responses=problems(404))
@costs("statistics")
def show(visit: Visitor, day: Day) -> Response:
    """The deals of a day, and what came of them."""
    chosen = open_day(day)
    plays = days_of(visit.desk.table.store.daily_plays(visit.player, str(chosen), str(chosen))).get(chosen, {})
    deals = [_mark(name, plays.get(name)) for name in LISTED]
    return respond(DayTold(day=str(chosen), game_of_the_day=game_of_the_day(chosen), deals=deals))


def _mark(game: str, play: DailyPlay | None) -> MarkTold:
    if play is None:
        return MarkTold(game=game, mark="", play=None)
    return MarkTold(game=game, mark=mark_of(play), play=play.id)


@router.get("/games/{game}/today", response_model=DailyDealTold, responses={**_PENDING, **problems(404)})
@costs("deals")
async def todays_deal(visit: Visitor, game: GameName, wait: Annotated[Wait, Query()] = PATIENCE) -> Response:
    """Today's deal of a game, the same for everybody."""
    return await _find(visit, game_of(game).name, today(), wait)


@router.get("/daily/{day}/{game}", response_model=DailyDealTold, responses={**_PENDING, **problems(404)})
@costs("deals")
async def deal(visit: Visitor, day: Day, game: GameName, wait: Annotated[Wait, Query()] = PATIENCE) -> Response:
    """A game's deal of a day."""
    return await _find(visit, game_of(game).name, open_day(day), wait)


@router.post(
    "/daily/{day}/{game}",
    response_model=PlayTold,
    status_code=201,
    responses={**_BEGUN, **_PENDING, **problems(403, 404)},
)
@costs("new games")
async def play(visit: Visitor, day: Day, game: GameName, wait: Annotated[Wait, Query()] = PATIENCE) -> Response:
    """Play a game's deal of a day: take up the play that was begun, or begin one."""
    chosen, name = open_day(day), game_of(game).name
    begun = await run_in_threadpool(play_begun, visit, name, chosen)
    if begun is not None:
        return await run_in_threadpool(_play_told, visit, begun.id, 200)
    put = partial(visit.desk.almanac.ask, name, chosen, visit.asker)
    return await ask(visit, visit.desk.thinker, put, wait, partial(_begin, visit, name, chosen))


async def _find(visit: Visit, game: str, day: date, wait: float) -> Response:
    put = partial(visit.desk.almanac.ask, game, day, visit.asker)
    return await ask(visit, visit.desk.thinker, put, wait, partial(_tell, game, day))


def _tell(game: str, day: date, _: str, found: Answer) -> Response:
    assert isinstance(found, FoundDeal)
    dealt = deal_told(new_deal(daily_setting(game), found.seed), found.seed)
    return respond(DailyDealTold(**dealt.model_dump(), day=str(day), proven=found.proven))


def _begin(visit: Visit, game: str, day: date, _: str, found: Answer) -> Response:
    assert isinstance(found, FoundDeal)
    return _play_told(visit, begin(visit, game, day, found.seed), 201)


def _play_told(visit: Visit, id_: str, status: int) -> Response:
    seat = visit.seat(id_)
    with seat.lock:
        return respond(play_told(seat, visit.desk.table.store), status)
