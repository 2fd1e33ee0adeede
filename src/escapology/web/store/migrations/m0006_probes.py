"""A table that is written now and then to see whether anything can be written."""

from __future__ import annotations

import sqlalchemy as sql
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    """Make the table."""
    op.create_table(
        "probes",
        sql.Column("number", sql.BigInteger().with_variant(sql.Integer, "sqlite"), primary_key=True),
        sql.Column("padding", sql.String, nullable=False),
    )
