"""What stands before every page: the player's cookie, the headers that keep a page to itself, refusal of strangers.

Only pages of this server may send anything: browsers say where a request comes from (`Sec-Fetch-Site`, or `Origin`
where that is not known). A request that says neither comes from a program, which no other page can drive, or from a
browser so old that the cookie's `SameSite=Lax` has to do, which keeps the cookie out of what other pages send.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final
from urllib.parse import urlsplit

from fastapi import HTTPException
from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from escapology.web.config import Config
from escapology.web.guard.rates import Rates
from escapology.web.guard.refusal import is_api, refuse
from escapology.web.guard.root_path import route_path, settle
from escapology.web.guard.signatures import Signatures, new_player

__all__ = ["HEADERS", "Guard", "become"]

_COOKIE: Final = "player"
_TWO_YEARS: Final = 2 * 365 * 86_400
_LARGEST: Final = 1_000_000  # bytes of a body
_LONGEST: Final = 8_192  # characters of an address
_LONGEST_RECORD: Final = 60_000  # the same, where it holds a whole game
_HOLD_RECORDS: Final = ("/replay", "/share/")  # addresses that do
_OPEN: Final = ("/static/", "/healthz")  # what asks for no player

_TOO_LARGE: Final = f"That is too much: at most {_LARGEST:,} bytes can be sent at once."

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


@dataclass
class _Identity:
    """Who asks, and whether the browser has to be told."""

    player: str  # "" = the cookie is to be removed
    is_new: bool


class _Refusal(Exception):  # noqa: N818 - it is none of the app's errors
    """A request that is not let through."""

    def __init__(self, status: int, message: str, **headers: str) -> None:
        super().__init__(message)
        self.status, self.message = status, message
        self.headers = {name.replace("_", "-"): value for name, value in headers.items()}


def become(request: Request, player: str) -> None:
    """Let the browser be that player from now on; "" for nobody, so that it begins anew."""
    identity: _Identity = request.scope["identity"]
    identity.player, identity.is_new = player, True


class Guard:
    """Wraps the app. It puts the player's id into the scope as `player`."""

    def __init__(self, app: ASGIApp, config: Config, signatures: Signatures) -> None:
        self.app = app
        self._config = config
        self._signatures = signatures
        self._rates = Rates() if config.rates else None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request through, or answer it."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        settle(scope, self._config.root_path)
        identity = scope["identity"] = _Identity("", is_new=False)
        send = self._guarded(scope, send, identity)
        try:
            self._look_over(scope)
            if not route_path(scope).startswith(_OPEN):
                self._recognise(scope, identity)
        except _Refusal as refusal:
            await refuse(scope, refusal.status, refusal.message, refusal.headers)(scope, receive, send)
            return
        scope["player"] = identity.player
        await self.app(scope, _counted(receive), send)

    def _look_over(self, scope: Scope) -> None:
        """Refuse what nobody should ask, whoever it is."""
        headers, path = Headers(scope=scope), route_path(scope)
        host = headers.get("host", "")
        if self._config.hosts and path != "/healthz" and not _is_among(host, self._config.hosts):
            raise _Refusal(400, "This server does not go by that name.")
        longest = _LONGEST_RECORD if path.startswith(_HOLD_RECORDS) else _LONGEST
        if len(path) + len(scope["query_string"]) > longest:
            raise _Refusal(414, f"This address is too long: it has at most {longest:,} characters.")
        length = headers.get("content-length", "0")
        if not (length.isascii() and length.isdigit()) or int(length[:20]) > _LARGEST:
            raise _Refusal(413, _TOO_LARGE)
        if scope["method"] in ("GET", "HEAD"):
            return
        site, origin = headers.get("sec-fetch-site", ""), headers.get("origin", "")
        if site not in ("", "same-origin", "none") or (not site and origin and not _is_of(origin, host)):
            raise _Refusal(403, "Only pages of this server may send that.")

    def _recognise(self, scope: Scope, identity: _Identity) -> None:
        """Find out who asks, and whether they ask too much."""
        shown = _cookies(Headers(scope=scope).get("cookie", ""))
        found = next(filter(None, map(self._signatures.player_of, shown)), None)
        if shown and found is None:
            identity.is_new = True  # to be removed, so that the browser begins anew
            raise _Refusal(
                401 if is_api(scope) else 400,
                "The cookie that says who you are was not made here, or is damaged. It is removed now: go on as a new "
                "player, or open your recovery link.",
            )
        identity.player, identity.is_new = found or (new_player(), True)
        if self._rates is not None:
            method = "GET" if scope["method"] == "HEAD" else scope["method"]
            address = (scope.get("client") or ("",))[0]
            if too_much := self._rates.refusal(method, route_path(scope), identity.player, address):
                raise _Refusal(429, too_much[0], retry_after=str(too_much[1]))

    def _guarded(self, scope: Scope, send: Send, identity: _Identity) -> Send:
        """Put headers and the cookie on the answer."""
        root_path, path = self._config.root_path, route_path(scope)
        is_secure = self._config.is_secure or scope.get("scheme") == "https"

        async def send_guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                answer = MutableHeaders(scope=message)
                answer.update(HEADERS)
                if is_secure:
                    answer["strict-transport-security"] = f"max-age={_TWO_YEARS}"
                answer.setdefault("cache-control", "no-cache" if path.startswith("/static/") else "no-store")
                if root_path and not is_api(scope) and answer.get("location", "").startswith("/"):
                    answer["location"] = root_path + answer["location"]
                if identity.is_new:
                    for cookie in self._set_cookie(identity.player, root_path, is_secure):
                        answer.append("set-cookie", cookie)
            await send(message)

        return send_guarded

    def _set_cookie(self, player: str, root_path: str, is_secure: bool) -> list[str]:
        """The cookie; or what removes it, also where it was set when the app stood somewhere else."""
        kind = "; HttpOnly; SameSite=Lax" + "; Secure" * is_secure
        if player:
            text = self._signatures.cookie_text(player)
            return [f"{_COOKIE}={text}; Path={root_path or '/'}; Max-Age={_TWO_YEARS}{kind}"]
        return [f"{_COOKIE}=; Path={path}; Max-Age=0{kind}" for path in {root_path or "/", "/"}]


def _counted(receive: Receive) -> Receive:
    """Bodies may come in pieces and not say how long they are: they are counted as they come."""
    received = 0

    async def receive_counted() -> Message:
        nonlocal received
        message = await receive()
        received += len(message.get("body", b""))
        if received > _LARGEST:
            raise HTTPException(413, _TOO_LARGE)
        return message

    return receive_counted


def _cookies(header: str) -> list[str]:
    """All cookies of our name: a browser may have one for this path and one for another."""
    pairs = (chunk.strip().partition("=") for chunk in header.split(";"))
    return [value.strip() for name, _, value in pairs if name.strip() == _COOKIE]


def _is_among(host: str, hosts: tuple[str, ...]) -> bool:
    return host in hosts or host.rpartition(":")[0] in hosts


def _is_of(origin: str, host: str) -> bool:
    try:
        return urlsplit(origin).netloc == host
    except ValueError:
        return False
