"""Connections: half-sent requests that never end, and complete ones that wait for an answer as long as they may."""

from __future__ import annotations

import asyncio
import contextlib
from typing import Any, Final

from benchmarks.attacks.attacker import Assault

__all__ = ["connections", "polls"]

_COUNT: Final = 1_200  # more than the server has descriptors
_SOURCE: Final = "127.0.0.66"  # a real address of its own, so that no proxy answers for it
_DRIP: Final = 3.0  # seconds between two bytes
_SEARCHED: Final = "dont-let-them-get-you"


async def connections(assault: Assault) -> None:
    """Requests of which a byte comes now and then, on connections of the attacker's own."""
    await assault.begin()
    await asyncio.gather(*(assault.go_on(lambda: _drip(assault)) for _ in range(_COUNT)))


async def _drip(assault: Assault) -> None:
    try:
        reader, writer = await asyncio.open_connection("127.0.0.1", assault.port, local_addr=(_SOURCE, 0))
    except OSError:
        assault.answers["not connected"] += 1
        await asyncio.sleep(0.05)
        return
    assault.answers["connected"] += 1
    with contextlib.suppress(OSError):
        writer.write(b"POST /plays HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: ")
        while not reader.at_eof() and not assault.over.is_set():
            writer.write(b"a")
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(reader.read(1_000), _DRIP)
    writer.close()
    assault.answers["closed"] += 1
    await asyncio.sleep(0.05)


async def polls(assault: Assault) -> None:
    """Complete requests by way of the proxy, all of which wait for the same search, which takes long."""
    await assault.begin()
    await _Search(assault).wait_for_it()


class _Search:
    """A search for a deal that hardly any is like, begun again whenever it comes to an end."""

    def __init__(self, assault: Assault) -> None:
        self._assault = assault
        self._asker = assault.client()
        self._ticket = ""
        self._seed = 0
        self._lock = asyncio.Lock()

    async def wait_for_it(self) -> None:
        """Many connections, each with a request that waits for half a minute, then the next."""
        await self._begin("")
        await asyncio.gather(*(self._poll_on() for _ in range(_COUNT)))

    async def _begin(self, ended: str) -> None:
        async with self._lock:
            if self._ticket != ended:
                return
            self._seed += 1_000
            asked: dict[str, Any] = {"setting": _SEARCHED, "level": "fiendish", "winnable": True, "seed": self._seed}
            begun = await self._assault.send(self._asker, "POST", "/api/v1/deals/searches", {**asked, "wait": 0})
            if begun is not None and begun.status == 202:
                self._ticket = begun.data()["ticket"]
            else:
                await asyncio.sleep(0.2)

    async def _poll_on(self) -> None:
        client = self._assault.client()
        while not self._assault.over.is_set():
            client.cookie, ticket = self._asker.cookie, self._ticket
            path = f"/api/v1/deals/searches/{ticket}?setting={_SEARCHED}&wait=30"
            answer = await self._assault.send(client, "GET", path)
            if answer is not None and answer.status not in (202, 429):
                await self._begin(ticket)
