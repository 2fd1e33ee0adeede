"""Watching over requests: each is counted and logged, and a failure is answered with a sentence."""

from __future__ import annotations

import logging
import time
from typing import TYPE_CHECKING, Final

from starlette.requests import ClientDisconnect
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from escapology.web.guard.middleware import HEADERS
from escapology.web.guard.refusal import refuse
from escapology.web.guard.root_path import root
from escapology.web.watch.logs import LOGGER

if TYPE_CHECKING:
    from escapology.web.watch.metrics import Metrics

__all__ = ["Watch"]

_METHODS: Final = frozenset(("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"))
_GONE: Final = 499  # the client went away; nobody gets to see that
_FAILED: Final = 500  # and beyond: it is not the client who is wrong
_NOTHING: Final = "none"  # no route: there is no such page, or it was refused before


class Watch:
    """Wraps the guard and the app."""

    def __init__(self, app: ASGIApp, metrics: Metrics | None = None) -> None:
        self.app = app
        self._metrics = metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, and note how it went."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        begun, status = time.perf_counter(), 0

        async def send_seen(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        try:
            await self.app(scope, receive, send_seen)
        except ClientDisconnect:
            status = _GONE
        except Exception as error:
            facts = {"method": _method(scope), "route": _route(scope)}
            LOGGER.error("a request failed", exc_info=error, extra={"facts": facts})
            if status:  # the answer had begun: it can only be broken off
                raise
            message = "Something went wrong here, and was noted down. Nothing is lost: try again."
            await refuse(scope, 500, message, HEADERS)(scope, receive, send_seen)
        finally:
            self._note(scope, status, time.perf_counter() - begun)

    def _note(self, scope: Scope, status: int, seconds: float) -> None:
        method, route = _method(scope), _route(scope)
        if self._metrics is not None:
            self._metrics.count(method, route, status, seconds)
        level = logging.INFO if status < _FAILED else logging.WARNING
        if LOGGER.isEnabledFor(level):
            facts = {"method": method, "route": route, "status": status, "milliseconds": round(seconds * 1000, 1)}
            LOGGER.log(level, "request", extra={"facts": facts})


def _method(scope: Scope) -> str:
    method: str = scope["method"]
    return method if method in _METHODS else "other"


def _route(scope: Scope) -> str:
    """The route as it is written, without what stands for the braces; of files, the folder they are in."""
    mounted: str = scope.get("root_path", "").removeprefix(root())
    path: str = getattr(scope.get("route"), "path", "")
    return mounted + path or _NOTHING
