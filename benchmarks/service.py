"""Services to be measured: `escapology serve` and a bare FastAPI route, as processes, on databases of their own."""

from __future__ import annotations

import contextlib
import http.client
import os
import re
import resource
import secrets
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.request import urlopen

__all__ = ["Database", "Service", "bare_route", "databases", "free_port", "served"]

_LONGEST = 600.0  # seconds: a machine may be busy, and a process that has ended is noticed at once


def free_port() -> int:
    """A port that nobody listens at, below those that the system gives to connections: so it stays free."""
    while True:
        port = 20_000 + secrets.randbelow(12_000)
        with socket.socket() as listener, contextlib.suppress(OSError):
            listener.bind(("127.0.0.1", port))
            return port


class Service:
    """`escapology serve`, which can be killed and started again.

    `server` is the `escapology` of another tree, if it is that which is to be measured; `variables` are added to its
    environment; `descriptors` is how many files and connections it may have open.
    """

    def __init__(
        self,
        database: str,
        folder: Path,
        *options: str,
        server: str | None = None,
        variables: Mapping[str, str] | None = None,
        descriptors: int | None = None,
        log_level: str = "error",
    ) -> None:
        self.port, self.metrics_port = free_port(), free_port()
        self.command = [
            *([server] if server else [sys.executable, "-m", "escapology"]),
            *("serve", "--port", str(self.port), "--database", database, "--secret-file", str(folder / "secret")),
            *("--trusted-proxy", "127.0.0.1", "--log-level", log_level, "--metrics-port", str(self.metrics_port)),
            *options,
        ]
        (folder / "secret").write_text("0123456789abcdef" * 4 + "\n")
        (folder / "secret").chmod(0o600)
        self._variables = {**os.environ, **(variables or {})}
        self._descriptors = descriptors
        self.log_file = folder / f"log-{self.port}"
        self.log = self.log_file.open("ab")
        try:
            self.start()
        except BaseException:
            self.log.close()
            raise

    def start(self) -> None:
        """Start it, and wait until it answers."""
        self.process = subprocess.Popen(  # noqa: S603 - our own
            self.command, stdout=self.log, stderr=self.log, env=self._variables
        )
        if self._descriptors is not None:
            resource.prlimit(self.process.pid, resource.RLIMIT_NOFILE, (self._descriptors, self._descriptors))
        try:
            wait_for(self.port, "/healthz", self.process)
        except RuntimeError as error:
            raise RuntimeError(f"{error}: {self.log_file.read_text()[-1000:]}") from None

    def kill(self) -> None:
        """End it at once, whatever it does."""
        self.process.kill()
        self.process.wait()

    def stop(self) -> int:
        """Ask it to end; its exit code."""
        self.process.terminate()
        code = self.process.wait(_LONGEST)
        self.log.close()
        return code

    def solver(self, what: str) -> int:
        """What the metrics tell of the solvers: how many questions are `waiting`, `running`, `answered` or so."""
        with urlopen(f"http://127.0.0.1:{self.metrics_port}/metrics", timeout=_LONGEST) as answer:
            text = answer.read().decode()
        return sum(int(float(number)) for number in re.findall(rf'escapology_solver{{what="{what}"}} (\S+)', text))


@contextlib.contextmanager
def served(service: Service) -> Iterator[Service]:
    """A service that is ended, whatever happens; it must end well if all else did."""
    try:
        yield service
    except BaseException:
        service.kill()
        service.log.close()
        raise
    if code := service.stop():
        raise RuntimeError(f"the server ended with {code}: {service.log_file.read_text()[-1000:]}")


def wait_for(port: int, path: str, process: subprocess.Popen[bytes]) -> None:
    """Wait until a page can be had."""
    end = time.monotonic() + _LONGEST
    while time.monotonic() < end and process.poll() is None:
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=5)
        with contextlib.closing(connection), contextlib.suppress(OSError, http.client.HTTPException):
            connection.request("GET", path)
            if connection.getresponse().status == 200:
                return
        time.sleep(0.05)
    raise RuntimeError(f"nobody answers at port {port}")


@contextlib.contextmanager
def bare_route() -> Iterator[int]:
    """The port of a server whose only route says what it was told."""
    port = free_port()
    command = [sys.executable, "-m", "benchmarks.service", str(port)]
    process = subprocess.Popen(command)  # noqa: S603 - our own module
    try:
        wait_for(port, "/healthz", process)
        yield port
    finally:
        process.terminate()
        process.wait()


@dataclass(frozen=True)
class Database:
    """A kind of database that can be had here."""

    name: str
    folder: Path  # for files
    server: Any = None  # that of PostgreSQL

    @contextlib.contextmanager
    def fresh(self) -> Iterator[tuple[str, Path]]:
        """The address of an empty one, and a folder for what belongs to it."""
        folder = Path(tempfile.mkdtemp(dir=self.folder))
        if self.server is None:
            yield str(folder / "plays.sqlite"), folder
        else:
            with self.server.database() as address:
                yield address, folder


@contextlib.contextmanager
def databases(names: Sequence[str]) -> Iterator[list[Database]]:
    """Those of the names; they are gone afterwards."""
    with contextlib.ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        found = []
        if "sqlite" in names:
            found.append(Database("SQLite", folder))
        if "postgresql" in names:
            from tests.postgres import Postgres

            found.append(Database("PostgreSQL", folder, stack.enter_context(contextlib.closing(Postgres()))))
        yield found


def main(port: int) -> None:
    """Serve the bare route."""
    import uvicorn
    from fastapi import FastAPI, Request

    app = FastAPI()

    @app.get("/healthz")
    async def health() -> str:
        return "fine"

    @app.post("/echo")
    async def echo(request: Request) -> dict[str, str]:
        return {"said": (await request.body()).decode()}

    uvicorn.run(app, port=port, log_level="error")


if __name__ == "__main__":
    main(int(sys.argv[1]))
