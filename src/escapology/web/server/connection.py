"""A client's connection, with deadlines: uvicorn has none but for those that rest between two requests."""

from __future__ import annotations

import asyncio
import math
from collections.abc import Callable
from typing import Any, Final

import h11
import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

from escapology.web.server.listener import Loop
from escapology.web.server.reading import FrugalReader
from escapology.web.server.room import Room, Stage

__all__ = ["Connection", "RoomConfig"]


_AT_ONCE: Final = 65_536  # bytes that are read of a connection until others are looked at: all of them are kept


class RoomConfig(uvicorn.Config):
    """What uvicorn is told, and the room for connections."""

    def __init__(self, app: Any, room: Room, **options: Any) -> None:
        super().__init__(app, http=Connection, timeout_keep_alive=room.limits.idle, **options)
        self.room = room

    def get_loop_factory(self) -> Callable[[], asyncio.AbstractEventLoop]:
        """An event loop at whose door the room looks."""
        return lambda: Loop(self.room.admits)


class Connection(H11Protocol):
    """It is told at each turn what it is at; the room looks at all of them now and then."""

    config: RoomConfig
    conn: FrugalReader

    def __init__(self, config: RoomConfig, *args: Any, **options: Any) -> None:
        super().__init__(config, *args, **options)
        self.conn = FrugalReader(config.h11_max_incomplete_event_size)

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """It has come."""
        transport.max_size = _AT_ONCE  # type: ignore[attr-defined] # asyncio's own, a quarter of a megabyte, is much
        super().connection_made(transport)
        self.room = self.config.room
        self.address = self.room.address_of(self.client[0]) if self.client else ""
        self.stage, self.since = Stage.HEAD, self.loop.time()
        self.waits_for = ""
        self.gone = asyncio.Event()
        self.app_state = {**self.app_state, "connection": self}  # requests tell it when they wait
        self.unsent, self.moved = 0, self.since  # bytes of answers that the client has not taken, as of when
        self.room.enter(self)

    def connection_lost(self, exc: Exception | None) -> None:
        """It is gone."""
        self.gone.set()
        self.room.leave(self)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Something has come."""
        self.room.meet(self, data)
        if self.transport.is_closing():
            return
        if self.stage is Stage.IDLE:
            self._begin(Stage.HEAD)
        super().data_received(data)
        self._follow()

    def send_400_response(self, msg: str) -> None:
        """Refuse what is no request, or too much of one, unless it has an answer already."""
        if self.conn.our_state in (h11.IDLE, h11.SEND_RESPONSE):  # nothing was answered yet
            super().send_400_response(self.conn.fault or msg)
        else:
            self.transport.close()

    def on_response_complete(self) -> None:
        """An answer was given."""
        super().on_response_complete()
        if self.cycle.response_complete:
            self._begin(Stage.IDLE)
        else:  # the next request was there already
            self._begin(Stage.HEAD)
            self._follow()

    def wait(self, client: str) -> None:
        """Note for whom the request waits for its turn, or to be refused; "" = it does so no more."""
        self._begin(Stage.WAIT if client else Stage.WORK, client)

    def look(self, now: float) -> None:
        """Hang up if it takes too long."""
        unsent = self.transport.get_write_buffer_size()
        if unsent != self.unsent:
            self.unsent, self.moved = unsent, now
        is_stuck = unsent and now - self.moved > self.room.limits.taking
        if is_stuck or now - self.since > self._patience():
            self.hang_up()

    def hang_up(self) -> None:
        """End it at once."""
        self.transport.abort()

    def _follow(self) -> None:
        """Find out what it is at now."""
        if self.cycle is not None and not self.cycle.response_complete:
            stage = Stage.BODY if self.cycle.more_body else Stage.WORK
            if stage is not self.stage and self.stage is not Stage.WAIT:
                self._begin(stage)

    def _begin(self, stage: Stage, client: str = "") -> None:
        self.stage, self.since, self.waits_for = stage, self.loop.time(), client
        self.room.note(self)

    def _patience(self) -> float:
        """Seconds that the stage may take: between two requests uvicorn looks at the clock, at work the app does."""
        limits = self.room.limits
        return {Stage.HEAD: limits.head, Stage.BODY: limits.body}.get(self.stage, math.inf)
