"""Services to be measured: `escapology serve` and a bare FastAPI route, as processes, on databases of their own."""

from __future__ import annotations

import contextlib
import http.client
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

__all__ = ["Service", "asked", "bare_route", "databases", "free_port"]


def free_port() -> int:
    """A port that nobody listens at."""
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return int(listener.getsockname()[1])


def asked(arguments: list[str], first: int, second: int) -> tuple[int, int, list[str]]:
    """What a command line says: two numbers, and the names of databases, both if it names none."""
    numbers = [int(word) for word in arguments if word.isdigit()]
    names = [word for word in arguments if not word.isdigit()]
    first, second = [*numbers, *(first, second)[len(numbers) :]][:2]
    return first, second, names or ["sqlite", "postgresql"]


class Service:
    """`escapology serve`, which can be killed and started again."""

    def __init__(self, database: str, folder: Path, *options: str) -> None:
        self.port = free_port()
        self.command = [
            *(sys.executable, "-m", "escapology", "serve", "--port", str(self.port), "--database", database),
            *("--secret-file", str(folder / "secret"), "--trusted-proxy", "127.0.0.1", "--log-level", "error"),
            *options,
        ]
        (folder / "secret").write_text("0123456789abcdef" * 4 + "\n")
        (folder / "secret").chmod(0o600)
        self.log = (folder / "log").open("ab")
        self.start()

    def start(self) -> None:
        """Start it, and wait until it answers."""
        self.process = subprocess.Popen(self.command, stdout=self.log, stderr=self.log)  # noqa: S603 - our own
        wait_for(self.port, "/healthz", self.process)

    def kill(self) -> None:
        """End it at once, whatever it does."""
        self.process.kill()
        self.process.wait()

    def stop(self) -> int:
        """Ask it to end; its exit code."""
        self.process.terminate()
        code = self.process.wait(60)
        self.log.close()
        return code


def wait_for(port: int, path: str, process: subprocess.Popen[bytes]) -> None:
    """Wait until a page can be had."""
    end = time.monotonic() + 60
    while time.monotonic() < end and process.poll() is None:
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=5)
        with contextlib.closing(connection), contextlib.suppress(OSError):
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


@contextlib.contextmanager
def databases(names: list[str]) -> Iterator[Iterator[tuple[str, str, Path, Any]]]:
    """Those of the names, one after the other: name, address, a folder, and the PostgreSQL server if it is one."""
    with tempfile.TemporaryDirectory() as folder:
        yield _databases(names, Path(folder))


def _databases(names: list[str], folder: Path) -> Iterator[tuple[str, str, Path, Any]]:
    if "sqlite" in names:
        yield "SQLite", str(folder / "plays.sqlite"), folder, None
    if "postgresql" in names:
        from tests.postgres import Postgres

        with contextlib.closing(Postgres()) as server, server.database() as address:
            yield "PostgreSQL", address, folder, server


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
