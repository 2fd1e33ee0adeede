"""The nodes of plays are rows of their own, so that a move adds one, where it wrote the whole tree anew.

A tree that is damaged beyond reading has no nodes: its play stands at -1, and its bookmarks are the text as it was.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import sqlalchemy as sql
from alembic import op

revision = "0004"
down_revision = "0003"

_AT_ONCE = 20  # plays that are read at once: the tree of one may have a megabyte
_LARGEST = 2**31 - 1
_PLAY, _NODE = 400, 100  # bytes of a row besides its texts, about

_PLAYS = sql.table(
    "plays",
    *(sql.column(name) for name in ("id", "deal", "tree", "here", "bookmarks", "given_up", "practice", "size")),
)


def upgrade() -> None:
    """Make the table, fill it from the trees, and drop these and the records."""
    nodes = op.create_table(
        "nodes",
        sql.Column("play", sql.String, primary_key=True),
        sql.Column("number", sql.Integer, primary_key=True, autoincrement=False),
        sql.Column("parent", sql.Integer, nullable=False),
        sql.Column("move", sql.String, nullable=False),
        sql.Column("visited", sql.Integer, nullable=False),
        sql.Column("taken_back", sql.Integer, nullable=False),
        sqlite_with_rowid=False,
    )
    columns = {
        "here": sql.Integer, "bookmarks": sql.String, "given_up": sql.Boolean, "practice": sql.Boolean,
        "size": sql.Integer,
    }  # fmt: skip
    for name, kind in columns.items():
        op.add_column("plays", sql.Column(name, kind, nullable=True))
    connection = op.get_bind()
    for id_, deal, tree in _trees(connection):
        values, rows = _read(tree)
        texts = [deal, values["bookmarks"], *(row["move"] for row in rows)]
        values["size"] = _PLAY + _NODE * len(rows) + sum(len(text.encode("utf-8", "replace")) for text in texts)
        connection.execute(_PLAYS.update().where(_PLAYS.c.id == id_).values(values))
        if rows:
            connection.execute(nodes.insert(), [{"play": id_, **row} for row in rows])
    with op.batch_alter_table("plays") as plays:
        for name, kind in columns.items():
            plays.alter_column(name, existing_type=kind, nullable=False)
        plays.drop_column("tree")
        plays.drop_column("record")


def _trees(connection: sql.Connection) -> Iterator[Any]:
    """Rows of id, deal and tree of all plays, a few at a time."""
    last = ""
    while True:
        some = sql.select(_PLAYS.c.id, _PLAYS.c.deal, _PLAYS.c.tree).where(_PLAYS.c.id > last)
        found = connection.execute(some.order_by(_PLAYS.c.id).limit(_AT_ONCE)).all()
        yield from found
        if not found:
            return
        last = found[-1][0]


def _read(tree: str) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """What a play's row gets, and its nodes."""
    try:
        data = json.loads(tree)
        rows = _rows(data)
        here, bookmarks = _number(data["here"], 0, len(rows)), {}
        for name, number in data["bookmarks"].items():
            name.encode()
            bookmarks[name] = _number(number, 0, len(rows))
        values = {
            "here": here,
            "bookmarks": json.dumps(bookmarks, ensure_ascii=False, separators=(",", ":")),
            "given_up": bool(data["given_up"]),
            "practice": bool(data["practice"]),
        }
    except (AttributeError, KeyError, RecursionError, TypeError, ValueError):
        return {"here": -1, "bookmarks": tree, "given_up": False, "practice": True}, []
    return values, rows


def _rows(data: Any) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = []
    for number, (parent, move) in enumerate(data["nodes"], 1):
        if not isinstance(move, str) or "\0" in move:
            raise ValueError(move)
        move.encode()
        row = {"number": number, "parent": _number(parent, 0, number - 1)}
        rows.append(row | {"move": move, "visited": 0, "taken_back": 0})
    for parent, child in data["redo"].items():
        row = rows[_number(child, 1, len(rows)) - 1]
        if row["parent"] != int(parent):
            raise ValueError(parent)
        row["visited"] = 1
    for place, number in enumerate(data["taken_back"], 1):
        rows[_number(number, 1, len(rows)) - 1]["taken_back"] = place
    return rows


def _number(value: Any, least: int, most: int) -> int:
    if not isinstance(value, int) or not least <= value <= min(most, _LARGEST):
        raise ValueError(value)
    return int(value)
