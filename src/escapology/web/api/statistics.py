"""What the player's finished games come to."""

from __future__ import annotations

from fastapi import APIRouter
from pydantic import Field
from starlette.responses import Response

from escapology.web.api.problems import problems
from escapology.web.api.responses import respond, text_of
from escapology.web.api.texts import Told
from escapology.web.players.results import result_rows, results_file
from escapology.web.players.tally import tally_data, tally_games
from escapology.web.visit import Visitor

__all__ = ["router"]

router = APIRouter(prefix="/statistics", tags=["statistics"])


class TallyTold(Told):
    """The games of one variant; games with help are counted apart."""

    game: str
    variant: str
    played: int
    won: int
    share: float
    streak: int
    longest_streak: int
    most_points: int | None
    fewest_moves: int | None
    helped: int
    helped_won: int
    last_played: str


class StatisticsTold(Told):
    """All variants that were played."""

    statistics: list[TallyTold]


class FinishedTold(Told):
    """A finished game."""

    game: str
    variant: str
    setting: str
    status: str
    won: bool
    score: int
    moves: int
    helped: bool
    begun: str
    ended: str
    record: str


class ExportTold(StatisticsTold):
    """The statistics, and every game they are made from."""

    games: list[FinishedTold] = Field(description="In the order of their beginning")


@router.get("", response_model=StatisticsTold, responses=problems())
def show(visit: Visitor) -> Response:
    """By game and variant."""
    tallies = tally_data(tally_games(visit.desk.table.store.results(visit.player)))
    return respond(StatisticsTold(statistics=[TallyTold(**row) for row in tallies]))


@router.get("/export", response_model=ExportTold, responses=problems())
def export(visit: Visitor) -> Response:
    """The same with every game they are made from."""
    tallies = tally_data(tally_games(visit.desk.table.store.results(visit.player)))
    rows = [TallyTold(**row) for row in tallies]
    games = result_rows(visit.desk.table.store.finished(visit.player))
    return respond(ExportTold(statistics=rows, games=[FinishedTold(**row) for row in games]))


@router.get(
    "/export.csv",
    response_class=Response,
    responses={**text_of("text/csv"), **problems()},
)
def export_csv(visit: Visitor) -> Response:
    """Every finished game, a row each."""
    return results_file(visit.desk.table.store.finished(visit.player))
