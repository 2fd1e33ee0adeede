"""What routes share: answers as JSON, and bodies that must be JSON."""

from __future__ import annotations

from typing import Any, Final

from fastapi import Depends, HTTPException
from pydantic import BaseModel
from starlette.requests import Request
from starlette.responses import Response

__all__ = ["JSON_BODY", "respond", "text_of"]


def respond(told: BaseModel, status: int = 200, headers: dict[str, str] | None = None) -> Response:
    """A model as JSON, that nobody keeps."""
    kept = {"cache-control": "no-store", **(headers or {})}
    return Response(told.model_dump_json(), status, kept, "application/json")


def text_of(media_type: str) -> dict[int | str, dict[str, Any]]:
    """The description of an answer that is not JSON."""
    return {200: {"content": {media_type: {"schema": {"type": "string"}}}}}


async def _must_be_json(request: Request) -> None:
    """A body is JSON, and says so: a form of another site can't."""
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != "application/json":
        raise HTTPException(415, "a body is JSON here: send it with content-type application/json")


JSON_BODY: Final = [Depends(_must_be_json)]  # dependencies of every route that has a body
