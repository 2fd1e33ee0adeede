"""What is known already: answers by question, kept in memory and in the store, where all processes find them."""

from __future__ import annotations

import json
import threading
from collections import OrderedDict
from contextlib import suppress
from dataclasses import asdict
from typing import Final, Protocol, runtime_checkable

from escapology import __version__
from escapology.answer import Answer, Decision, Failure, Hint, Kind, Outlook, Printed, WayOut, Worth
from escapology.errors import EscapologyError
from escapology.thinking.codec import answer_text, hashed, parse_answer
from escapology.thinking.notices import Pinboard
from escapology.thinking.task import Task

__all__ = ["Answers", "Shelf", "is_final", "key_of"]

_IN_MEMORY: Final = 1_000  # answers
_OF_THE_WAY: Final = ("outlook", "near")  # questions whose answer depends on how one came to a position


@runtime_checkable
class Shelf(Protocol):
    """What is asked of a store."""

    @property
    def pinboard(self) -> Pinboard:
        """Where processes tell each other what they work on."""

    def answer(self, key: str) -> str | None:
        """What is kept under a key."""

    def keep_answer(self, key: str, answer: str) -> None:
        """Keep something under a key, in place of what was there; what is oldest may be forgotten."""


def key_of(task: Task, state: str = "") -> str:
    """A name for all tasks with the same answer: by deal and state if the state line is known, else by record."""
    asked = asdict(task)
    record = asked.pop("record")
    if state and task.kind not in _OF_THE_WAY:
        record = record.partition("\n")[0]
    else:
        state = ""
    return hashed("answer", __version__, json.dumps(asked, sort_keys=True), record, state)


def is_final(kind: Kind, answer: Answer) -> bool:
    """Whether more time would not change it: a proof, or advice for which all the time was used that it has."""
    match answer:
        case Printed():  # it is large, and soon made anew
            return False
        case Failure() | WayOut("undecided") | Decision(verdict="undecided") | Outlook("unknown"):
            return False
        case Hint(standing="heuristic"):
            return kind != "peek"
        case Worth(loses):
            return loses
    return True


class Answers:
    """Answers by the key of the question. A store that fails is done without: then only this process knows."""

    def __init__(self, shelf: Shelf | None = None) -> None:
        self._shelf = shelf
        self._memory: OrderedDict[str, Answer] = OrderedDict()
        self._lock = threading.Lock()

    def find(self, kind: Kind, key: str) -> Answer | None:
        """The answer to a question of that kind, if it is known."""
        with self._lock:
            answer = self._memory.get(key)
            if answer is not None:
                self._memory.move_to_end(key)
        if answer is None and (text := self._read(key)) is not None:
            with suppress(EscapologyError):  # another version's answers are not ours
                answer = parse_answer(kind, text)
                self._remember(key, answer)
        return answer

    def keep(self, key: str, answer: Answer) -> None:
        """Keep an answer."""
        self._remember(key, answer)
        self._write(key, answer_text(answer))

    def _remember(self, key: str, answer: Answer) -> None:
        with self._lock:
            self._memory[key] = answer
            self._memory.move_to_end(key)
            while len(self._memory) > _IN_MEMORY:
                self._memory.popitem(last=False)

    def _read(self, key: str) -> str | None:
        with suppress(EscapologyError):
            return None if self._shelf is None else self._shelf.answer(key)
        return None

    def _write(self, key: str, text: str) -> None:
        with suppress(EscapologyError):
            if self._shelf is not None:
                self._shelf.keep_answer(key, text)
