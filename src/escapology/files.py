"""Files of this machine that a deal line names. Only who plays at this machine has them read, on a command line."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from escapology.errors import DealError, shorten

__all__ = ["MAX_BYTES", "read_named_file"]

MAX_BYTES: Final = 20_000  # more is no part of a deal but a wrong file


def read_named_file(name: str) -> str:
    """The text of that file."""
    shown = shorten(name, 80)
    try:
        with Path(name).open("rb") as file:
            raw = file.read(MAX_BYTES + 1)
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else "it is not a file name"
        raise DealError(f"{shown} can't be read: {reason}") from None
    if len(raw) > MAX_BYTES:
        raise DealError(f"{shown} is too large: the limit is {MAX_BYTES:,} bytes")
    try:
        return raw.decode()
    except UnicodeDecodeError:
        raise DealError(f"{shown} is not UTF-8 text") from None
