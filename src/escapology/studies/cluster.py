"""Workers of a Dask cluster: processes here, machines under SLURM or Kubernetes, or whatever else Dask starts.

A cluster is named by an address: `tcp://host:8786`, a scheduler that runs already; `local:4`, four processes started
here; `slurm:40`, forty jobs of a SLURM cluster, configured in Dask's own way (`dask_jobqueue`); `FILE.json`, a file
that a scheduler wrote. `docs/studies.md` has the configurations.

Dask gives the tasks of a dead worker to another one by itself, also those that are done and whose results lay there.
"""

from __future__ import annotations

import logging
import queue
import re
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import CancelledError
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from escapology.errors import EscapologyError, shorten
from escapology.studies.crew import MOST_DEATHS
from escapology.studies.errors import StudyError, need
from escapology.studies.plan import Piece
from escapology.studies.work import Order, Outcome, work_on

if TYPE_CHECKING:
    from distributed import Client, Future

__all__ = ["DaskCrew"]

_PATIENCE: Final = 30.0  # seconds until a scheduler must have answered
_IN_HAND: Final = 3  # pieces out for each thread of a worker
_COUNT_EVERY: Final = 2.0  # seconds
_AT_LEAST: Final = 8  # pieces out, however few workers there are yet
_JOBS: Final = {"slurm": "SLURMCluster", "pbs": "PBSCluster", "sge": "SGECluster", "lsf": "LSFCluster"}


class DaskCrew:
    """Those of a cluster."""

    def __init__(self, address: str, log: Callable[[str], None]) -> None:
        need("dask", "distributed")
        import dask

        self.address = address
        self.log = log
        self._open = ExitStack()
        self._back: queue.SimpleQueue[Future[Any]] = queue.SimpleQueue()
        self._orders: dict[str, tuple[Order, Future[Any]]] = {}  # by the keys of their tasks
        self._tries: Counter[Piece] = Counter()
        self._workers = 0  # threads of workers …
        self._counted = -_COUNT_EVERY  # … when they were last counted
        self._open.enter_context(dask.config.set({"distributed.scheduler.allowed-failures": 10_000}))
        self._open.enter_context(_no_tracebacks())
        try:
            self._client: Client = self._open.enter_context(_client_of(address, self._open))
        except BaseException:
            self._open.close()
            raise
        self._count()

    @property
    def wants(self) -> int:
        """How many pieces to have out."""
        return max(_AT_LEAST, _IN_HAND * self._count())

    @property
    def words(self) -> str:
        """Who is at work."""
        count = self._workers
        return f"{count} worker{'' if count == 1 else 's'} of {self.address}" if count else "waiting for workers"

    def give(self, order: Order) -> None:
        """Have a piece done."""
        piece = order.piece
        key = f"{order.plan.digest[:12]}-{piece.setting}-{piece.number}-{self._tries[piece]}"
        future = self._client.submit(work_on, order, key=key, pure=False)
        self._orders[key] = order, future
        future.add_done_callback(self._back.put)

    def collect(self, seconds: float) -> Sequence[Outcome]:
        """What has come back."""
        found: list[Outcome] = []
        until = time.monotonic() + seconds
        while not found or not self._back.empty():
            try:
                future = self._back.get(timeout=max(0.0, until - time.monotonic()))
            except queue.Empty:
                self._look()
                return found
            found += self._result(future)
        return found

    def close(self) -> None:
        """Leave the cluster; one that was started for this goes."""
        for _, future in self._orders.values():
            future.release()
        self._orders.clear()
        self._open.close()

    def _result(self, future: Future[Any]) -> list[Outcome]:
        from distributed import KilledWorker

        key = str(future.key)
        if key not in self._orders:
            return []
        order, _ = self._orders[key]
        try:
            outcome: Outcome = future.result(timeout=_PATIENCE)
        except EscapologyError:
            raise
        except TimeoutError:  # it lay on a worker that died, and is being done once more
            self._look()
            self._back.put(future)
            return []
        except (CancelledError, KilledWorker, OSError) as error:
            self._look()
            self._once_more(order, future, error)
            return []
        except Exception as error:  # whatever happens on a stranger's machine
            what = f"{type(error).__name__}: {' '.join(str(error).split())}"
            raise StudyError(
                f"a worker of {self.address} can't do what it is asked to: {shorten(what, 200)}"
            ) from error
        del self._orders[key]
        future.release()
        return [outcome]

    def _once_more(self, order: Order, future: Future[Any], error: Exception) -> None:
        piece = order.piece
        self._tries[piece] += 1
        self.log(f"piece {piece.number} of setting {piece.setting} is given out once more: {type(error).__name__}")
        if self._tries[piece] == MOST_DEATHS:
            raise StudyError(
                f"workers of {self.address} failed {MOST_DEATHS} times at the deals from seed {piece.first} on "
                f"({' '.join(str(error).split())}); finished work is kept"
            ) from None
        del self._orders[str(future.key)]
        future.release()
        self.give(order)

    def _look(self) -> None:
        """Whether there is a cluster still."""
        if self._client.status != "running":
            raise StudyError(
                f"the cluster {self.address} is gone; finished work is kept: run the study again when the "
                "cluster is back"
            )

    def _count(self) -> int:
        """Threads of workers."""
        if time.monotonic() - self._counted < _COUNT_EVERY:
            return self._workers
        try:
            count: int = sum(self._client.nthreads().values())
        except (OSError, TimeoutError):
            self._look()
            return self._workers
        self._counted = time.monotonic()
        if count != self._workers:
            self._workers = count
            self.log(self.words)
        return count


@contextmanager
def _no_tracebacks() -> Iterator[None]:
    """What Dask's client makes of a cluster that is gone is told by us, in a line."""
    import distributed.client

    logger = distributed.client.logger  # which got its level when it was imported
    level = logger.level
    logger.setLevel(logging.CRITICAL)
    try:
        yield
    finally:
        logger.setLevel(level)


def _client_of(address: str, opened: ExitStack) -> Client:
    """The client of a cluster, which is started if the address says so."""
    from distributed import Client

    kind, _, number = address.partition(":")
    if kind in {"local", *_JOBS}:
        if not re.fullmatch("[1-9][0-9]{0,4}", number):
            raise StudyError(f"{shorten(address)} is not a cluster: give the number of workers, as in {kind}:4")
        try:
            started = _started(kind, int(number))
        except (OSError, RuntimeError, ValueError) as error:
            raise StudyError(f"{address} can't be started: {_reason(error)}") from error
        opened.callback(started.close)
        return Client(started)
    try:
        if Path(address).is_file():
            return Client(scheduler_file=address, timeout=_PATIENCE)
        if not re.fullmatch(r"[a-z]+://\S+", address):
            raise StudyError(
                f"{shorten(address)} is not a cluster: write tcp://HOST:PORT of a scheduler, the file it wrote, "
                f"local:4, or {', '.join(f'{name}:N' for name in _JOBS)}"
            )
        return Client(address, timeout=_PATIENCE)
    except (OSError, TimeoutError, ValueError) as error:
        if isinstance(error, EscapologyError):
            raise
        raise StudyError(
            f"there is no cluster at {shorten(address, 80)} ({_reason(error)}): start a scheduler there, or give the "
            "address of one"
        ) from None


def _reason(error: BaseException) -> str:
    return shorten(" ".join(str(error).split()) or type(error).__name__, 160)


def _started(kind: str, count: int) -> Any:
    """A cluster of our own, one thread a worker."""
    if kind == "local":
        from distributed import LocalCluster

        return LocalCluster(
            n_workers=count,
            threads_per_worker=1,
            memory_limit=0,
            dashboard_address="127.0.0.1:0",
            silence_logs=logging.CRITICAL,
        )
    need("dask_jobqueue")
    import dask_jobqueue

    cluster = getattr(dask_jobqueue, _JOBS[kind])()
    cluster.adapt(minimum_jobs=count, maximum_jobs=count)  # jobs that end, as at a limit of time, are asked for again
    return cluster
