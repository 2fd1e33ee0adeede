"""Plays know the level of difficulty that their deal was looked for with."""

from __future__ import annotations

import sqlalchemy as sql
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    """Add the column; of older plays nobody knows it."""
    op.add_column("plays", sql.Column("level", sql.Integer, nullable=True))
