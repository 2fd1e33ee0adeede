"""A table of games that are played at real tables."""

from __future__ import annotations

import sqlalchemy as sql
from alembic import op

revision = "0011"
down_revision = "0010"


def upgrade() -> None:
    """Make the table."""
    op.create_table(
        "sittings",
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
    )
    op.create_index("ix_sittings_owner", "sittings", ["owner"])
