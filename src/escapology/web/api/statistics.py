"""What the player's finished games come to."""

from __future__ import annotations

from fastapi import APIRouter
from pydantic import Field
from starlette.responses import Response

from escapology.web.api.problems import problems
from escapology.web.api.responses import respond, text_of
from escapology.web.api.texts import Told
from escapology.web.guard.rates import costs
from escapology.web.players.files import json_answer
from escapology.web.players.results import result_rows, results_file
from escapology.web.players.tally import tally_data, tally_games
from escapology.web.visit import Visitor

__all__ = ["router"]

router = APIRouter(prefix="/statistics", tags=["statistics"])


class NumbersTold(Told):
    """What games come to; those with help, and those of deals that were known, are counted apart."""

    played: int
    won: int
    share: float
    streak: int
    longest_streak: int
    most_points: int | None
    fewest_moves: int | None = Field(description="Of a win")
    best_seconds: float | None = Field(description="Of a win; null if none was measured")
    helped: int
    helped_won: int
    again: int = Field(description="Games of deals that were not new to the player")
    last_played: str


class LevelTold(NumbersTold):
    """The games of one level of difficulty."""

    level: str


class TallyTold(NumbersTold):
    """The games of one variant."""

    game: str
    variant: str
    levels: list[LevelTold] = Field(description="By difficulty, as far as it is known")


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
    level: str
    seconds: float | None
    hints: int | None
    undone: int | None
    shown: int
    again: bool
    begun: str
    ended: str
    record: str


class ExportTold(StatisticsTold):
    """The statistics, and every game they are made from."""

    games: list[FinishedTold] = Field(description="In the order of their beginning")


@router.get("", response_model=StatisticsTold, responses=problems())
@costs("statistics")
def show(visit: Visitor) -> Response:
    """By game and variant."""
    tallies = tally_data(tally_games(visit.desk.table.store.results(visit.player)))
    return respond(StatisticsTold(statistics=[TallyTold(**row) for row in tallies]))


@router.get("/export", response_model=ExportTold, responses=problems())
@costs("exports")
def export(visit: Visitor) -> Response:
    """The same with every game they are made from."""
    tallies = tally_data(tally_games(visit.desk.table.store.results(visit.player)))
    return json_answer({"statistics": tallies}, {"games": result_rows(visit.desk.table.store, visit.player)})


@router.get(
    "/export.csv",
    response_class=Response,
    responses={**text_of("text/csv"), **problems()},
)
@costs("exports")
def export_csv(visit: Visitor) -> Response:
    """Every finished game, a row each."""
    return results_file(visit.desk.table.store, visit.player)
