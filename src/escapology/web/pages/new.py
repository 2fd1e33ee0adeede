"""The page of a new game, and the beginning of one."""

from __future__ import annotations

from fastapi import APIRouter
from starlette.responses import RedirectResponse, Response

from escapology.errors import EscapologyError, sentence
from escapology.protocol import AnyGame
from escapology.web.form import Form, SentForm, field_text
from escapology.web.guard.rates import costs
from escapology.web.page import render
from escapology.web.pages.search import seek
from escapology.web.plays.guiding import begun_guides
from escapology.web.plays.start import game_of, seed_of_form, setting_of_form, start_play
from escapology.web.plays.wish import levels, wish_of_form, without_levels
from escapology.web.visit import Visit, Visitor

__all__ = ["router"]

router = APIRouter()


@router.get("/new/{name}")
@costs("pages")
def choose(name: str, visit: Visitor) -> Response:
    """Variant, options, difficulty and seed of a new game."""
    game = game_of(name)
    visit.desk.thinker.put_first(game.name)
    return _page(visit, game, {})


@router.post("/plays")
@costs("new games")
def begin(visit: Visitor, form: SentForm) -> Response:
    """Begin a play, and go there; or look for the deal first."""
    try:
        if not field_text(form, "text", 1_000_000):
            setting = setting_of_form(form)
            if wish := wish_of_form(form, setting):
                return seek(visit, setting, wish, seed_of_form(form))
        play = start_play(form)
    except EscapologyError as error:
        if not form.get("page"):
            raise
        return _page(visit, game_of(str(form.get("game", ""))), form, 422, sentence(error))
    seat = visit.desk.table.sit_down(play, visit.player, visit.address)
    return RedirectResponse(f"/play/{seat.saved.id}", 303)


def _page(visit: Visit, game: AnyGame, form: Form, status: int = 200, message: str = "") -> Response:
    return render(
        visit,
        "new.html",
        status,
        game=game,
        levels=levels(game),
        alike=without_levels(game),
        form=form,
        message=message,
        begun=begun_guides(visit.desk.table.store, visit.player).get(game.name),
    )
