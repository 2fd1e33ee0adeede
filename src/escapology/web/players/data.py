"""Players: who they are is a cookie, and no account. What belongs to one can be taken along, moved and deleted.

A recovery link moves a player to another device. It holds the player's id and a random text that is stored, signed; a
new link has another text, and voids those before it. Whoever has the link has the games: it is as good as the cookie.

To sign other devices out, a player leaves their id for a new one: their plays go with them, and all cookies and links
that know the old one open nothing any more.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from typing import Final

from escapology import __version__
from escapology.errors import EscapologyError
from escapology.tree import NodeRow
from escapology.web.guard.signatures import Signatures
from escapology.web.players.preferences import Preferences
from escapology.web.plays.quota import Quota
from escapology.web.plays.saving import record_of, tree_of
from escapology.web.store import Saved, SignedOutError, Store, now

__all__ = ["Players", "RecoveryError"]

_TABLE: Final = ("id", "game", "told", "status", "finished", "moves", "created", "changed")
_KEY: Final = re.compile("[A-Za-z0-9_-]{16,100}")


class RecoveryError(EscapologyError):
    """A recovery link that opens nothing."""


class Players:
    """What can be done about a player as a whole."""

    def __init__(self, store: Store, signatures: Signatures, expire_days: int = 0, quota: Quota | None = None) -> None:
        self.expire_days = expire_days  # that one may stay away without losing one's games; 0 = for ever
        self._store = store
        self._signatures = signatures
        self._quota = quota  # None = anybody may store as much as they like

    def make_link(self, player: str) -> str:
        """The path of a new recovery link; those made before are void."""
        self.check(player)
        return "/recover/" + self._signatures.link_text(player, self._store.renew_recovery(player))

    def link_owner(self, text: str) -> str:
        """The player whom a recovery link belongs to."""
        found = self._signatures.link_of(text)
        if found is None:
            raise RecoveryError("this recovery link is damaged: copy all of it, or make a new one")
        player, known = found
        if self._store.recovery(player) != known:
            raise RecoveryError(
                "this recovery link is no longer valid: a newer one was made, other devices were signed out, "
                "or the games were deleted"
            )
        return player

    def recover(self, text: str, here: str) -> str:
        """The player whom the device belongs to from now on; what was played there before is joined to it."""
        player = self.link_owner(text)
        if player != here:
            if self._quota is not None:
                self._quota.check_both(here, player)
            self._store.adopt(here, player)
        return player

    def check(self, player: str) -> None:
        """Raise a `SignedOutError` if that player has signed other devices out, and this is one of them."""
        if self._store.has_left(player):
            raise SignedOutError

    def sign_out_others(self, player: str, key: str) -> str:
        """The player's id from now on, which no other device knows.

        A browser that never heard the answer asks once more with the same key, and gets the same one.
        """
        if not _KEY.fullmatch(key):
            raise EscapologyError("the form is damaged: reload the page")
        new = self._signatures.next_player(player, key)
        self._store.leave(player, new)
        return new

    def export(
        self, player: str, preferences: Preferences
    ) -> tuple[dict[str, object], dict[str, Iterator[dict[str, object]]]]:
        """Everything that is stored about a player, to be taken along: what there is once, and game by game."""
        head: dict[str, object] = {"escapology": __version__, "exported": now(), "settings": asdict(preferences)}
        head["guides"] = self._store.guides(player)
        at_tables = ({name: getattr(kept, name) for name in _TABLE} for kept in self._store.each_sitting(player))
        plays = (_exported(saved, nodes) for saved, nodes in self._store.each(player))
        return head, {"at_tables": at_tables, "plays": plays}

    def forget(self, player: str) -> None:
        """Delete everything that is stored about a player."""
        self._store.forget(player)


def _exported(saved: Saved, nodes: Sequence[NodeRow]) -> dict[str, object]:
    names = (
        "id", "game", "setting", "deal", "status", "finished", "moves", "score", "helped", "level", "daily", "seconds",
        "hints", "undone", "shown", "again", "created", "changed",
    )  # fmt: skip
    play = {name: getattr(saved, name) for name in names}
    return play | {"record": record_of(saved, nodes), "tree": tree_of(saved, nodes)}
