"""The tables, as the newest migration leaves them. Whoever changes one adds a migration for it; a test compares."""

from __future__ import annotations

from typing import Final

import sqlalchemy as sql

__all__ = [
    "ANSWERS",
    "GUIDES",
    "LEFT_PLAYERS",
    "NEWEST",
    "NODES",
    "NOTICES",
    "PLAYERS",
    "PLAYS",
    "PROBES",
    "PROCESSES",
    "SITTINGS",
    "TABLES",
]

NEWEST: Final = "0012"  # the migration that makes these tables

TABLES: Final = sql.MetaData()

PLAYS: Final = sql.Table(
    "plays",
    TABLES,
    sql.Column("id", sql.String, primary_key=True),  # these are the fields of `Saved`, in their order
    sql.Column("owner", sql.String, nullable=False),
    sql.Column("version", sql.Integer, nullable=False),
    sql.Column("game", sql.String, nullable=False),
    sql.Column("setting", sql.String, nullable=False),
    sql.Column("deal", sql.String, nullable=False),
    sql.Column("here", sql.Integer, nullable=False),
    sql.Column("bookmarks", sql.String, nullable=False),
    sql.Column("given_up", sql.Boolean, nullable=False),
    sql.Column("practice", sql.Boolean, nullable=False),
    sql.Column("status", sql.String, nullable=False),
    sql.Column("finished", sql.Boolean, nullable=False),
    sql.Column("moves", sql.Integer, nullable=False),
    sql.Column("score", sql.Integer, nullable=False),
    sql.Column("helped", sql.Boolean, nullable=False),
    sql.Column("created", sql.String, nullable=False),
    sql.Column("changed", sql.String, nullable=False),
    sql.Column("size", sql.Integer, nullable=False),
    sql.Column("level", sql.Integer),
    sql.Column("seconds", sql.Double),
    sql.Column("hints", sql.Integer),
    sql.Column("undone", sql.Integer),
    sql.Column("shown", sql.Integer, nullable=False, server_default="0"),
    sql.Column("is_told", sql.Boolean, nullable=False, server_default=sql.false()),
    sql.Column("again", sql.Boolean, nullable=False, server_default=sql.false()),
    sql.Column("daily", sql.String),
    sql.Column("won_on", sql.String),
    sql.Column("won_helped", sql.Boolean),
    # Not by `changed` as well: every move would have to write to the index too, and few plays are unfinished.
    sql.Index("ix_plays_owner_finished", "owner", "finished"),
)

NODES: Final = sql.Table(
    "nodes",  # of plays; these are the fields of `NodeRow`, in their order, behind the play's id
    TABLES,
    sql.Column("play", sql.String, primary_key=True),
    sql.Column("number", sql.Integer, primary_key=True, autoincrement=False),
    sql.Column("parent", sql.Integer, nullable=False),
    sql.Column("move", sql.String, nullable=False),
    sql.Column("visited", sql.Integer, nullable=False),
    sql.Column("taken_back", sql.Integer, nullable=False),
    sql.Column("shown", sql.Boolean, nullable=False, server_default=sql.false()),
    sqlite_with_rowid=False,  # those of a play lie together
)

PLAYERS: Final = sql.Table(
    "players",  # those of whom there is something to be known
    TABLES,
    sql.Column("id", sql.String, primary_key=True),
    sql.Column("recovery", sql.String, nullable=False),  # what the recovery link that is good knows; random
)

LEFT_PLAYERS: Final = sql.Table(
    "left_players",  # ids that belong to nobody any more, since their players signed other devices out
    TABLES,
    sql.Column("id", sql.String, primary_key=True),
    sql.Column("next", sql.String, nullable=False),  # a hash of the id that came after it
)

ANSWERS: Final = sql.Table(
    "answers",  # of solvers, for all players
    TABLES,
    sql.Column("number", sql.BigInteger().with_variant(sql.Integer, "sqlite"), primary_key=True),  # counts them
    sql.Column("key", sql.String, nullable=False, unique=True),  # a hash of the question
    sql.Column("answer", sql.String, nullable=False),
)

NOTICES: Final = sql.Table(
    "notices",  # of questions, for all processes; times are in seconds, by the clock of the database
    TABLES,
    sql.Column("number", sql.BigInteger().with_variant(sql.Integer, "sqlite"), primary_key=True),  # counts them
    sql.Column("key", sql.String, nullable=False, unique=True),  # a hash of the ticket and its player
    sql.Column("text", sql.String, nullable=False),  # what is asked
    sql.Column("process", sql.String, nullable=False),  # that works on it; "" = none does
    sql.Column("so_far", sql.Integer, nullable=False),  # how many things were tried
    sql.Column("is_preparing", sql.Boolean, nullable=False),  # the solver is being compiled
    sql.Column("answer", sql.String),
    sql.Column("told", sql.Double, nullable=False),  # when that process came to it, or left it
    sql.Column("asked", sql.Double),  # when somebody last asked about it at another process
    sql.Index("ix_notices_process", "process"),
)

PROCESSES: Final = sql.Table(
    "processes",  # that work on questions
    TABLES,
    sql.Column("id", sql.String, primary_key=True),  # random
    sql.Column("told", sql.Double, nullable=False),  # when it was last heard of
)

PROBES: Final = sql.Table(
    "probes",  # written now and then to see whether anything can be written
    TABLES,
    sql.Column("number", sql.BigInteger().with_variant(sql.Integer, "sqlite"), primary_key=True),
    sql.Column("padding", sql.String, nullable=False),
)

GUIDES: Final = sql.Table(
    "guides",  # guided games, as far as players have come in them
    TABLES,
    sql.Column("owner", sql.String, primary_key=True),
    sql.Column("game", sql.String, primary_key=True),
    sql.Column("point", sql.Integer, nullable=False),  # its number, from 1
    sql.Column("changed", sql.String, nullable=False),
)

SITTINGS: Final = sql.Table(
    "sittings",  # games at real tables; these are the fields of `KeptSitting`, in their order, and its size
    TABLES,
    sql.Column("id", sql.String, primary_key=True),
    sql.Column("owner", sql.String, nullable=False),
    sql.Column("version", sql.Integer, nullable=False),
    sql.Column("game", sql.String, nullable=False),
    sql.Column("told", sql.String, nullable=False),
    sql.Column("undone", sql.String, nullable=False),
    sql.Column("seed", sql.BigInteger, nullable=False),
    sql.Column("status", sql.String, nullable=False),
    sql.Column("finished", sql.Boolean, nullable=False),
    sql.Column("moves", sql.Integer, nullable=False),
    sql.Column("created", sql.String, nullable=False),
    sql.Column("changed", sql.String, nullable=False),
    sql.Column("size", sql.Integer, nullable=False, server_default="0"),
    # With all that lists and sums need: else they would have to read what was told in each.
    sql.Index("ix_sittings_owner", "owner", "finished", "changed", "size"),
)
