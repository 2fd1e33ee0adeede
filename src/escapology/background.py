"""Work in the background: beside the main thread, which hears Ctrl-C, or in processes of its own."""

from __future__ import annotations

import importlib.util
import os
import signal
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Sized
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import count, islice
from queue import SimpleQueue
from typing import TYPE_CHECKING, Any, Final, Generic, TypeVar, cast

from escapology.errors import EscapologyError, SettingError
from escapology.native import is_plain

if TYPE_CHECKING:
    from multiprocessing.connection import Connection
    from multiprocessing.context import SpawnProcess

__all__ = ["ctrl_c_put_off", "end_with_parent", "in_processes", "in_thread", "need_numba"]

T = TypeVar("T")
R = TypeVar("R")

_PARCEL_SECONDS: Final = 0.1  # what the items of a parcel take together, about
_MOST_ITEMS: Final = 256  # of a parcel
_MOST_AHEAD: Final = 2_048  # items for each process that are begun while others before them take long


@dataclass
class _Parcel(Generic[R]):
    """What came of items that were handed out together; behind an error, there is nothing more."""

    results: list[R]
    error: EscapologyError | None = None
    seconds: float = 0.0


def need_numba() -> None:
    """Refuse what would take hours in plain Python, unless plain Python is asked for."""
    if not is_plain() and importlib.util.find_spec("numba") is None:
        raise SettingError("solving needs more packages: pip install 'escapology[native]'")


class _Hand:
    """A thread that waits for work, one piece after the other; what solvers keep for the next deal, threads keep."""

    def __init__(self) -> None:
        self._work: SimpleQueue[Callable[[], Any]] = SimpleQueue()
        self._done: SimpleQueue[tuple[Any, BaseException | None]] = SimpleQueue()
        threading.Thread(target=self._run, daemon=True).start()

    def _run(self) -> None:
        while True:
            self._done.put(_outcome(self._work.get()))

    def do(self, work: Callable[[], T]) -> tuple[T | None, BaseException | None]:
        """What came of the work. Who is interrupted while waiting must not ask this hand again."""
        self._work.put(work)
        return self._done.get()


def _outcome(work: Callable[[], T]) -> tuple[T | None, BaseException | None]:
    try:
        return work(), None
    except BaseException as error:
        return None, error


_idle: list[_Hand] = []  # hands without work
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_idle.clear)  # threads are not forked


def in_thread(work: Callable[[], T]) -> T:
    """Do the work in a thread, because compiled code does not hear Ctrl-C, but waiting for a thread does."""
    try:
        hand = _idle.pop()
    except IndexError:
        hand = _Hand()
    result, error = hand.do(work)  # interrupted, the hand is left to end its work alone
    _idle.append(hand)
    if error is not None:
        raise error
    return cast("T", result)


def in_processes(work: Callable[[T], R], items: Iterable[T], jobs: int) -> Iterator[R]:
    """The work done on each of the items, in their order, by so many processes, none of which outlives this one.

    Items are asked for as processes become free, and handed out in parcels that take a process a moment: one item, if
    it takes long, or many.
    """
    from multiprocessing.connection import wait

    if jobs < 1:
        raise SettingError(f"jobs={jobs} is not possible: use at least 1")
    done: dict[int, _Parcel[R]] = {}
    busy: dict[Connection, int] = {}  # what each process works on
    idle: list[Connection] = []
    sizes: dict[Connection, int] = {}  # how many items it gets
    left = len(items) if isinstance(items, Sized) else None
    ahead = 0  # items that were handed out, and whose results nobody has taken yet
    given, numbers = iter(items), count()

    def hand_out() -> None:
        nonlocal left, ahead
        while idle and ahead < _MOST_AHEAD * jobs:
            pipe = idle.pop()
            fair = sizes[pipe] if left is None else max(1, min(sizes[pipe], left // (2 * jobs)))
            parcel = list(islice(given, fair))
            if not parcel:
                return
            pipe.send(parcel)
            busy[pipe] = next(numbers)
            ahead += len(parcel)
            left = None if left is None else left - len(parcel)

    def take_back(seconds: float | None) -> None:
        for pipe in cast("list[Connection]", wait(list(busy), seconds)):
            parcel: _Parcel[R] = _receive(pipe)
            done[busy.pop(pipe)] = parcel
            wished = len(parcel.results) * _PARCEL_SECONDS / max(parcel.seconds, 1e-6)
            sizes[pipe] = max(1, min(int(wished), 4 * sizes[pipe], _MOST_ITEMS))
            if parcel.error is None:
                idle.append(pipe)
        hand_out()

    with _workers(work, jobs if left is None else min(jobs, left)) as pipes:
        idle += reversed(pipes)
        sizes = dict.fromkeys(pipes, 1)
        hand_out()
        for number in count():
            while number not in done:
                if not busy:
                    return
                take_back(None)
            take_back(0)  # nobody is idle while these are looked at
            parcel = done.pop(number)
            yield from parcel.results
            if parcel.error is not None:
                raise parcel.error
            ahead -= len(parcel.results)
            hand_out()


@contextmanager
def _workers(work: Callable[[T], R], jobs: int) -> Iterator[list[Connection]]:
    """Processes that wait for items, each at the other end of a pipe."""
    import multiprocessing

    context = multiprocessing.get_context("spawn")
    pipes: list[Connection] = []
    processes: list[SpawnProcess] = []
    try:
        with ctrl_c_put_off():  # handed on to the processes, which never hear it: it is for us to end them
            for _ in range(jobs):
                ours, theirs = context.Pipe()
                processes.append(context.Process(target=_work_on, args=(work, theirs), daemon=True))
                processes[-1].start()
                theirs.close()
                pipes.append(ours)
        yield pipes
    finally:
        for process in processes:
            process.terminate()
        for process in processes:
            process.join()


def _work_on(work: Callable[[T], R], pipe: Connection) -> None:
    """In a process of its own: answer parcel after parcel, as long as there is somebody to answer to."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    end_with_parent()
    while True:
        try:
            items = pipe.recv()
        except EOFError:
            return
        parcel: _Parcel[R] = _Parcel([])
        began = time.perf_counter()
        try:
            for item in items:
                parcel.results.append(work(item))
        except EscapologyError as error:
            parcel.error = error
        parcel.seconds = time.perf_counter() - began
        pipe.send(parcel)


def _receive(pipe: Connection) -> Any:
    """A parcel that is done."""
    try:
        return pipe.recv()
    except (EOFError, ConnectionError):
        reason = "is there too little memory? If not, it has said why on standard error"
        raise EscapologyError(f"a worker process died: {reason}") from None


def end_with_parent() -> None:
    """Watch the process that started this one: when that is gone, however it went, there is nobody to work for."""
    import multiprocessing

    parent = multiprocessing.parent_process()
    assert parent is not None

    def watch() -> None:
        parent.join()
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()


@contextmanager
def ctrl_c_put_off() -> Iterator[None]:
    """Ctrl-C is heard a moment later; processes started meanwhile don't hear it at all."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    from multiprocessing import resource_tracker

    resource_tracker.ensure_running()  # a process that Python starts with the first one; it would undo what follows
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
