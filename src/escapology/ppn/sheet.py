"""Files of PPN: games one after the other, each a head in YAML and numbered moves."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from types import ModuleType
from typing import Any, Final

from escapology.errors import shorten
from escapology.ppn.table import PPNError

__all__ = ["Sheet", "Step", "read_sheets", "sheet_text"]

MOST: Final = 500_000  #: characters of a file
_WIDTH: Final = 100  # columns that moves are wrapped to
_START: Final = re.compile(r"-{3}\s*$")
_END: Final = re.compile(r"\.{3}\s*$")
_NUMBERED: Final = re.compile(r"[A-Za-z0-9_.]*\.+")  # "1.", "Maze.", "."
_COMMENT: Final = re.compile(r"(?:(?<=\s)|^)\{[^}]*\}(?=\s|$)")


@dataclass(frozen=True, slots=True)
class Step:
    """What is done under one number."""

    number: str  # "1."
    tokens: tuple[str, ...]  # one action each: "?3Sc_%?Cp"


@dataclass(frozen=True, slots=True)
class Sheet:
    """One game of a file."""

    head: dict[str, Any]  # what its YAML says
    steps: tuple[Step, ...]


def _yaml() -> ModuleType:
    try:
        import yaml
    except ModuleNotFoundError:
        raise PPNError("PPN needs more packages: pip install 'escapology[ppn]'") from None
    return yaml


def sheet_text(sheet: Sheet) -> str:
    """The game as a file, ending with a line end."""
    lines = ["---", *_yaml().safe_dump(sheet.head, sort_keys=False, allow_unicode=True).splitlines(), "..."]
    for step in sheet.steps:
        lines += _wrapped([step.number, *step.tokens])
    return "\n".join(lines) + "\n"


def _wrapped(tokens: Sequence[str]) -> list[str]:
    lines = [""]
    for token in tokens:
        if lines[-1] and len(lines[-1]) + 1 + len(token) > _WIDTH:
            lines.append("")
        lines[-1] += f" {token}" if lines[-1] else token
    return lines


def read_sheets(text: str) -> Iterator[Sheet]:
    """The games of a file, one after the other."""
    if len(text) > MOST:
        raise PPNError(f"the file is too long: at most {MOST:,} characters are read")
    games: list[list[str]] = []
    for line in text.splitlines():
        if _START.match(line) or not games:
            games.append([])
        games[-1].append(line)
    yield from (_sheet(lines) for lines in games if any(line.strip() for line in lines))


def _sheet(lines: list[str]) -> Sheet:
    end = next((i for i, line in enumerate(lines) if _END.match(line)), None)
    if end is None:  # without dots, the first empty line ends the head
        end = next((i for i, line in enumerate(lines) if not line.strip()), None)
    if end is None:
        raise PPNError("the YAML header is missing: a game of PPN begins with one, between --- and ...")
    return Sheet(_head("\n".join(lines[:end])), tuple(_steps("\n".join(lines[end + 1 :]))))


def _head(text: str) -> dict[str, Any]:
    yaml = _yaml()
    try:
        head = yaml.safe_load(text.strip().removeprefix("---"))
    except yaml.YAMLError as error:
        raise PPNError(f"the header is not YAML: {' '.join(str(error).split())}") from None
    if not isinstance(head, dict):
        raise PPNError(f"the header must be a list of names with values, not {shorten(text.strip())}")
    return head


def _steps(text: str) -> Iterator[Step]:
    """The moves by number; a `;` and a lone `.` begin another part of the same move."""
    number = ""
    tokens: list[str] = []
    for word in _COMMENT.sub(" ", text).replace(";", " . ").split():
        if "{" in word or "`" in word:
            raise PPNError(f"{shorten(word)} stands for several actions: write each of them out")
        if word == ".":
            continue
        if _NUMBERED.fullmatch(word):
            if number or tokens:
                yield Step(number, tuple(tokens))
            number, tokens = word, []
        else:
            tokens += re.sub(r"(?<=.)(?=[*+!])", " ", word).split()  # a2-b2*c3 is two actions
    if number or tokens:
        yield Step(number, tuple(tokens))
