"""Numbers for Prometheus: requests by route, how long they took, and what the solvers do.

They are served on a port of their own, which nobody outside should reach. When several processes serve, each writes its
numbers to files in the folder that `PROMETHEUS_MULTIPROC_DIR` names, and they are added up when asked for.
"""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from typing import Final

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, start_http_server
from prometheus_client.multiprocess import MultiProcessCollector

from escapology.errors import SettingError

__all__ = ["FOLDER_VARIABLE", "Metrics", "served", "shared_registry"]

FOLDER_VARIABLE: Final = "PROMETHEUS_MULTIPROC_DIR"
_BUCKETS: Final = (0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0)
_EVERY: Final = 1.0  # seconds between two looks at the solvers

Stats = Callable[[], Mapping[str, int]]


class Metrics:
    """The numbers of one app."""

    def __init__(self, solving: Stats | None = None) -> None:
        self.registry = CollectorRegistry()
        self._stats = solving
        self._looked = 0.0
        self._lock = threading.Lock()
        self._requests = Counter(
            "escapology_requests", "Requests", ["method", "route", "status"], registry=self.registry
        )
        self._seconds = Histogram(
            "escapology_request_seconds", "Seconds until an answer was sent", ["method", "route"], buckets=_BUCKETS,
            registry=self.registry,
        )  # fmt: skip
        self._solving = Gauge(
            "escapology_solver", "What the solvers do and did", ["what"], multiprocess_mode="livesum",
            registry=self.registry,
        )  # fmt: skip
        if FOLDER_VARIABLE not in os.environ:  # numbers in files are written when a request comes
            for what in self._look():
                self._solving.labels(what).set_function(partial(self._number, what))

    def count(self, method: str, route: str, status: int, seconds: float) -> None:
        """Note a request; where numbers are in files, now and then what the solvers do."""
        self._requests.labels(method, route, str(status)).inc()
        self._seconds.labels(method, route).observe(seconds)
        if FOLDER_VARIABLE not in os.environ:
            return
        now = time.monotonic()
        with self._lock:
            if now - self._looked < _EVERY:
                return
            self._looked = now
        for what, number in self._look().items():
            self._solving.labels(what).set(number)

    def _number(self, what: str) -> float:
        return self._look()[what]

    def _look(self) -> Mapping[str, int]:
        return self._stats() if self._stats else {}


def shared_registry() -> CollectorRegistry:
    """The numbers of all processes that write to the folder."""
    registry = CollectorRegistry()
    MultiProcessCollector(registry, os.environ[FOLDER_VARIABLE])  # type: ignore[no-untyped-call]
    return registry


@contextmanager
def served(registry: CollectorRegistry, host: str, port: int) -> Iterator[int]:
    """Serve the numbers for a while; the port where they are."""
    try:
        server, thread = start_http_server(port, host, registry)
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise SettingError(f"metrics can't be served on port {port}: {reason}; choose another --metrics-port") from None
    try:
        yield server.server_port
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
