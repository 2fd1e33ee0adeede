"""Accepting connections, a few at a time, and none that there is no room for in the process."""

from __future__ import annotations

import asyncio
import errno
import os
import socket
from collections.abc import Callable
from functools import partial
from typing import Any, Final

from escapology.web.watch.logs import LOGGER

__all__ = ["Loop", "raise_file_limit"]

_AT_ONCE: Final = 16  # connections that are accepted before those accepted before are looked at
_SILENCE: Final = 1  # seconds that the kernel keeps a connection to itself, until something is said on it
_HEAD: Final = 4_096  # bytes of a request that are looked at before it is read
_NO_ROOM: Final = (errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM)


#: Whether somebody may come in: from an address, with what tells how the first request begins.
Admits = Callable[[str, Callable[[], bytes]], bool]


class Loop(asyncio.SelectorEventLoop):
    """An event loop whose servers accept connections like that.

    By itself asyncio accepts as many as there are, and where no file can be opened any more, it says so for each of
    them, thousands of times a second.
    """

    def __init__(self, admits: Admits = lambda peer, head: True) -> None:
        super().__init__()
        self._admits = admits

    async def create_server(self, *args: Any, sock: socket.socket | None = None, **options: Any) -> Any:
        """A server; it gets a socket of its own, which is closed with it."""
        if sock is not None:
            sock = Listener(sock, self, self._admits)
        return await super().create_server(*args, sock=sock, **options)


class Listener(socket.socket):
    """A socket that accepts a few connections in each round of the loop."""

    def __init__(self, sock: socket.socket, loop: asyncio.AbstractEventLoop, admits: Admits) -> None:
        super().__init__(sock.family, sock.type, sock.proto, fileno=os.dup(sock.fileno()))
        if sock.family in (socket.AF_INET, socket.AF_INET6) and hasattr(socket, "TCP_DEFER_ACCEPT"):
            # Then what tells whether somebody is let in is there when they come: turning them away costs little
            self.setsockopt(socket.IPPROTO_TCP, socket.TCP_DEFER_ACCEPT, _SILENCE)
        self._loop, self._admits = loop, admits
        self._accepted = 0  # in this round
        self._spare = os.open(os.devnull, os.O_RDONLY)  # to be closed when there is no room: then there is some

    def accept(self) -> tuple[socket.socket, Any]:
        """A new connection; a `BlockingIOError` if there is none for now."""
        if not self._accepted:
            self._loop.call_soon(self._next_round)
        while self._accepted < _AT_ONCE:
            self._accepted += 1
            try:
                accepted, peer = super().accept()
            except OSError as error:
                if error.errno not in _NO_ROOM:
                    raise
                self._turn_away()
                break
            if not isinstance(peer, tuple) or self._admits(str(peer[0]), partial(_head, accepted)):
                return accepted, peer
            accepted.close()
            LOGGER.warning("a connection was turned away: its address has too many")
        raise BlockingIOError

    def close(self) -> None:
        """Accept no more."""
        if self._spare >= 0:
            os.close(self._spare)
            self._spare = -1
        super().close()

    def _next_round(self) -> None:
        self._accepted = 0

    def _turn_away(self) -> None:
        """Hang up on whoever comes next: else they would wait for ever, and wake us without end."""
        LOGGER.warning("a connection was turned away: no more files can be opened")
        os.close(self._spare)
        try:
            super().accept()[0].close()
        except OSError:  # it went away by itself, or another thread was quicker to open a file
            pass
        finally:
            self._spare = os.open(os.devnull, os.O_RDONLY)


def _head(accepted: socket.socket) -> bytes:
    """What has come of the first request; it is there to be read as if nobody had looked."""
    accepted.setblocking(False)
    try:
        return accepted.recv(_HEAD, socket.MSG_PEEK)
    except OSError:  # nothing yet, or it is gone
        return b""


def raise_file_limit() -> int | None:
    """Let this process, and those that it starts, open as many files as they may: how many; None = nobody knows."""
    try:
        import resource
    except ImportError:  # there is no such limit
        return None
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft != hard:
        try:
            resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
        except (OSError, ValueError):  # more than the system lets anybody have
            return soft
    return None if hard == resource.RLIM_INFINITY else hard
