"""Where games in progress are kept: one small interface, and SQLite behind it.

A play is stored whole after every move, before the move is acknowledged. Each write names the version it has seen; if
somebody else wrote in between, it is refused and nothing is changed.
"""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Protocol

import sqlalchemy as sql
from sqlalchemy.engine import URL

from escapology.errors import EscapologyError

__all__ = ["ConflictError", "Result", "Saved", "SqlStore", "Store", "StoreError"]

_BUSY_MILLISECONDS = 5_000  # to wait while another process writes


class ConflictError(EscapologyError):
    """Somebody else has changed the play meanwhile."""


class StoreError(EscapologyError):
    """Nothing can be stored there."""


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
    """What the pages ask of a store."""

    def add(self, saved: Saved) -> None:
        """Keep a new play."""

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


_TABLE = sql.Table(
    "plays",
    sql.MetaData(),
    sql.Column("id", sql.String, primary_key=True),
    sql.Column("owner", sql.String, nullable=False, index=True),
    *(
        sql.Column(
            field.name, {"int": sql.Integer, "bool": sql.Boolean}.get(str(field.type), sql.String), nullable=False
        )
        for field in fields(Saved)
        if field.name not in ("id", "owner")
    ),
)


_CHANGING = ("version", "record", "tree", "status", "finished", "moves", "score", "helped", "changed")
_UPDATE = (
    _TABLE.update()
    .where(
        _TABLE.c.id == sql.bindparam("its_id"),
        _TABLE.c.owner == sql.bindparam("its_owner"),
        _TABLE.c.version == sql.bindparam("seen"),
    )
    .values({name: sql.bindparam(name) for name in _CHANGING})
)


class SqlStore:
    """A store in a database, by default a SQLite file."""

    def __init__(self, path: Path) -> None:
        self._engine = sql.create_engine(URL.create("sqlite", database=str(path)))
        sql.event.listen(self._engine, "connect", _prepare)
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            _TABLE.metadata.create_all(self._engine)
        except (OSError, sql.exc.DBAPIError) as error:
            self._engine.dispose()
            reason = str(getattr(error, "orig", None) or error)
            raise StoreError(f"games can't be kept in {path}: {reason}") from None

    def close(self) -> None:
        """Let go of the file."""
        self._engine.dispose()

    def add(self, saved: Saved) -> None:
        """Keep a new play."""
        with self._engine.begin() as connection:
            connection.execute(_TABLE.insert(), _row(saved))

    def get(self, id_: str, owner: str) -> Saved | None:
        """The play of that id, if it belongs to that player."""
        found = self._select(_TABLE.select().where(_TABLE.c.id == id_, _TABLE.c.owner == owner))
        return found[0] if found else None

    def put(self, saved: Saved) -> Saved:
        """Write a play over the version it was read as; what is stored now. A `ConflictError` changes nothing."""
        written = replace(saved, version=saved.version + 1, changed=now())
        names = {"its_id": saved.id, "its_owner": saved.owner, "seen": saved.version}
        values = {name: getattr(written, name) for name in _CHANGING}
        with self._engine.begin() as connection:
            if connection.execute(_UPDATE, names | values).rowcount != 1:
                raise ConflictError("this game has moved on in another window: here it is as it stands now")
        return written

    def running(self, owner: str, limit: int) -> list[Saved]:
        """The player's unfinished plays, the last one first."""
        rows = _TABLE.select().where(_TABLE.c.owner == owner, _TABLE.c.finished.is_(False))
        return self._select(rows.order_by(_TABLE.c.changed.desc()).limit(limit))

    def finished(self, owner: str) -> list[Saved]:
        """The player's finished plays, in the order of their beginning."""
        rows = _TABLE.select().where(_TABLE.c.owner == owner, _TABLE.c.finished.is_(True))
        return self._select(rows.order_by(_TABLE.c.created))

    def results(self, owner: str) -> list[Result]:
        """The same in short, in the order in which they ended."""
        columns = [_TABLE.c[field.name] for field in fields(Result)]
        rows = sql.select(*columns).where(_TABLE.c.owner == owner, _TABLE.c.finished.is_(True))
        with self._engine.connect() as connection:
            return [Result(*row) for row in connection.execute(rows.order_by(_TABLE.c.changed, _TABLE.c.created))]

    def remove(self, id_: str, owner: str) -> None:
        """Forget a play."""
        with self._engine.begin() as connection:
            connection.execute(_TABLE.delete().where(_TABLE.c.id == id_, _TABLE.c.owner == owner))

    def _select(self, rows: sql.Select[Any]) -> list[Saved]:
        with self._engine.connect() as connection:
            return [Saved(**row) for row in connection.execute(rows).mappings()]


def _row(saved: Saved) -> dict[str, Any]:
    return {field.name: getattr(saved, field.name) for field in fields(saved)}


def _prepare(connection: Any, _: object) -> None:
    """What is committed outlives a killed process; readers and the writer don't wait for each other."""
    for pragma in ("journal_mode=WAL", "synchronous=NORMAL", f"busy_timeout={_BUSY_MILLISECONDS}"):
        connection.execute(f"PRAGMA {pragma}")
