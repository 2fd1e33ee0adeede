"""Where games in progress are kept: one small interface, and a database behind it.

contract.py     what is kept, and what may be asked of a store: read this first
database.py     the store in a database; statements.py: what every move needs of it
notices.py      what processes tell each other, in a database; guides.py, sittings.py: guided games, and those at
                real tables
tables.py       its tables; upgrade.py: how a database gets them, by the steps in migrations/
engine.py       opening SQLite files and PostgreSQL servers; postgres.py: one that stands still is not waited for
pool.py         their connections; breaker.py, trouble.py: what is known of a database that does not answer, or fails

A move is stored before it is acknowledged, by a new row for its node. Each write names the version it has seen; if
somebody else wrote in between, it is refused and nothing is changed.
"""

from __future__ import annotations

from pathlib import Path

from escapology.web.store.contract import (
    ConflictError,
    DailyPlay,
    KeptSitting,
    Result,
    Saved,
    SignedOutError,
    Store,
    StoreError,
    UnreachableError,
    UnstorableError,
    now,
    time_text,
)
from escapology.web.store.database import SqlStore
from escapology.web.store.engine import Deadlines

__all__ = [
    "ConflictError",
    "DailyPlay",
    "Deadlines",
    "KeptSitting",
    "Result",
    "Saved",
    "SignedOutError",
    "SqlStore",
    "Store",
    "StoreError",
    "UnreachableError",
    "UnstorableError",
    "now",
    "open_store",
    "time_text",
]


def open_store(where: str | Path, deadlines: Deadlines | None = None) -> Store:
    """The store in a file, or at an address such as `postgresql+psycopg://…`; its tables are brought up to date."""
    return SqlStore(where, deadlines)
