"""The player's data as a whole: everything to take along, a link to another device, and the end of it all."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any, Literal

from fastapi import APIRouter
from pydantic import Field
from starlette.responses import Response

from escapology.draw import Deck
from escapology.web.api.problems import problems
from escapology.web.api.responses import JSON_BODY, respond
from escapology.web.api.texts import Asked, Link, Told
from escapology.web.guard.cookies import become, keep_look
from escapology.web.guard.rates import cheap, costs
from escapology.web.guard.root_path import root
from escapology.web.players.files import json_answer
from escapology.web.players.preferences import Preferences
from escapology.web.visit import Visitor

__all__ = ["router"]

router = APIRouter(prefix="/me", tags=["me"])


class SettingsAsked(Asked):
    """What a player likes."""

    scheme: Literal["auto", "light", "dark"] = Field("auto", description="Colours")
    deck: Deck = Field("two", description="Playing cards in two or four colours")
    motion: Literal["usual", "quick", "none"] = Field("usual", description="How pieces move")
    volume: Literal["soft", "medium", "loud"] = Field("medium", description="How loud sounds are")
    sound: bool = Field(False, description="Whether what happens is heard")
    large: bool = Field(False, description="Large numbers in the corners of cards")
    left: bool = Field(False, description="Left-handed: the tools on the left")
    status: bool = Field(False, description="Say whether the game can still be won")
    warn: bool = Field(False, description="Warn before a move that throws the win away")
    untimed: bool = Field(False, description="Keep the time out of sight")
    discreet: bool = Field(False, description="Keep statistics out of sight")


class SettingsTold(Told):
    """The same."""

    scheme: str
    deck: str
    motion: str
    volume: str
    sound: bool
    large: bool
    left: bool
    status: bool
    warn: bool
    untimed: bool
    discreet: bool


class MeTold(Told):
    """Who asks, as far as anybody knows."""

    plays: int = Field(description="How many are stored")
    settings: SettingsTold = Field(description="What the player likes, as the pages' cookie says")


class MyExportTold(Told):
    """Everything that is stored about the player."""

    escapology: str = Field(description="The version of the program")
    exported: str = Field(description="When")
    settings: SettingsTold
    guides: dict[str, int] = Field(description="How far each guided game has come, by the number of its step")
    at_tables: list[dict[str, Any]] = Field(description="Games at real tables: what was told, status and times")
    plays: list[dict[str, Any]] = Field(description="With deal, record, tree, status and times")


class LinkTold(Told):
    """A recovery link. Whoever has it has the games."""

    link: str = Field(description="Its path: a page that moves the player to the device it is opened on")


class LinkAsked(Asked):
    """A recovery link, to become its player."""

    link: Link


class SignOutAsked(Asked):
    """What makes a call the same when it is sent again."""

    key: str = Field(
        min_length=16,
        max_length=100,
        pattern="^[A-Za-z0-9_-]+$",
        description="At random, and new for each call; a call that got no answer may be sent again with the same one",
    )


@router.get("", response_model=MeTold, responses=problems())
@costs("looks at your data")
def show(visit: Visitor) -> Response:
    """What is stored about you, in short."""
    visit.desk.players.check(visit.player)
    count = visit.desk.table.store.count(visit.player)
    return respond(MeTold(plays=count, settings=SettingsTold(**asdict(visit.preferences))))


@router.put("/settings", response_model=SettingsTold, dependencies=JSON_BODY, responses=problems(403, 413, 415))
@cheap
def choose(visit: Visitor, asked: SettingsAsked) -> Response:
    """Choose what you like; what is left out is as usual. It is kept in a cookie of its own, for the pages."""
    chosen = Preferences(**asked.model_dump())
    keep_look(visit.request, chosen.cookie())
    return respond(SettingsTold(**asdict(chosen)))


@router.get("/export", response_model=MyExportTold, responses=problems())
@costs("exports")
def export(visit: Visitor) -> Response:
    """All of it."""
    head, lists = visit.desk.players.export(visit.player, visit.preferences)
    return json_answer(head, lists)


@router.post("/recovery-link", response_model=LinkTold, responses=problems(403))
@costs("recovery links")
def make_link(visit: Visitor) -> Response:
    """A new recovery link; those made before are void."""
    return respond(LinkTold(link=root() + visit.desk.players.make_link(visit.player)))


@router.post("/recovery", status_code=204, dependencies=JSON_BODY, responses=problems(403, 404, 413, 415))
@costs("recovery links")
def recover(visit: Visitor, asked: LinkAsked) -> Response:
    """Become the player of a link; your plays are joined to theirs."""
    text = asked.link.rpartition("/recover/")[2]
    become(visit.request, visit.desk.players.recover(text, visit.player))
    return Response(status_code=204)


@router.post("/sign-out-others", status_code=204, dependencies=JSON_BODY, responses=problems(403, 413, 415))
@costs("recovery links")
def sign_out_others(visit: Visitor, asked: SignOutAsked) -> Response:
    """Sign out all other devices: the answer's cookie is the only good one, and recovery links from before are void."""
    become(visit.request, visit.desk.sign_out_others(visit.player, asked.key))
    return Response(status_code=204)


@router.delete("", status_code=204, responses=problems(403))
@costs("deletions")
def forget(visit: Visitor) -> Response:
    """Delete everything that is stored about you. It can't be undone."""
    visit.desk.forget(visit.player)
    become(visit.request, "")
    keep_look(visit.request, "")
    return Response(status_code=204)
