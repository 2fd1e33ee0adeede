"""The page of a player's preferences."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Depends
from starlette.responses import RedirectResponse, Response

from escapology.web.form import form_of
from escapology.web.page import render
from escapology.web.players.preferences import CHOICES, SWITCHES, Preferences, set_preferences
from escapology.web.visit import Visit, visit_of

__all__ = ["router"]

router = APIRouter()


@router.get("/settings")
def ask(visit: Annotated[Visit, Depends(visit_of)]) -> Response:
    """What can be chosen, and what is."""
    return render(visit, "settings.html", choices=CHOICES, switches=SWITCHES)


@router.post("/settings")
def keep(form: Annotated[dict[str, Any], Depends(form_of)]) -> Response:
    """Keep what was chosen, and go back to where the player came from."""
    back = str(form.get("back", ""))
    response = RedirectResponse(
        back if back.startswith("/") and not back.startswith(("//", "/\\")) else "/settings", 303
    )
    set_preferences(response, Preferences.of_form(form))
    return response
