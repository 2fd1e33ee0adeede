"""The store in a database. A statement is committed by itself; `forget` and `leave` need several, done together."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import fields, replace
from pathlib import Path
from typing import Any, Final

import sqlalchemy as sql
from sqlalchemy.dialects import postgresql, sqlite

from escapology.web.store.contract import ConflictError, Result, Saved, SignedOutError, UnstorableError, now
from escapology.web.store.engine import clear_errors, open_engine
from escapology.web.store.tables import ANSWERS, LEFT_PLAYERS, PLAYERS, PLAYS
from escapology.web.store.upgrade import transaction

__all__ = ["SqlStore"]

_MOST_ANSWERS: Final = 20_000
_LONGEST_ANSWER: Final = 100_000  # characters; a longer one is found out again

_CHANGING: Final = ("version", "record", "tree", "status", "finished", "moves", "score", "helped", "changed")
_ITS: Final = (PLAYS.c.id == sql.bindparam("its_id")) & (PLAYS.c.owner == sql.bindparam("its_owner"))
_GET: Final = PLAYS.select().where(_ITS)  # these two are made once: every move needs them
_UPDATE: Final = (
    PLAYS.update()
    .where(_ITS, PLAYS.c.version == sql.bindparam("seen"))
    .values({name: sql.bindparam(name) for name in _CHANGING})
)
_HAS_LEFT: Final = sql.exists().where(LEFT_PLAYERS.c.id == sql.bindparam("its_owner"))
_NEW: Final = sql.select(*(sql.bindparam(column.name, type_=column.type) for column in PLAYS.c)).where(~_HAS_LEFT)
_ADD: Final = PLAYS.insert().from_select(PLAYS.c.keys(), _NEW).returning(PLAYS.c.id)
_RESULT: Final = [PLAYS.c[field.name] for field in fields(Result)]


class SqlStore:
    """A store in a SQLite file or on a PostgreSQL server; see `Store` for what its methods promise."""

    def __init__(self, where: str | Path) -> None:
        self._engine = open_engine(where)
        self._insert: Any = sqlite.insert if self._engine.dialect.name == "sqlite" else postgresql.insert

    @property
    def is_remote(self) -> bool:
        """Whether asking it means to wait for another machine or process, rather than for a file."""
        return self._engine.dialect.name != "sqlite"

    def close(self) -> None:
        """Let go of the database."""
        self._engine.dispose()

    def check(self) -> None:
        """Raise a `StoreError` if the database can't be used."""
        with self._connection() as connection:
            connection.execute(sql.select(PLAYERS.c.id).limit(1))

    def add(self, saved: Saved) -> None:
        """Keep a new play. A `SignedOutError` if its player has left that id."""
        values = {field.name: getattr(saved, field.name) for field in fields(saved)}
        with self._connection() as connection:
            if not connection.execute(_ADD, values | {"its_owner": saved.owner}).all():
                raise SignedOutError

    def get(self, id_: str, owner: str) -> Saved | None:
        """The play of that id, if it belongs to that player."""
        try:
            with self._connection() as connection:
                row = connection.execute(_GET, {"its_id": id_, "its_owner": owner}).first()
        except UnstorableError:  # an id that somebody made up
            return None
        return None if row is None else Saved(*row)

    def put(self, saved: Saved) -> Saved:
        """Write a play over the version it was read as; what is stored now. A `ConflictError` changes nothing."""
        written = replace(saved, version=saved.version + 1, changed=now())
        values = {name: getattr(written, name) for name in _CHANGING}
        values |= {"its_id": saved.id, "its_owner": saved.owner, "seen": saved.version}
        with self._connection() as connection:
            if connection.execute(_UPDATE, values).rowcount != 1:
                raise ConflictError("this game has moved on in another window: here it is as it stands now")
        return written

    def running(self, owner: str, limit: int) -> list[Saved]:
        """The player's unfinished plays, the last one first."""
        rows = PLAYS.select().where(PLAYS.c.owner == owner, PLAYS.c.finished.is_(False))
        return self._select(rows.order_by(PLAYS.c.changed.desc()).limit(limit))

    def finished(self, owner: str) -> list[Saved]:
        """The player's finished plays, in the order of their beginning."""
        rows = PLAYS.select().where(PLAYS.c.owner == owner, PLAYS.c.finished.is_(True))
        return self._select(rows.order_by(PLAYS.c.created))

    def results(self, owner: str) -> list[Result]:
        """The same in short, in the order in which they ended."""
        rows = sql.select(*_RESULT).where(PLAYS.c.owner == owner, PLAYS.c.finished.is_(True))
        with self._connection() as connection:
            return [Result(*row) for row in connection.execute(rows.order_by(PLAYS.c.changed, PLAYS.c.created))]

    def remove(self, id_: str, owner: str) -> None:
        """Forget a play."""
        with suppress(UnstorableError), self._connection() as connection:
            connection.execute(PLAYS.delete().where(PLAYS.c.id == id_, PLAYS.c.owner == owner))

    def plays(self, owner: str) -> list[Saved]:
        """All plays of a player, in the order of their beginning."""
        return self._select(PLAYS.select().where(PLAYS.c.owner == owner).order_by(PLAYS.c.created))

    def adopt(self, owner: str, into: str) -> None:
        """All plays of one player belong to another from now on."""
        with self._connection() as connection:
            connection.execute(PLAYS.update().where(PLAYS.c.owner == owner).values(owner=into))

    def forget(self, owner: str) -> None:
        """Delete everything of a player."""
        with clear_errors(), transaction(self._engine) as connection:
            connection.execute(PLAYS.delete().where(PLAYS.c.owner == owner))
            connection.execute(PLAYERS.delete().where(PLAYERS.c.id == owner))

    def leave(self, owner: str, into: str) -> None:
        """Let a player go by another id: all plays go with them, links and whoever else has the old id stay behind."""
        left = (
            self._insert(LEFT_PLAYERS)
            .values(id=owner, next=_hash(into))
            .on_conflict_do_nothing()
            .returning(LEFT_PLAYERS.c.id)
        )
        with clear_errors(), transaction(self._engine) as connection:
            if not connection.execute(left).all():
                before = connection.execute(sql.select(LEFT_PLAYERS.c.next).where(LEFT_PLAYERS.c.id == owner)).scalar()
                if before != _hash(into):
                    raise SignedOutError
                return
            connection.execute(PLAYS.update().where(PLAYS.c.owner == owner).values(owner=into))
            connection.execute(PLAYERS.delete().where(PLAYERS.c.id == owner))

    def has_left(self, owner: str) -> bool:
        """Whether a player has left that id."""
        with self._connection() as connection:
            return bool(connection.execute(sql.select(_HAS_LEFT), {"its_owner": owner}).scalar())

    def recovery(self, owner: str) -> str | None:
        """What the player's recovery link that is good knows; None = there is no such link."""
        with self._connection() as connection:
            return connection.execute(sql.select(PLAYERS.c.recovery).where(PLAYERS.c.id == owner)).scalar()

    def renew_recovery(self, owner: str) -> str:
        """Something new for a link to know, that never was before: all links made before are void."""
        new = secrets.token_urlsafe(16)
        renewed = self._insert(PLAYERS).values(id=owner, recovery=new)
        with self._connection() as connection:
            connection.execute(renewed.on_conflict_do_update(index_elements=["id"], set_={"recovery": new}))
        return new

    def answer(self, key: str) -> str | None:
        """What was found out about a question before, if that is still kept."""
        with self._connection() as connection:
            return connection.execute(sql.select(ANSWERS.c.answer).where(ANSWERS.c.key == _hash(key))).scalar()

    def keep_answer(self, key: str, answer: str) -> None:
        """Keep what was found out, for all players and processes; what was kept first goes when there is too much."""
        if len(answer) > _LONGEST_ANSWER:
            return
        kept = (
            self._insert(ANSWERS)
            .values(key=_hash(key), answer=answer)
            .on_conflict_do_update(index_elements=["key"], set_={"answer": answer})
            .returning(ANSWERS.c.number)
        )
        with self._connection() as connection:
            number = connection.execute(kept).scalar_one()
            connection.execute(ANSWERS.delete().where(ANSWERS.c.number <= number - _MOST_ANSWERS))

    def _select(self, rows: sql.Select[Any]) -> list[Saved]:
        with self._connection() as connection:
            return [Saved(*row) for row in connection.execute(rows)]

    @contextmanager
    def _connection(self) -> Iterator[sql.Connection]:
        """For a statement that is committed by itself."""
        with clear_errors(), self._engine.connect() as connection:
            yield connection


def _hash(key: str) -> str:
    """A key of one length, whatever it is made from: an index holds no long ones."""
    return hashlib.sha256(key.encode("utf-8", "surrogatepass")).hexdigest()
