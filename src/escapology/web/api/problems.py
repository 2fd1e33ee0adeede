"""Errors as problem objects (RFC 9457), `application/problem+json`; `detail` is what the command line would print.

    {"type": "urn:escapology:illegal-move", "title": "Not like that", "status": 422, "detail": "'b9>a1' is not …"}

Every route says in the description of the API which of them it may answer with: `problems(404, 409)`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from http import HTTPStatus
from typing import Any, Final

from fastapi import FastAPI
from fastapi.exceptions import RequestValidationError
from pydantic import BaseModel, Field
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from escapology.errors import EscapologyError
from escapology.web.guard.cookies import become
from escapology.web.guard.refusal import status_of
from escapology.web.store import SignedOutError

__all__ = ["MEDIA_TYPE", "Problem", "answer_with_problems", "problem", "problems"]

MEDIA_TYPE: Final = "application/problem+json"
_MOST_NAMED: Final = 20  # things that are wrong with one body

_WORDS: Final = {
    400: "The body can't be read, or the server does not go by that name",
    401: "The cookie was not made here, or its device was signed out",
    403: "Another site sends that",
    404: "There is no such thing here",
    405: "That can't be done to it",
    409: "It has changed meanwhile; `version` is the current one",
    413: "Too large",
    414: "The address is too long",
    415: "Not JSON",
    422: "Well-formed, but it can't be done: `detail` says why",
    429: "Too much at once: try again later",
    500: "An error of the server",
    503: "The games can't be reached at the moment",
}


class Wrong(BaseModel):
    """One thing that is wrong with a request."""

    where: str = Field(description="The path to it, such as `body.moves.3`")
    words: str


class Problem(BaseModel):
    """What went wrong, and what would be right."""

    type: str = Field(description="Names the kind of problem; stable")
    title: str = Field(description="The kind in words")
    status: int
    detail: str = Field(description="A sentence that says what was wrong and what would be right")
    instance: str | None = Field(default=None, description="The path it happened at")
    version: int | None = Field(default=None, description="Of a conflict: the play's current version")
    errors: list[Wrong] | None = Field(default=None, description="Of a body or address: all that is wrong with it")


def problem(
    status: int, detail: str, kind: str = "", headers: Mapping[str, str] | None = None, **more: object
) -> Response:
    """A problem as an answer; `more` are members of `Problem`."""
    phrase = HTTPStatus(status).phrase
    content = {"type": f"urn:escapology:{kind or _dashed(phrase)}", "title": phrase, "status": status, "detail": detail}
    body = json.dumps(content | {name: value for name, value in more.items() if value is not None})
    return Response(body, status, {"cache-control": "no-store", **(headers or {})}, MEDIA_TYPE)


def problems(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """What a route may answer with besides success, for its description; what any route may is always there."""
    schema = {"$ref": "#/components/schemas/Problem"}
    wanted = sorted({*statuses, 400, 401, 413, 414, 422, 429, 503})
    return {status: {"description": _WORDS[status], "content": {MEDIA_TYPE: {"schema": schema}}} for status in wanted}


def answer_with_problems(api: FastAPI) -> None:
    """Make every error of an app a problem object."""
    api.add_exception_handler(EscapologyError, _of_ours)
    api.add_exception_handler(HTTPException, _of_http)
    api.add_exception_handler(RequestValidationError, _of_validation)
    api.add_exception_handler(Exception, _of_the_server)


def _dashed(text: str) -> str:
    """`IllegalMove` or `Not Found` as `illegal-move` and `not-found`."""
    return re.sub(r"(?<=[a-z])(?=[A-Z])|\W+", "-", text).lower()


async def _of_ours(request: Request, error: Exception) -> Response:
    assert isinstance(error, EscapologyError)
    status = status_of(error)
    if isinstance(error, SignedOutError):
        become(request, "")
    kind = _dashed(type(error).__name__.removesuffix("Error"))
    headers = {"retry-after": str(getattr(error, "retry_after", 1))} if status in (429, 503) else {}
    version = getattr(error, "version", None)
    return problem(status, str(error), kind, headers, version=version, instance=_path(request))


async def _of_http(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    status, detail = error.status_code, str(error.detail)
    if detail == HTTPStatus(status).phrase or status == 400:
        detail = {400: "the body can't be read: send one JSON object in UTF-8, not nested deeply"}.get(
            status, _WORDS.get(status, detail)
        )
    return problem(status, detail, "", error.headers, instance=_path(request))


async def _of_validation(request: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)
    found = error.errors()[:_MOST_NAMED]
    if any(one["type"] == "json_invalid" for one in found):
        return problem(400, "the body is not JSON: send one JSON object in UTF-8", instance=_path(request))
    wrong = [{"where": _where(one["loc"]), "words": one["msg"]} for one in found]
    detail = "; ".join(f"{one['where']}: {one['words']}" for one in wrong[:3])
    return problem(422, detail, "invalid-request", instance=_path(request), errors=wrong)


async def _of_the_server(request: Request, error: Exception) -> Response:
    return problem(500, "internal server error; it has been logged", instance=_path(request))


def _where(location: tuple[int | str, ...]) -> str:
    """The path to what is wrong, printable whatever a client calls its fields."""
    parts = [str(part) for part in location]
    return ".".join("".join(c if c.isprintable() else "?" for c in part[:60]) for part in parts)


def _path(request: Request) -> str | None:
    """The path that was asked for, if one can show it."""
    path = request.url.path
    return path if len(path) <= 200 else None
