"""Bodies of requests: what is too much is not read.

A body that says how long it is, and is too long, is refused before any of it is read. One that comes in pieces and
does not say is counted as it comes, JSON by values as well: what holds a hundred thousand small ones is small, too, but
takes as long to read as a hundred moves. Nor is the rest of what was refused read, only to be thrown away: that would
cost the event loop more than the refusal. The connection is closed instead.
"""

from __future__ import annotations

from typing import Final

from fastapi import HTTPException
from starlette.datastructures import Headers
from starlette.types import Message, Receive, Scope

__all__ = ["FORM", "TOO_LARGE", "Body", "is_too_long"]

FORM: Final = "application/x-www-form-urlencoded"  #: the kind of body that holds a form
_LARGEST: Final = 1_000_000  # bytes of a body
_LARGEST_FORM: Final = 250_000  # the same of a form: more than the longest record has
_MOST_VALUES: Final = 20_000  # of a body in JSON, which is read on the event loop

TOO_LARGE: Final = f"That is too much: at most {_LARGEST:,} bytes can be sent at once."
_TOO_LARGE_FORM: Final = f"That is too much: a form has at most {_LARGEST_FORM:,} bytes."
_TOO_MANY: Final = f"That is too much: at most {_MOST_VALUES:,} values can be sent at once."


def is_too_long(headers: Headers, most: int = _LARGEST) -> bool:
    """Whether a body is, by what its request says; so is one whose length is no number."""
    length = headers.get("content-length", "0")
    return not (length.isascii() and length.isdigit()) or int(length[:20]) > most


class Body:
    """That of one request."""

    def __init__(self, scope: Scope, receive: Receive) -> None:
        headers = Headers(scope=scope)
        kind = headers.get("content-type", "")
        self._receive = receive
        self._is_json = "json" in kind
        is_form = kind.partition(";")[0].strip().lower() == FORM
        self._most, self._words = (_LARGEST_FORM, _TOO_LARGE_FORM) if is_form else (_LARGEST, TOO_LARGE)
        self._is_too_long = is_too_long(headers, self._most)
        self._received = self._values = 0
        self.is_whole = False  # whether all of it was received

    async def receive(self) -> Message:
        """The next piece. An `HTTPException` if the body is too large, or says that it will be."""
        if self._is_too_long:
            raise HTTPException(413, self._words)
        message = await self._receive()
        body: bytes = message.get("body", b"")
        self._received += len(body)
        if self._received > self._most:
            raise HTTPException(413, self._words)
        if self._is_json:
            self._values += sum(map(body.count, (b",", b"[", b"{")))
            if self._values > _MOST_VALUES:
                raise HTTPException(413, _TOO_MANY)
        self.is_whole = self.is_whole or not message.get("more_body")
        return message
