"""The page of a player's preferences."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Depends
from starlette.responses import RedirectResponse, Response

from escapology.web.desk import Visit, form_of, render, visit_of
from escapology.web.place import root
from escapology.web.preferences import CHOICES, COOKIE, SWITCHES, Preferences

__all__ = ["router", "set_preferences"]

router = APIRouter()

_TWO_YEARS = 2 * 365 * 86_400


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


def set_preferences(response: Response, preferences: Preferences) -> None:
    """Let the browser keep them."""
    response.set_cookie(
        COOKIE, preferences.cookie(), max_age=_TWO_YEARS, path=root() or "/", httponly=True, samesite="lax"
    )
