"""The page of what is at hand beside a board; a script shows it over the board."""

from __future__ import annotations

from fastapi import APIRouter
from starlette.responses import JSONResponse, Response

from escapology.web.guard.rates import costs
from escapology.web.page import fill, render
from escapology.web.plays.at_hand import at_hand
from escapology.web.visit import Visitor

__all__ = ["router"]

router = APIRouter()


@router.get("/play/{id_}/rules")
@costs("looks at games")
def show(id_: str, visit: Visitor) -> Response:
    """What one is after, the rules that matter now, and what the signs mean."""
    seat = visit.seat(id_)
    with seat.lock:
        found, game = at_hand(seat.play, visit.preferences), seat.play.game
    if visit.wants_data:
        html = fill("_at_hand.html", at_hand=found, game=game)
        return JSONResponse({"html": html}, headers={"cache-control": "no-store"})
    return render(visit, "at_hand.html", at_hand=found, game=game, back=f"/play/{id_}")
