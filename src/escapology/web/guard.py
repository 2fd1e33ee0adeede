"""What stands before every page: the player's cookie, the headers that keep a page to itself, refusal of strangers."""

from __future__ import annotations

import re
import secrets
from typing import Final
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import cookie_parser
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

__all__ = ["Guard"]

_PLAYER: Final = "player"
_PLAYER_ID: Final = re.compile("[A-Za-z0-9_-]{22}")
_TWO_YEARS: Final = 2 * 365 * 86_400
_LARGEST: Final = 1_000_000  # bytes of a form

_HEADERS: Final = {
    "content-security-policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
        "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
    ),
    "referrer-policy": "same-origin",
    "x-content-type-options": "nosniff",
    "cross-origin-opener-policy": "same-origin",
}


class Guard:
    """Wraps the app. It puts the player's id into the scope as `player`."""

    def __init__(self, app: ASGIApp, hosts: tuple[str, ...] = ()) -> None:
        self.app = app
        self.hosts = hosts  # names this server answers to; none = any

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request through, or answer it."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        refusal = self._refusal(scope["method"], headers)
        if refusal:
            await PlainTextResponse(refusal[1], refusal[0])(scope, receive, send)
            return
        player = cookie_parser(headers.get("cookie", "")).get(_PLAYER, "")
        is_new = not _PLAYER_ID.fullmatch(player)
        scope["player"] = player = secrets.token_urlsafe(16) if is_new else player

        async def send_guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                answer = MutableHeaders(scope=message)
                for name, value in _HEADERS.items():
                    answer[name] = value
                if is_new and not scope["path"].startswith("/static/"):
                    cookie = f"{_PLAYER}={player}; HttpOnly; SameSite=Lax; Path=/; Max-Age={_TWO_YEARS}"
                    answer.append("set-cookie", cookie)
            await send(message)

        await self.app(scope, receive, send_guarded)

    def _refusal(self, method: str, headers: Headers) -> tuple[int, str] | None:
        """Why a request is not let through, if it is not."""
        host = headers.get("host", "")
        if self.hosts and host.rpartition(":")[0] not in self.hosts and host not in self.hosts:
            return 400, "This server does not go by that name.\n"
        if method in ("GET", "HEAD"):
            return None
        site, origin = headers.get("sec-fetch-site", ""), headers.get("origin", "")
        if site not in ("", "same-origin", "none") or (not site and origin and urlsplit(origin).netloc != host):
            return 403, "Only pages of this server may send that.\n"
        length = headers.get("content-length", "0")
        if not length.isdigit() or int(length) > _LARGEST or "transfer-encoding" in headers:
            return 413, f"That is too much: a form has at most {_LARGEST:,} bytes.\n"
        return None
