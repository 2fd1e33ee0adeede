"""The rules of the games, with pictures and every ruling."""

from __future__ import annotations

from fastapi import APIRouter
from starlette.responses import Response

from escapology.web.page import render
from escapology.web.plays.links import share_path
from escapology.web.plays.start import game_of, todays_seed
from escapology.web.rulebook.examples import example_of, figures_of
from escapology.web.rulebook.sections import rulebook_of
from escapology.web.visit import Visitor

__all__ = ["router"]

router = APIRouter()


@router.get("/rules")
def index(visit: Visitor) -> Response:
    """The games whose rules can be read."""
    return render(visit, "rules_index.html", seed=todays_seed())


@router.get("/rules/{name}")
def rules(name: str, visit: Visitor) -> Response:
    """The rules of one game."""
    game = game_of(name)
    rulebook = rulebook_of(game, visit.preferences)
    names = [section.name for section in rulebook.sections]
    middle = names.index("rulings") if "rulings" in names else len(names)
    return render(
        visit,
        "rules.html",
        game=game,
        opening=rulebook.opening,
        before=rulebook.sections[:middle],
        rulings=rulebook.sections[middle : middle + 1],
        after=rulebook.sections[middle + 1 :],
        figures=figures_of(game, visit.preferences),
        replay=share_path(example_of(game).record_text(), 0),
    )
