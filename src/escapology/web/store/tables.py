"""The tables, as the newest migration leaves them. Whoever changes one adds a migration for it; a test compares."""

from __future__ import annotations

from typing import Final

import sqlalchemy as sql

__all__ = ["ANSWERS", "LEFT_PLAYERS", "NEWEST", "PLAYERS", "PLAYS", "TABLES"]

NEWEST: Final = "0003"  # the migration that makes these tables

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
    sql.Column("record", sql.String, nullable=False),
    sql.Column("tree", sql.String, nullable=False),
    sql.Column("status", sql.String, nullable=False),
    sql.Column("finished", sql.Boolean, nullable=False),
    sql.Column("moves", sql.Integer, nullable=False),
    sql.Column("score", sql.Integer, nullable=False),
    sql.Column("helped", sql.Boolean, nullable=False),
    sql.Column("created", sql.String, nullable=False),
    sql.Column("changed", sql.String, nullable=False),
    # Not by `changed` as well: every move would have to write to the index too, and few plays are unfinished.
    sql.Index("ix_plays_owner_finished", "owner", "finished"),
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
