"""Running the app for many: one process, or several that share a database and a port.

Everything is said on standard error, a JSON object a line. SIGTERM and Ctrl-C let requests in flight finish, then end
the solvers and the process. Several processes are told what to do by their environment, which only their user can
read: nothing of it is left behind, however they end.
"""

from __future__ import annotations

import gc
import json
import os
import signal
import socket
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import asdict, dataclass
from typing import Any, Final

import uvicorn
from fastapi import FastAPI
from uvicorn.supervisors import Multiprocess

from escapology.errors import SettingError
from escapology.web import make_app
from escapology.web.config import Config, Limits
from escapology.web.server.connection import RoomConfig
from escapology.web.server.listener import raise_file_limit
from escapology.web.server.local import send_at_once
from escapology.web.server.room import Room
from escapology.web.store import open_store
from escapology.web.watch.logs import LogLevel, log_to

__all__ = ["Service", "check", "run", "uvicorn_config"]

_HANDED_ON: Final = "ESCAPOLOGY_SERVICE"  # the variable that tells a process what to do
_PATIENCE: Final = 30  # seconds for requests in flight, when it ends
_SIGN_OF_LIFE: Final = 60  # seconds without one until a process is replaced: a busy machine is slow to start it
_BACKLOG: Final = 2048  # connections that nobody has taken yet
_SWITCH: Final = 0.0005  # seconds that a thread may hold up the event loop, and so everybody's moves, each time
_LARGEST_HEAD: Final = 80_000  # bytes of a request before its body: share links are long


@dataclass(frozen=True)
class Service:
    """One service, as it was asked for."""

    config: Config
    database: str  # a file, or an address
    host: str
    port: int
    processes: int = 1
    metrics_port: int | None = None
    metrics_host: str = "127.0.0.1"
    log_level: LogLevel = "info"


def check(database: str) -> None:
    """Open a database, which brings it up to date, and close it again."""
    store = open_store(database)
    try:
        store.check()
    finally:
        store.close()


def run(service: Service, say: Callable[[str], None]) -> None:
    """Serve until somebody ends it."""
    raise_file_limit()  # for the processes that are started, too
    with ExitStack() as stack:
        listener = stack.enter_context(_listen(service.host, service.port))
        log_to(level=service.log_level)
        port = listener.getsockname()[1]
        shown = f"[{service.host}]" if ":" in service.host else service.host
        start = _run_one if service.processes == 1 else _run_many
        start(
            service,
            listener,
            stack,
            lambda: say(f"Escapology serves at http://{shown}:{port}{service.config.root_path}/"),
        )


def _run_one(service: Service, listener: socket.socket, stack: ExitStack, ready: Callable[[], None]) -> None:
    store = open_store(service.database)
    stack.callback(store.close)
    app = make_app(store, service.config)
    _be_quick()
    if service.metrics_port is not None:
        from escapology.web.watch.metrics import served

        stack.enter_context(served(app.state.metrics.registry, service.metrics_host, service.metrics_port))
    ready()
    with _calm():
        uvicorn.Server(uvicorn_config(service, app)).run(sockets=[listener])


def _run_many(service: Service, listener: socket.socket, stack: ExitStack, ready: Callable[[], None]) -> None:
    if service.metrics_port is not None:
        numbers = stack.enter_context(tempfile.TemporaryDirectory(prefix="escapology-"))
        os.environ["PROMETHEUS_MULTIPROC_DIR"] = numbers  # before Prometheus is imported: it looks there only once
        from escapology.web.watch.metrics import served, shared_registry

        stack.enter_context(served(shared_registry(), service.metrics_host, service.metrics_port))
    os.environ[_HANDED_ON] = _as_text(service)
    ready()
    with _calm():
        Multiprocess(uvicorn_config(service, "escapology.web.server.service:worker_app"), [listener]).run()


def worker_app() -> FastAPI:
    """The app of one of several processes. It ends with the process that has started it, however that ends."""
    service = _of_text(os.environ.pop(_HANDED_ON))  # not handed on to the processes that think
    log_to(level=service.log_level)
    threading.Thread(target=_end_with, args=(os.getppid(),), daemon=True).start()
    app = make_app(open_store(service.database), service.config)
    _be_quick()
    return app


def _be_quick() -> None:
    """Let nothing hold up the event loop for long: neither threads, nor the garbage collector.

    It would look at all that was loaded again and again, a tenth of a second each time.
    """
    sys.setswitchinterval(_SWITCH)
    gc.collect()
    gc.freeze()


def _end_with(parent: int) -> None:
    while os.getppid() == parent:
        time.sleep(1)
    signal.raise_signal(signal.SIGTERM)


def uvicorn_config(service: Service, app: FastAPI | str) -> RoomConfig:
    """What uvicorn is told."""
    proxies = list(service.config.trusted_proxies)
    return RoomConfig(
        app,
        Room(service.config.limits, service.config.trusted_proxies),
        factory=isinstance(app, str),
        h11_max_incomplete_event_size=_LARGEST_HEAD,
        workers=service.processes,
        log_config=None,
        log_level=None,
        access_log=False,
        lifespan="on",
        ws="none",
        server_header=False,
        proxy_headers=bool(proxies),
        forwarded_allow_ips=proxies,
        timeout_graceful_shutdown=_PATIENCE,
        timeout_worker_healthcheck=_SIGN_OF_LIFE,
    )


@contextmanager
def _listen(host: str, port: int) -> Iterator[socket.socket]:
    try:
        family, _, _, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)[0]
        listener = socket.create_server(address[:2], family=family, backlog=_BACKLOG)
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise SettingError(f"can't listen on {host}, port {port}: {reason}; choose another --host or --port") from None
    with listener:
        send_at_once(listener)
        yield listener


@contextmanager
def _calm() -> Iterator[None]:
    """Ignore the signal that has ended it: uvicorn raises it once more, when all is done."""
    before = {number: signal.signal(number, lambda *_: None) for number in (signal.SIGTERM, signal.SIGINT)}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _as_text(service: Service) -> str:
    return json.dumps(asdict(service), default=bytes.hex)


def _of_text(text: str) -> Service:
    fields: dict[str, Any] = json.loads(text)
    config = fields["config"]
    for name in ("hosts", "trusted_proxies"):
        config[name] = tuple(config[name])
    config["limits"] = Limits(**config["limits"])
    config["secret"] = bytes.fromhex(config["secret"])
    config["old_secrets"] = tuple(map(bytes.fromhex, config["old_secrets"]))
    return Service(**fields | {"config": Config(**config)})
