"""Players with their recovery links, answers of solvers, and an index that tells finished plays apart."""

from __future__ import annotations

import sqlalchemy as sql
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Make the tables and the index."""
    op.create_table(
        "players",
        sql.Column("id", sql.String, primary_key=True),
        sql.Column("recovery", sql.Integer, nullable=False),
    )
    op.create_table(
        "answers",
        sql.Column("number", sql.BigInteger().with_variant(sql.Integer, "sqlite"), primary_key=True),
        sql.Column("key", sql.String, nullable=False, unique=True),
        sql.Column("answer", sql.String, nullable=False),
    )
    op.create_index("ix_plays_owner_finished", "plays", ["owner", "finished"])
    op.drop_index("ix_plays_owner", "plays")
