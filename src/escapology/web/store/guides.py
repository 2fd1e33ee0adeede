"""How far players have come in guided games: a row for each player and game, no more."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sql

from escapology.web.store.sittings import has_been_here
from escapology.web.store.tables import GUIDES

__all__ = ["expire_guides", "forget_guides", "guides_of", "hand_guides_over", "keep_guide"]


def guides_of(connection: sql.Connection, owner: str) -> dict[str, int]:
    """The point where a player stands in each guided game that was begun."""
    rows = connection.execute(sql.select(GUIDES.c.game, GUIDES.c.point).where(GUIDES.c.owner == owner))
    return {row.game: row.point for row in rows}


def keep_guide(connection: sql.Connection, insert: Any, row: dict[str, object]) -> None:
    """Write where a player stands now over where they stood."""
    changing = {name: row[name] for name in ("point", "changed")}
    connection.execute(
        insert(GUIDES).values(**row).on_conflict_do_update(index_elements=["owner", "game"], set_=changing)
    )


def hand_guides_over(connection: sql.Connection, owner: str, into: str) -> None:
    """Let them belong to another player, as far as that one has not begun the same ones."""
    theirs = GUIDES.alias()
    begun = sql.exists().where(theirs.c.owner == into, theirs.c.game == GUIDES.c.game)
    connection.execute(GUIDES.update().where(GUIDES.c.owner == owner, ~begun).values(owner=into))
    forget_guides(connection, owner)


def forget_guides(connection: sql.Connection, owner: str) -> None:
    """Delete a player's."""
    connection.execute(GUIDES.delete().where(GUIDES.c.owner == owner))


def expire_guides(connection: sql.Connection, before: str) -> None:
    """Delete those of players who have done nothing since, and have no recovery link."""
    connection.execute(GUIDES.delete().where(GUIDES.c.changed < before, ~has_been_here(GUIDES.c.owner, before)))
