"""The secret that cookies and recovery links are signed with: read from a file or the environment, or made."""

from __future__ import annotations

import os
import secrets
from pathlib import Path
from typing import Final

from escapology.errors import SettingError

__all__ = ["VARIABLE", "kept_secret", "read_secrets", "secrets_of_text"]

VARIABLE: Final = "ESCAPOLOGY_SECRET"
_NAME: Final = "secret"
_SHORTEST: Final = 32  # characters


def secrets_of_text(text: str, where: str) -> tuple[bytes, ...]:
    """The secrets in a text, one a line: the first one signs, what the others have signed is still good."""
    found = [line.strip() for line in text.splitlines() if line.strip()]
    if not found:
        raise SettingError(f"there is no secret in {where}: put a line of {_SHORTEST} random characters there")
    if any(len(line) < _SHORTEST for line in found):
        raise SettingError(f"a secret in {where} is too short: it needs at least {_SHORTEST} random characters")
    return tuple(line.encode() for line in found)


def read_secrets(file: Path) -> tuple[bytes, ...]:
    """The secrets in a file."""
    try:
        text = file.read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is not text"
        raise SettingError(f"the secret in {file} can't be read: {reason}") from None
    return secrets_of_text(text, str(file))


def kept_secret(folder: Path) -> tuple[bytes, ...]:
    """The secrets kept in a folder; made at the first time, for its owner's eyes only."""
    file = folder / _NAME
    if not file.exists():
        _make(file)
    return read_secrets(file)


def _make(file: Path) -> None:
    """Write a new secret. The file is whole from the start: another process may be about to read it, or to make it."""
    passing = file.with_name(f"{_NAME}.{secrets.token_hex(4)}")
    try:
        file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        with os.fdopen(os.open(passing, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as new:
            new.write(secrets.token_hex(32) + "\n")
        try:
            os.link(passing, file)
        except FileExistsError:
            pass
        except OSError:  # a disk that knows no links
            passing.replace(file)
        passing.unlink(missing_ok=True)
    except OSError as error:
        raise SettingError(f"can't store a secret in {file}: {error.strerror or error}") from None
