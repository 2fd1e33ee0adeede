"""Bringing a database to the newest tables when it is opened, by the steps in migrations/.

Several processes may open one database at once: the first one does it, the others wait and find it done. It is done in
one transaction, so that a database is never left between two steps.
"""

from __future__ import annotations

import threading
from importlib import import_module
from pathlib import Path
from typing import Final, Literal

import sqlalchemy as sql

from escapology.errors import shorten
from escapology.web.store.contract import StoreError
from escapology.web.store.tables import NEWEST, PLAYS

__all__ = ["STEPS", "together", "upgrade"]

STEPS: Final = Path(__file__).parent / "migrations"
_BEFORE_MIGRATIONS: Final = "0001"  # what a database has that knows of no step, but has plays
_FIRST_COLUMNS: Final = {
    "id", "owner", "version", "game", "setting", "deal", "record", "tree", "status", "finished", "moves", "score",
    "helped", "created", "changed",
}  # fmt: skip
_LOCK_NUMBER: Final = 0x65736361706F  # any number that no other program on that database would think of
_PATIENCE: Final = 120_000  # milliseconds to wait for another process that is at it, on a machine however busy
_LOCK: Final = threading.Lock()  # Alembic runs one upgrade at a time in a process


def upgrade(engine: sql.Engine) -> None:
    """Bring the tables up to date; raise a `StoreError` where that can't be done."""
    with engine.connect() as connection:
        if _step_of(connection) == NEWEST:
            return  # most of the time, and then Alembic need not even be imported
    for name in ("migration", "operations", "script"):
        import_module(f"alembic.{name}")  # before the others have to wait for us
    with _LOCK, engine.execution_options(isolation_level=together(engine)).begin() as connection:
        if connection.dialect.name == "sqlite":
            before = connection.exec_driver_sql("PRAGMA busy_timeout").scalar()
            connection.exec_driver_sql(f"PRAGMA busy_timeout={_PATIENCE}")
            connection.exec_driver_sql("BEGIN IMMEDIATE")
            connection.exec_driver_sql(f"PRAGMA busy_timeout={before}")
        else:
            connection.exec_driver_sql("SET LOCAL statement_timeout = 0")
            connection.execute(sql.select(sql.func.pg_advisory_xact_lock(_LOCK_NUMBER)))
        _run_steps(connection)


def together(engine: sql.Engine) -> Literal["SERIALIZABLE", "READ COMMITTED"]:
    """The isolation level for what takes several statements, all of which are done or none."""
    return "SERIALIZABLE" if engine.dialect.name == "sqlite" else "READ COMMITTED"


def _run_steps(connection: sql.Connection) -> None:
    from alembic.migration import MigrationContext
    from alembic.operations import Operations
    from alembic.script import ScriptDirectory

    steps = ScriptDirectory(str(STEPS), version_locations=[str(STEPS)])
    context = MigrationContext.configure(connection)
    seen = _step_of(connection)
    if seen is None and sql.inspect(connection).has_table(PLAYS.name):
        seen = _BEFORE_MIGRATIONS
        _check_plays(connection)
        context.stamp(steps, seen)
    if seen is not None and seen not in {step.revision for step in steps.walk_revisions()}:
        raise StoreError(
            f"it was made by a newer version of Escapology: it has step {shorten(seen)}, but this version "
            f"only knows those up to {NEWEST}; install the newer version"
        )
    with Operations.context(context):
        for step in reversed(list(steps.iterate_revisions("head", seen or "base"))):
            step.module.upgrade()
            context.stamp(steps, step.revision)


def _step_of(connection: sql.Connection) -> str | None:
    """The last step that a database has seen."""
    if not sql.inspect(connection).has_table("alembic_version"):
        return None
    return connection.execute(sql.text("SELECT version_num FROM alembic_version")).scalar()


def _check_plays(connection: sql.Connection) -> None:
    """Refuse a table that only has the same name."""
    columns = {column["name"] for column in sql.inspect(connection).get_columns(PLAYS.name)}
    if columns != _FIRST_COLUMNS:
        raise StoreError(f"the table {PLAYS.name} belongs to another program; give Escapology a database of its own")
