"""Floods: what costs the server nothing to speak of, as often as it is answered; and requests made to be hard to read.

They are written as bytes, for no honest client sends such things.
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import re
from typing import Final

from benchmarks.attacks.attacker import ADDRESS, Assault

__all__ = ["crafted", "free"]

_CONNECTIONS: Final = 100
_FORM: Final = "application/x-www-form-urlencoded"
_JSON: Final = "application/json"


async def free(assault: Assault) -> None:
    """What no rate counts: files, whether all is well, pages that are not there, and what is refused at the door."""
    requests = (
        _request("GET", "/static/play.js"),
        _request("GET", "/healthz"),
        _request("GET", "/nothing"),
        _request("GET", "/static/nothing"),
        _request("GET", "/", "Cookie: player-00000000=damaged"),
        _request("GET", f"/{'a' * 8_500}"),
        _request("POST", "/plays", "Sec-Fetch-Site: cross-site"),
        _request("GET", "/api/v1/openapi.json"),
    )
    await _flood(assault, requests)


async def crafted(assault: Assault) -> None:
    """Many cookies, fields, pieces and names: what is small, and takes long to read."""
    cookies = "; ".join(f"player={'a' * 22}.{number}" for number in range(1_900))
    fields = "\r\n".join(f"a{number % 10}:" for number in range(13_000))
    members = ",".join(f'"{number:x}":1' for number in range(95_000)).encode()
    requests = (
        _request("GET", "/", f"Cookie: {cookies}"),
        _request("GET", "/", fields),
        _request("POST", "/settings", f"Content-Type: multipart/form-data; {'a=b;' * 18_000}"),
        _request("GET", "/replay?" + "&".join(["a"] * 29_000)),
        _request("POST", "/settings", f"Content-Type: {_FORM}", body=b"a=" + b"%41" * 330_000),
        _request("POST", "/settings", f"Content-Type: {_FORM}", body=b"a&" * 490_000),
        _request("POST", "/api/v1/deals", f"Content-Type: {_JSON}", body=b"{" + members + b"}"),
        _request("POST", "/api/v1/deals", f"Content-Type: {_JSON}", body=b"[" * 900_000),
        _request("POST", "/settings", f"Content-Type: {_FORM}\r\nTransfer-Encoding: chunked", body=None)
        + b"1\r\na\r\n" * 150_000
        + b"0\r\n\r\n",
    )
    await _flood(assault, requests)


def _request(method: str, path: str, fields: str = "", body: bytes | None = b"") -> bytes:
    """One request; without a body, the fields say how it comes."""
    length = "" if body is None else f"Content-Length: {len(body)}\r\n"
    more = f"{fields}\r\n" if fields else ""
    head = f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Forwarded-For: {ADDRESS}\r\n{length}{more}\r\n"
    return head.encode() + (body or b"")


async def _flood(assault: Assault, requests: tuple[bytes, ...]) -> None:
    """All of them again and again, over many connections."""
    await assault.begin()
    some = itertools.cycle(requests)

    async def pour() -> None:
        with contextlib.suppress(OSError, EOFError):
            reader, writer = await asyncio.open_connection("127.0.0.1", assault.port, limit=1_000_000)
            try:
                while not assault.over.is_set():
                    writer.write(next(some))
                    assault.answers[await _status(reader)] += 1
            finally:
                writer.close()
        assault.answers["closed"] += 1
        await asyncio.sleep(0.01)

    await asyncio.gather(*(assault.go_on(pour) for _ in range(_CONNECTIONS)))


async def _status(reader: asyncio.StreamReader) -> str:
    """Read an answer."""
    head = await reader.readuntil(b"\r\n\r\n")
    if length := re.search(rb"(?i)content-length: ([0-9]+)", head):
        await reader.readexactly(int(length[1]))
    return head.split(b" ", 2)[1].decode()
