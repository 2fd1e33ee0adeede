"""The page of a player's statistics, to be hidden and to be taken along."""

from __future__ import annotations

import csv
import io
from dataclasses import replace
from typing import Annotated, Any, Final

from fastapi import APIRouter, Depends
from starlette.responses import JSONResponse, RedirectResponse, Response

from escapology.games import GAMES
from escapology.web.desk import Visit, field_text, form_of, render, visit_of
from escapology.web.pages.settings import set_preferences
from escapology.web.tally import tally_data, tally_games, variant_of

__all__ = ["finished_games", "router"]

router = APIRouter()

_COLUMNS: Final = (
    "game",
    "variant",
    "setting",
    "status",
    "won",
    "score",
    "moves",
    "helped",
    "begun",
    "ended",
    "record",
)


@router.get("/statistics")
def show(visit: Annotated[Visit, Depends(visit_of)]) -> Response:
    """All games that were finished, by game and variant."""
    if visit.preferences.discreet:
        return render(visit, "statistics.html", tallies=[])
    tallies = tally_games(visit.desk.table.store.results(visit.player))
    return render(visit, "statistics.html", tallies=[(GAMES[tally.game], tally) for tally in tallies])


@router.post("/statistics")
def hide(visit: Annotated[Visit, Depends(visit_of)], form: Annotated[dict[str, Any], Depends(form_of)]) -> Response:
    """Hide them, or show them again."""
    response = RedirectResponse("/statistics", 303)
    set_preferences(response, replace(visit.preferences, discreet=field_text(form, "discreet", 10) == "yes"))
    return response


@router.get("/statistics.json")
def as_json(visit: Annotated[Visit, Depends(visit_of)]) -> Response:
    """The statistics, and every game they are made from."""
    tallies = tally_games(visit.desk.table.store.results(visit.player))
    data = {"statistics": tally_data(tallies), "games": finished_games(visit)}
    return JSONResponse(data, headers=_file("escapology-statistics.json"))


@router.get("/statistics.csv")
def as_csv(visit: Annotated[Visit, Depends(visit_of)]) -> Response:
    """Every finished game, a row each."""
    text = io.StringIO(newline="")
    writer = csv.DictWriter(text, _COLUMNS)
    writer.writeheader()
    writer.writerows(finished_games(visit))
    return Response(text.getvalue(), media_type="text/csv; charset=utf-8", headers=_file("escapology-games.csv"))


def finished_games(visit: Visit) -> list[dict[str, Any]]:
    """Every finished game, as rows of an export."""
    return [
        {
            "game": saved.game,
            "variant": variant_of(saved.setting),
            "setting": saved.setting,
            "status": saved.status,
            "won": saved.status == "won",
            "score": saved.score,
            "moves": saved.moves,
            "helped": saved.helped,
            "begun": saved.created,
            "ended": saved.changed,
            "record": saved.record,
        }
        for saved in visit.desk.table.store.finished(visit.player)
    ]


def _file(name: str) -> dict[str, str]:
    return {"content-disposition": f'attachment; filename="{name}"', "cache-control": "no-store"}
