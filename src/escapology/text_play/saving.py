"""Saved games: files that hold one record."""

from __future__ import annotations

import itertools
import os
from pathlib import Path

from escapology.errors import RecordError, shorten
from escapology.files import read_named_file
from escapology.play import Play
from escapology.record import read_records

__all__ = ["load_play", "save_text"]


def _path(file: str) -> Path:
    if not file or "\0" in file:
        raise RecordError(f"{shorten(file)} is no file name")
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
        raise RecordError(f"{name} holds {many}: a saved game is one record")
    return Play.of_record(records[0])


def save_text(text: str, file: str, *, overwrite: bool) -> None:
    """Write the file, all or nothing: whatever happens meanwhile, an older file is whole or replaced as a whole."""
    path = _path(file)
    name = shorten(file, 80)
    if not overwrite and os.path.lexists(path):
        raise RecordError(f"{name} is there already: `save! {file}` replaces it")
    path = path.resolve()  # behind a link, the file it points to is replaced, not the link
    if path.is_dir():
        raise RecordError(f"can't write {name}: it is a folder; name a file")
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
