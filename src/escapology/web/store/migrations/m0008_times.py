"""Plays know how long they took, how often their players were helped or went back, and what was played for them."""

from __future__ import annotations

import sqlalchemy as sql
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    """Add the columns; of older plays nobody knows the time, nor how often anything was asked or undone."""
    for name, kind in {"seconds": sql.Double, "hints": sql.Integer, "undone": sql.Integer}.items():
        op.add_column("plays", sql.Column(name, kind, nullable=True))
    op.add_column("plays", sql.Column("shown", sql.Integer, nullable=False, server_default="0"))
    for name in ("is_told", "again"):
        op.add_column("plays", sql.Column(name, sql.Boolean, nullable=False, server_default=sql.false()))
    op.add_column("nodes", sql.Column("shown", sql.Boolean, nullable=False, server_default=sql.false()))
