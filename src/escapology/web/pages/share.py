"""What a share link opens: the game exactly there, to look at and to play on."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends
from starlette.responses import Response

from escapology.web.desk import Visit, render, visit_of
from escapology.web.sharing import unpacked
from escapology.web.starting import play_of_text
from escapology.web.view import board_classes, draw_scene, picture

__all__ = ["router"]

router = APIRouter()


@router.get("/share/{text}")
def share(text: str, visit: Annotated[Visit, Depends(visit_of)]) -> Response:
    """The game as the link has it."""
    play = play_of_text(unpacked(text), practice=True)
    scene = play.game.scene(*play.game.observe(play.deal, play.here.state))
    board = picture(draw_scene(scene, visit.preferences, targets=False))
    return render(visit, "share.html", play=play, board=board, classes=board_classes(scene))
