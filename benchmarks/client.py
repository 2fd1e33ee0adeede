"""A client of a server: plain asyncio, small on purpose, for it shares the machine with the server it measures."""

from __future__ import annotations

import asyncio
import contextlib
import json
from typing import Any, Final, NamedTuple
from urllib.parse import urlencode

__all__ = ["HTML", "PATIENCE", "Answer", "Client"]

PATIENCE: Final = 60.0  # seconds that an answer may take

HTML: Final = "text/html"  #: what a browser accepts that opens a page
_JSON: Final = "application/json"
_FORM: Final = "application/x-www-form-urlencoded"
_Streams = tuple[asyncio.StreamReader, asyncio.StreamWriter]


class Answer(NamedTuple):
    """What a server has said."""

    status: int
    fields: dict[str, str]  # of its head, names in small letters
    body: bytes

    def data(self) -> Any:
        """The body, read as JSON."""
        return json.loads(self.body)


class Client:
    """One browser or program: a cookie, an address that the proxy tells, and a connection.

    The connection stays open, and is opened again when it breaks; with `keeps=False` each request has its own, as
    those of a proxy may.
    """

    def __init__(self, port: int, address: str, *, keeps: bool = True, patience: float = PATIENCE) -> None:
        self.port, self.address = port, address
        self.cookie = ""
        self.received = 0  # bytes
        self._keeps, self._patience = keeps, patience
        self._streams: _Streams | None = None

    async def send(
        self, method: str, path: str, body: Any = None, form: dict[str, Any] | None = None, accept: str = _JSON
    ) -> Answer:
        """One request with a JSON body, a form, or nothing. An `OSError` or `EOFError` says that no answer came."""
        data = urlencode(form).encode() if form is not None else b"" if body is None else json.dumps(body).encode()
        head = self.head(method, path, accept, _JSON if form is None else _FORM, len(data))
        try:
            async with asyncio.timeout(self._patience):
                if self._streams is not None and self._streams[0].at_eof():
                    await self.close()  # the server hangs up on those who say nothing for a while
                if self._streams is None:
                    self._streams = await asyncio.open_connection("127.0.0.1", self.port)
                reader, writer = self._streams
                writer.write(head + data)
                answer, length = await _read(reader)
                self.received += length
        except (OSError, EOFError):
            await self.close()
            raise
        if "set-cookie" in answer.fields:
            self.cookie = answer.fields["set-cookie"].partition(";")[0]
        if not self._keeps or answer.fields.get("connection") == "close":
            await self.close()
        return answer

    def head(self, method: str, path: str, accept: str = _JSON, kind: str = _JSON, length: int = 0) -> bytes:
        """What a request begins with."""
        cookie = f"Cookie: {self.cookie}\r\n" if self.cookie else ""
        return (
            f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Forwarded-For: {self.address}\r\n{cookie}"
            f"Accept: {accept}\r\nContent-Type: {kind}\r\nContent-Length: {length}\r\n\r\n"
        ).encode()

    async def close(self) -> None:
        """Hang up."""
        streams, self._streams = self._streams, None
        if streams is not None:
            streams[1].close()
            with contextlib.suppress(OSError):
                await streams[1].wait_closed()


async def _read(reader: asyncio.StreamReader) -> tuple[Answer, int]:
    """An answer, and how many bytes it had."""
    head = await reader.readuntil(b"\r\n\r\n")
    lines = head.decode("latin-1").split("\r\n")
    parts = [line.partition(": ")[::2] for line in lines[1:]]
    fields = {name.lower(): value for name, value in parts}
    if fields.get("transfer-encoding") == "chunked":
        body = b"".join([chunk async for chunk in _chunks(reader)])
    else:
        body = await reader.readexactly(int(fields.get("content-length", "0")))
    return Answer(int(lines[0].split()[1]), fields, body), len(head) + len(body)


async def _chunks(reader: asyncio.StreamReader) -> Any:
    while length := int(await reader.readuntil(b"\r\n"), 16):
        yield (await reader.readexactly(length + 2))[:-2]
    await reader.readexactly(2)
