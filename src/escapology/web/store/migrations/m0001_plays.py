"""Plays: the table as it was in files from before there were migrations."""

from __future__ import annotations

import sqlalchemy as sql
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Make the table."""
    op.create_table(
        "plays",
        sql.Column("id", sql.String, primary_key=True),
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
    )
    op.create_index("ix_plays_owner", "plays", ["owner"])
