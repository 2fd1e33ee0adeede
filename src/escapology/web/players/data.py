"""Players: who they are is a cookie, and no account. What belongs to one can be taken along, moved and deleted.

A recovery link moves a player to another device. It holds the player's id and a generation, signed; a new link has the
next generation, and voids those before it. Whoever has the link has the games: it is as good as the cookie.
"""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import Any

from escapology import __version__
from escapology.errors import EscapologyError
from escapology.web.guard.signatures import Signatures
from escapology.web.players.preferences import Preferences
from escapology.web.store import Saved, Store, now

__all__ = ["Players", "RecoveryError"]


class RecoveryError(EscapologyError):
    """A recovery link that opens nothing."""


class Players:
    """What can be done about a player as a whole."""

    def __init__(self, store: Store, signatures: Signatures) -> None:
        self._store = store
        self._signatures = signatures

    def make_link(self, player: str) -> str:
        """The path of a new recovery link; those made before are void."""
        return "/recover/" + self._signatures.link_text(player, self._store.renew_recovery(player))

    def link_owner(self, text: str) -> str:
        """The player whom a recovery link belongs to."""
        found = self._signatures.link_of(text)
        if found is None:
            raise RecoveryError("this recovery link is damaged: copy the whole of it, or make another one")
        player, generation = found
        if self._store.recovery(player) != generation:
            raise RecoveryError("this recovery link is void: a newer one was made, or the games were deleted")
        return player

    def recover(self, text: str, here: str) -> str:
        """The player whom the device belongs to from now on; what was played there before is joined to it."""
        player = self.link_owner(text)
        if player != here:
            self._store.adopt(here, player)
        return player

    def export(self, player: str, preferences: Preferences) -> dict[str, Any]:
        """Everything that is stored about a player, to be taken along."""
        plays = [_exported(saved) for saved in self._store.plays(player)]
        return {"escapology": __version__, "exported": now(), "settings": asdict(preferences), "plays": plays}

    def forget(self, player: str) -> None:
        """Delete everything that is stored about a player."""
        self._store.forget(player)


def _exported(saved: Saved) -> dict[str, Any]:
    play = asdict(saved)
    del play["owner"], play["version"]
    return play | {"tree": json.loads(saved.tree)}
