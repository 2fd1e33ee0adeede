"""Records packed into letters that an address may hold: share links, and codes on paper, store nothing."""

from __future__ import annotations

import base64
import zlib
from typing import Final

from escapology.errors import RecordError
from escapology.record import MAX_CHARACTERS

__all__ = ["packed", "record_path", "share_path", "unpacked"]

_LONGEST: Final = 48_000  # characters of a link that servers and browsers surely take


def packed(record: str) -> str:
    """A record as letters that an address may hold."""
    return base64.urlsafe_b64encode(zlib.compress(record.encode(), 9)).decode().rstrip("=")


def unpacked(text: str) -> str:
    """The record that `packed` wrote."""
    if len(text) > _LONGEST:
        raise RecordError(
            f"this link is too long: it has more than {_LONGEST:,} characters; share the record as text instead"
        )
    unpacker = zlib.decompressobj()
    try:
        data = base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)
        record = unpacker.decompress(data, MAX_CHARACTERS).decode()
    except (ValueError, zlib.error):
        raise RecordError("this link is damaged: ask for it again") from None
    if not unpacker.eof:
        raise RecordError("this link is incomplete: ask for it again")
    return record


def record_path(text: str, at: int | None = None) -> str:
    """The address of a packed record on this server, after so many moves, or at its end."""
    return f"/replay?r={text}" + ("" if at is None else f"&at={at}")


def share_path(record: str, at: int | None = None) -> str:
    """The address of a record on this server, after so many moves, or at its end."""
    return record_path(packed(record), at)
