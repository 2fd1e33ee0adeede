"""Reading forms, as browsers send them when nobody uploads a file."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Annotated, Final
from urllib.parse import parse_qsl

import anyio
from fastapi import Depends, HTTPException
from starlette.requests import Request

from escapology.errors import EscapologyError

__all__ = ["Form", "SentForm", "field_text", "form_of"]

Form = Mapping[str, str]  #: fields and what stands in them

_KIND: Final = "application/x-www-form-urlencoded"
_LARGEST: Final = 250_000  # bytes: more than the longest record has
_MOST_FIELDS: Final = 100
_SMALL: Final = 16_384  # bytes that are read at once; to read more holds nobody up


async def form_of(request: Request) -> Form:
    """What a form says: a dependency of all that is sent."""
    body = await request.body()
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if body and kind != _KIND:
        raise HTTPException(415, f"Forms are read as {_KIND}, and nothing else.")
    if len(body) > _LARGEST:
        raise HTTPException(413, f"That is too much: a form has at most {_LARGEST:,} bytes.")
    if body.count(b"&") >= _MOST_FIELDS:
        raise HTTPException(400, f"This form has too many fields: the limit is {_MOST_FIELDS}.")
    read = partial(parse_qsl, body.decode("latin-1"), keep_blank_values=True)
    return dict(read() if len(body) <= _SMALL else await anyio.to_thread.run_sync(read))


def field_text(form: Form, name: str, most: int, default: str = "") -> str:
    """What a form says in one field: text without characters that nobody can type, and not too long."""
    value = form.get(name, default)
    if len(value) > most:
        raise EscapologyError(f"{name} is too long: it has at most {most:,} characters")
    if "\0" in value:
        raise EscapologyError(f"{name} contains a character that is not text")
    return value.strip()


SentForm = Annotated[Form, Depends(form_of)]  #: the parameter of a route that gets a form
