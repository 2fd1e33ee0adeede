"""Questions that take their time: asked here, worked on by other processes (`pool.py`), and picked up later.

thinker = Thinker(store)
ticket = thinker.ask(play_task("hint", record_text), asker)
thinker.answer(ticket, asker)            # None while it is being thought about
await thinker.wait_for(ticket, asker, 5, request.is_disconnected)
thinker.cancel(ticket, asker)

What was answered once is known from then on (`answers.py`). What nobody asks about for a while is dropped
(`caretaker.py`).

A server may be several processes, and a player who has asked one of them may come for the answer to another. So each
tells the others of its questions (`notices.py`). A process that knows a ticket only from there waits with the others,
or takes the question over when the one that had it is heard of no more.
"""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Awaitable, Callable, Sequence
from typing import Final

from escapology.answer import Answer, Failure, Kind
from escapology.errors import NotFoundError
from escapology.thinking.answers import Answers, Shelf, is_final, key_of
from escapology.thinking.caretaker import CANCELLED, Caretaker
from escapology.thinking.notices import Notices
from escapology.thinking.pool import MEMORY, Pool
from escapology.thinking.question import Asker, Question, make_question
from escapology.thinking.queue import BusyError
from escapology.thinking.register import End, Register
from escapology.thinking.task import Task
from escapology.thinking.times import Times
from escapology.thinking.warmer import Warmer

__all__ = ["Thinker"]

_LATER: Final = 0.1  # of the time that one has waited: so long the next look may take, too
_STOPPED: Final = Failure("the server is shutting down: ask again")


class Thinker:
    """Takes questions and gives answers; several of them, in several processes, may share a store."""

    def __init__(
        self,
        shelf: Shelf | None = None,
        *,
        workers: int = 1,
        memory: int | None = MEMORY,
        allowance: float | None = None,
        command: Sequence[str] | None = None,
        times: Times | None = None,
        warms: bool = False,
    ) -> None:
        self._warmer = Warmer() if warms else None
        self._times = times or Times()
        self._answers = Answers(shelf)
        self._notices = Notices(None if shelf is None else shelf.pinboard)
        self._pool = Pool(
            lambda question: self._answers.find(question.kind, question.key), self._finish,
            workers=workers, memory=memory, allowance=allowance, command=command,
        )  # fmt: skip
        self._register = Register()
        self._caretaker = Caretaker(self._register, self._notices, self._times, self._pool, self._stop)

    def ask(self, task: Task, asker: Asker, *, about: str = "", state: str = "") -> str:
        """Put a question; its ticket. A `BusyError` if too much is asked already.

        `about` is what it belongs to, such as the id of a play: the player's question of that kind about the same that
        nobody works on yet is dropped for this one. `state` is the state line, if it is at hand: then the answer is
        known to others too who come to that position by another way.
        """
        question = make_question(secrets.token_urlsafe(9), asker, about, key_of(task, state), task)
        same = self._same(question)
        if same is not None:
            return same.ticket
        if (known := self._answers.find(task.kind, question.key)) is not None:
            question.settle(known)
            self._register.count("cached")
            self._register.add(question)
        else:
            try:
                self._begin(question)
            except BusyError:
                self._register.count("refused")
                raise
        self._notices.post(question)
        return question.ticket

    def recall(self, task: Task) -> Answer | None:
        """The answer to a question, if it is known already; nobody begins to think."""
        return self._answers.find(task.kind, key_of(task))

    def kind(self, ticket: str, asker: Asker) -> Kind:
        """What was asked."""
        return self._find(ticket, asker).kind

    def answer(self, ticket: str, asker: Asker, wait: float = 0.0) -> Answer | None:
        """The answer, or None if there is none yet after so many seconds."""
        end = time.monotonic() + wait
        question = self._find(ticket, asker)
        while question.answer is None and (left := end - time.monotonic()) > 0:
            question.done.wait(min(left, self._times.far_look))
            question = self._find(ticket, asker)
        return question.answer

    async def wait_for(
        self, ticket: str, asker: Asker, seconds: float, is_gone: Callable[[], Awaitable[bool]] | None = None
    ) -> Answer | None:
        """The same without holding up a thread; the question is cancelled if whoever waits `is_gone` meanwhile."""
        end = time.monotonic() + seconds
        question = await self._find_soon(ticket, asker)
        while question.answer is None and (left := end - time.monotonic()) > 0:
            look = self._times.look if self._register.get(ticket) is not None else self._times.far_look
            await asyncio.sleep(min(left, max(look, _LATER * (seconds - left))))
            if is_gone is not None and await is_gone():
                await asyncio.to_thread(self.cancel, ticket, asker)
            question = await self._find_soon(ticket, asker)
        return question.answer

    def so_far(self, ticket: str, asker: Asker) -> int:
        """How many things were tried."""
        return self._find(ticket, asker).so_far

    def is_preparing(self, ticket: str, asker: Asker) -> bool:
        """Whether the solver is still being compiled, which takes some seconds, once on a machine."""
        question = self._find(ticket, asker)
        return question.is_preparing or time.monotonic() - question.prepared < self._times.between

    def put_first(self, game: str) -> None:
        """Somebody is at this game: if games are being prepared in the background, it comes first."""
        if self._warmer is not None:
            self._warmer.put_first(game)

    def drop(self, owner: str, kind: str = "") -> None:
        """Think no longer about anything that a player has asked, or has asked of that kind."""
        for question in self._register.of(owner):
            if question.answer is None and kind in ("", question.kind):
                self._cancel(question)

    def cancel(self, ticket: str, asker: Asker) -> None:
        """Think about it no longer."""
        self._cancel(self._find(ticket, asker))

    def stats(self) -> dict[str, int]:
        """How many questions wait and are worked on, and what came of all others."""
        with self._register.changed:
            waiting, running = self._pool.load()
            return {"waiting": waiting, "running": running, **self._register.counts()}

    def close(self) -> None:
        """End all workers; what they were at is left to other processes."""
        for question in self._register.unanswered():
            question.settle(_STOPPED)
        self._pool.close()
        if self._warmer is not None:
            self._warmer.close()
        self._caretaker.close()
        self._notices.leave_all()

    def _find(self, ticket: str, asker: Asker) -> Question:
        """The question of a ticket, which somebody asks about: here, or in another process."""
        question = self._here(ticket, asker) or self._elsewhere(ticket, asker)
        if question is None:
            raise NotFoundError("that question has expired: ask again")
        return question

    async def _find_soon(self, ticket: str, asker: Asker) -> Question:
        """The same; a thread is only needed to ask the store."""
        here = self._here(ticket, asker)
        return await asyncio.to_thread(self._find, ticket, asker) if here is None else here

    def _here(self, ticket: str, asker: Asker) -> Question | None:
        question = self._register.get(ticket)
        if question is None or question.owner != asker.player:
            return None
        question.asked = time.monotonic()
        return question

    def _elsewhere(self, ticket: str, asker: Asker) -> Question | None:
        """A question that another process has told of; if that one is heard of no more, we take it over."""
        heard = self._notices.find(ticket, asker.player)
        if heard is None:
            return None
        notice, posted = heard.notice, heard.posted
        question = make_question(ticket, asker, notice.about, notice.key, notice.task)
        question.so_far, question.is_preparing = posted.so_far, posted.is_preparing
        if (known := heard.answer or self._answers.find(question.kind, question.key)) is not None:
            question.settle(known)
        elif posted.process and posted.silence <= self._times.silence:
            self._caretaker.note_asked(question)
        elif self._notices.take_over(question, heard):
            try:
                self._begin(question)
            except BusyError:  # then the next one who asks takes it over
                self._notices.leave([question])
        return question

    def _same(self, question: Question) -> Question | None:
        """What the player has asked already and waits for."""
        mine = self._register.of(question.owner)
        return next((q for q in mine if (q.key, q.answer) == (question.key, None)), None)

    def _begin(self, question: Question) -> None:
        """Have it worked on, in place of an older one that it makes needless."""
        for other in self._pool.waiting() if question.about else ():
            if (other.owner, other.kind, other.about) == (question.owner, question.kind, question.about):
                self._cancel(other)
        pushed_out = self._pool.add(question)
        if pushed_out is not None:
            self._register.count("pushed_out")
            self._notices.settle(pushed_out)
        self._register.add(question)
        self._caretaker.start()

    def _finish(self, question: Question, answer: Answer) -> None:
        """The pool has an answer."""
        is_new = question.began is not None
        if is_new and is_final(question.kind, answer):
            self._answers.keep(question.key, answer)
        with self._register.changed:  # who sees the answer finds it counted
            is_first = question.settle(answer)
            if is_first:
                self._register.settled(question)
                self._register.count("failed" if isinstance(answer, Failure) else "answered" if is_new else "cached")
        if is_first:
            self._notices.settle(question)

    def _cancel(self, question: Question) -> None:
        """Here or wherever it is worked on."""
        if self._register.get(question.ticket) is not None:
            self._stop(question, CANCELLED, "cancelled")
        else:
            question.settle(CANCELLED)
        self._notices.settle(question)

    def _stop(self, question: Question, answer: Answer, end: End) -> None:
        with self._register.changed:
            if self._pool.stop(question, answer):
                self._register.count(end)
