"""Games at real tables: a row for each, which every change writes anew."""

from __future__ import annotations

from dataclasses import asdict, fields, replace
from typing import Final

import sqlalchemy as sql

from escapology.web.store.contract import ConflictError, KeptSitting, now
from escapology.web.store.tables import PLAYERS, PLAYS, SITTINGS

__all__ = [
    "add_sitting",
    "expire_sittings",
    "forget_sittings",
    "has_been_here",
    "put_sitting",
    "remove_sitting",
    "running_sittings",
    "sitting_of",
    "sittings_behind",
    "size_of_sittings",
]

_CHANGING: Final = ("version", "told", "undone", "status", "finished", "moves", "changed")
_COLUMNS: Final = [SITTINGS.c[field.name] for field in fields(KeptSitting)]


def add_sitting(connection: sql.Connection, kept: KeptSitting) -> None:
    """Keep a new one."""
    connection.execute(SITTINGS.insert().values(**asdict(kept), size=kept.size))


def sitting_of(connection: sql.Connection, id_: str, owner: str) -> KeptSitting | None:
    """The one of that id, if it belongs to that player."""
    row = connection.execute(sql.select(*_COLUMNS).where(SITTINGS.c.id == id_, SITTINGS.c.owner == owner)).first()
    return None if row is None else KeptSitting(*row)


def put_sitting(connection: sql.Connection, kept: KeptSitting) -> KeptSitting:
    """Write over the version that was read; what is kept now."""
    written = replace(kept, version=kept.version + 1, changed=now())
    its = (SITTINGS.c.id == kept.id) & (SITTINGS.c.owner == kept.owner) & (SITTINGS.c.version == kept.version)
    values = {name: getattr(written, name) for name in (*_CHANGING, "size")}
    if not connection.execute(SITTINGS.update().where(its).values(**values).returning(SITTINGS.c.id)).all():
        raise ConflictError("this game has changed in another window; here is its current state")
    return written


def running_sittings(connection: sql.Connection, owner: str, limit: int) -> list[KeptSitting]:
    """Some of a player's that go on, the last one first."""
    last = sql.select(SITTINGS.c.id).where(SITTINGS.c.owner == owner, SITTINGS.c.finished.is_(False))
    last = last.order_by(SITTINGS.c.changed.desc()).limit(limit)
    rows = sql.select(*_COLUMNS).where(SITTINGS.c.id.in_(connection.execute(last).scalars().all()))
    return [KeptSitting(*row) for row in connection.execute(rows.order_by(SITTINGS.c.changed.desc(), SITTINGS.c.id))]


def sittings_behind(connection: sql.Connection, owner: str, id_: str, limit: int) -> list[KeptSitting]:
    """Some of a player's, in the order of their ids, those behind that one."""
    rows = sql.select(*_COLUMNS).where(SITTINGS.c.owner == owner, SITTINGS.c.id > id_)
    return [KeptSitting(*row) for row in connection.execute(rows.order_by(SITTINGS.c.id).limit(limit))]


def size_of_sittings(connection: sql.Connection, owner: str) -> int:
    """Bytes that a player's take, about."""
    total = sql.select(sql.func.coalesce(sql.func.sum(SITTINGS.c.size), 0)).where(SITTINGS.c.owner == owner)
    return int(connection.execute(total).scalar_one())


def remove_sitting(connection: sql.Connection, id_: str, owner: str) -> None:
    """Throw one away."""
    connection.execute(SITTINGS.delete().where(SITTINGS.c.id == id_, SITTINGS.c.owner == owner))


def forget_sittings(connection: sql.Connection, owner: str) -> None:
    """Delete a player's."""
    connection.execute(SITTINGS.delete().where(SITTINGS.c.owner == owner))


def has_been_here(owner: sql.ColumnElement[str], before: str) -> sql.ColumnElement[bool]:
    """Whether a player has changed a game since, here or at a table, or has a recovery link."""
    plays, sittings = PLAYS.alias(), SITTINGS.alias()
    return sql.or_(
        sql.exists().where(plays.c.owner == owner, plays.c.changed >= before),
        sql.exists().where(sittings.c.owner == owner, sittings.c.changed >= before),
        sql.exists().where(PLAYERS.c.id == owner),
    )


def expire_sittings(connection: sql.Connection, before: str) -> None:
    """Delete those of players who have done nothing since, and have no recovery link."""
    connection.execute(SITTINGS.delete().where(SITTINGS.c.changed < before, ~has_been_here(SITTINGS.c.owner, before)))
