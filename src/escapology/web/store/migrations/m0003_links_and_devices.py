"""Recovery links know a random text in place of a number, which began anew with a player; ids that were left."""

from __future__ import annotations

import sqlalchemy as sql
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Links that are good stay so: their numbers are texts now."""
    with op.batch_alter_table("players") as players:
        players.alter_column(
            "recovery", existing_type=sql.Integer, type_=sql.String, postgresql_using="recovery::varchar"
        )
    op.create_table(
        "left_players",
        sql.Column("id", sql.String, primary_key=True),
        sql.Column("next", sql.String, nullable=False),
    )
