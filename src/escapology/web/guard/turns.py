"""Turns: requests that cost something are worked on a few at a time, and addresses take turns.

Whoever fires requests over many connections waits for their own; somebody else who comes meanwhile is next. A turn
begins when a request is there as a whole. It is given back while an answer is sent, which may take the client its time,
and while a solver is waited for.

A turn that is given back is free after two more rounds of the event loop: in them others come in, who would else wait
until all that one address has sent meanwhile is done.

Files and `/healthz` wait for nobody else, but an address gets only a few of them at a time, or it could keep the event
loop busy with those alone.
"""

from __future__ import annotations

import asyncio
import random
from collections import Counter, OrderedDict, deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Final, Protocol

from fastapi import HTTPException
from starlette.requests import ClientDisconnect
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from escapology.errors import sentence
from escapology.web.guard.addresses import network_of
from escapology.web.guard.rates import TooManyError
from escapology.web.guard.refusal import refuse
from escapology.web.guard.root_path import route_path

__all__ = ["Line", "Turn", "Turns", "is_free"]

_FILES: Final = "/static/"
_HEALTH: Final = "/healthz"

_MOST_WAITING: Final = 200  # requests of one address
_SLOWLY: Final = 0.5  # seconds until a refusal …
_SLOWER: Final = 0.05  # … and up to so many more for each other that the address waits for …
_SLOWEST: Final = 25.0  # … though no more than these
_MOST_KNOWN: Final = 10_000  # addresses of which is known when they last had a turn
_HEAD_START: Final = 20  # turns: whoever had none for longer than that comes no sooner for it
_SMALL: Final = 65_536  # bytes of a request that always have room
_MOST_HELD: Final = 8_000_000  # bytes of larger ones that an address may send at once

_ANY: Final = 100_000  # addresses that are answered at once
_FILES_EACH: Final = 2  # files of one address; others wait …
_MOST_FILES: Final = 1_000  # … but no more than these: a page has two dozen, and many may come by one address


def is_free(scope: Scope) -> bool:
    """Whether what is asked for costs next to nothing, and is the same for everybody."""
    path = route_path(scope)
    return path == _HEALTH or path.startswith(_FILES)


class Connection(Protocol):
    """A client's connection, as far as turns are concerned."""

    gone: asyncio.Event  # the client, or its connection

    def wait(self, client: str) -> None:
        """Note for whom the request waits for its turn, or to be refused; "" = it does so no more."""


class Line:
    """Who works and who waits, by address. It is used by one event loop alone."""

    def __init__(self, at_once: int, each: int, most: int = _MOST_WAITING) -> None:
        self._free = at_once
        self._each, self._most = each, most  # that one address may have, and have waiting
        self._working: Counter[str] = Counter()
        self._waiting: dict[str, deque[asyncio.Future[None]]] = {}
        self._turns = 0  # that there were
        self._last: OrderedDict[str, int] = OrderedDict()  # the number of the last one that an address had
        self._ranks: dict[str, int] = {}  # of those who wait; the lowest is next
        self._refused: Counter[str] = Counter()  # who wait to be refused

    def take_now(self, address: str) -> bool:
        """Whether there is a turn for an address; it has it then."""
        is_free = self._is_free_for(address) and address not in self._waiting
        if is_free:
            self._give(address)
        return is_free

    async def take_later(self, address: str) -> None:
        """Wait for a turn. A `TooManyError` if too many others of that address do."""
        if len(self._waiting.get(address, ())) >= self._most:
            raise TooManyError("requests", 1.0)
        mine = self._waiting.setdefault(address, deque())
        self._ranks.setdefault(address, max(self._last.get(address, 0), self._turns - _HEAD_START))
        turn = asyncio.get_running_loop().create_future()
        mine.append(turn)
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():
                self.give_back(address)
            raise

    async def refuse_later(self, address: str, gone: asyncio.Event) -> None:
        """Wait before a refusal, the longer the more of that address do.

        However many do, each holds a connection, of which there are only so many. By chance: what came all at once is
        not refused all at once.
        """
        self._refused[address] += 1
        try:
            longer = min(_SLOWEST, _SLOWER * self._refused[address])
            seconds = _SLOWLY + longer * random.random()  # noqa: S311 - nobody gains by guessing it
            with suppress(TimeoutError):
                await asyncio.wait_for(gone.wait(), seconds)
        finally:
            self._refused[address] -= 1
            if not self._refused[address]:
                del self._refused[address]

    def give_back(self, address: str) -> None:
        """End a turn."""
        loop = asyncio.get_running_loop()
        loop.call_soon(loop.call_soon, self._release, address)

    def _release(self, address: str) -> None:
        """Hand out what is free, to those first who had no turn for longest."""
        self._free += 1
        self._working[address] -= 1
        if not self._working[address]:
            del self._working[address]
        while able := [address for address in self._waiting if self._is_free_for(address)]:
            self._call(min(able, key=self._ranks.__getitem__))

    def _is_free_for(self, address: str) -> bool:
        return self._free > 0 and self._working[address] < self._each

    def _give(self, address: str) -> None:
        self._free -= 1
        self._working[address] += 1
        self._turns += 1
        self._last[address] = self._turns
        self._last.move_to_end(address)
        if len(self._last) > _MOST_KNOWN:
            self._last.popitem(last=False)

    def _call(self, address: str) -> None:
        """The next one of an address."""
        mine = self._waiting[address]
        while mine:
            turn = mine.popleft()
            if not turn.done():  # else it was given up
                self._give(address)
                turn.set_result(None)
                break
        self._ranks[address] = self._turns
        if not mine:
            del self._waiting[address], self._ranks[address]


class Turn:
    """That of one request."""

    def __init__(self, line: Line, address: str, connection: Connection | None = None) -> None:
        self._line, self._address, self._connection = line, address, connection
        self._is_held = False

    async def take(self) -> None:
        """Wait for it."""
        if not self._line.take_now(self._address):
            self._wait(self._address)
            await self._line.take_later(self._address)
            self._wait("")
        self._is_held = True
        if self._connection is not None and self._connection.gone.is_set():
            self.give_back()
            raise ClientDisconnect

    def give_back(self) -> None:
        """Let others have it."""
        if self._is_held:
            self._is_held = False
            self._line.give_back(self._address)

    async def refuse_later(self) -> None:
        """Give it up, and wait for a refusal: whoever asks again at once costs little then."""
        self.give_back()
        self._wait(self._address)
        gone = asyncio.Event() if self._connection is None else self._connection.gone
        await self._line.refuse_later(self._address, gone)

    def _wait(self, client: str) -> None:
        if self._connection is not None:
            self._connection.wait(client)

    @asynccontextmanager
    async def aside(self) -> AsyncIterator[None]:
        """Step aside while something else is waited for."""
        self.give_back()
        yield
        await self.take()


class Turns:
    """Wraps the guard and the app, and puts the request's turn into the scope as `turn`."""

    def __init__(self, app: ASGIApp, line: Line) -> None:
        self.app = app
        self._line = line
        self._of_files = Line(_ANY, _FILES_EACH, _MOST_FILES)
        self._of_health = Line(_ANY, 1)
        self._held: Counter[str] = Counter()  # bytes of large requests that are not all there, by address

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request wait for its turn."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        address = network_of((scope.get("client") or ("",))[0])
        turn = scope["turn"] = Turn(self._line_of(scope), address, scope.get("state", {}).get("connection"))
        refusal: Response | None = None
        try:
            receive = await self._received(address, receive)
            await turn.take()
        except TooManyError as error:
            refusal = refuse(scope, 429, sentence(error), {"retry-after": str(error.retry_after)})
        if refusal is not None:  # the error is gone, and with it all that has come of the request
            await turn.refuse_later()
            await refusal(scope, receive, send)
            return
        try:
            await self.app(scope, receive, _without(turn, send))
        finally:
            turn.give_back()

    def _line_of(self, scope: Scope) -> Line:
        """Where a request waits: whoever watches over the app waits neither for players nor for files."""
        if not is_free(scope):
            return self._line
        return self._of_health if route_path(scope) == _HEALTH else self._of_files

    async def _received(self, address: str, receive: Receive) -> Receive:
        """Wait for the whole of a request; what gives it again."""
        messages: deque[Message] = deque()
        refusal: HTTPException | None = None
        size = held = 0
        try:
            while not messages or messages[-1].get("more_body"):
                messages.append(await receive())
                if messages[-1]["type"] == "http.disconnect":
                    raise ClientDisconnect
                size += len(messages[-1]["body"])
                if size > _SMALL:
                    self._held[address] += size - held
                    held = size
                    if self._held[address] > _MOST_HELD:
                        raise TooManyError("large requests", 5.0)
        except HTTPException as error:  # it is too large; the app answers that
            refusal = error
        finally:
            self._held[address] -= held
            if not self._held[address]:
                del self._held[address]

        async def receive_again() -> Message:
            if messages:
                return messages.popleft()
            if refusal is not None:
                raise refusal
            return await receive()

        return receive_again


def _without(turn: Turn, send: Send) -> Send:
    """Send without having a turn. Of an answer in one piece nothing is to be done any more when it is sent."""
    begun: Message | None = None

    async def send_without(message: Message) -> None:
        nonlocal begun
        if message["type"] == "http.response.start":
            begun = message
            return
        turn.give_back()
        if begun is not None:
            start, begun = begun, None
            await send(start)
        await send(message)
        if message.get("more_body"):
            await turn.take()

    return send_without
