"""The page of all that was tried in a play, with a small board for each place."""

from __future__ import annotations

import gzip
from typing import Final

from fastapi import APIRouter
from starlette.responses import Response

from escapology.errors import NotFoundError
from escapology.web.guard.rates import costs
from escapology.web.page import render
from escapology.web.plays.places import places_page, small_board
from escapology.web.visit import Visitor

__all__ = ["router"]

router = APIRouter()

_KEPT: Final = "private, max-age=604800, immutable"  # a place of a play never changes, and the address names the look


@router.get("/play/{id_}/tree")
@costs("logs and trees")
def tree(id_: str, visit: Visitor, page: int | None = None) -> Response:
    """All that was tried, to go back to."""
    seat = visit.seat(id_)
    with seat.lock:
        places = places_page(seat.play, page)
        return render(visit, "tree.html", seat=seat, play=seat.play, places=places)


@router.get("/play/{id_}/tree/{number}.svg")
@costs("small boards")
def board(id_: str, number: int, visit: Visitor) -> Response:
    """The small board of one place."""
    seat = visit.seat(id_)
    with seat.lock:
        if not 0 <= number < len(seat.play.nodes):
            raise NotFoundError("there is no such place in this game")
        picture = small_board(seat.play, seat.play.nodes[number], visit.preferences).encode()
    headers = {"cache-control": _KEPT, "vary": "accept-encoding, cookie"}
    if "gzip" in visit.request.headers.get("accept-encoding", ""):
        picture, headers["content-encoding"] = gzip.compress(picture, 6, mtime=0), "gzip"
    return Response(picture, media_type="image/svg+xml", headers=headers)
