"""Reading forms."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated

from fastapi import Depends
from starlette.requests import Request

from escapology.errors import EscapologyError

__all__ = ["Form", "SentForm", "field_text", "form_of"]

Form = Mapping[str, object]  #: fields and what stands in them: text, unless somebody sends a file


async def form_of(request: Request) -> Form:
    """What a form says: a dependency of all that is sent."""
    return dict(await request.form(max_files=0, max_fields=100, max_part_size=1_000_000))


def field_text(form: Form, name: str, most: int, default: str = "") -> str:
    """What a form says in one field: text without characters that nobody can type, and not too long."""
    value = form.get(name, default)
    if not isinstance(value, str):
        raise EscapologyError(f"{name} can't be a file")
    if len(value) > most:
        raise EscapologyError(f"{name} is too long: it has at most {most:,} characters")
    if "\0" in value:
        raise EscapologyError(f"{name} contains a character that is not text")
    return value.strip()


SentForm = Annotated[Form, Depends(form_of)]  #: the parameter of a route that gets a form
