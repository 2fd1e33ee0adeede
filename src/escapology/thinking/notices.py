"""Notices: what the processes of a server tell each other about tickets, so that a ticket is good at every one of them.

A notice holds two facts that are never mixed. *Who works* on a question is a process: it says now and then that it is
still there, once for all its questions, and how far it got with those it is at. *Who asks* is the player: wherever
somebody asks about a ticket that another process works on, that is noted, and the process hears of it. What a process
has said itself never counts as somebody asking.

Processes may run on several machines, whose clocks differ. So nobody writes or compares times here: the store notes
them by its own clock, and tells how long ago something was.
"""

from __future__ import annotations

import base64
import secrets
import zlib
from collections.abc import Callable, Collection, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Protocol, TypeVar

from escapology.answer import Answer, Kind
from escapology.errors import EscapologyError
from escapology.thinking.codec import Notice, answer_text, hashed, notice_text, parse_answer, parse_notice
from escapology.thinking.question import Question

__all__ = ["Heard", "News", "Notices", "Pinboard", "Posted"]

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Posted:
    """What stands on a pinboard about a ticket."""

    text: str  # what is asked
    process: str  # that works on it; "" = none does
    so_far: int  # how many things were tried
    is_preparing: bool  # the solver is being compiled
    answer: str | None
    silence: float  # seconds since the process was heard of, by the pinboard's clock


@dataclass(frozen=True, slots=True)
class News:
    """What a process hears of a question that it works on."""

    answer: str | None  # that another process gave
    unasked: float | None  # seconds since somebody asked about it elsewhere; None = nobody ever did


class Pinboard(Protocol):
    """Where notices hang, by key. Old ones go, and the oldest when there are too many."""

    def post(self, key: str, text: str, process: str, answer: str | None) -> None:
        """A question that a process works on from now on, or that has an answer already."""

    def get(self, key: str) -> Posted | None:
        """What is known of a question."""

    def tell(self, key: str, process: str, so_far: int, *, is_preparing: bool) -> None:
        """How far the process got that works on it; another one is not listened to."""

    def settle(self, key: str, process: str, answer: str) -> None:
        """The answer, unless there is one already. A process that works on it does so no longer."""

    def leave(self, process: str, keys: Collection[str] | None) -> None:
        """The process works on these no longer, or on none at all; another one may."""

    def take_over(self, key: str, process: str, before: str) -> bool:
        """Work on a question in place of another process; whether nobody else was quicker."""

    def ask(self, keys: Collection[str]) -> None:
        """Somebody has asked about these just now."""

    def beat(self, process: str) -> None:
        """The process is still there."""

    def hear(self, process: str) -> Mapping[str, News]:
        """What others have said of all questions that a process works on, by their keys."""

    def sweep(self) -> None:
        """Take down what is old."""


@dataclass(frozen=True, slots=True)
class Heard:
    """What a process knows of a question of another one."""

    notice: Notice
    posted: Posted
    answer: Answer | None


class Notices:
    """What one process tells and hears. Without a pinboard, or with one that fails, it only knows its own questions."""

    def __init__(self, pinboard: Pinboard | None) -> None:
        self._pinboard = pinboard
        self._process = secrets.token_hex(8)
        self._strays: set[str] = set()  # keys that stood under our name at the last beat, though we don't work on them

    def post(self, question: Question) -> None:
        """Tell of a question that is worked on here, or that is answered already."""
        text = _packed(notice_text(Notice(question.task, question.key, question.about)))
        answer = None if question.answer is None else _packed(answer_text(question.answer))
        process = self._process if answer is None else ""
        self._try(lambda board: board.post(_key(question), text, process, answer))
        if process and question.answer is not None:  # it was answered just before the others knew of it
            self.settle(question)

    def find(self, ticket: str, owner: str) -> Heard | None:
        """What another process has told of a ticket of that player."""
        posted = self._try(lambda board: board.get(_key_of(ticket, owner)))
        return None if posted is None else _read(posted)

    def tell(self, question: Question) -> None:
        """Tell how far one got, if that is news."""
        so_far, is_preparing = told = question.so_far, question.is_preparing
        if told != question.told:
            question.told = told
            self._try(lambda b: b.tell(_key(question), self._process, so_far, is_preparing=is_preparing))

    def settle(self, question: Question) -> None:
        """Tell the answer. Whoever works on it hears that it is needed no longer."""
        assert question.answer is not None
        answer = _packed(answer_text(question.answer))
        self._try(lambda board: board.settle(_key(question), self._process, answer))

    def leave(self, questions: Iterable[Question]) -> None:
        """Tell that these are worked on no longer: another process may."""
        if keys := [_key(question) for question in questions]:
            self._try(lambda board: board.leave(self._process, keys))

    def leave_all(self) -> None:
        """The same of whatever this process works on."""
        self._try(lambda board: board.leave(self._process, None))

    def take_over(self, question: Question, heard: Heard) -> bool:
        """Work on a question in place of a process that is gone, unless somebody else does so already."""
        before = heard.posted.process
        return bool(self._try(lambda board: board.take_over(_key(question), self._process, before)))

    def ask(self, questions: Iterable[Question]) -> None:
        """Tell that somebody asks about these, on which other processes work."""
        if keys := [_key(question) for question in questions]:
            self._try(lambda board: board.ask(keys))

    def beat(self) -> None:
        """Tell that this process is still there."""
        self._try(lambda board: board.beat(self._process))

    def hear(self, questions: Iterable[Question]) -> list[tuple[Question, Answer | None, float | None]]:
        """What others have said of these questions, on which this process works: answers, and as `News.unasked`."""
        news = dict(self._try(lambda board: board.hear(self._process)) or {})
        heard = [(question, news.pop(key)) for question in questions if (key := _key(question)) in news]
        self._leave_strays(news.keys())
        return [(question, _answer(question.kind, said.answer), said.unasked) for question, said in heard]

    def _leave_strays(self, strays: Collection[str]) -> None:
        """Leave what others still believe to be worked on here: a word to them was lost, unless it is under way."""
        if lost := self._strays.intersection(strays):
            self._try(lambda board: board.leave(self._process, lost))
        self._strays = set(strays)

    def sweep(self) -> None:
        """Take down what is old."""
        self._try(lambda board: board.sweep())

    def _try(self, say: Callable[[Pinboard], T]) -> T | None:
        with suppress(EscapologyError):
            return None if self._pinboard is None else say(self._pinboard)
        return None


def _read(posted: Posted) -> Heard | None:
    with suppress(EscapologyError, ValueError, zlib.error):  # another version's notices are not ours
        notice = parse_notice(_unpacked(posted.text))
        return Heard(notice, posted, _answer(notice.task.kind, posted.answer))
    return None


def _answer(kind: Kind, packed: str | None) -> Answer | None:
    with suppress(EscapologyError, ValueError, zlib.error):
        return None if packed is None else parse_answer(kind, _unpacked(packed))
    return None


def _key(question: Question) -> str:
    return _key_of(question.ticket, question.owner)


def _key_of(ticket: str, owner: str) -> str:
    """Found by those who know ticket and player; it names neither."""
    return hashed("notice", ticket, owner)


def _packed(text: str) -> str:
    return base64.b64encode(zlib.compress(text.encode(), 1)).decode()


def _unpacked(text: str) -> str:
    return zlib.decompress(base64.b64decode(text)).decode()
