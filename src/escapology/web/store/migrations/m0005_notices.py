"""Notices of questions get a table of their own, where they push no answers out; processes tell that they are there."""

from __future__ import annotations

import sqlalchemy as sql
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Make the tables. Notices that stand among the answers go with time, as answers do."""
    op.create_table(
        "notices",
        sql.Column("number", sql.BigInteger().with_variant(sql.Integer, "sqlite"), primary_key=True),
        sql.Column("key", sql.String, nullable=False, unique=True),
        sql.Column("text", sql.String, nullable=False),
        sql.Column("process", sql.String, nullable=False),
        sql.Column("so_far", sql.Integer, nullable=False),
        sql.Column("is_preparing", sql.Boolean, nullable=False),
        sql.Column("answer", sql.String),
        sql.Column("told", sql.Double, nullable=False),
        sql.Column("asked", sql.Double),
    )
    op.create_index("ix_notices_process", "notices", ["process"])
    op.create_table(
        "processes",
        sql.Column("id", sql.String, primary_key=True),
        sql.Column("told", sql.Double, nullable=False),
    )
