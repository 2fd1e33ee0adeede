"""How long a move takes in the web app, against a bare FastAPI route that says what it was told, in the same run.

Both run in one server process over real HTTP, on connections that stay open, and take turns. A move's answer holds the
changed parts of the board as SVG, the moves, the log and the events, and the game has been stored. Medians, and beside
them 20th percentiles: on a busy machine what takes longer is also interrupted more often, whatever the app does.
"""

from __future__ import annotations

import html
import http.client
import json
import re
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from escapology.games import LISTED

ROUNDS = 120
ECHO = "/echo"


def serve(file: str, port: int) -> None:
    """The server: the app, and beside it the bare route."""
    import uvicorn
    from fastapi import FastAPI, Request

    from escapology.web import make_app, open_store

    bare = FastAPI()

    @bare.post(ECHO)
    async def echo(request: Request) -> dict[str, str]:
        return {"said": (await request.body()).decode()}

    app = make_app(open_store(Path(file)))

    async def both(scope: Any, receive: Any, send: Any) -> None:
        await (bare if scope.get("path") == ECHO else app)(scope, receive, send)

    uvicorn.run(both, port=port, log_level="error")


class Client:
    """A connection that stays open."""

    def __init__(self, port: int) -> None:
        self.connection = http.client.HTTPConnection("127.0.0.1", port)
        self.headers = {"accept": "application/json", "content-type": "application/x-www-form-urlencoded"}

    def send(self, method: str, path: str, body: str = "") -> tuple[http.client.HTTPResponse, bytes]:
        """One request."""
        self.connection.request(method, path, body.encode(), self.headers)
        answer = self.connection.getresponse()
        return answer, answer.read()


def main() -> None:
    """Measure every game."""
    with tempfile.TemporaryDirectory() as folder, socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
        probe.close()
        command = [sys.executable, "-m", "benchmarks.web", str(Path(folder) / "plays.sqlite"), str(port)]
        server = subprocess.Popen(command)  # noqa: S603 - this very file
        try:
            _wait(port)
            print("A move in the web app, by a bare FastAPI route in the same run (medians; 20th percentiles):")
            for name in LISTED:
                moves, echoes, size = measure(port, name)
                middle = statistics.median(moves), statistics.median(echoes)
                quick = statistics.quantiles(moves, n=5)[0], statistics.quantiles(echoes, n=5)[0]
                times = f"{1000 * middle[0]:.2f} ms by {1000 * middle[1]:.2f} ms; {size // 1000} kB"
                print(f"  {name:<24} {middle[0] / middle[1]:5.1f} x {quick[0] / quick[1]:6.1f} x   ({times})")
        finally:
            server.terminate()
            server.wait()


def _wait(port: int) -> None:
    for _ in range(200):
        try:
            socket.create_connection(("127.0.0.1", port), 1).close()
            return
        except OSError:
            time.sleep(0.05)


def measure(port: int, name: str) -> tuple[list[float], list[float], int]:
    """Seconds of moves and of the bare route, taking turns, and the size of a move's answer."""
    app, bare = Client(port), Client(port)
    moves: list[float] = []
    echoes: list[float] = []
    size, path, seed = 0, "", 0
    parts: dict[str, str] = {}
    while len(moves) < ROUNDS:
        legal = re.findall('name="move" value="([^"]+)" class', parts.get("side", ""))
        if not legal:
            seed += 1
            answer, _ = app.send("POST", "/plays", urlencode({"game": name, "seed": seed}))
            path = answer.headers["location"]
            if cookie := answer.headers["set-cookie"]:
                app.headers["cookie"] = cookie.split(";")[0]
            parts = json.loads(app.send("GET", path)[1])
            continue
        form = urlencode({"move": html.unescape(legal[len(moves) % len(legal)]), "version": parts["version"]})
        began = time.perf_counter()
        _, body = app.send("POST", f"{path}/move", form)
        between = time.perf_counter()
        bare.send("POST", ECHO, form)
        ended = time.perf_counter()
        moves.append(between - began)
        echoes.append(ended - between)
        parts, size = json.loads(body), len(body)
    return moves, echoes, size


if __name__ == "__main__":
    if len(sys.argv) > 2:
        serve(sys.argv[1], int(sys.argv[2]))
    else:
        main()
