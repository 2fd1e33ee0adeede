"""Refusals: one clear sentence, as a page for people, as a problem object for programs."""

from __future__ import annotations

from collections.abc import Mapping
from http import HTTPStatus
from typing import Final

from starlette.datastructures import Headers
from starlette.responses import HTMLResponse, JSONResponse, Response
from starlette.types import Scope

from escapology.errors import EscapologyError, NotFoundError
from escapology.thinking.queue import BusyError
from escapology.web.guard.rates import TooManyError
from escapology.web.guard.root_path import route_path
from escapology.web.page import fill
from escapology.web.players.data import RecoveryError
from escapology.web.players.preferences import Preferences
from escapology.web.plays.quota import HastyError
from escapology.web.store import ConflictError, SignedOutError, StoreError

__all__ = ["is_api", "refuse", "status_of"]

_STATUSES: Final[dict[type[EscapologyError], int]] = {
    NotFoundError: 404,
    RecoveryError: 404,
    SignedOutError: 401,
    ConflictError: 409,
    BusyError: 429,
    HastyError: 429,
    TooManyError: 429,
    StoreError: 503,
}


def status_of(error: EscapologyError) -> int:
    """The status that an error is answered with; what is not named says that the request asks for something wrong."""
    return next((status for kind, status in _STATUSES.items() if isinstance(error, kind)), 422)


def is_api(scope: Scope) -> bool:
    """Whether a program asks, by the API."""
    path = route_path(scope)
    return path == "/api" or path.startswith("/api/")


def refuse(scope: Scope, status: int, message: str, headers: Mapping[str, str] | None = None) -> Response:
    """The answer to a request that is refused."""
    headers = {"cache-control": "no-store", **(headers or {})}
    if is_api(scope):
        problem = {"type": "about:blank", "title": HTTPStatus(status).phrase, "status": status, "detail": message}
        return JSONResponse(problem, status, headers, media_type="application/problem+json")
    if "application/json" in Headers(scope=scope).get("accept", ""):
        return JSONResponse({"error": message}, status, headers)
    page = fill("message.html", preferences=Preferences(), path="", message=message)
    return HTMLResponse(page, status, headers)
