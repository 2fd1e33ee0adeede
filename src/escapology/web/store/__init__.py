"""Where games in progress are kept: one small interface, and a database behind it.

contract.py     what is kept, and what may be asked of a store: read this first
database.py     the store in a database
tables.py       its tables; upgrade.py: how a database gets them, by the steps in migrations/
engine.py       opening SQLite files and PostgreSQL servers

A play is stored whole after every move, before the move is acknowledged. Each write names the version it has seen; if
somebody else wrote in between, it is refused and nothing is changed.
"""

from __future__ import annotations

from pathlib import Path

from escapology.web.store.contract import (
    ConflictError,
    Result,
    Saved,
    SignedOutError,
    Store,
    StoreError,
    UnreachableError,
    UnstorableError,
    now,
)
from escapology.web.store.database import SqlStore

__all__ = [
    "ConflictError",
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
]


def open_store(where: str | Path) -> Store:
    """The store in a file, or at an address such as `postgresql+psycopg://…`; its tables are brought up to date."""
    return SqlStore(where)
