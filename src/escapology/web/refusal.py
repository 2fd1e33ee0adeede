"""Refusals: one clear sentence, as a page for people, as a problem object for programs."""

from __future__ import annotations

from collections.abc import Mapping
from http import HTTPStatus

from starlette.datastructures import Headers
from starlette.responses import HTMLResponse, JSONResponse, Response
from starlette.types import Scope

from escapology.web.desk import fill
from escapology.web.place import route_path
from escapology.web.preferences import Preferences

__all__ = ["is_api", "refuse"]


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
