"""Players who keep the solvers busy: each asks for hints and verdicts of new deals, one question after the other.

Whether solvers are really at work meanwhile is looked up in the numbers that the server itself tells.
"""

from __future__ import annotations

import asyncio
import threading
from typing import Final, Self

from benchmarks.client import Client
from benchmarks.deals import deal_of
from benchmarks.service import Service

__all__ = ["Askers"]

_ASKED: Final = (("hints", "dont-let-them-get-you"), ("verdicts", "lab-rats/hard"), ("hints", "not-alone"))
_LOOK: Final = 0.5  # seconds between two looks at what the solvers do


class Askers:
    """So many of them, for as long as the `with` lasts."""

    def __init__(self, service: Service, count: int) -> None:
        self._service, self.count = service, count
        self._over = threading.Event()
        self._looks: list[bool] = []
        self._thread = threading.Thread(target=lambda: asyncio.run(self._run()))
        self.answered = 0
        self.errors: list[str] = []

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._over.set()
        self._thread.join()

    @property
    def at_work(self) -> float:
        """How much of the time a solver was at work."""
        return sum(self._looks) / len(self._looks) if self._looks else 0.0

    async def _run(self) -> None:
        if self.count:
            await asyncio.gather(self._watch(), *(self._ask_on(number) for number in range(self.count)))

    async def _watch(self) -> None:
        while not self._over.is_set():
            await asyncio.sleep(_LOOK)
            self._looks.append(await asyncio.to_thread(self._service.solver, "running") > 0)

    async def _ask_on(self, number: int) -> None:
        client, turn = Client(self._service.port, f"10.1.0.{1 + number}"), number
        while not self._over.is_set():
            what, setting = _ASKED[turn % len(_ASKED)]
            await self._ask(client, f"/api/v1/{what}", deal_of(setting, 1_000 * number + turn))
            turn += 1
        await client.close()

    async def _ask(self, client: Client, path: str, deal: str) -> None:
        try:
            answer = await client.send("POST", path, {"record": deal, "wait": 5})
            while answer.status == 202 and not self._over.is_set():
                answer = await client.send("GET", f"{path}/{answer.data()['ticket']}?wait=5")
        except (OSError, EOFError) as error:
            self.errors.append(f"{path}: {error!r}")
            return
        if answer.status == 200:
            self.answered += 1
        elif answer.status != 202:
            self.errors.append(f"{path}: {answer.status} {answer.body[:300]!r}")
            await asyncio.sleep(1)
