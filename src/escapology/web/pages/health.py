"""Whether the app can do its work, for whoever watches over it."""

from __future__ import annotations

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from escapology.web.guard.rates import cheap

__all__ = ["router"]

router = APIRouter()


@router.api_route("/healthz", methods=["GET", "HEAD"])
@cheap
async def health(request: Request) -> Response:
    """All is well, or 503 and what is not. It waits for nothing: how it stood a moment ago is known."""
    trouble = request.app.state.pulse.trouble()
    return PlainTextResponse(f"{trouble}\n", 503) if trouble else PlainTextResponse("ok\n")
