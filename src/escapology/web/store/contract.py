"""What is kept, and what the web app asks of whoever keeps it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Protocol

from escapology.errors import EscapologyError

__all__ = [
    "ConflictError",
    "Result",
    "Saved",
    "SignedOutError",
    "Store",
    "StoreError",
    "UnreachableError",
    "UnstorableError",
    "now",
]


class ConflictError(EscapologyError):
    """Somebody else has changed the play meanwhile."""


class SignedOutError(EscapologyError):
    """Whoever asks goes by an id that its player has left."""

    def __init__(self) -> None:
        super().__init__(
            "this device was signed out from another one: go on as a new player, or open a new recovery link"
        )


class StoreError(EscapologyError):
    """Nothing can be stored there."""


class UnreachableError(StoreError):
    """Nothing can be read or stored right now. Whether a write was done is not known: read again before the next."""


class UnstorableError(EscapologyError):
    """A text with characters that no database can hold."""


@dataclass(frozen=True, slots=True)
class Saved:
    """A play as it is stored."""

    id: str  # opaque and random
    owner: str  # the player it belongs to
    version: int  # counts the writes
    game: str  # its name
    setting: str  # the head of its deal line
    deal: str  # the deal line
    record: str  # the way from the start to where the player stands
    tree: str  # all that was tried, as JSON (`escapology.tree`)
    status: str  # "playing", "won" … or "given up"
    finished: bool  # no move is left, or the player has given up
    moves: int  # made on the way here
    score: int
    helped: bool
    created: str  # when, as UTC in ISO 8601
    changed: str


@dataclass(frozen=True, slots=True)
class Result:
    """What statistics need to know of a finished play."""

    game: str
    setting: str
    status: str
    moves: int
    score: int
    helped: bool
    changed: str


def now() -> str:
    """The time, as it is stored."""
    return datetime.now(UTC).isoformat(timespec="seconds")


class Store(Protocol):
    """Where plays, players and answers are kept.

    Every method may be called from any thread, and several stores, in as many processes, may stand on one database.
    What a method has acknowledged by returning is kept, even if the process is killed in the next moment. Every
    method but `close` may raise an `UnreachableError`: the store stays as it is, and works again as soon as the
    database does.
    """

    @property
    def is_remote(self) -> bool:
        """Whether asking it means to wait for another machine or process, rather than for a file."""

    def add(self, saved: Saved) -> None:
        """Keep a new play. A `SignedOutError` if its player has left that id."""

    def get(self, id_: str, owner: str) -> Saved | None:
        """The play of that id, if it belongs to that player."""

    def put(self, saved: Saved) -> Saved:
        """Write a play over the version it was read as; what is stored now. A `ConflictError` changes nothing."""

    def running(self, owner: str, limit: int) -> list[Saved]:
        """The player's unfinished plays, the last one first."""

    def finished(self, owner: str) -> list[Saved]:
        """The player's finished plays, in the order of their beginning."""

    def results(self, owner: str) -> list[Result]:
        """The same in short, in the order in which they ended."""

    def remove(self, id_: str, owner: str) -> None:
        """Forget a play."""

    def plays(self, owner: str) -> list[Saved]:
        """All plays of a player, in the order of their beginning."""

    def adopt(self, owner: str, into: str) -> None:
        """All plays of one player belong to another from now on."""

    def forget(self, owner: str) -> None:
        """Delete everything of a player."""

    def leave(self, owner: str, into: str) -> None:
        """Let a player go by another id: all plays go with them, links and whoever else has the old id stay behind.

        To do it again changes nothing; to leave for yet another id is a `SignedOutError`.
        """

    def has_left(self, owner: str) -> bool:
        """Whether a player has left that id."""

    def recovery(self, owner: str) -> str | None:
        """What the player's recovery link that is good knows; None = there is no such link."""

    def renew_recovery(self, owner: str) -> str:
        """Something new for a link to know, that never was before: all links made before are void."""

    def answer(self, key: str) -> str | None:
        """What was found out about a question before, if that is still kept."""

    def keep_answer(self, key: str, answer: str) -> None:
        """Keep what was found out, for all players and processes; what was kept first goes when there is too much."""

    def check(self) -> None:
        """Raise a `StoreError` if the database can't be used."""

    def close(self) -> None:
        """Let go of the database."""
