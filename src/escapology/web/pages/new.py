"""The page of a new game, and the beginning of one."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Depends
from starlette.responses import RedirectResponse, Response

from escapology.errors import EscapologyError
from escapology.web.desk import Visit, form_of, render, sentence, visit_of
from escapology.web.starting import game_of, start_play, todays_seed

__all__ = ["router"]

router = APIRouter()


@router.get("/new/{name}")
def choose(name: str, visit: Annotated[Visit, Depends(visit_of)]) -> Response:
    """Variant, options and seed of a new game."""
    return render(visit, "new.html", game=game_of(name), seed=todays_seed(), form={}, message="")


@router.post("/plays")
def begin(visit: Annotated[Visit, Depends(visit_of)], form: Annotated[dict[str, Any], Depends(form_of)]) -> Response:
    """Begin a play, and go there."""
    try:
        play = start_play(form)
    except EscapologyError as error:
        if not form.get("page"):
            raise
        game = game_of(str(form.get("game", "")))
        return render(visit, "new.html", 422, game=game, seed=todays_seed(), form=form, message=sentence(error))
    seat = visit.desk.table.sit_down(play, visit.player)
    return RedirectResponse(f"/play/{seat.saved.id}", 303)
