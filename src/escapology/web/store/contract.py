"""What is kept, and what the web app asks of whoever keeps it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Final, Protocol

from escapology.errors import EscapologyError
from escapology.thinking.notices import Pinboard
from escapology.tree import NodeRow

__all__ = [
    "ConflictError",
    "DailyPlay",
    "KeptSitting",
    "Result",
    "Saved",
    "SignedOutError",
    "Store",
    "StoreError",
    "UnreachableError",
    "UnstorableError",
    "now",
    "time_text",
]


_ROW: Final = 300  # bytes of a game at a table besides what was told, about


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
    """A play as it is stored, but for its nodes, which are rows of their own (`escapology.tree.NodeRow`)."""

    id: str  # opaque and random
    owner: str  # the player it belongs to
    version: int  # counts the writes
    game: str  # its name
    setting: str  # the head of its deal line
    deal: str  # the deal line
    here: int  # the number of the node where the player stands; -1: damaged beyond reading, before nodes were rows
    bookmarks: str  # numbers of nodes by names, as JSON
    given_up: bool
    practice: bool  # rolled dice may be taken back
    status: str  # "playing", "won" … or "given up"
    finished: bool  # no move is left, or the player has given up
    moves: int  # made on the way here
    score: int
    helped: bool
    created: str  # when, as UTC in ISO 8601
    changed: str
    size: int  # bytes that it takes with its nodes, about
    level: int | None = None  # of difficulty, from 1, that its deal was looked for with; None = any
    seconds: float | None = None  # that it took, pauses cut short; None = nobody has measured it, as with the next two
    hints: int | None = None  # how often the player was told what to do
    undone: int | None = None  # how often the player went back
    shown: int = 0  # moves on the way here that were made for the player
    is_told: bool = False  # when all was over, the player was told what went wrong
    again: bool = False  # the deal was not new to the player: it was played before, or begun with moves made already
    daily: str | None = None  # the day whose deal it is, as ISO 8601 has it; None = any other deal
    won_on: str | None = None  # of a day's deal: the day on which it was first won …
    won_helped: bool | None = None  # … and whether that was with help


@dataclass(frozen=True, slots=True)
class DailyPlay:
    """What a calendar needs to know of a play of a day's deal."""

    id: str
    game: str
    daily: str  # the day whose deal it is
    status: str
    finished: bool
    moves: int
    won_on: str | None  # the day on which it was first won …
    won_helped: bool | None  # … and whether that was with help


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
    level: int | None = None
    seconds: float | None = None
    shown: int = 0
    again: bool = False


@dataclass(frozen=True, slots=True)
class KeptSitting:
    """A game at a real table as it is stored."""

    id: str  # opaque and random
    owner: str  # the player it belongs to
    version: int  # counts the writes
    game: str  # its name
    told: str  # all that was told, as `sitting.told` writes it
    undone: str  # the same of what was taken back, and may be told again
    seed: int  # of the luck that fills what nobody has told
    status: str  # "playing", "won" … or "laying out"
    finished: bool  # no move is left
    moves: int  # that were told
    created: str  # when, as UTC in ISO 8601
    changed: str

    @property
    def size(self) -> int:
        """Bytes that it takes, about."""
        return _ROW + len(self.told) + len(self.undone)


def now() -> str:
    """The time, as it is stored."""
    return time_text(datetime.now(UTC))


def time_text(when: datetime) -> str:
    """A time as it is stored: so fine that plays can be put in their order."""
    return when.isoformat(timespec="microseconds")


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

    def add(self, saved: Saved, nodes: Sequence[NodeRow] = ()) -> None:
        """Keep a new play. A `SignedOutError` if its player has left that id."""

    def get(self, id_: str, owner: str) -> Saved | None:
        """The play of that id, if it belongs to that player."""

    def whole(self, id_: str, owner: str) -> tuple[Saved, list[NodeRow]] | None:
        """The same with its nodes, in the order of their numbers."""

    def put(self, saved: Saved, nodes: Sequence[NodeRow] = ()) -> Saved:
        """Write a play over the version it was read as, and the nodes that are new or changed; what is stored now.

        A `ConflictError` changes nothing.
        """

    def running(self, owner: str, limit: int, offset: int = 0) -> list[Saved]:
        """Some of the player's unfinished plays, the last one first."""

    def finished(self, owner: str, limit: int | None = None, offset: int = 0) -> list[Saved]:
        """Some of the player's finished plays, or all, in the order of their beginning."""

    def count(self, owner: str) -> int:
        """How many games a player has, here and at tables."""

    def results(self, owner: str, game: str | None = None) -> list[Result]:
        """The finished plays of a player, of one game or of all, in short and in the order in which they ended."""

    def has_played(self, owner: str, deal: str) -> bool:
        """Whether a player has a play of that deal."""

    def daily_plays(self, owner: str, since: str = "", until: str = "9999-12-31") -> list[DailyPlay]:
        """The player's plays of the deals of these days, in the order of their beginning."""

    def size(self, owner: str) -> int:
        """Bytes that a player's games take, about."""

    def expire(self, before: str, after: str, limit: int) -> tuple[str | None, int]:
        """Look at so many plays, in the order of their ids, those behind `after`; delete some of them.

        Those go whose player has changed no play since `before`, and has no recovery link. Told are the id that was
        looked at last, None if there are no more, and how many were deleted.
        """

    def remove(self, id_: str, owner: str) -> None:
        """Forget a play."""

    def plays(self, owner: str) -> list[Saved]:
        """All plays of a player, in the order of their beginning."""

    def each(self, owner: str, *, finished: bool = False) -> Iterator[tuple[Saved, list[NodeRow]]]:
        """The same with their nodes, or those that are finished, a few in memory at a time."""

    def guides(self, owner: str) -> dict[str, int]:
        """The point where a player stands in each guided game that was begun."""

    def keep_guide(self, owner: str, game: str, point: int) -> None:
        """A player stands there from now on."""

    def add_sitting(self, kept: KeptSitting) -> None:
        """Keep a new game at a table."""

    def sitting(self, id_: str, owner: str) -> KeptSitting | None:
        """The game at a table of that id, if it belongs to that player."""

    def put_sitting(self, kept: KeptSitting) -> KeptSitting:
        """Write one over the version it was read as; what is stored now. A `ConflictError` changes nothing."""

    def running_sittings(self, owner: str, limit: int) -> list[KeptSitting]:
        """Some of the player's games at tables that go on, the last one first."""

    def each_sitting(self, owner: str) -> Iterator[KeptSitting]:
        """All of a player's games at tables, a few in memory at a time."""

    def remove_sitting(self, id_: str, owner: str) -> None:
        """Forget a game at a table."""

    def adopt(self, owner: str, into: str) -> None:
        """All games of one player belong to another from now on, guided ones if the other has not begun them."""

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

    @property
    def pinboard(self) -> Pinboard:
        """Where processes tell each other what they work on."""

    def check(self, *, writes: bool = True) -> None:
        """Raise a `StoreError` if the database can't be used, or if a disk has refused a write lately.

        It waits for no connection that others have. What it `writes` is gone with the next check.
        """

    def close(self) -> None:
        """Let go of the database."""
