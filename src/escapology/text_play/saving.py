"""Saved games: files that hold one record."""

from __future__ import annotations

import itertools
import os
from pathlib import Path
from typing import Final

from escapology.errors import EscapologyError, RecordError, shorten
from escapology.files import read_named_file
from escapology.play import Play
from escapology.record import read_records
from escapology.sitting import Sitting

__all__ = ["load_play", "load_sitting", "save_text"]

_MOST: Final = 100_000  # bytes of what was told at a table


def _path(file: str) -> Path:
    if not file or "\0" in file:
        raise RecordError(f"{shorten(file)} is not a file name")
    try:
        return Path(file).expanduser()
    except RuntimeError:  # ~name of nobody: then it is a name like any other
        return Path(file)


def load_play(file: str) -> Play:
    """The play in a file, standing where it was saved."""
    name = shorten(file, 80)
    try:
        with _path(file).open("rb") as stream:
            records = list(itertools.islice(read_records(stream, name, read_named_file), 2))
    except OSError as error:
        raise RecordError(f"can't read {name}: {(error.strerror or str(error)).lower()}") from None
    if len(records) != 1:
        many = "more than one record" if records else "no record"
        raise RecordError(f"{name} contains {many}: a saved game is one record")
    return Play.of_record(records[0])


def load_sitting(file: str) -> Sitting:
    """The game at a real table that a file tells of."""
    name = shorten(file, 80)
    try:
        with _path(file).open("rb") as stream:
            raw = stream.read(_MOST + 1)
    except OSError as error:
        raise RecordError(f"can't read {name}: {(error.strerror or str(error)).lower()}") from None
    if len(raw) > _MOST:
        raise RecordError(f"{name} is too large to be a game at a table")
    try:
        return Sitting.of_text(raw.decode())
    except UnicodeDecodeError:
        raise RecordError(f"{name} is not a game at a table: it is not UTF-8 text") from None
    except EscapologyError as error:
        raise RecordError(f"{name}: {error}") from None


def save_text(text: str, file: str, *, overwrite: bool) -> None:
    """Write the file, all or nothing: whatever happens meanwhile, an older file is whole or replaced as a whole."""
    path = _path(file)
    name = shorten(file, 80)
    if not overwrite and os.path.lexists(path):
        raise RecordError(f"{name} already exists: `save! {file}` replaces it")
    path = path.resolve()  # behind a link, the file it points to is replaced, not the link
    if path.is_dir():
        raise RecordError(f"can't write {name}: it is a folder; give a file name")
    draft = path.with_name(f".{path.name[:200]}.{os.getpid()}.draft")
    try:
        with draft.open("x", encoding="utf-8") as stream:
            stream.write(text)
            stream.flush()
            os.fsync(stream.fileno())
        draft.replace(path)
    except OSError as error:
        draft.unlink(missing_ok=True)
        raise RecordError(f"can't write {name}: {(error.strerror or str(error)).lower()}") from None
