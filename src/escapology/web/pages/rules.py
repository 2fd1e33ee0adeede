"""The rules of the games, with pictures and every ruling."""

from __future__ import annotations

from fastapi import APIRouter
from starlette.responses import Response

from escapology.daily import today
from escapology.packing import share_path
from escapology.web.guard.rates import costs
from escapology.web.page import render
from escapology.web.plays.start import game_of
from escapology.web.rulebook.examples import example_of, figures_of
from escapology.web.rulebook.sections import rulebook_of
from escapology.web.visit import Visitor

__all__ = ["router"]

router = APIRouter()


@router.get("/rules")
@costs("pages")
def index(visit: Visitor) -> Response:
    """The games whose rules can be read."""
    return render(visit, "rules_index.html", day=today(), board_seed=visit.desk.almanac.board_seed)


@router.get("/rules/{name}")
@costs("pages")
def rules(name: str, visit: Visitor) -> Response:
    """The rules of one game."""
    game = game_of(name)
    rulebook = rulebook_of(game, visit.preferences)
    names = [section.name for section in rulebook.sections]
    brief = int(names[:1] == ["in-short"])
    middle = names.index("rulings") if "rulings" in names else len(names)
    return render(
        visit,
        "rules.html",
        game=game,
        opening=rulebook.opening,
        short=rulebook.sections[:brief],
        before=rulebook.sections[brief:middle],
        rulings=rulebook.sections[middle : middle + 1],
        after=rulebook.sections[middle + 1 :],
        figures=figures_of(game, visit.preferences),
        replay=share_path(example_of(game).record_text(), 0),
    )
