"""Questions that take their time: asked here, worked on by a process of its own (`worker.py`), and picked up later.

thinker = Thinker()
ticket = thinker.ask("hint", record_text, owner)
thinker.answer(ticket, owner)            # None while it is being thought about
thinker.cancel(ticket, owner)

One question is worked on at a time. To cancel the one that is being worked on, the process is ended; the next question
starts another.
"""

from __future__ import annotations

import json
import secrets
import subprocess
import sys
import threading
from collections import OrderedDict
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, Final

from escapology.web.desk import NotFoundError

__all__ = ["KINDS", "Thinker", "hint_words", "outlook_words"]

#: What can be asked, and how many seconds may be spent on it.
KINDS: Final = {"hint": 2.0, "peek": 5.0, "show": 30.0, "outlook": 4.0, "worth": 1.0}
_KEPT: Final = 200  # answers, for those who come for them late
_CANCELLED: Final = {"error": "cancelled"}


@dataclass(eq=False)
class _Question:
    ticket: str
    owner: str
    text: str  # as the worker reads it
    kind: str
    answer: dict[str, Any] | None = None
    so_far: int = 0  # how many things were tried
    done: threading.Event = field(default_factory=threading.Event)


class Thinker:
    """Asks a worker, one question after the other."""

    def __init__(self) -> None:
        self._questions: OrderedDict[str, _Question] = OrderedDict()
        self._waiting: list[_Question] = []
        self._current: _Question | None = None
        self._worker: subprocess.Popen[str] | None = None
        self._changed = threading.Condition()
        self._closed = False
        self._thread: threading.Thread | None = None  # begins with the first question

    def ask(self, kind: str, record: str, owner: str, move: str = "", **more: Any) -> str:
        """Put a question; its ticket. One of the same player and kind that nobody works on yet is dropped."""
        text = json.dumps({"kind": kind, "record": record, "move": move, "seconds": KINDS.get(kind), **more})
        question = _Question(secrets.token_urlsafe(9), owner, text, kind)
        with self._changed:
            for other in [q for q in self._waiting if (q.owner, q.kind) == (owner, kind)]:
                self._waiting.remove(other)
                self._settle(other, _CANCELLED)
            self._questions[question.ticket] = question
            while len(self._questions) > _KEPT:
                self._questions.popitem(last=False)
            self._waiting.append(question)
            self._changed.notify_all()
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, daemon=True)
                self._thread.start()
        return question.ticket

    def kind(self, ticket: str, owner: str) -> str:
        """What was asked."""
        return self._find(ticket, owner).kind

    def answer(self, ticket: str, owner: str, wait: float = 0.0) -> dict[str, Any] | None:
        """The answer, or None if there is none yet after so many seconds."""
        question = self._find(ticket, owner)
        question.done.wait(wait)
        return question.answer

    def so_far(self, ticket: str, owner: str) -> int:
        """How many things were tried."""
        return self._find(ticket, owner).so_far

    def drop(self, owner: str) -> None:
        """Think no longer about anything that a player has asked."""
        for question in [q for q in self._questions.values() if q.owner == owner and q.answer is None]:
            self.cancel(question.ticket, owner)

    def cancel(self, ticket: str, owner: str) -> None:
        """Think about it no longer."""
        question = self._find(ticket, owner)
        with self._changed:
            if question in self._waiting:
                self._waiting.remove(question)
            elif question is self._current and self._worker is not None:
                self._worker.kill()
            self._settle(question, _CANCELLED)

    def close(self) -> None:
        """End the worker."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()
            if self._worker is not None:
                self._worker.kill()
        if self._thread is not None:
            self._thread.join()
        if self._worker is not None:
            _end(self._worker)

    def _find(self, ticket: str, owner: str) -> _Question:
        question = self._questions.get(ticket)
        if question is None or question.owner != owner:
            raise NotFoundError("nobody thinks about that any more: ask again")
        return question

    @staticmethod
    def _settle(question: _Question, answer: dict[str, Any]) -> None:
        if question.answer is None:
            question.answer = answer
        question.done.set()

    def _run(self) -> None:
        while True:
            with self._changed:
                while not self._waiting and not self._closed:
                    self._changed.wait()
                if self._closed:
                    return
                self._current = question = self._waiting.pop(0)
                worker = self._ready_worker()
            line = _exchange(worker, question)
            with self._changed:
                self._current = None
                self._settle(question, json.loads(line) if line else {"error": "the thinking was cut short"})

    def _ready_worker(self) -> subprocess.Popen[str]:
        if self._worker is None or self._worker.poll() is not None:
            command = [sys.executable, "-m", "escapology.web.worker"]
            self._worker = subprocess.Popen(  # noqa: S603 - our own module
                command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8"
            )
        return self._worker


def _exchange(worker: subprocess.Popen[str], question: _Question) -> str:
    """Send a line and wait for one that is more than a word about how far one got; "" if the worker ends."""
    assert worker.stdin is not None
    assert worker.stdout is not None
    try:
        worker.stdin.write(question.text + "\n")
        worker.stdin.flush()
        while (line := worker.stdout.readline()).startswith('{"so_far"'):
            question.so_far = json.loads(line)["so_far"]
    except (OSError, ValueError):
        line = ""
    if not line:
        _end(worker)
    return line


def _end(worker: subprocess.Popen[str]) -> None:
    worker.kill()
    worker.wait()
    for pipe in (worker.stdin, worker.stdout):
        if pipe is not None:
            with suppress(OSError):  # what was not sent any more
                pipe.close()


def hint_words(answer: dict[str, Any]) -> str:
    """How much a hint is worth."""
    share, worlds = answer["share"], answer["worlds"]
    if answer["standing"] == "likely":
        if worlds == 1:
            return "By one imagined world that looks like this one; there was no time for more."
        return f"It wins about {share:.0%} of the worlds that look like this one, by {worlds:,} that were imagined."
    return {
        "proven": "It keeps a win that is certain.",
        "lost": "But nothing wins any more.",
        "heuristic": "Nothing better is known.",
        "chance": f"It has the best chance there is: {share or 0:.1%}.",
    }[answer["standing"]]


def outlook_words(answer: dict[str, Any]) -> str:
    """Whether a play can still be won."""
    return {
        "won": "It is won.",
        "winnable": "It can still be won.",
        "never": "This deal could never be won.",
        "unknown": "It is not known whether it can still be won.",
        "lost": f"It is lost since move {answer.get('number')}, {answer.get('move')}.",
        "chance": f"The best play wins with a chance of {answer.get('share') or 0:.1%}.",
    }[answer["standing"]]
