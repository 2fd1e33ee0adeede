"""The pages of a player's data: the recovery link, other devices, everything to take along, and the end of it all."""

from __future__ import annotations

import secrets

from fastapi import APIRouter
from starlette.responses import RedirectResponse, Response

from escapology.web.form import SentForm, field_text
from escapology.web.guard.cookies import become, keep_look
from escapology.web.guard.rates import costs
from escapology.web.page import render
from escapology.web.players.files import file_headers, json_answer
from escapology.web.plays.quota import MOST_OF_PLAYER
from escapology.web.visit import Visit, Visitor

__all__ = ["router"]

router = APIRouter()


@router.get("/me")
@costs("looks at your data")
def show(visit: Visitor) -> Response:
    """What can be done about one's data."""
    visit.desk.players.check(visit.player)
    return _page(visit)


@router.post("/me/link")
@costs("recovery links")
def link(visit: Visitor) -> Response:
    """A new recovery link, shown this once."""
    path = visit.desk.players.make_link(visit.player)
    return _page(visit, link=f"{str(visit.request.base_url).rstrip('/')}{path}")


@router.post("/me/sign-out")
@costs("recovery links")
def sign_out(visit: Visitor, form: SentForm) -> Response:
    """Sign all other devices out; old recovery links are void."""
    become(visit.request, visit.desk.sign_out_others(visit.player, field_text(form, "key", 100)))
    return _page(visit, is_signed_out=True)


@router.get("/me/export")
@costs("exports")
def export(visit: Visitor) -> Response:
    """Everything that is stored, as a file."""
    head, lists = visit.desk.players.export(visit.player, visit.preferences)
    return json_answer(head, lists, file_headers("escapology-my-data.json"))


@router.get("/me/delete")
@costs("looks at your data")
def confirm(visit: Visitor) -> Response:
    """Whether one is sure."""
    return render(visit, "me_delete.html", count=visit.desk.table.store.count(visit.player))


@router.post("/me/delete")
@costs("deletions")
def delete(visit: Visitor) -> Response:
    """Delete everything, and begin anew."""
    visit.desk.forget(visit.player)
    become(visit.request, "")
    keep_look(visit.request, "")
    return render(visit, "message.html", heading="It is all gone", message="Nothing of you is stored here any more.")


@router.get("/recover/{text}")
@costs("looks at recovery links")
def open_link(text: str, visit: Visitor) -> Response:
    """What a recovery link would do; only the button does it."""
    players, store = visit.desk.players, visit.desk.table.store
    owner = players.link_owner(text)
    here = 0 if owner == visit.player else store.count(visit.player)
    return render(visit, "recover.html", text=text, there=store.count(owner), here=here, same=owner == visit.player)


@router.post("/recover/{text}")
@costs("recovery links")
def recover(text: str, visit: Visitor) -> Response:
    """Move the player to this device."""
    become(visit.request, visit.desk.players.recover(text, visit.player))
    return RedirectResponse("/", 303)


def _page(visit: Visit, link: str = "", is_signed_out: bool = False) -> Response:
    """The page, with a key of its own: its button does the same however often it is pressed."""
    return render(
        visit,
        "me.html",
        link=link,
        is_signed_out=is_signed_out,
        key=secrets.token_urlsafe(16),
        expire_days=visit.desk.players.expire_days,
        size=visit.desk.table.store.size(visit.player),
        most=MOST_OF_PLAYER if visit.desk.table.quota is not None else 0,
    )
