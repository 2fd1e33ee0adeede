"""A table of how far players have come in guided games."""

from __future__ import annotations

import sqlalchemy as sql
from alembic import op

revision = "0010"
down_revision = "0009"


def upgrade() -> None:
    """Make the table."""
    op.create_table(
        "guides",
        sql.Column("owner", sql.String, primary_key=True),
        sql.Column("game", sql.String, primary_key=True),
        sql.Column("point", sql.Integer, nullable=False),
        sql.Column("changed", sql.String, nullable=False),
    )
