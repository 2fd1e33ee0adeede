"""The page of a player's statistics, to be hidden and to be taken along."""

from __future__ import annotations

from dataclasses import replace

from fastapi import APIRouter
from starlette.responses import JSONResponse, RedirectResponse, Response

from escapology.games import GAMES
from escapology.web.form import SentForm, field_text
from escapology.web.guard.cookies import keep_look
from escapology.web.page import render
from escapology.web.players.results import file_headers, result_rows, results_file
from escapology.web.players.tally import tally_data, tally_games
from escapology.web.visit import Visitor

__all__ = ["router"]

router = APIRouter()


@router.get("/statistics")
def show(visit: Visitor) -> Response:
    """All games that were finished, by game and variant."""
    if visit.preferences.discreet:
        return render(visit, "statistics.html", tallies=[])
    tallies = tally_games(visit.desk.table.store.results(visit.player))
    return render(visit, "statistics.html", tallies=[(GAMES[tally.game], tally) for tally in tallies])


@router.post("/statistics")
def hide(visit: Visitor, form: SentForm) -> Response:
    """Hide them, or show them again."""
    chosen = replace(visit.preferences, discreet=field_text(form, "discreet", 10) == "yes")
    keep_look(visit.request, chosen.cookie())
    return RedirectResponse("/statistics", 303)


@router.get("/statistics.json")
def as_json(visit: Visitor) -> Response:
    """The statistics, and every game they are made from."""
    tallies = tally_games(visit.desk.table.store.results(visit.player))
    data = {"statistics": tally_data(tallies), "games": result_rows(visit.desk.table.store.finished(visit.player))}
    return JSONResponse(data, headers=file_headers("escapology-statistics.json"))


@router.get("/statistics.csv")
def as_csv(visit: Visitor) -> Response:
    """Every finished game, a row each."""
    return results_file(visit.desk.table.store.finished(visit.player))
