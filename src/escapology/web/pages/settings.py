"""The page of a player's preferences."""

from __future__ import annotations

from fastapi import APIRouter
from starlette.responses import RedirectResponse, Response

from escapology.web.form import SentForm
from escapology.web.page import render
from escapology.web.players.preferences import CHOICES, SWITCHES, Preferences, set_preferences
from escapology.web.visit import Visitor

__all__ = ["router"]

router = APIRouter()


@router.get("/settings")
def ask(visit: Visitor) -> Response:
    """What can be chosen, and what is."""
    return render(visit, "settings.html", choices=CHOICES, switches=SWITCHES)


@router.post("/settings")
def keep(form: SentForm) -> Response:
    """Keep what was chosen, and go back to where the player came from."""
    back = str(form.get("back", ""))
    response = RedirectResponse(
        back if back.startswith("/") and not back.startswith(("//", "/\\")) else "/settings", 303
    )
    set_preferences(response, Preferences.of_form(form))
    return response
