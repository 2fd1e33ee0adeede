"""The store in a database. A statement is committed by itself, unless several must be done together."""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import fields, replace
from pathlib import Path
from typing import Any, Final

import sqlalchemy as sql
from sqlalchemy.dialects import postgresql, sqlite

from escapology.thinking.notices import Pinboard
from escapology.tree import NodeRow
from escapology.web.store.answers import answer_to, digest, keep_answer
from escapology.web.store.contract import (
    ConflictError,
    DailyPlay,
    KeptSitting,
    Result,
    Saved,
    SignedOutError,
    UnreachableError,
    UnstorableError,
    now,
)
from escapology.web.store.engine import Deadlines, clear_errors, engine_apart, open_engine, troubles_of
from escapology.web.store.guides import expire_guides, forget_guides, guides_of, hand_guides_over, keep_guide
from escapology.web.store.notices import SqlPinboard
from escapology.web.store.sittings import (
    add_sitting,
    expire_sittings,
    forget_sittings,
    has_been_here,
    put_sitting,
    remove_sitting,
    running_sittings,
    sitting_of,
    sittings_behind,
    size_of_sittings,
)
from escapology.web.store.statements import (
    ADD,
    CHANGING,
    GET,
    HAS_LEFT,
    KEEP,
    NODES_OF,
    PUT,
    Writing,
    node_values,
    play_values,
)
from escapology.web.store.tables import LEFT_PLAYERS, NODES, PLAYERS, PLAYS, PROBES, SITTINGS
from escapology.web.store.trouble import trouble_of
from escapology.web.store.upgrade import together

__all__ = ["SqlStore"]

_PADDING: Final = {"sqlite": 8_000, "postgresql": 500}  # characters; in a file, two pages

_IN_ONE: Final = 500  # plays that one statement names
_TOGETHER: Final = 500_000  # bytes of plays that are read at once
_SITTINGS: Final = 20  # games at tables that are read at once: each has 40 kB at most
_ADD: Final = Writing(ADD)
_PUT: Final = Writing(PUT)
_DAILY: Final = [PLAYS.c[field.name] for field in fields(DailyPlay)]
_RESULT: Final = [PLAYS.c[field.name] for field in fields(Result)]


class SqlStore:
    """A store in a SQLite file or on a PostgreSQL server; see `Store` for what its methods promise."""

    def __init__(self, where: str | Path, deadlines: Deadlines | None = None) -> None:
        deadlines = deadlines or Deadlines()
        self._engine = open_engine(where, deadlines)
        self._apart = engine_apart(self._engine, deadlines)
        self.pinboard: Pinboard = SqlPinboard(self._engine)
        self._is_file = self._engine.dialect.name == "sqlite"
        self._together = self._engine.execution_options(isolation_level=together(self._engine))
        self._still = self._engine.execution_options(
            isolation_level="SERIALIZABLE" if self._is_file else "REPEATABLE READ"
        )
        self._insert: Any = sqlite.insert if self._is_file else postgresql.insert

    @property
    def is_remote(self) -> bool:
        """Whether asking it means to wait for another machine or process, rather than for a file."""
        return not self._is_file

    def close(self) -> None:
        """Let go of the database."""
        self._engine.dispose()
        self._apart.dispose()

    def check(self, *, writes: bool = True) -> None:
        """Raise a `StoreError` if the database can't be used, or if a disk has refused a write lately."""
        try:
            with clear_errors(), self._apart.connect() as connection:
                connection.execute(sql.select(PLAYERS.c.id).limit(1))
                if writes:
                    self._probe(connection)
        except UnreachableError as error:
            raise UnreachableError(trouble_of(error.__cause__ or error)) from error.__cause__
        if trouble := troubles_of(self._engine).of_disk():
            raise UnreachableError(trouble)

    def _probe(self, connection: sql.Connection) -> None:
        """Write something that needs room of its own, and remove what was written so before."""
        padding = "x" * _PADDING[self._engine.dialect.name]
        number = connection.execute(PROBES.insert().values(padding=padding).returning(PROBES.c.number)).scalar_one()
        connection.execute(PROBES.delete().where(PROBES.c.number < number))

    def add(self, saved: Saved, nodes: Sequence[NodeRow] = ()) -> None:
        """Keep a new play. A `SignedOutError` if its player has left that id."""
        if not self._write(_ADD, saved.id, play_values(saved) | {"its_owner": saved.owner}, nodes):
            raise SignedOutError

    def get(self, id_: str, owner: str) -> Saved | None:
        """The play of that id, if it belongs to that player."""
        try:
            with self._connection() as connection:
                row = connection.execute(GET, {"its_id": id_, "its_owner": owner}).first()
        except UnstorableError:  # an id that somebody made up
            return None
        return None if row is None else Saved(*row)

    def whole(self, id_: str, owner: str) -> tuple[Saved, list[NodeRow]] | None:
        """The same with its nodes, in the order of their numbers."""
        with suppress(UnstorableError), clear_errors(), self._still.begin() as connection:
            if self._is_file:
                connection.exec_driver_sql("BEGIN")  # for reading alone, Python would not
            row = connection.execute(GET, {"its_id": id_, "its_owner": owner}).first()
            if row is not None:
                nodes = connection.execute(NODES_OF, {"its_id": id_})
                return Saved(*row), [NodeRow(*node) for node in nodes]
        return None

    def put(self, saved: Saved, nodes: Sequence[NodeRow] = ()) -> Saved:
        """Write a play over the version it was read as, and the nodes that are new or changed; what is stored now."""
        written = replace(saved, version=saved.version + 1, changed=now())
        values = {name: getattr(written, name) for name in CHANGING}
        values |= {"its_id": saved.id, "its_owner": saved.owner, "seen": saved.version}
        if not self._write(_PUT, saved.id, values, nodes):
            raise ConflictError("this game has changed in another window; here is its current state")
        return written

    def _write(self, writing: Writing, id_: str, values: dict[str, object], nodes: Sequence[NodeRow]) -> bool:
        """Write a play and nodes of it, or neither; whether it was done."""
        if not nodes:
            with self._connection() as connection:
                return bool(connection.execute(writing.play, values).all())
        if not self._is_file:
            with self._connection() as connection:
                return bool(connection.execute(writing.with_nodes, values | node_values(nodes)).all())
        with clear_errors(), self._together.begin() as connection:
            is_done = bool(connection.execute(writing.play, values).all())
            if is_done:
                connection.execute(KEEP, [{"play": id_, **node._asdict()} for node in nodes])
        return is_done

    def running(self, owner: str, limit: int, offset: int = 0) -> list[Saved]:
        """Some of the player's unfinished plays, the last one first."""
        rows = PLAYS.select().where(PLAYS.c.owner == owner, PLAYS.c.finished.is_(False))
        return self._select(rows.order_by(PLAYS.c.changed.desc(), PLAYS.c.id).limit(limit).offset(offset))

    def finished(self, owner: str, limit: int | None = None, offset: int = 0) -> list[Saved]:
        """Some of the player's finished plays, or all, in the order of their beginning."""
        rows = PLAYS.select().where(PLAYS.c.owner == owner, PLAYS.c.finished.is_(True))
        return self._select(rows.order_by(PLAYS.c.created, PLAYS.c.id).limit(limit).offset(offset or None))

    def count(self, owner: str) -> int:
        """How many games a player has."""
        with self._connection() as connection:
            tables = (PLAYS, SITTINGS)
            each = (sql.select(sql.func.count()).select_from(table).where(table.c.owner == owner) for table in tables)
            return sum(connection.execute(one).scalar_one() for one in each)

    def has_played(self, owner: str, deal: str) -> bool:
        """Whether a player has a play of that deal."""
        theirs = sql.select(sql.literal(1)).where(PLAYS.c.owner == owner, PLAYS.c.deal == deal).limit(1)
        with self._connection() as connection:
            return connection.execute(theirs).first() is not None

    def results(self, owner: str, game: str | None = None) -> list[Result]:
        """The finished plays of a player, of one game or of all, in short and in the order in which they ended."""
        rows = sql.select(*_RESULT).where(PLAYS.c.owner == owner, PLAYS.c.finished.is_(True))
        if game is not None:
            rows = rows.where(PLAYS.c.game == game)
        with self._connection() as connection:
            return [Result(*row) for row in connection.execute(rows.order_by(PLAYS.c.changed, PLAYS.c.created))]

    def daily_plays(self, owner: str, since: str = "", until: str = "9999-12-31") -> list[DailyPlay]:
        """The player's plays of the deals of these days, in the order of their beginning."""
        rows = sql.select(*_DAILY).where(PLAYS.c.owner == owner, PLAYS.c.daily.between(since, until))
        with self._connection() as connection:
            return [DailyPlay(*row) for row in connection.execute(rows.order_by(PLAYS.c.created, PLAYS.c.id))]

    def size(self, owner: str) -> int:
        """Bytes that a player's games take, about."""
        total = sql.select(sql.func.coalesce(sql.func.sum(PLAYS.c.size), 0)).where(PLAYS.c.owner == owner)
        with self._connection() as connection:
            return int(connection.execute(total).scalar_one()) + size_of_sittings(connection, owner)

    def expire(self, before: str, after: str, limit: int) -> tuple[str | None, int]:
        """Look at so many plays, and delete those whose players are gone for good."""
        some = sql.select(PLAYS.c.id, PLAYS.c.changed).where(PLAYS.c.id > after).order_by(PLAYS.c.id).limit(limit)
        with self._connection() as connection:
            found = connection.execute(some).all()
            if not after:
                expire_guides(connection, before)
                expire_sittings(connection, before)
        old = [id_ for id_, changed in found if changed < before]
        count = sum(self._expire(old[start : start + _IN_ONE], before) for start in range(0, len(old), _IN_ONE))
        return (found[-1][0] if len(found) == limit else None), count

    def _expire(self, ids: list[str], before: str) -> int:
        """Those of the plays whose player has changed none since, and has no recovery link."""
        with clear_errors(), self._together.begin() as connection:
            return _delete(connection, PLAYS.c.id.in_(ids) & ~has_been_here(PLAYS.c.owner, before))

    def remove(self, id_: str, owner: str) -> None:
        """Forget a play."""
        with suppress(UnstorableError), clear_errors(), self._together.begin() as connection:
            _delete(connection, (PLAYS.c.id == id_) & (PLAYS.c.owner == owner))

    def plays(self, owner: str) -> list[Saved]:
        """All plays of a player, in the order of their beginning."""
        return self._select(PLAYS.select().where(PLAYS.c.owner == owner).order_by(PLAYS.c.created, PLAYS.c.id))

    def each(self, owner: str, *, finished: bool = False) -> Iterator[tuple[Saved, list[NodeRow]]]:
        """The same with their nodes, or those that are finished, a few in memory at a time."""
        plays = PLAYS.select().where(PLAYS.c.owner == owner, PLAYS.c.finished.is_(True) if finished else sql.true())
        plays = plays.order_by(PLAYS.c.created, PLAYS.c.id).limit(_IN_ONE)
        found = self._select(plays)
        while found:
            for some in _in_parts(found):
                nodes = self._nodes([saved.id for saved in some])
                yield from ((saved, nodes[saved.id]) for saved in some)
            last = sql.tuple_(sql.literal(found[-1].created), sql.literal(found[-1].id))
            found = self._select(plays.where(sql.tuple_(PLAYS.c.created, PLAYS.c.id) > last))

    def _nodes(self, ids: list[str]) -> dict[str, list[NodeRow]]:
        nodes: dict[str, list[NodeRow]] = {id_: [] for id_ in ids}
        rows = sql.select(*NODES.c).where(NODES.c.play.in_(ids)).order_by(NODES.c.play, NODES.c.number)
        with self._connection() as connection:
            for id_, *node in connection.execute(rows):
                nodes[id_].append(NodeRow(*node))
        return nodes

    def guides(self, owner: str) -> dict[str, int]:
        """The point where a player stands in each guided game that was begun."""
        with self._connection() as connection:
            return guides_of(connection, owner)

    def keep_guide(self, owner: str, game: str, point: int) -> None:
        """A player stands there from now on."""
        with self._connection() as connection:
            keep_guide(connection, self._insert, {"owner": owner, "game": game, "point": point, "changed": now()})

    def add_sitting(self, kept: KeptSitting) -> None:
        """Keep a new game at a table."""
        with self._connection() as connection:
            add_sitting(connection, kept)

    def sitting(self, id_: str, owner: str) -> KeptSitting | None:
        """The game at a table of that id, if it belongs to that player."""
        with suppress(UnstorableError), self._connection() as connection:
            return sitting_of(connection, id_, owner)
        return None

    def put_sitting(self, kept: KeptSitting) -> KeptSitting:
        """Write one over the version it was read as; what is stored now. A `ConflictError` changes nothing."""
        with self._connection() as connection:
            return put_sitting(connection, kept)

    def running_sittings(self, owner: str, limit: int) -> list[KeptSitting]:
        """Some of the player's games at tables that go on, the last one first."""
        with self._connection() as connection:
            return running_sittings(connection, owner, limit)

    def each_sitting(self, owner: str) -> Iterator[KeptSitting]:
        """All of a player's games at tables, a few in memory at a time."""
        last = ""
        while True:
            with self._connection() as connection:
                found = sittings_behind(connection, owner, last, _SITTINGS)
            yield from found
            if len(found) < _SITTINGS:
                return
            last = found[-1].id

    def remove_sitting(self, id_: str, owner: str) -> None:
        """Forget a game at a table."""
        with suppress(UnstorableError), self._connection() as connection:
            remove_sitting(connection, id_, owner)

    def adopt(self, owner: str, into: str) -> None:
        """All games of one player belong to another from now on, guided ones if the other has not begun them."""
        with clear_errors(), self._together.begin() as connection:
            connection.execute(PLAYS.update().where(PLAYS.c.owner == owner).values(owner=into))
            connection.execute(SITTINGS.update().where(SITTINGS.c.owner == owner).values(owner=into))
            hand_guides_over(connection, owner, into)

    def forget(self, owner: str) -> None:
        """Delete everything of a player."""
        with clear_errors(), self._together.begin() as connection:
            _delete(connection, PLAYS.c.owner == owner)
            forget_guides(connection, owner)
            forget_sittings(connection, owner)
            connection.execute(PLAYERS.delete().where(PLAYERS.c.id == owner))

    def leave(self, owner: str, into: str) -> None:
        """Let a player go by another id: all plays go with them, links and whoever else has the old id stay behind."""
        left = (
            self._insert(LEFT_PLAYERS)
            .values(id=owner, next=digest(into))
            .on_conflict_do_nothing()
            .returning(LEFT_PLAYERS.c.id)
        )
        with clear_errors(), self._together.begin() as connection:
            if not connection.execute(left).all():
                before = connection.execute(sql.select(LEFT_PLAYERS.c.next).where(LEFT_PLAYERS.c.id == owner)).scalar()
                if before != digest(into):
                    raise SignedOutError
                return
            connection.execute(PLAYS.update().where(PLAYS.c.owner == owner).values(owner=into))
            connection.execute(SITTINGS.update().where(SITTINGS.c.owner == owner).values(owner=into))
            hand_guides_over(connection, owner, into)
            connection.execute(PLAYERS.delete().where(PLAYERS.c.id == owner))

    def has_left(self, owner: str) -> bool:
        """Whether a player has left that id."""
        with self._connection() as connection:
            return bool(connection.execute(sql.select(HAS_LEFT), {"its_owner": owner}).scalar())

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
            return answer_to(connection, key)

    def keep_answer(self, key: str, answer: str) -> None:
        """Keep what was found out, for all players and processes; what was kept first goes when there is too much."""
        with self._connection() as connection:
            keep_answer(connection, self._insert, key, answer)

    def _select(self, rows: sql.Select[Any]) -> list[Saved]:
        with self._connection() as connection:
            return [Saved(*row) for row in connection.execute(rows)]

    @contextmanager
    def _connection(self) -> Iterator[sql.Connection]:
        """For a statement that is committed by itself."""
        with clear_errors(), self._engine.connect() as connection:
            yield connection


def _in_parts(found: list[Saved]) -> Iterator[list[Saved]]:
    """Plays that can be in memory together."""
    part: list[Saved] = []
    for saved in found:
        if part and sum(one.size for one in part) + saved.size > _TOGETHER:
            yield part
            part = []
        part.append(saved)
    yield part


def _delete(connection: sql.Connection, which: sql.ColumnElement[bool]) -> int:
    """Delete plays, then their nodes: whoever writes to one of them meanwhile comes too late, or was waited for."""
    ids = connection.execute(PLAYS.delete().where(which).returning(PLAYS.c.id)).scalars().all()
    for start in range(0, len(ids), _IN_ONE):
        connection.execute(NODES.delete().where(NODES.c.play.in_(ids[start : start + _IN_ONE])))
    return len(ids)
