"""The cookies: one says who a player is, the other what they like.

Browsers share cookies between all ports of a host. So the names hold a mark of this server, made from its secret: of
several servers on one machine, none takes another's cookies for its own, or removes them. Cookies from before there
were marks, or under the mark of an old secret, are taken over when they were signed here.
"""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass
from typing import Final

from starlette.requests import Request

from escapology.web.config import Config
from escapology.web.guard.signatures import Signatures, new_player

__all__ = ["TWO_YEARS", "Cookies", "Identity", "become", "keep_look"]

TWO_YEARS: Final = 2 * 365 * 86_400
_NO_MARK: Final = ""  # of cookies from before there were marks
_LOOK: Final = re.compile("[a-z-]{0,200}")
_MOST_ALIKE: Final = 4  # cookies of one name that are looked at: a browser may have one for each path of ours


@dataclass
class Identity:
    """Who asks and what they like, and what of it the browser has to be told."""

    player: str = ""  # "" = the cookie is to be removed
    look: str = ""  # the same
    is_new: bool = False
    is_look_new: bool = False
    old_mark: str | None = None  # of the cookies that it was taken over from


def become(request: Request, player: str) -> None:
    """Let the browser be that player from now on; "" for nobody, so that it begins anew."""
    identity: Identity = request.scope["identity"]
    identity.player, identity.is_new = player, True


def keep_look(request: Request, look: str) -> None:
    """Let the browser keep what the player likes; "" for nothing."""
    identity: Identity = request.scope["identity"]
    identity.look, identity.is_look_new = look, True


class Cookies:
    """Reads and writes the cookies of one server."""

    def __init__(self, config: Config, signatures: Signatures) -> None:
        self._signatures = signatures
        self._path = config.root_path or "/"
        self._marks = [_mark(secret) for secret in (config.secret, *config.old_secrets)]

    def read(self, header: str) -> Identity | None:
        """Who sends these cookies, a new player if there are none; None if those under our name are not ours."""
        shown = _values(header)
        for mark in (*self._marks, _NO_MARK):
            good = map(self._signatures.player_of, shown.get(f"player{mark}", []))
            if found := next(filter(None, good), None):
                player, is_stale = found
                look = self._look(shown, mark)
                if mark == self._marks[0]:
                    return Identity(player, look, is_new=is_stale)
                return Identity(player, look, is_new=True, is_look_new=bool(look), old_mark=mark)
        if any(f"player{mark}" in shown for mark in self._marks):
            return None
        return Identity(new_player(), self._look(shown, self._marks[0]), is_new=True)

    def written(self, identity: Identity, is_secure: bool) -> list[str]:
        """What the browser has to be told."""
        told = []
        if identity.is_new:
            text = self._signatures.cookie_text(identity.player) if identity.player else ""
            told += self._set(f"player{self._marks[0]}", text)
        if identity.is_look_new:
            told += self._set(f"look{self._marks[0]}", identity.look)
        if identity.old_mark is not None:
            told.append(_removed(f"player{identity.old_mark}", self._path))
        kind = "; HttpOnly; SameSite=Lax" + "; Secure" * is_secure
        return [cookie + kind for cookie in told]

    def _set(self, name: str, text: str) -> list[str]:
        """A cookie; or what removes it, also where it was set when the app stood somewhere else."""
        if text:
            return [f"{name}={text}; Path={self._path}; Max-Age={TWO_YEARS}"]
        return [_removed(name, path) for path in sorted({self._path, "/"})]

    def _look(self, shown: dict[str, list[str]], mark: str) -> str:
        look = shown.get(f"look{mark}", [""])[0]
        return look if _LOOK.fullmatch(look) else ""


def _removed(name: str, path: str) -> str:
    return f"{name}=; Path={path}; Max-Age=0"


def _mark(secret: bytes) -> str:
    """What tells the cookies of one secret from those of another, and nothing about either."""
    return "-" + hashlib.sha256(b"escapology.cookies" + secret).hexdigest()[:8]


def _values(header: str) -> dict[str, list[str]]:
    """All cookies by name: a browser may have one for this path and one for another."""
    found: dict[str, list[str]] = {}
    for chunk in header.split(";"):
        name, _, value = chunk.strip().partition("=")
        values = found.setdefault(name.strip(), [])
        if len(values) < _MOST_ALIKE:
            values.append(value.strip())
    return found
