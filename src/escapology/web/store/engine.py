"""Opening a database: a SQLite file, or a PostgreSQL server."""

from __future__ import annotations

import os
import sqlite3
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

import sqlalchemy as sql
from sqlalchemy.engine import URL, make_url

from escapology.errors import shorten
from escapology.web.store.contract import StoreError, UnreachableError, UnstorableError
from escapology.web.store.upgrade import upgrade

__all__ = ["clear_errors", "open_engine"]

_BUSY_MILLISECONDS: Final = 5_000  # to wait while another process writes to the file

_ALWAYS: Final[dict[str, Any]] = {
    "isolation_level": "AUTOCOMMIT",  # see `transaction`
    "hide_parameters": True,  # errors don't tell what was stored: logs may show them
}

# A server works with 40 threads, which need a connection for a moment each. PostgreSQL lets in 100 unless told
# otherwise: enough for four servers.
_POSTGRES_POOL: Final[dict[str, Any]] = {"pool_size": 10, "max_overflow": 10, "pool_timeout": 10, "pool_pre_ping": True}
_SQLITE_POOL: Final[dict[str, Any]] = {"pool_size": 10, "max_overflow": 40}
_POSTGRES_WAITS: Final = {  # a PostgreSQL that does not answer is not waited for without end; an address may say more
    "connect_timeout": "5",  # seconds
    "options": "-c statement_timeout=10000 -c idle_in_transaction_session_timeout=10000",
    "tcp_user_timeout": "10000",
    "keepalives_idle": "10",
    "keepalives_interval": "5",
    "keepalives_count": "3",
}

_UNREACHABLE: Final = (sql.exc.OperationalError, sql.exc.InterfaceError, sql.exc.InternalError, sql.exc.TimeoutError)


def open_engine(where: str | Path) -> sql.Engine:
    """The database of an address or a file, its tables up to date."""
    url = _address(where)
    shown = url.database if url.drivername == "sqlite" else url.render_as_string(hide_password=True)
    engine = _engine(url)
    try:
        if url.drivername == "sqlite":
            _make_private(Path(url.database or ""))
        upgrade(engine)
        sql.event.listen(engine, "before_cursor_execute", _check_text)
    except (OSError, StoreError, sql.exc.DBAPIError, sql.exc.TimeoutError) as error:
        engine.dispose()
        is_away = url.drivername != "sqlite" and isinstance(error, _UNREACHABLE)
        kind = UnreachableError if is_away else StoreError
        raise kind(f"games can't be kept in {shown}: {_reason(error)}") from None
    return engine


def _make_private(file: Path) -> None:
    """Make a file that is not there yet, and its folder, for their owner only; SQLite's other files are like it."""
    file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    os.close(os.open(file, os.O_RDONLY | os.O_CREAT, 0o600))


@contextmanager
def clear_errors() -> Iterator[None]:
    """Tell trouble of the database as a `StoreError`; its cause is for logs, not for players."""
    try:
        yield
    except _UNREACHABLE as error:
        raise UnreachableError("games can't be read or stored right now: please try again in a moment") from error
    except sql.exc.DBAPIError as error:
        if error.connection_invalidated:
            raise UnreachableError("the database was lost: please try again in a moment") from error
        if type(error) is sql.exc.DatabaseError:
            raise StoreError("the place where games are kept is damaged") from error
        raise


def _address(where: str | Path) -> URL:
    text = str(where)
    if isinstance(where, Path) or "://" not in text:
        return URL.create("sqlite", database=text)
    try:
        url = make_url(text)
    except (sql.exc.ArgumentError, ValueError):
        raise StoreError(f"{shorten(text.partition('://')[0])}:// … is no address of a database: {_RIGHT}") from None
    if url.drivername in ("sqlite", "sqlite+pysqlite"):
        if url.database in (None, "", ":memory:") or url.query:
            raise StoreError(f"{shorten(text)} is not the address of a file: {_RIGHT}")
        return URL.create("sqlite", database=url.database)
    if url.drivername not in ("postgresql", "postgresql+psycopg"):
        raise StoreError(f"games can't be kept in a database of the kind {shorten(url.drivername)}: {_RIGHT}")
    return url.set(drivername="postgresql+psycopg")


_RIGHT: Final = "give a file, sqlite:///FILE, or postgresql+psycopg://USER:PASSWORD@HOST/NAME"


def _engine(url: URL) -> sql.Engine:
    if url.drivername == "sqlite":
        engine = sql.create_engine(url, **_ALWAYS, **_SQLITE_POOL)
        sql.event.listen(engine, "connect", _prepare)
        return engine
    waits = {name: value for name, value in _POSTGRES_WAITS.items() if name not in url.query}
    try:
        return sql.create_engine(url, connect_args=waits, **_ALWAYS, **_POSTGRES_POOL)
    except ModuleNotFoundError:
        raise StoreError("PostgreSQL needs more: pip install 'escapology[postgresql]'") from None


def _prepare(connection: Any, _: object) -> None:
    """What is committed outlives a killed process; readers and the writer don't wait for each other."""
    connection.execute(f"PRAGMA busy_timeout={_BUSY_MILLISECONDS}")
    until = time.monotonic() + _BUSY_MILLISECONDS / 1_000
    while True:
        try:
            connection.execute("PRAGMA journal_mode=WAL")
            break
        except sqlite3.OperationalError as error:  # here SQLite itself does not wait for others who open a new file
            if error.sqlite_errorcode != sqlite3.SQLITE_BUSY or time.monotonic() > until:
                raise
            time.sleep(0.01)
    connection.execute("PRAGMA synchronous=NORMAL")


def _check_text(*asked: Any) -> None:
    """Refuse to send what no database can hold: NUL, and half of a surrogate pair."""
    _, _, _, values, _, are_many = asked
    for row in values if are_many else [values]:
        for value in row.values() if isinstance(row, dict) else row:
            if isinstance(value, str) and not _is_text(value):
                raise UnstorableError(f"{shorten(value)} holds a character that is no text")


def _is_text(value: str) -> bool:
    try:
        return b"\0" not in value.encode()
    except UnicodeEncodeError:
        return False


def _reason(error: Exception) -> str:
    """Why a database can't be opened, in one line."""
    text = str(getattr(error, "orig", None) or error)
    return text.strip().partition("\n")[0]
