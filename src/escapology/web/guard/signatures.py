"""Signatures: nobody can make up a player's cookie, or a recovery link. Old secrets still verify."""

from __future__ import annotations

import base64
import hashlib
import hmac
import re
import secrets
from typing import Final

from itsdangerous import BadData, Signer, URLSafeSerializer

from escapology.web.config import Config

__all__ = ["Signatures", "new_player"]

_PLAYER_ID: Final = re.compile("[A-Za-z0-9_-]{22}")
_LONGEST: Final = 500  # characters of anything signed here


def new_player() -> str:
    """An id that nobody has."""
    return secrets.token_urlsafe(16)


class Signatures:
    """Signs, and checks what was signed."""

    def __init__(self, config: Config) -> None:
        keys = [*config.old_secrets, config.secret]  # the last one signs
        self._secret = config.secret
        self._takes_unsigned = config.takes_unsigned
        self._cookies = Signer(keys, "escapology.player", key_derivation="hmac", digest_method=hashlib.sha256)
        self._links = URLSafeSerializer(
            keys, "escapology.recovery", signer_kwargs={"key_derivation": "hmac", "digest_method": hashlib.sha256}
        )

    def cookie_text(self, player: str) -> str:
        """A player's id, signed."""
        return self._cookies.sign(player).decode()

    def player_of(self, text: str) -> tuple[str, bool] | None:
        """Whose cookie it is, and whether it should be written anew; None if nobody here has signed it."""
        if len(text) > _LONGEST or not text.isascii():
            return None
        if self._takes_unsigned and _PLAYER_ID.fullmatch(text):
            return text, True
        try:
            player = self._cookies.unsign(text).decode()
        except BadData:
            return None
        return (player, text != self.cookie_text(player)) if _PLAYER_ID.fullmatch(player) else None

    def link_text(self, player: str, known: str) -> str:
        """What a recovery link holds."""
        text = self._links.dumps([player, known])
        return text if isinstance(text, str) else text.decode()

    def link_of(self, text: str) -> tuple[str, str] | None:
        """The player of a link, and what it knows (once a number); None if nobody here has signed it."""
        if len(text) > _LONGEST or not text.isascii():
            return None
        try:
            player, known = self._links.loads(text)
        except BadData:
            return None
        return player, str(known)

    def next_player(self, player: str, key: str) -> str:
        """The id that comes after a player's: always the same for a key, and nobody can choose it."""
        made = hmac.digest(self._secret, f"escapology.next:{player}:{key}".encode(), "sha256")
        return base64.urlsafe_b64encode(made[:16]).decode().rstrip("=")
