"""Looks after all questions of a process: nothing takes too long, and nothing is worked on that nobody asks about."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import Final

from escapology.answer import Answer, Failure
from escapology.thinking.notices import Notices
from escapology.thinking.pool import Pool
from escapology.thinking.question import Question
from escapology.thinking.register import End, Register
from escapology.thinking.times import Times

__all__ = ["CANCELLED", "Caretaker"]

#: The answer to a question that nobody waits for any more.
CANCELLED: Final = Failure("cancelled")


class Caretaker:
    """A thread that looks at all questions again and again, as long as there is one without an answer.

    `stop` ends the work on a question, and gives it an answer, unless it has one already.
    """

    def __init__(
        self,
        register: Register,
        notices: Notices,
        times: Times,
        pool: Pool,
        stop: Callable[[Question, Answer, End], None],
    ) -> None:
        self._register, self._notices, self._times, self._pool, self._stop = register, notices, times, pool, stop
        self._asked: dict[str, Question] = {}  # worked on by others, and asked about here since the last beat
        self._next_beat = self._next_sweep = 0.0
        self._thread: threading.Thread | None = None  # begins when there is something to be looked after
        self._closed = False

    def start(self) -> None:
        """Be there from now on."""
        with self._register.changed:
            if self._thread is None and not self._closed:
                self._thread = threading.Thread(target=self._run, daemon=True)
                self._thread.start()

    def note_asked(self, question: Question) -> None:
        """Somebody asks here about a question that another process works on: it will be told."""
        with self._register.changed:
            self._asked[question.ticket] = question
            self._register.changed.notify_all()
        self.start()

    def close(self) -> None:
        """Look after nothing any more."""
        with self._register.changed:
            self._closed = True
            self._register.changed.notify_all()
        if self._thread is not None:
            self._thread.join()

    def _run(self) -> None:
        while self._wait():
            unanswered = self._register.unanswered()
            for question in unanswered:
                self._end_if_late(question)
            if time.monotonic() >= self._next_beat:
                self._next_beat = time.monotonic() + self._times.beat
                self._talk(unanswered)
            self._pool.make_way()
            self._drop([question for question in unanswered if self._is_abandoned(question)])

    def _wait(self) -> bool:
        """Wait until it is time to look; False if it never will be again."""
        with self._register.changed:
            while not self._closed and not self._asked and not self._register.unanswered():
                self._register.changed.wait()
            if not self._closed:
                self._register.changed.wait_for(lambda: self._closed, self._times.tick)
            return not self._closed

    def _end_if_late(self, question: Question) -> None:
        if question.before + question.seconds(time.monotonic()) > question.patience:
            late = Failure(f"it took longer than the limit of {question.patience:.0f} seconds")
            self._stop(question, late, "failed")
            self._notices.settle(question)

    def _talk(self, unanswered: list[Question]) -> None:
        """Tell other processes what is new, and hear them: a few statements, however many questions wait."""
        with self._register.changed:
            asked, self._asked = self._asked, {}
        self._notices.ask(asked.values())
        if unanswered:
            self._notices.beat()
            for question in unanswered:
                self._notices.tell(question)
        for question, answer, unasked in self._notices.hear(unanswered):
            if answer is not None:
                self._stop(question, answer, "cancelled")
                self._notices.settle(question)
            elif unasked is not None:
                question.asked = max(question.asked, time.monotonic() - unasked)
        if time.monotonic() >= self._next_sweep:
            self._next_sweep = time.monotonic() + self._times.sweep
            self._notices.sweep()

    def _is_abandoned(self, question: Question) -> bool:
        return question.answer is None and time.monotonic() - question.asked > self._times.abandoned

    def _drop(self, abandoned: list[Question]) -> None:
        """Work on them no longer; if somebody asks after all, they are begun again, by whichever process."""
        for question in abandoned:
            self._register.remove(question)
            self._stop(question, CANCELLED, "cancelled")
        self._notices.leave(abandoned)
