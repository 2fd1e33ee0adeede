"""The page of a player's preferences."""

from __future__ import annotations

from fastapi import APIRouter
from starlette.responses import RedirectResponse, Response

from escapology.web.form import SentForm
from escapology.web.guard.cookies import keep_look
from escapology.web.page import render
from escapology.web.players.preferences import CHOICES, SWITCHES, Preferences
from escapology.web.visit import Visitor

__all__ = ["router"]

router = APIRouter()


@router.get("/settings")
def ask(visit: Visitor) -> Response:
    """What can be chosen, and what is."""
    return render(visit, "settings.html", choices=CHOICES, switches=SWITCHES)


@router.post("/settings")
def keep(visit: Visitor, form: SentForm) -> Response:
    """Keep what was chosen, and go back to where the player came from."""
    keep_look(visit.request, Preferences.of_form(form).cookie())
    back = str(form.get("back", ""))
    return RedirectResponse(back if back.startswith("/") and not back.startswith(("//", "/\\")) else "/settings", 303)
