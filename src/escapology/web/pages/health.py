"""Whether the app can do its work, for whoever watches over it."""

from __future__ import annotations

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from escapology.web.store import StoreError

__all__ = ["router"]

router = APIRouter()


@router.api_route("/healthz", methods=["GET", "HEAD"])
def health(request: Request) -> Response:
    """All is well, or 503."""
    try:
        request.app.state.desk.table.store.check()
    except StoreError as error:
        return PlainTextResponse(f"{error}\n", 503)
    return PlainTextResponse("ok\n")
