"""What processes tell each other, and what is kept of it: typed values as JSON, and back, every field checked.

`x_text` writes what `parse_x` reads. What can't be read is a `DamagedError`: it was written by another version, or cut
short. An answer is written as its fields alone; what was asked tells which kind of answer it is.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import asdict, dataclass, is_dataclass
from functools import cache
from types import NoneType, UnionType
from typing import Any, Final, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

from escapology.answer import (
    Answer,
    BestChance,
    Decision,
    Failure,
    FoundDeal,
    Hint,
    Kind,
    Odds,
    Outlook,
    Printed,
    WayOut,
    Worth,
)
from escapology.errors import EscapologyError, shorten
from escapology.thinking.task import Task

__all__ = [
    "PAUSE",
    "DamagedError",
    "Notice",
    "Report",
    "answer_text",
    "hashed",
    "notice_text",
    "parse_answer",
    "parse_notice",
    "parse_report",
    "parse_task",
    "report_text",
    "task_text",
]

#: Told to a worker in the midst of a search: stop there, and say how far you got.
PAUSE: Final = "pause"

T = TypeVar("T")

_ANSWERS: Final[dict[Kind, tuple[type[Answer], ...]]] = {
    "hint": (Hint,),
    "peek": (Hint,),
    "show": (WayOut,),
    "near": (WayOut,),
    "outlook": (Outlook, Odds),
    "worth": (Worth,),
    "verdict": (Decision, BestChance),
    "find": (FoundDeal,),
    "print": (Printed,),
}


class DamagedError(EscapologyError):
    """A text that is not what it should be."""


@dataclass(frozen=True, slots=True)
class Report:
    """What a worker says: how far it got, or the answer."""

    answer: Answer | None = None
    so_far: int = 0  # things that were tried
    is_preparing: bool = False  # the solver is still being compiled
    is_last: bool = False  # the process ends now
    is_paused: bool = False  # it was told to stop there; what was tried is done with


@dataclass(frozen=True, slots=True)
class Notice:
    """What processes tell each other about a question, once."""

    task: Task
    key: str  # of the question
    about: str


def task_text(task: Task) -> str:
    """What is sent to a worker."""
    return json.dumps(asdict(task))


def parse_task(text: str) -> Task:
    """What a worker reads."""
    return _value(Task, _object(text))


def report_text(report: Report) -> str:
    """What a worker sends."""
    return json.dumps(asdict(report))


def parse_report(kind: Kind, text: str) -> Report:
    """What came from a worker that was asked something of that kind."""
    fields = _object(text)
    return _value(Report, fields | {"answer": _answer(kind, fields.get("answer"))})


def answer_text(answer: Answer) -> str:
    """What is kept of an answer."""
    return json.dumps(asdict(answer))


def parse_answer(kind: Kind, text: str) -> Answer:
    """An answer that was kept."""
    answer = _answer(kind, _object(text))
    assert answer is not None
    return answer


def notice_text(notice: Notice) -> str:
    """What other processes are told."""
    return json.dumps(asdict(notice))


def parse_notice(text: str) -> Notice:
    """What another process has told."""
    return _value(Notice, _object(text))


def hashed(*parts: str) -> str:
    """A name of one length for texts that belong together; they can't be read from it."""
    return hashlib.sha256(json.dumps(parts).encode()).hexdigest()


def _answer(kind: Kind, fields: object) -> Answer | None:
    if fields is None:
        return None
    for type_ in (*_ANSWERS[kind], Failure):
        try:
            return _value(type_, fields)
        except DamagedError:
            continue
    raise DamagedError(f"{shorten(json.dumps(fields))} is not an answer to a question of the kind {kind}")


def _object(text: str) -> dict[str, object]:
    try:
        found = json.loads(text)
    except ValueError:
        found = None
    if not isinstance(found, dict):
        raise DamagedError(f"{shorten(text)} is not a JSON object")
    return found


def _value(type_: type[T], value: object) -> T:
    """The value, if it is of that type; JSON knows lists where we have tuples, and objects where we have ours."""
    found: T = _read(type_, value)
    return found


def _read(type_: Any, value: Any) -> Any:
    origin, parts = get_origin(type_), get_args(type_)
    if origin in (Union, UnionType):
        return _read_any(parts, value)
    if origin is Literal and value in parts:
        return value
    if origin is tuple and isinstance(value, list):
        return tuple(_read(parts[0], item) for item in value)
    if origin is dict and isinstance(value, dict):
        return {_read(parts[0], name): _read(parts[1], item) for name, item in value.items()}
    if type_ is float and type(value) is int:
        return float(value)
    if is_dataclass(type_) and isinstance(value, dict):
        return _read_fields(type_, value)
    if isinstance(type_, type) and type(value) is type_:
        return value
    raise DamagedError(f"{shorten(repr(value))} is not {type_}")


def _read_any(types: tuple[Any, ...], value: Any) -> Any:
    for type_ in types:
        try:
            return None if type_ is NoneType and value is None else _read(type_, value)
        except DamagedError:
            continue
    raise DamagedError(f"{shorten(repr(value))} is none of {types}")


def _read_fields(type_: Any, value: dict[str, object]) -> Any:
    hints = _hints(type_)
    try:
        return type_(**{name: _read(hints[name], item) for name, item in value.items()})
    except (KeyError, TypeError):  # a field too many, or one too few
        raise DamagedError(f"{shorten(json.dumps(value, default=str))} is no {type_.__name__}") from None


@cache
def _hints(type_: type) -> dict[str, object]:
    return get_type_hints(type_)
