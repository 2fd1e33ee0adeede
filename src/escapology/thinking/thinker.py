"""Questions that take their time: asked here, worked on by other processes (`pool.py`), and picked up later.

thinker = Thinker(store)
ticket = thinker.ask(play_task("hint", record_text), owner)
thinker.answer(ticket, owner)            # None while it is being thought about
await thinker.wait_for(ticket, owner, 5, request.is_disconnected)
thinker.cancel(ticket, owner)

What was answered once is known from then on (`answers.py`). What nobody asks about for a while is dropped.
"""

from __future__ import annotations

import asyncio
import secrets
import threading
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Final

from escapology.answer import Answer, Failure, Kind
from escapology.errors import NotFoundError
from escapology.thinking.answers import Answers, Shelf, is_final, key_of
from escapology.thinking.codec import Notice
from escapology.thinking.pool import MEMORY, Pool
from escapology.thinking.question import Question, make_question
from escapology.thinking.queue import BusyError
from escapology.thinking.task import Task
from escapology.thinking.warmer import Warmer

__all__ = ["Thinker"]

_ABANDONED: Final = 15.0  # seconds after which a question is dropped if nobody asks about it
_BEAT: Final = 5.0  # seconds between two notices about a question
_SILENCE: Final = 15.0  # seconds after which a process that told of a question counts as gone
_KEPT: Final = 1_000  # questions, for those who come for the answer late
_LOOK: Final = 0.05  # seconds between two looks of somebody who waits
_FAR_LOOK: Final = 0.4  # the same where another process has the question
_TICK: Final = 0.5  # seconds between two looks after all questions
_BETWEEN: Final = 2.0  # seconds from one kernel to the next, at most: meanwhile the solver is not ready yet
_CANCELLED: Final = Failure("cancelled")
_STOPPED: Final = Failure("the server is being stopped: ask again")


class Thinker:
    """Takes questions and gives answers; several of them, in several processes, may share a store."""

    def __init__(
        self,
        shelf: Shelf | None = None,
        *,
        workers: int = 1,
        memory: int | None = MEMORY,
        command: Sequence[str] | None = None,
        abandoned: float = _ABANDONED,
        warms: bool = False,
    ) -> None:
        self._warmer = Warmer() if warms else None
        self._answers = Answers(shelf)
        self._pool = Pool(
            lambda question: self._answers.find(question.kind, question.key), self._finish,
            workers=workers, memory=memory, command=command,
        )  # fmt: skip
        self._questions: OrderedDict[str, Question] = OrderedDict()
        self._counts = dict.fromkeys(("answered", "cached", "cancelled", "failed"), 0)
        self._abandoned = abandoned
        self._changed = threading.Condition()
        self._watch: threading.Thread | None = None  # begins with the first question
        self._closed = False

    def ask(self, task: Task, owner: str, *, about: str = "", state: str = "") -> str:
        """Put a question; its ticket. A `BusyError` if too much is asked already.

        `about` is what it belongs to, such as the id of a play: the player's question of that kind about the same that
        nobody works on yet is dropped for this one. `state` is the state line, if it is at hand: then the answer is
        known to others too who come to that position by another way.
        """
        question = make_question(secrets.token_urlsafe(9), owner, about, key_of(task, state), task)
        same = self._same(question)
        if same is not None:
            return same.ticket
        if (known := self._answers.find(task.kind, question.key)) is not None:
            question.settle(known)
            self._count("cached")
            self._keep(question)
        else:
            self._begin(question)
        return question.ticket

    def kind(self, ticket: str, owner: str) -> Kind:
        """What was asked."""
        return self._find(ticket, owner).kind

    def answer(self, ticket: str, owner: str, wait: float = 0.0) -> Answer | None:
        """The answer, or None if there is none yet after so many seconds."""
        end = time.monotonic() + wait
        question = self._find(ticket, owner)
        while question.answer is None and (left := end - time.monotonic()) > 0:
            question.done.wait(min(left, _FAR_LOOK))
            question = self._find(ticket, owner)
        return question.answer

    async def wait_for(
        self, ticket: str, owner: str, seconds: float, is_gone: Callable[[], Awaitable[bool]] | None = None
    ) -> Answer | None:
        """The same without holding up a thread; the question is cancelled if whoever waits `is_gone` meanwhile."""
        end = time.monotonic() + seconds
        question = await self._find_soon(ticket, owner)
        while question.answer is None and (left := end - time.monotonic()) > 0:
            await asyncio.sleep(min(left, _LOOK if ticket in self._questions else _FAR_LOOK))
            if is_gone is not None and await is_gone():
                await asyncio.to_thread(self.cancel, ticket, owner)
            question = await self._find_soon(ticket, owner)
        return question.answer

    def so_far(self, ticket: str, owner: str) -> int:
        """How many things were tried."""
        return self._find(ticket, owner).so_far

    def is_preparing(self, ticket: str, owner: str) -> bool:
        """Whether the solver is still being compiled, which takes some seconds, once on a machine."""
        question = self._find(ticket, owner)
        return question.is_preparing or time.monotonic() - question.prepared < _BETWEEN

    def put_first(self, game: str) -> None:
        """Somebody is at this game: if games are being prepared in the background, it comes first."""
        if self._warmer is not None:
            self._warmer.put_first(game)

    def drop(self, owner: str, kind: str = "") -> None:
        """Think no longer about anything that a player has asked, or has asked of that kind."""
        with self._changed:
            mine = [q for q in self._questions.values() if q.owner == owner and kind in ("", q.kind)]
        for question in mine:
            self._cancel(question)

    def cancel(self, ticket: str, owner: str) -> None:
        """Think about it no longer."""
        self._cancel(self._find(ticket, owner))

    def stats(self) -> dict[str, int]:
        """How many questions wait and are worked on, and what came of all others."""
        return {"waiting": len(self._pool.waiting()), "running": len(self._pool.running()), **self._counts}

    def close(self) -> None:
        """End all workers; what they were at is left to other processes."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()
            left = [question for question in self._questions.values() if question.settle(_STOPPED)]
        self._pool.close()
        if self._warmer is not None:
            self._warmer.close()
        if self._watch is not None:
            self._watch.join()
        for question in left:
            self._tell(question, is_left=True)

    def _find(self, ticket: str, owner: str) -> Question:
        """The question of a ticket, which somebody asks about: here, or in another process."""
        question = self._here(ticket, owner) or self._elsewhere(ticket, owner)
        if question is None:
            raise NotFoundError("nobody thinks about that any more: ask again")
        return question

    async def _find_soon(self, ticket: str, owner: str) -> Question:
        """The same; a thread is only needed to ask the store."""
        here = self._here(ticket, owner)
        return await asyncio.to_thread(self._find, ticket, owner) if here is None else here

    def _here(self, ticket: str, owner: str) -> Question | None:
        question = self._questions.get(ticket)
        if question is None or question.owner != owner:
            return None
        question.asked = time.monotonic()
        return question

    def _elsewhere(self, ticket: str, owner: str) -> Question | None:
        """A question that another process has told of; if that one is heard of no more, we take it over."""
        notice = self._answers.notice(ticket, owner)
        if notice is None:
            return None
        question = make_question(ticket, owner, notice.about, notice.key, notice.task)
        question.so_far, question.is_preparing = notice.so_far, notice.is_preparing
        if (known := notice.answer or self._answers.find(question.kind, question.key)) is not None:
            question.settle(known)
        elif time.time() - notice.told > _SILENCE:
            with suppress(BusyError):  # then the next one who asks takes it over
                self._begin(question)
        elif time.time() - notice.asked > _BEAT:
            self._answers.tell(ticket, owner, replace(notice, asked=time.time()))
        return question

    def _same(self, question: Question) -> Question | None:
        """What the player has asked already and waits for."""
        with self._changed:
            mine = (
                q
                for q in self._questions.values()
                if (q.owner, q.key, q.answer) == (question.owner, question.key, None)
            )
            return next(mine, None)

    def _begin(self, question: Question) -> None:
        """Have it worked on, in place of an older one that it makes needless."""
        for other in self._pool.waiting() if question.about else ():
            if (other.owner, other.kind, other.about) == (question.owner, question.kind, question.about):
                self._cancel(other)
        self._pool.add(question)
        self._keep(question)

    def _keep(self, question: Question) -> None:
        """Know a question by its ticket, here and elsewhere."""
        with self._changed:
            self._questions[question.ticket] = question
            while len(self._questions) > _KEPT:
                del self._questions[next(t for t, q in self._questions.items() if q.answer is not None)]
            if self._watch is None:
                self._watch = threading.Thread(target=self._look_after_all, daemon=True)
                self._watch.start()
            self._changed.notify_all()
        self._tell(question)

    def _finish(self, question: Question, answer: Answer) -> None:
        """The pool has an answer."""
        is_new = question.began is not None
        if is_new and is_final(question.kind, answer):
            self._answers.keep(question.key, answer)
        if question.settle(answer):
            self._count("failed" if isinstance(answer, Failure) else "answered" if is_new else "cached")
            self._tell(question)

    def _cancel(self, question: Question) -> None:
        if question.ticket in self._questions:
            self._stop(question, _CANCELLED, "cancelled")
        else:
            question.settle(_CANCELLED)
        self._tell(question)

    def _stop(self, question: Question, answer: Answer, count: str) -> None:
        if self._pool.stop(question, answer):
            self._count(count)

    def _count(self, name: str) -> None:
        with self._changed:
            self._counts[name] += 1

    def _tell(self, question: Question, *, is_left: bool = False) -> None:
        """Tell other processes how it stands; a question that `is_left` may be taken over at once."""
        while True:
            answer = None if is_left else question.answer
            question.told = time.time()
            asked = question.told - (time.monotonic() - question.asked)
            told = 0.0 if is_left else question.told
            notice = Notice(
                question.task, question.key, question.about, question.so_far, answer, asked, told, question.is_preparing
            )
            self._answers.tell(question.ticket, question.owner, notice)
            if is_left or question.answer is answer:  # else it was answered meanwhile
                return

    def _look_after_all(self) -> None:
        """See to it that nothing takes too long, and nothing is worked on that nobody asks about."""
        while True:
            with self._changed:
                while not self._closed and all(q.answer is not None for q in self._questions.values()):
                    self._changed.wait()
                if not self._closed:
                    self._changed.wait(_TICK)
                if self._closed:
                    return
                unanswered = [q for q in self._questions.values() if q.answer is None]
            for question in unanswered:
                self._look_after(question)

    def _look_after(self, question: Question) -> None:
        now = time.monotonic()
        if question.began is not None and now - question.began > question.patience:
            message = f"it took longer than the {question.patience:.0f} seconds that it may take"
            self._stop(question, Failure(message), "failed")
            self._tell(question)
        elif now - question.asked > self._abandoned:
            self._stop(question, _CANCELLED, "cancelled")
            with self._changed:
                self._questions.pop(question.ticket, None)
            self._tell(question, is_left=True)
        elif time.time() - question.told > _BEAT:
            notice = self._answers.notice(question.ticket, question.owner)
            if notice is not None and notice.answer is not None:
                self._stop(question, notice.answer, "cancelled")
            elif notice is not None and time.time() - notice.asked < self._abandoned:
                question.asked = now
            self._tell(question)
