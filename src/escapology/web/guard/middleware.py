"""What stands before every page: the player's cookie, the headers that keep a page to itself, refusal of strangers.

`Frame` is outermost: it puts headers and cookies on every answer, and counts what comes in. `Guard` looks requests over
when it is their turn, for to refuse one costs something, too.

Only pages of this server may send anything: browsers say where a request comes from (`Sec-Fetch-Site`, or `Origin`
where that is not known). A request that says neither comes from a program, which no other page can drive, or from a
browser so old that the cookie's `SameSite=Lax` has to do, which keeps the cookie out of what other pages send.
"""

from __future__ import annotations

import re
from typing import Final
from urllib.parse import urlsplit

from fastapi import HTTPException
from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from escapology.web.config import Config
from escapology.web.guard.cookies import TWO_YEARS, Cookies, Identity
from escapology.web.guard.rates import Rates
from escapology.web.guard.refusal import is_api, refuse
from escapology.web.guard.root_path import route_path, settle
from escapology.web.guard.turns import is_free

__all__ = ["HEADERS", "Frame", "Guard"]

_LARGEST: Final = 1_000_000  # bytes of a body
_MOST_VALUES: Final = 20_000  # of a body in JSON, which is read on the event loop
_MOST_FIELDS: Final = 100  # behind the question mark of an address
_LONGEST: Final = 8_192  # characters of an address
_LONGEST_RECORD: Final = 60_000  # the same, where it holds a whole game
_HOLD_RECORDS: Final = ("/replay", "/share/")  # addresses that do
_HOST: Final = re.compile(r"([a-z0-9._-]+|\[[0-9a-f:.]+\])(:[0-9]{1,5})?")  # a name or an address, and a port

_TOO_LARGE: Final = f"That is too much: at most {_LARGEST:,} bytes can be sent at once."
_TOO_MANY: Final = f"That is too much: at most {_MOST_VALUES:,} values can be sent at once."

#: What every answer carries.
HEADERS: Final = {
    "content-security-policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
        "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
    ),
    "referrer-policy": "same-origin",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()",
}


class _Refusal(Exception):  # noqa: N818 - it is none of the app's errors
    """A request that is not let through."""

    def __init__(self, status: int, message: str) -> None:
        super().__init__(message)
        self.status, self.message = status, message


class Frame:
    """Wraps all that answers, turns and guard among it."""

    def __init__(self, app: ASGIApp, config: Config, cookies: Cookies) -> None:
        self.app = app
        self._config = config
        self._cookies = cookies

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, and frame its answer."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        settle(scope, self._config.root_path)
        scope["identity"] = Identity()
        await self.app(scope, _counted(scope, receive), self._framed(scope, send))

    def _framed(self, scope: Scope, send: Send) -> Send:
        """Put headers and cookies on the answer."""
        root_path, path = self._config.root_path, route_path(scope)
        is_secure = self._config.is_secure or scope.get("scheme") == "https"

        async def send_framed(message: Message) -> None:
            if message["type"] == "http.response.start":
                answer = MutableHeaders(scope=message)
                answer.update(HEADERS)
                if is_secure:
                    answer["strict-transport-security"] = f"max-age={TWO_YEARS}"
                answer.setdefault("cache-control", "no-cache" if path.startswith("/static/") else "no-store")
                if root_path and not is_api(scope) and answer.get("location", "").startswith("/"):
                    answer["location"] = root_path + answer["location"]
                for cookie in self._cookies.written(scope["identity"], is_secure):
                    answer.append("set-cookie", cookie)
            await send(message)

        return send_framed


class Guard:
    """Wraps the app. It puts the player's id into the scope as `player`, what they like as `look`, and the `rates`."""

    def __init__(self, app: ASGIApp, config: Config, cookies: Cookies) -> None:
        self.app = app
        self._config = config
        self._cookies = cookies
        self._rates = Rates() if config.rates else None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request through, or answer it."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        scope["rates"] = self._rates
        try:
            self._look_over(scope)
            if not is_free(scope):
                self._recognise(scope)
        except _Refusal as refusal:
            await refuse(scope, refusal.status, refusal.message)(scope, receive, send)
            return
        scope["player"], scope["look"] = scope["identity"].player, scope["identity"].look
        await self.app(scope, receive, send)

    def _look_over(self, scope: Scope) -> None:
        """Refuse what nobody should ask, whoever it is."""
        headers, path = Headers(scope=scope), route_path(scope)
        host = headers.get("host", "")
        if self._config.hosts and path != "/healthz" and not _is_among(host, self._config.hosts):
            raise _Refusal(400, "This server does not answer to that host name.")
        longest = _LONGEST_RECORD if path.startswith(_HOLD_RECORDS) else _LONGEST
        if len(path) + len(scope["query_string"]) > longest:
            raise _Refusal(414, f"This address is too long: the limit is {longest:,} characters.")
        if scope["query_string"].count(b"&") >= _MOST_FIELDS:
            raise _Refusal(400, f"This address has too many fields: the limit is {_MOST_FIELDS}.")
        length = headers.get("content-length", "0")
        if not (length.isascii() and length.isdigit()) or int(length[:20]) > _LARGEST:
            raise _Refusal(413, _TOO_LARGE)
        if scope["method"] in ("GET", "HEAD"):
            return
        site, origin = headers.get("sec-fetch-site", ""), headers.get("origin", "")
        if site not in ("", "same-origin", "none") or (not site and origin and not _is_of(origin, host)):
            raise _Refusal(403, "Only this server's own pages may send that.")

    def _recognise(self, scope: Scope) -> None:
        """Find out who asks."""
        identity = self._cookies.read(Headers(scope=scope).get("cookie", ""))
        if identity is None:
            scope["identity"].is_new = True  # to be removed, so that the browser begins anew
            raise _Refusal(
                401 if is_api(scope) else 400,
                "Your player cookie was not issued by this server, or is damaged. It has been removed: continue as "
                "a new player, or open your recovery link.",
            )
        scope["identity"] = identity


def _counted(scope: Scope, receive: Receive) -> Receive:
    """Bodies may come in pieces and not say how long they are: they are counted as they come, those in JSON by values.

    What holds a hundred thousand small values is small, too, but takes as long to read as a hundred moves.
    """
    is_json = "json" in Headers(scope=scope).get("content-type", "")
    received = values = 0

    async def receive_counted() -> Message:
        nonlocal received, values
        message = await receive()
        body: bytes = message.get("body", b"")
        received += len(body)
        if received > _LARGEST:
            raise HTTPException(413, _TOO_LARGE)
        if is_json:
            values += sum(map(body.count, (b",", b"[", b"{")))
            if values > _MOST_VALUES:
                raise HTTPException(413, _TOO_MANY)
        return message

    return receive_counted


def _is_among(host: str, hosts: tuple[str, ...]) -> bool:
    """Whether a host, with or without its port, is one of these names; upper and lower case are the same."""
    found = _HOST.fullmatch(host.lower())
    return found is not None and not {found[0], found[1]}.isdisjoint(name.lower() for name in hosts)


def _is_of(origin: str, host: str) -> bool:
    try:
        return urlsplit(origin).netloc.lower() == host.lower()
    except ValueError:
        return False
