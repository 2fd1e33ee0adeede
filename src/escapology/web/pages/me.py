"""The pages of a player's data: the recovery link, other devices, everything to take along, and the end of it all."""

from __future__ import annotations

import secrets

from fastapi import APIRouter
from starlette.responses import JSONResponse, RedirectResponse, Response

from escapology.web.form import SentForm, field_text
from escapology.web.guard.cookies import become, keep_look
from escapology.web.page import render
from escapology.web.visit import Visit, Visitor

__all__ = ["router"]

router = APIRouter()


@router.get("/me")
def show(visit: Visitor) -> Response:
    """What can be done about one's data."""
    visit.desk.players.check(visit.player)
    return _page(visit)


@router.post("/me/link")
def link(visit: Visitor) -> Response:
    """A new recovery link, shown this once."""
    path = visit.desk.players.make_link(visit.player)
    return _page(visit, link=f"{str(visit.request.base_url).rstrip('/')}{path}")


@router.post("/me/sign-out")
def sign_out(visit: Visitor, form: SentForm) -> Response:
    """Sign all other devices out; old recovery links are void."""
    become(visit.request, visit.desk.sign_out_others(visit.player, field_text(form, "key", 100)))
    return _page(visit, is_signed_out=True)


@router.get("/me/export")
def export(visit: Visitor) -> Response:
    """Everything that is stored, as a file."""
    data = visit.desk.players.export(visit.player, visit.preferences)
    return JSONResponse(data, headers={"content-disposition": 'attachment; filename="escapology-my-data.json"'})


@router.get("/me/delete")
def confirm(visit: Visitor) -> Response:
    """Whether one is sure."""
    return render(visit, "me_delete.html", count=len(visit.desk.table.store.plays(visit.player)))


@router.post("/me/delete")
def delete(visit: Visitor) -> Response:
    """Delete everything, and begin anew."""
    visit.desk.forget(visit.player)
    become(visit.request, "")
    keep_look(visit.request, "")
    return render(visit, "message.html", heading="It is all gone", message="Nothing of you is stored here any more.")


@router.get("/recover/{text}")
def open_link(text: str, visit: Visitor) -> Response:
    """What a recovery link would do; only the button does it."""
    players, store = visit.desk.players, visit.desk.table.store
    owner = players.link_owner(text)
    here = 0 if owner == visit.player else len(store.plays(visit.player))
    return render(
        visit, "recover.html", text=text, there=len(store.plays(owner)), here=here, same=owner == visit.player
    )


@router.post("/recover/{text}")
def recover(text: str, visit: Visitor) -> Response:
    """Move the player to this device."""
    become(visit.request, visit.desk.players.recover(text, visit.player))
    return RedirectResponse("/", 303)


def _page(visit: Visit, link: str = "", is_signed_out: bool = False) -> Response:
    """The page, with a key of its own: its button does the same however often it is pressed."""
    return render(visit, "me.html", link=link, is_signed_out=is_signed_out, key=secrets.token_urlsafe(16))
