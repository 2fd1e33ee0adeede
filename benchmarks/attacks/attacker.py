"""The process that attacks: `python -m benchmarks.attacks.attacker NAME PORT`.

It says `ready` when it has prepared what it needs, attacks from when it reads a line until its input ends, and then
tells what came of it. An attack that is done once and for all says `done` when it is. It has the lowest priority:
attackers bring machines of their own.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import resource
import subprocess
import sys
import threading
from collections import Counter
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from importlib import import_module
from typing import Any, Final, Self

from benchmarks.client import Answer, Client

__all__ = ["ADDRESS", "ATTACKS", "Assault", "Attacker"]

ADDRESS: Final = "203.0.113.66"  #: where all attacks come from

#: The attacks, and the modules whose functions they are.
ATTACKS: Final = {
    "memory": "hoard",
    "solver": "questions",
    "abandoned": "questions",
    "connections": "connections",
    "polls": "connections",
    "changes": "changes",
    "reads": "changes",
    "free": "floods",
    "crafted": "floods",
    "mixed": "mixed",
}


@dataclass(eq=False)
class Assault:
    """One attack: where to, how long, and what came of it."""

    port: int
    answers: Counter[str] = field(default_factory=Counter)  # by status; "none" = there was none
    has_begun: threading.Event = field(default_factory=threading.Event)
    over: threading.Event = field(default_factory=threading.Event)
    unready: int = 1  # parts of the attack that still prepare what they need

    def client(self) -> Client:
        """Somebody without a cookie, behind the proxy."""
        return Client(self.port, ADDRESS)

    async def send(self, client: Client, method: str, path: str, body: Any = None) -> Answer | None:
        """One request, counted; None if there was no answer."""
        try:
            answer = await client.send(method, path, body)
        except (OSError, EOFError):
            self.answers["none"] += 1
            await asyncio.sleep(0.01)
            return None
        self.answers[str(answer.status)] += 1
        return answer

    async def need(self, client: Client, method: str, path: str, body: Any = None) -> Any:
        """What a request brings that must not fail, or all is in vain."""
        answer = await client.send(method, path, body)
        if answer.status >= 300:
            raise RuntimeError(f"{method} {path}: {answer.status} {answer.body[:300]!r}")
        return answer.data()

    async def begin(self) -> None:
        """Say that all is prepared, once every part of the attack is, and wait for the word to begin."""
        self.unready -= 1
        if not self.unready:
            print("ready", flush=True)
        await asyncio.to_thread(self.has_begun.wait)

    async def go_on(self, do: Callable[[], Awaitable[object]]) -> None:
        """Do something again and again, until it is over."""
        while not self.over.is_set():
            await do()

    def listen(self) -> None:
        """Hear when to begin, and when to end."""
        sys.stdin.readline()
        self.has_begun.set()
        sys.stdin.read()
        self.over.set()


class Attacker:
    """Such a process, as the measurement has it: prepared when the `with` begins, attacking from `begin` to `end`."""

    def __init__(self, name: str, port: int) -> None:
        command = [sys.executable, "-m", "benchmarks.attacks.attacker", name, str(port)]
        self._process = subprocess.Popen(  # noqa: S603 - our own module
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        self.answers: dict[str, int] = {}

    def __enter__(self) -> Self:
        assert self._process.stdout is not None
        if self._process.stdout.readline() != "ready\n":
            raise RuntimeError("the attack could not be prepared")
        return self

    def __exit__(self, *_: object) -> None:
        self._process.kill()
        self._process.communicate()

    def begin(self) -> None:
        """Attack from now on."""
        assert self._process.stdin is not None
        self._process.stdin.write("go\n")
        self._process.stdin.flush()

    def wait_until_done(self) -> None:
        """Wait for an attack that is done once and for all."""
        assert self._process.stdout is not None
        if self._process.stdout.readline() != "done\n":
            raise RuntimeError("the attack came to nothing")

    def end(self) -> None:
        """Stop, and tell what came of it."""
        told, _ = self._process.communicate(timeout=60)
        self.answers = json.loads(told.splitlines()[-1])


async def main(name: str, port: int) -> None:
    """Attack."""
    os.nice(19)
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    assault = Assault(port)
    threading.Thread(target=assault.listen, daemon=True).start()
    attack = asyncio.create_task(getattr(import_module(f"benchmarks.attacks.{ATTACKS[name]}"), name)(assault))
    over = asyncio.create_task(asyncio.to_thread(assault.over.wait))
    await asyncio.wait([attack, over], return_when=asyncio.FIRST_COMPLETED)
    if attack.done():
        attack.result()  # an attack that fails must be seen to
        print("done", flush=True)
    await over
    attack.cancel()
    with contextlib.suppress(asyncio.CancelledError):
        await attack
    print(json.dumps(assault.answers), flush=True)
    os._exit(0)  # threads that still wait for something are of no use


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], int(sys.argv[2])))
