"""Share links: the deal and the moves, packed into the address. Nothing is stored."""

from __future__ import annotations

import base64
import zlib

from escapology.errors import RecordError
from escapology.record import MAX_CHARACTERS

__all__ = ["packed", "share_path", "unpacked"]


def packed(record: str) -> str:
    """A record as letters that an address may hold."""
    return base64.urlsafe_b64encode(zlib.compress(record.encode(), 9)).decode().rstrip("=")


def unpacked(text: str) -> str:
    """The record that `packed` wrote."""
    unpacker = zlib.decompressobj()
    try:
        data = base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
        record = unpacker.decompress(data, MAX_CHARACTERS).decode()
    except (ValueError, zlib.error):
        raise RecordError("this link is damaged: ask for it again") from None
    if not unpacker.eof:
        raise RecordError("this link is cut short: ask for it again")
    return record


def share_path(record: str) -> str:
    """The address of a record on this server."""
    return f"/share/{packed(record)}"
