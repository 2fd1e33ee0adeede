"""The folder of a study: what was found, and what is needed to go on.

    study.toml        the plan, every value written out
    versions.json     what it ran with: rules and solvers, Python, and the libraries that bits depend on
    parts/            a folder for each setting, a Parquet file for each piece
    summary.json      counts and intervals; written when the study is done
    checksums.txt     SHA-256 of all of the above, as `sha256sum --check` reads it; written last

These are the *result*: the same bytes, whoever worked on it. Beside them lie

    timings.csv       how long each piece took, and who did it
    log.txt           what happened when
    lock              held while somebody works here
    damaged/          parts that were no longer what had been written, and were worked out anew

A file is written under another name, brought to the disk, and renamed: so it is whole, or it is not there.
"""

from __future__ import annotations

import errno
import fcntl
import hashlib
import inspect
import json
import os
import platform
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict
from functools import cached_property
from importlib import metadata
from pathlib import Path
from typing import IO, Final

from escapology.api.bots import find_bot
from escapology.errors import shorten
from escapology.studies.errors import StudyError
from escapology.studies.file import plan_text, read_plan
from escapology.studies.measures import column_of
from escapology.studies.plan import Piece, Plan, slug_of

__all__ = ["Folder", "Versions", "open_folder", "versions_here"]

Versions = dict[str, str]
_LIBRARIES: Final = ("llvmlite", "numba", "numpy", "pyarrow")  # that the bits of a result could depend on
_RESULT: Final = ("study.toml", "versions.json", "summary.json")
_TEMPORARY: Final = ".new"


def versions_here(plan: Plan, code: str) -> Versions:
    """What runs here; `code` is the fingerprint of rules and solvers. Bots of one's own have one each."""
    found: Versions = {"escapology": code, "python": platform.python_version(), "machine": platform.machine()}
    for name in _LIBRARIES:
        try:
            found[name] = metadata.version(name)
        except metadata.PackageNotFoundError:
            found[name] = "none"
    for bot in plan.bots:
        player = find_bot(bot)
        if not isinstance(player, str):
            found[f"bot {column_of(bot)}"] = _digest(Path(inspect.getfile(inspect.unwrap(player))))[:16]
    return found


class Folder:
    """A folder of a study that exists."""

    def __init__(self, path: Path, plan: Plan) -> None:
        self.path = path
        self.plan = plan

    @cached_property
    def versions(self) -> Versions:
        """What it runs with."""
        try:
            told: Versions = json.loads((self.path / "versions.json").read_text(encoding="utf-8"))
        except (OSError, ValueError) as error:
            raise StudyError(f"{self.path}/versions.json can't be read: {error}") from None
        return told

    @property
    def is_finished(self) -> bool:
        """Whether all is done."""
        return (self.path / "checksums.txt").exists()

    def part(self, piece: Piece) -> Path:
        """Where a piece is stored."""
        setting = f"{piece.setting:03d}-{slug_of(self.plan.settings[piece.setting])}"
        return self.path / "parts" / setting / f"{piece.number:06d}.parquet"

    def stored(self) -> Iterator[Piece]:
        """The pieces that are there."""
        for setting in range(len(self.plan.settings)):
            folder = self.part(self.plan.piece(setting, 0)).parent
            for path in sorted(folder.glob("*.parquet")) if folder.exists() else ():
                if path.stem.isdigit() and int(path.stem) < self.plan.pieces_of(setting):
                    yield self.plan.piece(setting, int(path.stem))

    def write(self, path: Path, content: bytes) -> None:
        """Write a file whole, or not at all."""
        new = path.with_name(path.name + _TEMPORARY)
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            with new.open("wb") as file:
                file.write(content)
                file.flush()
                os.fsync(file.fileno())
            new.replace(path)
            _sync(path.parent)
        except OSError as error:
            _remove(new)
            raise StudyError(_trouble(path, error)) from error

    def remove(self, piece: Piece) -> None:
        """Remove a part that does not belong to the result."""
        _remove(self.part(piece))

    def put_aside(self, piece: Piece) -> Path:
        """Take a damaged part out of the way; where to."""
        path = self.part(piece)
        aside = self.path / "damaged" / f"{path.parent.name}-{path.name}"
        aside.parent.mkdir(exist_ok=True)
        path.replace(aside)
        return aside

    def add_line(self, name: str, line: str) -> None:
        """Add a line to the log or the timings. They are no part of the result: it goes on without them."""
        try:
            with (self.path / name).open("a", encoding="utf-8") as file:
                file.write(f"{line}\n")
        except OSError:
            return

    def log(self, words: str) -> None:
        """Tell what happened."""
        self.add_line("log.txt", f"{time.strftime('%Y-%m-%d %H:%M:%S%z')} {words}")

    def finish(self, summary: dict[str, object]) -> None:
        """Write what is known in the end, then the checksums of everything."""
        self.write(self.path / "summary.json", (json.dumps(summary, indent=2) + "\n").encode())
        for left in self.path.glob(f"parts/*/*{_TEMPORARY}"):
            _remove(left)
        self.write(self.path / "checksums.txt", self.checksums().encode())

    def unfinish(self) -> None:
        """Take the seal off: there is something to be done yet, or once more."""
        _remove(self.path / "checksums.txt")

    def checksums(self) -> str:
        """Those of all files of the result."""
        names = [*_RESULT, *sorted(str(path.relative_to(self.path)) for path in self.path.glob("parts/*/*.parquet"))]
        return "".join(f"{_digest(self.path / name)}  {name}\n" for name in names)

    def damaged(self) -> list[str]:
        """The files of a finished result that are not what was written."""
        found = []
        for line in (self.path / "checksums.txt").read_text(encoding="utf-8").splitlines():
            digest, _, name = line.partition("  ")
            path = self.path / name
            if not path.exists() or _digest(path) != digest:
                found.append(name)
        return found

    @contextmanager
    def locked(self) -> Iterator[None]:
        """Work here alone. The lock goes with the process, however that ends."""
        with (self.path / "lock").open("a+", encoding="utf-8") as file:
            _take(file, self.path)
            file.seek(0)
            file.truncate()
            file.write(f"process {os.getpid()} on {platform.node()}\n")
            file.flush()
            yield


def open_folder(path: Path, plan: Plan | None, code: str = "") -> Folder:
    """The folder of a study: of `plan`, made if need be; of whatever study is there, without a plan.

    With `code`, it must have been begun with the same rules, solvers and libraries.
    """
    shown, file = shorten(str(path), 80), path / "study.toml"
    if file.exists():
        folder = Folder(path, _plan_in(file))
        if plan is not None and folder.plan.digest != plan.digest:
            raise StudyError(
                f"{shown} holds a different study ({_difference(folder.plan, plan)}): choose another folder with --to"
            )
        if code:
            _check_versions(folder, versions_here(folder.plan, code))
        return folder
    if plan is None:
        raise StudyError(f"{shown} is not the folder of a study: create one with `escapology study run`")
    try:
        path.mkdir(parents=True, exist_ok=True)
        if strange := [one.name for one in path.iterdir() if one.name not in {"lock", "log.txt", "versions.json"}]:
            strange = [name for name in strange if not name.endswith(_TEMPORARY)]
        if strange:
            raise StudyError(f"{shown} has {shorten(min(strange))} in it, but no study: choose a new folder with --to")
    except OSError as error:
        raise StudyError(_trouble(path, error)) from error
    folder = Folder(path, plan)
    folder.write(path / "versions.json", (json.dumps(versions_here(plan, code), indent=2) + "\n").encode())
    folder.write(file, plan_text(plan).encode())
    return folder


def _plan_in(file: Path) -> Plan:
    try:
        return read_plan(file.read_text(encoding="utf-8"), str(file))
    except (OSError, UnicodeDecodeError) as error:
        raise StudyError(f"{file} can't be read: {error}") from None


def _difference(there: Plan, here: Plan) -> str:
    """Where two plans differ, in a few words."""
    left, right = _parts_of(there), _parts_of(here)
    name = next(name for name in left if left[name] != right[name])
    return f"its {name}: {_told(left[name])} there, {_told(right[name])} here"


def _parts_of(plan: Plan) -> dict[str, object]:
    names = ("settings", "measures", "bots", "worlds", "luck", "nodes", "megabytes", "precision")
    more = {"counts": plan.counts, "certificates": (plan.one_in, plan.claims)}
    return {name: getattr(plan, name) for name in names} | asdict(plan.seeds) | more


def _told(value: object) -> str:
    if isinstance(value, tuple):
        return ", ".join(map(str, value)) or "none"
    return "none" if value is None else str(value) or "none"


def _check_versions(folder: Folder, here: Versions) -> None:
    for name, version in folder.versions.items():
        if here.get(name) != version:
            raise StudyError(
                f"{folder.path} was begun with {name} {version}, but this is {here.get(name)}: results can't be mixed. "
                "Use that version, or a new folder with --to"
            )


def _take(file: IO[str], path: Path) -> None:
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        if error.errno not in {errno.EAGAIN, errno.EACCES}:
            raise StudyError(f"{path} can't be locked: {error.strerror}") from error
        file.seek(0)
        who = file.read().strip() or "another process"
        raise StudyError(f"{who} is working in {path}: wait until it is done, or stop it") from None


def _trouble(path: Path, error: OSError) -> str:
    reason = (error.strerror or str(error)).lower()
    what = f"can't write {path}: {reason}"
    if error.errno in {errno.ENOSPC, errno.EDQUOT, errno.EFBIG}:
        return f"{what}; finished work is kept: free some space and run the study again"
    return what


def _sync(folder: Path) -> None:
    """Bring a renaming to the disk."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _remove(path: Path) -> None:
    path.unlink(missing_ok=True)


def _digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()
