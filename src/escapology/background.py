"""Work in the background: beside the main thread, which hears Ctrl-C, or in processes of its own."""

from __future__ import annotations

import importlib.util
import os
import signal
import threading
from collections.abc import Callable, Iterable, Iterator, Sized
from contextlib import contextmanager
from itertools import count, islice
from typing import TYPE_CHECKING, Any, TypeVar, cast

from escapology.errors import EscapologyError, SettingError
from escapology.native import is_plain

if TYPE_CHECKING:
    from multiprocessing.connection import Connection
    from multiprocessing.context import SpawnProcess

__all__ = ["in_processes", "in_thread", "need_numba"]

T = TypeVar("T")
R = TypeVar("R")


def need_numba() -> None:
    """Refuse what would take hours in plain Python, unless plain Python is asked for."""
    if not is_plain() and importlib.util.find_spec("numba") is None:
        raise SettingError("solving needs compiled rules: pip install 'escapology[native]'")


def in_thread(work: Callable[[], T]) -> T:
    """Do the work in a thread, because compiled code does not hear Ctrl-C, but waiting for a thread does."""
    results: list[T] = []
    errors: list[BaseException] = []

    def run() -> None:
        try:
            results.append(work())
        except BaseException as error:
            errors.append(error)

    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    thread.join()
    if errors:
        raise errors[0]
    return results[0]


def in_processes(work: Callable[[T], R], items: Iterable[T], jobs: int) -> Iterator[R]:
    """The work done on each of the items, in their order, by so many processes, none of which outlives this one.

    Items are asked for as processes become free.
    """
    from multiprocessing.connection import wait

    if jobs < 1:
        raise SettingError(f"{jobs} jobs would never be done: let it be at least one")
    done: dict[int, R] = {}
    busy: dict[Connection, int] = {}  # what each process works on
    given = enumerate(items)

    def hand_out(pipe: Connection) -> None:
        for number, item in islice(given, 1):
            pipe.send(item)
            busy[pipe] = number

    with _workers(work, min(jobs, len(items)) if isinstance(items, Sized) else jobs) as pipes:
        for pipe in pipes:
            hand_out(pipe)
        for number in count():
            if not busy and not done:
                return
            while number not in done:
                for pipe in cast("list[Connection]", wait(list(busy))):
                    done[busy.pop(pipe)] = _receive(pipe)
                    hand_out(pipe)
            yield done.pop(number)


@contextmanager
def _workers(work: Callable[[T], R], jobs: int) -> Iterator[list[Connection]]:
    """Processes that wait for items, each at the other end of a pipe."""
    import multiprocessing

    context = multiprocessing.get_context("spawn")
    pipes: list[Connection] = []
    processes: list[SpawnProcess] = []
    try:
        with _ctrl_c_put_off():  # handed on to the processes, which never hear it: it is for us to end them
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
    """In a process of its own: answer item after item, as long as there is somebody to answer to."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _end_with_parent()
    while True:
        try:
            item = pipe.recv()
        except EOFError:
            return
        try:
            pipe.send((work(item), None))
        except EscapologyError as error:
            pipe.send((None, error))


def _receive(pipe: Connection) -> Any:
    """An answer, or the error there was instead."""
    try:
        answer, error = pipe.recv()
    except (EOFError, ConnectionError):
        reason = "is there too little memory? If not, it has said why on standard error"
        raise EscapologyError(f"a process that was at work has ended: {reason}") from None
    if error is not None:
        raise error
    return answer


def _end_with_parent() -> None:
    """Watch the process that started this one: when that is gone, however it went, there is nobody to work for."""
    import multiprocessing

    parent = multiprocessing.parent_process()
    assert parent is not None

    def watch() -> None:
        parent.join()
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()


@contextmanager
def _ctrl_c_put_off() -> Iterator[None]:
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
