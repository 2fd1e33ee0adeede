"""Files that are written whole or not at all."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

from escapology.errors import EscapologyError, shorten

__all__ = ["write_whole"]


def write_whole(path: Path, data: bytes) -> None:
    """Write a file under another name, bring it to the disk, and rename it: what was there stays until then."""
    shown = shorten(str(path), 80)
    if path.is_dir():
        raise EscapologyError(f"can't write {shown}: it is a folder; give the name of a file")
    try:
        handle, temporary = tempfile.mkstemp(prefix=".", suffix=".new", dir=path.parent)
    except FileNotFoundError:
        raise EscapologyError(
            f"can't write {shown}: there is no folder {shorten(str(path.parent), 80)}; create it first"
        ) from None
    except (OSError, ValueError) as error:
        raise EscapologyError(f"can't write {shown}: {_reason(error)}") from None
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        Path(temporary).chmod(0o666 & ~_mask())
        Path(temporary).replace(path)
    except OSError as error:
        raise EscapologyError(f"can't write {shown}: {_reason(error)}; nothing was written") from None
    finally:
        Path(temporary).unlink(missing_ok=True)


def _reason(error: Exception) -> str:
    """Why, in lower case and without a full stop."""
    told = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
    return f"{told[:1].lower()}{told[1:]}".rstrip(".")


def _mask() -> int:
    """What a new file of this process may not be."""
    mask = os.umask(0)
    os.umask(mask)
    return mask
