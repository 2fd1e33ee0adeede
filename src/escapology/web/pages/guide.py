"""Guided first games: a walk from page to page, each of which is the board at one point of the guide.

All that is stored is the point where a player stands in each guide: so one can leave, and go on anywhere, at any time;
and none of it is a play, which would count in statistics. A script gets the changed parts of a page as JSON, anybody
else is sent on to the next page.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from fastapi import APIRouter
from starlette.responses import JSONResponse, RedirectResponse, Response

from escapology.draw import Scene, Target
from escapology.draw.markup import UNIT
from escapology.errors import NotFoundError, sentence
from escapology.guide import Guide, Point, guide_of
from escapology.web.form import SentForm, field_text
from escapology.web.guard.rates import costs
from escapology.web.page import fill, render
from escapology.web.picture import board_classes, draw_scene, picture
from escapology.web.plays.actions import LONGEST_MOVE
from escapology.web.plays.guiding import keep_point
from escapology.web.plays.start import game_of
from escapology.web.plays.telling import event_data
from escapology.web.plays.view import why_not
from escapology.web.visit import Visit, Visitor
from escapology.wording.plays import move_events

__all__ = ["router"]

router = APIRouter()


@router.get("/guide/{name}")
@costs("pages")
def go_on(name: str, visit: Visitor) -> Response:
    """Where the player stands: at the start, unless they have been there; after the end, at the start again."""
    guide = _guide(name)
    visit.desk.players.check(visit.player)
    kept = visit.desk.table.store.guides(visit.player).get(guide.game.name, 1)
    return RedirectResponse(f"/guide/{guide.game.name}/{kept if kept < guide.last else 1}", 303)


@router.get("/guide/{name}/{number}")
@costs("looks at games")
def show(name: str, number: int, visit: Visitor) -> Response:
    """One point of the guide."""
    guide = _guide(name)
    return _page(visit, guide, guide.point(number))


@router.get("/guide/{name}/{number}/why")
@costs("looks at games")
def why(name: str, number: int, place: str, visit: Visitor, source: str = "") -> Response:
    """Why something can't be taken to a place, or is not asked for, for a script."""
    guide = _guide(name)
    point = guide.point(number)
    if not point.move:
        return JSONResponse({"answer": guide.answer(point, "")})
    reason = why_not(guide.play, source, place, point.node)
    return JSONResponse({"answer": sentence(reason) if reason else point.step.wrong if source else ""})


@router.post("/guide/{name}/{number}")
@costs("changes of games")
def act(name: str, number: int, visit: Visitor, form: SentForm) -> Response:
    """Try a move; or go on, which shows the one that is asked for."""
    guide = _guide(name)
    point = guide.point(number)
    move = field_text(form, "move", LONGEST_MOVE)
    answer = guide.answer(point, move) if move else ""
    if answer:
        return JSONResponse({"answer": answer}) if visit.wants_data else _page(visit, guide, point, answer)
    after = guide.point(point.number + 1)
    keep_point(visit, guide.game.name, after.number)
    if not visit.wants_data:
        return RedirectResponse(f"/guide/{guide.game.name}/{after.number}", 303)
    parts = _parts(visit, guide, after)
    told = {
        "number": after.number,
        "board": parts["board"],
        "panel": fill("_guide.html", answer="", preferences=visit.preferences, **parts),
        "events": _events(guide, point, after),
        "end": _end(guide, after),
    }
    return JSONResponse(told, headers={"cache-control": "no-store"})


def _guide(name: str) -> Guide:
    game = game_of(name)
    guide = guide_of(game)
    if guide is None:
        raise NotFoundError(f"there is no guided game of {game.title}")
    return guide


def _page(visit: Visit, guide: Guide, point: Point, answer: str = "") -> Response:
    return render(visit, "guide.html", answer=answer, **_parts(visit, guide, point))


def _parts(visit: Visit, guide: Guide, point: Point) -> dict[str, Any]:
    """What templates fill in."""
    scene = guide.scene(point)
    drawn = draw_scene(scene, visit.preferences, guide.game.presentation.face, targets=bool(point.move))
    places = [
        (p.name, round(p.x * UNIT), round(p.y * UNIT), round(p.width * UNIT), round(p.height * UNIT))
        for p in scene.places
    ]
    return {
        "guide": guide,
        "game": guide.game,
        "point": point,
        "legal": guide.legal(point),
        "off_board": _off_board(scene, guide.legal(point)),
        "board": picture(drawn),
        "classes": board_classes(scene),
        "places": places,
        "is_won": _end(guide, point) == "won",
    }


def _off_board(scene: Scene, legal: Mapping[str, str]) -> list[tuple[str, str, bool]]:
    """Moves that need a button beside the board, in words; whether only on small screens, which leave out a sheet."""
    spare = [sheet for sheet in scene.sheets if sheet.spare]
    targets = {item.move: item for item in scene.items if isinstance(item, Target)}
    return [
        (text, words, text in targets)
        for text, words in legal.items()
        if text not in targets
        or any(
            sheet.x <= targets[text].x < sheet.x + sheet.width and sheet.y <= targets[text].y < sheet.y + sheet.height
            for sheet in spare
        )
    ]


def _end(guide: Guide, point: Point) -> str:
    """How the game ended, for a page and its sounds; "" = it goes on."""
    if point.number < guide.last:
        return ""
    return "won" if guide.game.rules.won(guide.play.deal, point.node.state) else "lost"


def _events(guide: Guide, before: Point, after: Point) -> list[dict[str, Any]]:
    """What happens from one point to the next, with places in the picture, for animation."""
    places = {p.name: (UNIT * (p.x + p.width / 2), UNIT * (p.y + p.height / 2)) for p in guide.scene(after).places}
    nodes = after.node.way_from(before.node) or []
    return [event_data(guide.game, event, places) for node in nodes for event in move_events(guide.play, node)]
