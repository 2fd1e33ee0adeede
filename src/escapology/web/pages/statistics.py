"""The page of a player's statistics, to be hidden and to be taken along."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

from fastapi import APIRouter
from starlette.responses import RedirectResponse, Response

from escapology.games import GAMES
from escapology.web.form import SentForm, field_text
from escapology.web.guard.cookies import keep_look
from escapology.web.guard.rates import cheap, costs
from escapology.web.page import render
from escapology.web.players.charts import charts_of
from escapology.web.players.files import file_headers, json_answer
from escapology.web.players.results import result_rows, results_file
from escapology.web.players.tally import tally_data, tally_games
from escapology.web.visit import Visitor

__all__ = ["router"]

router = APIRouter()


@router.get("/statistics")
@costs("statistics")
def show(visit: Visitor) -> Response:
    """All games that were finished, by game and variant."""
    if visit.preferences.discreet:
        return render(visit, "statistics.html", tallies=[])
    tallies = tally_games(visit.desk.table.store.results(visit.player))
    today = datetime.now(UTC).date()
    shown = [(GAMES[tally.game], tally, charts_of(tally, today)) for tally in tallies]
    return render(visit, "statistics.html", tallies=shown)


@router.post("/statistics")
@cheap
def hide(visit: Visitor, form: SentForm) -> Response:
    """Hide them, or show them again."""
    chosen = replace(visit.preferences, discreet=field_text(form, "discreet", 10) == "yes")
    keep_look(visit.request, chosen.cookie())
    return RedirectResponse("/statistics", 303)


@router.get("/statistics.json")
@costs("exports")
def as_json(visit: Visitor) -> Response:
    """The statistics, and every game they are made from."""
    tallies = tally_games(visit.desk.table.store.results(visit.player))
    games = result_rows(visit.desk.table.store, visit.player)
    headers = file_headers("escapology-statistics.json")
    return json_answer({"statistics": tally_data(tallies)}, {"games": games}, headers)


@router.get("/statistics.csv")
@costs("exports")
def as_csv(visit: Visitor) -> Response:
    """Every finished game, a row each."""
    return results_file(visit.desk.table.store, visit.player)
