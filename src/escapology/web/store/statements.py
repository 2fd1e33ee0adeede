"""The statements that every move needs, made once.

A play and its nodes are written together: on PostgreSQL in one statement, so that it is one way there and back; in a
SQLite file, which can't do that, in several within a transaction.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields
from typing import Any, Final

import sqlalchemy as sql
from sqlalchemy.dialects import postgresql, sqlite

from escapology.tree import NodeRow
from escapology.web.store.contract import Saved
from escapology.web.store.tables import LEFT_PLAYERS, NODES, PLAYS

__all__ = ["ADD", "CHANGING", "GET", "HAS_LEFT", "KEEP", "NODES_OF", "PUT", "Writing", "node_values", "play_values"]

#: The fields of a play that a write may change.
CHANGING: Final = (
    "version", "here", "bookmarks", "given_up", "practice", "status", "finished", "moves", "score", "helped", "changed",
    "size", "seconds", "hints", "undone", "shown", "is_told", "won_on", "won_helped",
)  # fmt: skip

_ITS: Final = (PLAYS.c.id == sql.bindparam("its_id")) & (PLAYS.c.owner == sql.bindparam("its_owner"))

#: The row of a play, by its id and owner; and the rows of its nodes.
GET: Final = PLAYS.select().where(_ITS)
NODES_OF: Final = (
    sql.select(*(NODES.c[name] for name in NodeRow._fields))
    .where(NODES.c.play == sql.bindparam("its_id"))
    .order_by(NODES.c.number)
)

#: Whether an id was left by its player.
HAS_LEFT: Final = sql.exists().where(LEFT_PLAYERS.c.id == sql.bindparam("its_owner"))

#: Writes over a play that is still the one that was read; adds one, if its owner has not left. Both tell its id.
PUT: Final = (
    PLAYS.update()
    .where(_ITS, PLAYS.c.version == sql.bindparam("seen"))
    .values({name: sql.bindparam(name) for name in CHANGING})
    .returning(PLAYS.c.id)
)
_NEW: Final = sql.select(*(sql.bindparam(column.name, type_=column.type) for column in PLAYS.c)).where(~HAS_LEFT)
ADD: Final = PLAYS.insert().from_select(PLAYS.c.keys(), _NEW).returning(PLAYS.c.id)


def _over(insert: Any) -> Any:
    """Of nodes that are there already, what may change is written over."""
    changing = {name: insert.excluded[name] for name in ("visited", "taken_back")}
    return insert.on_conflict_do_update(index_elements=["play", "number"], set_=changing)


#: Keeps nodes in a SQLite file.
KEEP: Final = _over(sqlite.insert(NODES))


class Writing:
    """A statement that writes a play, and its nodes with it where the database can do that at once."""

    def __init__(self, play: Any) -> None:
        self.play = play
        done = play.cte("done")
        arrays = (sql.bindparam(f"node_{name}", type_=postgresql.ARRAY(NODES.c[name].type)) for name in NodeRow._fields)
        new = sql.func.unnest(*arrays).table_valued(*NodeRow._fields, name="new").render_derived()
        rows = sql.select(done.c.id, *(new.c[name] for name in NodeRow._fields)).select_from(done.join(new, sql.true()))
        kept = _over(postgresql.insert(NODES).from_select(["play", *NodeRow._fields], rows)).cte("kept")
        self.with_nodes = sql.select(done.c.id).add_cte(kept)


def play_values(saved: Saved) -> dict[str, object]:
    """The values of a play's row."""
    return {field.name: getattr(saved, field.name) for field in fields(saved)}


def node_values(nodes: Sequence[NodeRow]) -> dict[str, list[object]]:
    """The values of the rows of its nodes, column by column."""
    columns = zip(*nodes, strict=True) if nodes else ([] for _ in NodeRow._fields)
    return {f"node_{name}": list(column) for name, column in zip(NodeRow._fields, columns, strict=True)}
