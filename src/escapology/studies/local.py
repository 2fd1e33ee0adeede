"""Processes of this machine, each doing one piece at a time. One that dies is replaced."""

from __future__ import annotations

import signal
from collections import Counter, deque
from collections.abc import Callable, Sequence
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from typing import NamedTuple, cast

from escapology.background import ctrl_c_put_off, end_with_parent
from escapology.errors import EscapologyError
from escapology.studies.crew import MOST_DEATHS
from escapology.studies.errors import StudyError
from escapology.studies.plan import Piece
from escapology.studies.work import Order, Outcome, work_on

__all__ = ["LocalCrew"]

_IN_HAND = 2  # pieces that a process has: one it works on, and the next


class _Worker(NamedTuple):
    """A process, and the other end of its pipe."""

    process: SpawnProcess
    pipe: Connection
    orders: deque[Order]  # that it has been given


class LocalCrew:
    """So many processes."""

    def __init__(self, jobs: int, log: Callable[[str], None]) -> None:
        self.jobs = jobs
        self.log = log
        self._waiting: deque[Order] = deque()
        self._workers: list[_Worker] = []
        self._deaths: Counter[Piece] = Counter()

    @property
    def wants(self) -> int:
        """How many pieces to have out."""
        return _IN_HAND * self.jobs + 1

    @property
    def words(self) -> str:
        """Who is at work."""
        return f"{self.jobs} process{'es' if self.jobs > 1 else ''}"

    def give(self, order: Order) -> None:
        """Have a piece done."""
        self._waiting.append(order)
        self._hand_out()

    def collect(self, seconds: float) -> Sequence[Outcome]:
        """What has come back."""
        found: list[Outcome] = []
        by_pipe = {worker.pipe: worker for worker in self._workers}
        for pipe in cast("list[Connection]", wait(list(by_pipe), seconds)):
            worker = by_pipe[pipe]
            try:
                outcome, error = pipe.recv()
            except (EOFError, OSError):
                self._bury(worker)
                continue
            if error is not None:
                raise error
            worker.orders.popleft()
            found.append(outcome)
        self._hand_out()
        return found

    def close(self) -> None:
        """End the processes."""
        for worker in self._workers:
            worker.process.kill()
        for worker in self._workers:
            worker.process.join()
            worker.pipe.close()
        self._workers.clear()

    def _hand_out(self) -> None:
        """Give every process what it can have, the idle ones first."""
        for room in range(_IN_HAND):
            while self._waiting and (worker := self._with_room(room)):
                order = self._waiting.popleft()
                worker.orders.append(order)
                try:
                    worker.pipe.send(order)
                except OSError:
                    self._bury(worker)

    def _with_room(self, room: int) -> _Worker | None:
        for worker in self._workers:
            if len(worker.orders) <= room:
                return worker
        return self._start() if len(self._workers) < self.jobs else None

    def _start(self) -> _Worker:
        context = get_context("spawn")
        ours, theirs = context.Pipe()
        with ctrl_c_put_off():  # it is for us to end them
            process = context.Process(target=_serve, args=(theirs,), daemon=True)
            process.start()
        theirs.close()
        self._workers.append(_Worker(process, ours, deque()))
        return self._workers[-1]

    def _bury(self, worker: _Worker) -> None:
        """It is dead: others do what it had."""
        worker.process.join()
        worker.pipe.close()
        self._workers.remove(worker)
        self._waiting.extendleft(reversed(worker.orders))
        if not worker.orders:
            return
        piece = worker.orders[0].piece
        self._deaths[piece] += 1
        self.log(f"a process ended ({worker.process.exitcode}) at piece {piece.number} of setting {piece.setting}")
        if self._deaths[piece] == MOST_DEATHS:
            raise StudyError(
                f"{MOST_DEATHS} processes ended at the deals from seed {piece.first} on, one after the other: is there "
                "too little memory? Limit megabytes, or use fewer --jobs; finished work is kept"
            )


def _serve(pipe: Connection) -> None:
    """In a process of its own: do piece after piece, as long as there is somebody to do it for."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    end_with_parent()
    while True:
        try:
            order = pipe.recv()
        except EOFError:
            return
        try:
            pipe.send((work_on(order), None))
        except EscapologyError as error:
            pipe.send((None, error))
        except Exception as error:
            what = f"{type(error).__name__}: {' '.join(str(error).split())}"
            pipe.send((None, StudyError(f"measuring the deals from seed {order.piece.first} on failed: {what}")))
