"""Worker processes, and who works on what.

There are two queues of questions: short ones, such as hints, and long ones, such as the search for a deal. One worker
does nothing but short ones, so that they never wait for a long one to end; the others take a long one if there is any,
else they help. Compiled code hears no word while it runs: to end the work on a question, its process is ended, and the
next question starts another. Only a search for a deal can be paused, between two deals: when it has had a while and
others wait, it is put back, and goes on later where it was.
"""

from __future__ import annotations

import logging
import math
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Final

from escapology.answer import Answer, Failure
from escapology.counts import count_words
from escapology.thinking.codec import PAUSE, Report, parse_report, task_text
from escapology.thinking.environment import worker_environment
from escapology.thinking.question import Question
from escapology.thinking.queue import BusyError, Queue
from escapology.thinking.usage import Usage
from escapology.thinking.wish import rest_of

__all__ = ["ALLOWANCE", "MEMORY", "Pool"]

#: Megabytes that a worker may use, unless somebody says otherwise.
MEMORY: Final = 2_048

#: What one address may have of the workers' time, where many ask: of two workers, 90 seconds a minute. Thirty players
#: in a class-room who ask for a hint every 20 seconds need 18 of them: a hint takes 0.2 seconds on average, or less.
ALLOWANCE: Final = 0.75

_LOG: Final = logging.getLogger(__name__)
_LOOK: Final = 1.0  # seconds between two looks at a queue: who was given way to may have ended meanwhile
_WHILE: Final = 20.0  # seconds that a search goes on while others wait
_WINDOW: Final = 600.0  # seconds in which an address may have its allowance
_CUT_SHORT: Final = Failure("the search was interrupted: ask again")
_PUSHED_OUT: Final = Failure("the server is busy: ask again in a few seconds", retry_after=10)


class Pool:
    """Workers, each with a thread that talks to it.

    Before a worker is troubled with a question, `recall` is asked, for it may have been answered meanwhile; `done` gets
    every answer, and settles the question. If there is an `allowance`, no address gets more of all the workers' time.
    """

    def __init__(
        self,
        recall: Callable[[Question], Answer | None],
        done: Callable[[Question, Answer], None],
        *,
        workers: int = 1,
        memory: int | None = MEMORY,
        allowance: float | None = None,
        command: Sequence[str] | None = None,
    ) -> None:
        self._recall, self._done = recall, done
        own = [sys.executable, "-m", "escapology.thinking.worker", str(memory or 0)]
        self._workers = [_Worker(list(command or own), is_for_short=number == 0) for number in range(workers + 1)]
        self._short, self._long = Queue(), Queue()
        self._usage = Usage(_WINDOW)  # by address
        self._allowed = math.inf if allowance is None else allowance * len(self._workers) * _WINDOW
        self._changed = threading.Condition()
        self._threads: list[threading.Thread] = []  # begin with the first question
        self._closed = False

    def add(self, question: Question) -> Question | None:
        """Have a question worked on; another one that had to give way for it, which is settled then.

        A `BusyError` if there are too many, or its address has had all that it may have.
        """
        with self._changed:
            self._check_allowance(question.address)
            pushed_out = self._queue(question).add(question)
            if pushed_out is not None:
                pushed_out.settle(_PUSHED_OUT)
            if not self._threads:
                self._threads = [threading.Thread(target=self._run, args=(w,), daemon=True) for w in self._workers]
                for thread in self._threads:
                    thread.start()
            self._changed.notify_all()
        return pushed_out

    def stop(self, question: Question, answer: Answer) -> bool:
        """Work on it no longer: that is its answer now; whether it had none before."""
        with self._changed:
            is_first = question.settle(answer)
            if not self._queue(question).remove(question):
                for worker in self._workers:
                    if worker.question is question:
                        worker.kill()
        return is_first

    def make_way(self) -> None:
        """Pause searches that have had a while, if somebody else waits for their workers."""
        with self._changed:
            if self._long.is_waited_for(self._may_have):
                for worker in self._workers:
                    worker.pause_search(_WHILE)

    def waiting(self) -> list[Question]:
        """What nobody works on yet."""
        with self._changed:
            return self._short.waiting() + self._long.waiting()

    def running(self) -> list[Question]:
        """What is being worked on."""
        with self._changed:
            return [worker.question for worker in self._workers if worker.question is not None]

    def load(self) -> tuple[int, int]:
        """How many questions wait and how many are worked on, at one moment: each of them is one or the other."""
        with self._changed:
            return len(self.waiting()), len(self.running())

    def close(self) -> None:
        """End all workers, whatever they do."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()
            for worker in self._workers:
                worker.kill()
        for thread in self._threads:
            thread.join()
        for worker in self._workers:
            worker.end()

    def _queue(self, question: Question) -> Queue:
        return self._long if question.is_long else self._short

    def _used(self, address: str) -> float:
        """The seconds that an address has had lately, up to this moment."""
        now = time.monotonic()
        running = (worker.question for worker in self._workers if worker.question is not None)
        return self._usage.of(address) + sum(q.seconds(now) for q in running if q.address == address)

    def _may_have(self, address: str) -> bool:
        return self._used(address) <= self._allowed

    def _check_allowance(self, address: str) -> None:
        if (used := self._used(address)) > self._allowed:
            seconds = math.ceil(self._usage.wait(used, self._allowed))
            raise BusyError(
                f"your network has used a lot of computing time: ask again in {count_words(seconds, 'second')}",
                seconds,
            )

    def _take(self, worker: _Worker) -> Question | None:
        for queue in [self._short] if worker.is_for_short else [self._long, self._short]:
            if self._is_first(worker, queue):
                question = queue.take(self._may_have)
                if question is not None:
                    return question
        return None

    def _is_first(self, worker: _Worker, queue: Queue) -> bool:
        """Whether no other idle worker is to be asked before: one that runs already has its solvers at hand."""
        idle = [w for w in self._workers if w.question is None and (queue is self._short or not w.is_for_short)]
        return min(idle, key=lambda w: (not w.is_there, not w.is_for_short)) is worker

    def _next(self, worker: _Worker) -> Question | None:
        """What a worker is to do now; None if that is nothing ever again."""
        with self._changed:
            while not self._closed:
                worker.question = self._take(worker)
                if worker.question is not None:
                    self._changed.notify_all()  # what is left is for others, who may have given way
                    return worker.question
                self._changed.wait(_LOOK if len(self._short) or len(self._long) else None)
        return None

    def _run(self, worker: _Worker) -> None:
        while (question := self._next(worker)) is not None:
            try:
                answer = self._recall(question) or self._work(worker, question)
                if answer is not None:
                    self._done(question, answer)
            except Exception:  # a fault of ours must not cost us the thread
                _LOG.exception("a question was lost")
                question.settle(_CUT_SHORT)
            with self._changed:
                worker.question = None
                self._queue(question).finish(question)
                self._usage.add(question.address, question.seconds(time.monotonic()))
                if question.answer is None:
                    self._put_back(question)
                self._changed.notify_all()  # the player's next one may be taken now

    def _put_back(self, question: Question) -> None:
        """A search was paused, and has the next turn of its player."""
        question.before += question.seconds(time.monotonic())
        question.began = None
        question.task = rest_of(question.task, question.so_far)
        self._queue(question).put_back(question)

    def _work(self, worker: _Worker, question: Question) -> Answer | None:
        """Ask a worker; None if it is paused.

        If the worker ends over it, perhaps because of what it did before, a fresh one gets a chance.
        """
        answer: Answer | None = _CUT_SHORT
        is_fresh = False
        while not is_fresh:
            with self._changed:
                if question.answer is not None or self._closed:
                    break
                is_fresh = worker.begin(question)
            answer = worker.work(question)
            if worker.is_there or not isinstance(answer, Failure):
                break
        return answer


class _Worker:
    """A process that answers one question after the other, and is started again when it has ended."""

    def __init__(self, command: list[str], *, is_for_short: bool) -> None:
        self.is_for_short = is_for_short
        self.question: Question | None = None  # that it works on
        self._command = command
        self._process: subprocess.Popen[str] | None = None
        self._is_pausing = False
        self._is_killed = False  # the process, which may take a moment to notice

    @property
    def is_there(self) -> bool:
        """Whether there is a process that can be asked more."""
        return self._process is not None and self._process.poll() is None and not self._is_killed

    def begin(self, question: Question) -> bool:
        """Get ready for a question; whether that takes a fresh process.

        The pool's lock is held, so that whoever stops the work meets a process.
        """
        question.began = time.monotonic()
        self._is_pausing = False
        if self.is_there:
            return False
        self.end()
        self._is_killed = False
        with suppress(OSError):  # no room for another process: `work` says so
            self._process = subprocess.Popen(  # noqa: S603 - our own module
                self._command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8",
                env=worker_environment(),
            )  # fmt: skip
        return True

    def work(self, question: Question) -> Answer | None:
        """Send a question, and wait for a report that is more than a word about how far one got; None: it is paused."""
        report = self._report(question, task_text(question.task) + "\n")
        while report.answer is None and not report.is_paused:
            if question.is_preparing and not report.is_preparing:
                question.prepared = time.monotonic()
            question.is_preparing = report.is_preparing
            question.so_far = max(question.so_far, report.so_far)
            report = self._report(question)
        question.so_far = max(question.so_far, report.so_far)
        if report.is_last:
            self.end()
        return report.answer

    def _report(self, question: Question, sent: str = "") -> Report:
        """What the process says next, once it has got what is to be sent."""
        try:
            if self._process is not None and self._process.stdin is not None and self._process.stdout is not None:
                self._process.stdin.write(sent)
                self._process.stdin.flush()
                return parse_report(question.kind, self._process.stdout.readline())
        except (OSError, ValueError):  # a pipe that is closed, or a line that is cut short
            pass
        return Report(_CUT_SHORT, is_last=True)

    def pause_search(self, after: float) -> None:
        """Pause what it works on, if that is a search that has had so many seconds. The pool's lock is held."""
        question, process = self.question, self._process
        if question is None or question.kind != "find" or self._is_pausing or process is None or process.stdin is None:
            return
        if question.seconds(time.monotonic()) > after:
            self._is_pausing = True
            with suppress(OSError, ValueError):  # it has ended
                process.stdin.write(f"{PAUSE}\n")
                process.stdin.flush()

    def kill(self) -> None:
        """End the process at once; whoever waits for its report gets none."""
        process, self._is_killed = self._process, True
        if process is not None:
            process.kill()

    def end(self) -> None:
        """End the process, and let go of it."""
        process, self._process = self._process, None
        if process is None:
            return
        process.kill()
        process.wait()
        for pipe in (process.stdin, process.stdout):
            if pipe is not None:
                with suppress(OSError):  # what was not sent any more
                    pipe.close()
