"""The page of a player's preferences."""

from __future__ import annotations

from dataclasses import replace

from fastapi import APIRouter
from starlette.responses import RedirectResponse, Response

from escapology.web.form import Form, SentForm
from escapology.web.guard.cookies import keep_look
from escapology.web.guard.rates import cheap, costs
from escapology.web.page import render
from escapology.web.players.preferences import CHOICES, SWITCHES, THEMES, Preferences
from escapology.web.visit import Visitor

__all__ = ["router"]

router = APIRouter()


@router.get("/settings")
@costs("pages")
def ask(visit: Visitor) -> Response:
    """What can be chosen, and what is."""
    return render(visit, "settings.html", choices=CHOICES, switches=SWITCHES)


@router.post("/settings/sound")
@cheap
def turn_sound(visit: Visitor, form: SentForm) -> Response:
    """Turn sound on or off, from the button beside a board."""
    keep_look(visit.request, replace(visit.preferences, sound=bool(form.get("sound"))).cookie())
    return Response(status_code=204)


@router.post("/settings")
@cheap
def keep(visit: Visitor, form: SentForm) -> Response:
    """Keep what was chosen, and go back to where the player came from."""
    keep_look(visit.request, Preferences.of_form(form).cookie())
    return _back(form)


@router.post("/settings/theme")
@cheap
def keep_theme(visit: Visitor, form: SentForm) -> Response:
    """Play at another kind of table; all else stays as it was chosen."""
    for theme in THEMES:
        if form.get("theme") == theme:
            keep_look(visit.request, replace(visit.preferences, theme=theme).cookie())
    return _back(form)


def _back(form: Form) -> Response:
    back = str(form.get("back", ""))
    return RedirectResponse(back if back.startswith("/") and not back.startswith(("//", "/\\")) else "/settings", 303)
