"""Plays know which day's deal they are of, and when that was won."""

from __future__ import annotations

import sqlalchemy as sql
from alembic import op

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    """Add the columns; plays from before are of no day's deal."""
    op.add_column("plays", sql.Column("daily", sql.String, nullable=True))
    op.add_column("plays", sql.Column("won_on", sql.String, nullable=True))
    op.add_column("plays", sql.Column("won_helped", sql.Boolean, nullable=True))
