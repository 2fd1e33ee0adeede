"""What commands are given: settings, whole numbers, and records from files, standard input or pasted text."""

from __future__ import annotations

import errno
import io
import re
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, BinaryIO

import typer

from escapology.errors import RecordError, SettingError, shorten
from escapology.files import read_named_file
from escapology.games import GAMES
from escapology.luck import MAX_SEED, random_seed
from escapology.record import Record, read_records
from escapology.setting import Setting, make_setting, parse_options, parse_setting

__all__ = [
    "Files",
    "GameName",
    "Json",
    "OptionTexts",
    "VariantName",
    "first_seed",
    "is_pasted",
    "read_files",
    "read_setting",
    "whole",
]

Files = Annotated[
    list[str] | None,
    typer.Argument(metavar="FILES", help="Files of records, - for standard input, or a deal line."),
]
GameName = Annotated[str, typer.Argument(metavar="GAME", help="The game: blank, blank/long or blank[skips=two].")]
VariantName = Annotated[str | None, typer.Option("--variant", metavar="NAME", help="The variant to play.")]
OptionTexts = Annotated[
    list[str] | None,
    typer.Option("--option", metavar="NAME=VALUE", help="Choose how a ruling is read. Repeatable."),
]
Json = Annotated[bool, typer.Option("--json", help="Print one JSON object per line.")]

_PASTED = re.compile(r"\s*[a-z][a-z-]*(/[^:\[\]]*)?(\[[^:\[\]]*\])?:(\s|$)")  # no file is called `blank: 3 1 5`


def read_setting(text: str, variant: str | None, options: list[str] | None) -> Setting:
    """The setting that GAME, --variant and --option make up; the latter two have the last word."""
    setting = parse_setting(text, GAMES)
    chosen = {**dict(setting.options), **parse_options(options or [])}
    return make_setting(GAMES[setting.game], setting.variant if variant is None else variant, chosen)


def is_pasted(text: str) -> bool:
    """Whether a text begins with a deal line, and names neither a game nor a file."""
    return bool(_PASTED.match(text))


def whole(low: int, high: int) -> Callable[[str], int]:
    """A reader of whole numbers from `low` to `high`."""

    def read(text: str) -> int:
        number = int(text) if re.fullmatch("[0-9]{1,20}", str(text)) else low - 1
        if not low <= number <= high:
            raise typer.BadParameter(f"{shorten(str(text))} is not a whole number from {low} to {high}")
        return number

    return read


def first_seed(seed: int | None, count: int = 1) -> int:
    """The seed of the first deal: the one given, or a random one, which is then printed on standard error."""
    if seed is None:
        seed = min(random_seed(), MAX_SEED + 1 - count)
        sys.stderr.write(f"seed {seed}\n")
    if seed + count - 1 > MAX_SEED:
        raise SettingError(f"{count} deals from seed {seed} are too many: the last seed is {MAX_SEED}")
    return seed


def read_files(files: list[str] | None) -> Iterator[Record]:
    """The records of all files, one after the other."""
    for file in files or ["-"]:
        name = _name(file)
        found = False
        try:
            with _open(file) as stream:
                for record in read_records(stream, name, read_named_file):
                    found = True
                    yield record
        except OSError as error:
            reason = (error.strerror or str(error)).lower()
            raise RecordError(f"can't read {name}: {reason}; give a file, or - for standard input") from None
        if not found:
            raise RecordError(f"{name} contains no record: a record is a deal line followed by moves")


def _name(file: str) -> str:
    """What errors call it."""
    if file == "-":
        return "standard input"
    return "argument" if is_pasted(file) else shorten(file, 80)


@contextmanager
def _open(file: str) -> Iterator[BinaryIO]:
    if file == "-":
        if sys.stdin is None:
            raise OSError(errno.EBADF, "it is closed")
        yield sys.stdin.buffer
    elif is_pasted(file):
        yield io.BytesIO(file.encode(errors="surrogateescape"))
    else:
        with Path(file).open("rb") as stream:
            yield stream
