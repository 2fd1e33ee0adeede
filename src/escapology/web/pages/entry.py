"""The page on which one enters the deal that lies on one's table. What was typed stays, whatever is wrong with it."""

from __future__ import annotations

import math
from typing import Any, Final

from fastapi import APIRouter
from starlette.responses import JSONResponse, RedirectResponse, Response

from escapology.entry import Part
from escapology.errors import DealError, EscapologyError, NotFoundError, sentence
from escapology.luck import Luck, random_seed
from escapology.play import Play
from escapology.protocol import AnyGame
from escapology.setting import Setting
from escapology.web.entry.reading import Reading, next_place, put_piece, read_entry
from escapology.web.entry.trays import part_scene, tray_scene
from escapology.web.form import Form, SentForm, field_text
from escapology.web.guard.rates import costs
from escapology.web.page import render
from escapology.web.picture import draw_scene, picture
from escapology.web.plays.start import game_of, seed_of_form, setting_of_form
from escapology.web.visit import Visit, Visitor

__all__ = ["router"]

router = APIRouter()
_WIDEST: Final = 16  # units of a picture that the style sheet has a width for


@router.get("/new/{name}/table")
@costs("deals")
def ask(name: str, visit: Visitor) -> Response:
    """An empty table."""
    form = dict(visit.request.query_params)
    setting, reading = _read(name, form)
    return _page(visit, game_of(name), setting, reading, form)


@router.post("/new/{name}/table")
@costs("deals")
def enter(name: str, visit: Visitor, form: SentForm) -> Response:
    """What was entered is checked; if the player wants to play, and may, the game begins."""
    game = game_of(name)
    setting, reading = _read(name, form)
    chosen = ""
    if place := field_text(form, "place", 40):
        rows, chosen = put_piece(reading, place, field_text(form, "piece", 10))
        reading = read_entry(setting, reading.entry, {**rows, **reading.kept})
    if field_text(form, "do", 10) != "play":
        return _page(visit, game, setting, reading, form, chosen=chosen)
    try:
        deal = _deal(game, setting, reading, form)
    except EscapologyError as error:
        return _page(visit, game, setting, reading, form, 422, sentence(error))
    play = Play(game, deal, practice=bool(field_text(form, "practice", 10)))
    return RedirectResponse(f"/play/{visit.desk.table.sit_down(play, visit.player, visit.address).saved.id}", 303)


def _read(name: str, form: Form) -> tuple[Setting, Reading]:
    game = game_of(name)
    if game.entry is None:
        raise NotFoundError(f"a deal of {game.title} can't be entered by hand: paste its deal line")
    setting = setting_of_form({**form, "game": name})
    return setting, read_entry(setting, game.entry, form)


def _deal(game: AnyGame, setting: Setting, reading: Reading, form: Form) -> Any:
    missing = reading.missing()
    if missing and not field_text(form, "random", 10):
        raise DealError(f"{'; '.join(missing)}: enter it, or deal it at random")
    seed = seed_of_form(form)
    return game.notation.parse_deal(setting, reading.deal_text(Luck(random_seed() if seed is None else seed)))


def _page(
    visit: Visit,
    game: AnyGame,
    setting: Setting,
    reading: Reading,
    form: Form,
    status: int = 200,
    message: str = "",
    chosen: str = "",
) -> Response:
    parts = [_part(visit, reading, part) for part in reading.parts]
    if visit.wants_data:
        told = [{**part, "part": part["part"].name} for part in parts]
        chosen = chosen or next_place(reading)
        return JSONResponse({"parts": told, "chosen": chosen, "missing": reading.missing(), "message": message}, status)
    return render(
        visit, "entry.html", status, game=game, setting=setting, parts=parts, form=form, message=message,
        missing=reading.missing(), is_sound=reading.is_sound,
    )  # fmt: skip


def _part(visit: Visit, reading: Reading, part: Part) -> dict[str, Any]:
    """A part as the page shows it; only a script can do something with the targets of its pictures."""
    scene = part_scene(reading, part)
    return {
        "part": part,
        "count": reading.count(part),
        "filled": [bool(text) for text in reading.places[part.name]],
        "rows": [(f"{part.name}-{row}", name, reading.row_text(part, row)) for row, (name, _) in enumerate(part.rows)],
        "wrong": [sentence(text) for text in reading.wrong[part.name]],
        "left": [piece.text for piece in reading.left(part)] if part.copies else [],
        "board": picture(draw_scene(scene, visit.preferences, None, targets=visit.wants_data)),
        "units": min(_WIDEST, math.ceil(scene.width)),
        "tray": picture(draw_scene(tray_scene(reading, part), visit.preferences, None, targets=visit.wants_data)),
    }
