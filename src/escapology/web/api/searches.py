"""Deals that one wishes for: proven to have a win, or of some difficulty."""

from __future__ import annotations

from functools import partial
from typing import Annotated, Any, Final

from fastapi import APIRouter, Query
from pydantic import Field
from starlette.responses import Response

from escapology.answer import Answer, FoundDeal
from escapology.errors import SettingError
from escapology.games import GAMES
from escapology.middle import new_deal
from escapology.setting import Setting, parse_setting
from escapology.verdict import LEVELS
from escapology.web.api.deals import DealTold, SettingAsked, deal_told
from escapology.web.api.problems import problems
from escapology.web.api.responses import JSON_BODY, respond
from escapology.web.api.texts import Seed, SettingText, Ticket, Wait, Word
from escapology.web.api.tickets import PATIENCE, Pending, ask, cancel, pick_up
from escapology.web.guard.rates import costs
from escapology.web.plays.wish import ask_for_deal, wish_of_form
from escapology.web.visit import Visitor

__all__ = ["router"]

router = APIRouter(prefix="/deals/searches", tags=["searches"])

_PENDING: Final[dict[int | str, dict[str, Any]]] = {202: {"model": Pending, "description": "It is being looked for"}}


class SearchAsked(SettingAsked):
    """What the deal is to be like."""

    winnable: bool = Field(default=False, description="Proven to have a win")
    level: Word | None = Field(default=None, description="A level of difficulty, as the game names them")
    seed: Seed | None = Field(default=None, description="Where to begin; seeds are tried one after the other")
    wait: Wait = PATIENCE


class FoundTold(DealTold):
    """A deal that was found."""

    ticket: str
    done: bool
    tried: int = Field(description="Deals that were looked at")
    proven: bool = Field(description="It has a win")
    level: str | None


@router.post(
    "", response_model=FoundTold, dependencies=JSON_BODY, responses={**_PENDING, **problems(403, 404, 413, 415)}
)
@costs("deals")
async def seek(visit: Visitor, asked: SearchAsked) -> Response:
    """Begin to look; what the player looked for before is forgotten."""
    setting = asked.read()
    form = {"winnable": "yes" if asked.winnable else "", "level": asked.level or ""}
    wish = wish_of_form(form, setting)
    if not wish:
        raise SettingError("say what the deal is to be like: winnable, or of a level; any other is at /deals")
    put = partial(ask_for_deal, visit, setting, wish, asked.seed)
    return await ask(visit, visit.desk.thinker, put, asked.wait, partial(_tell, setting))


@router.get("/{ticket}", response_model=FoundTold, responses={**_PENDING, **problems(404)})
@costs("looks for answers")
async def get(
    visit: Visitor,
    ticket: Ticket,
    setting: Annotated[SettingText, Query(description="The setting that was asked for")],
    wait: Annotated[Wait, Query()] = 0.0,
) -> Response:
    """The deal, if one was found by now."""
    chosen = parse_setting(setting, GAMES)
    return await pick_up(visit, visit.desk.thinker, ticket, ("find",), wait, partial(_tell, chosen))


@router.delete("/{ticket}", status_code=204, responses=problems(403, 404))
@costs("looks for answers")
async def delete(visit: Visitor, ticket: Ticket) -> Response:
    """Look no longer."""
    return await cancel(visit, visit.desk.thinker, ticket)


def _tell(setting: Setting, ticket: str, found: Answer) -> Response:
    assert isinstance(found, FoundDeal)
    dealt = deal_told(new_deal(setting, found.seed), found.seed)
    level = None if found.level is None else LEVELS[found.level - 1]
    more = {"ticket": ticket, "done": True, "tried": found.tried, "proven": found.proven, "level": level}
    return respond(FoundTold.model_validate({**dealt.model_dump(), **more}))
