"""Opening a database: a SQLite file, or a PostgreSQL server."""

from __future__ import annotations

import math
import os
import sqlite3
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any, Final, cast

import sqlalchemy as sql
from sqlalchemy.engine import URL, make_url

from escapology.errors import shorten
from escapology.web.store.breaker import Breaker
from escapology.web.store.contract import StoreError, UnreachableError, UnstorableError
from escapology.web.store.pool import WatchedPool
from escapology.web.store.trouble import DAMAGED, Troubles
from escapology.web.store.upgrade import upgrade

__all__ = ["Deadlines", "clear_errors", "engine_apart", "open_engine", "troubles_of"]

_SQLITE_POOL: Final = {"pool_size": 10, "max_overflow": 40}
_BUSY_MILLISECONDS: Final = 5_000  # to wait while another process writes to the file

_ALWAYS: Final[dict[str, Any]] = {
    "isolation_level": "AUTOCOMMIT",  # see `together`
    "hide_parameters": True,  # errors don't tell what was stored: logs may show them
}

_SOON: Final = 3  # seconds that whoever watches over a server waits for it
_KEEPALIVE: Final = {"keepalives_idle": "10", "keepalives_interval": "5", "keepalives_count": "3"}  # seconds, tries


@dataclass(frozen=True)
class Deadlines:
    """How long a PostgreSQL server is waited for, in seconds; an address may say more by options of its own."""

    connect: int = 5
    statement: float = 8.0  # the server itself ends a statement a little sooner, if it is at work
    connection: float = 5.0  # until one of those in the pool is free
    pause: float = 5.0  # between two who try whether it answers again
    disk: float = 15.0  # that a write which a disk has refused is held against it; of a file, too
    connections: int = 20  # PostgreSQL lets in 100 unless told otherwise: enough for four servers


_UNREACHABLE: Final = (sql.exc.OperationalError, sql.exc.InterfaceError, sql.exc.InternalError, sql.exc.TimeoutError)


def open_engine(where: str | Path, deadlines: Deadlines) -> sql.Engine:
    """The database of an address or a file, its tables up to date."""
    url = _address(where)
    shown = url.database if url.drivername == "sqlite" else url.render_as_string(hide_password=True)
    engine = _engine(url, deadlines, Troubles(deadlines.disk), Breaker(deadlines.pause))
    try:
        if url.drivername == "sqlite":
            _make_private(Path(url.database or ""))
            upgrade(engine)
        else:
            engine.connect().close()  # if it does not answer, we need not wait any longer
            _upgrade_server(url, deadlines)
        sql.event.listen(engine, "before_cursor_execute", _check_text)
    except (OSError, StoreError, sql.exc.DBAPIError, sql.exc.TimeoutError) as error:
        engine.dispose()
        is_away = url.drivername != "sqlite" and isinstance(error, _UNREACHABLE)
        kind = UnreachableError if is_away else StoreError
        raise kind(f"games can't be kept in {shown}: {_reason(error)}") from None
    return engine


def _upgrade_server(url: URL, deadlines: Deadlines) -> None:
    """Bring tables up to date, however long that takes."""
    patient = _engine(url, replace(deadlines, statement=math.inf), Troubles(deadlines.disk), Breaker(deadlines.pause))
    try:
        upgrade(patient)
    finally:
        patient.dispose()


def engine_apart(engine: sql.Engine, deadlines: Deadlines) -> sql.Engine:
    """One more connection to the same database, for whoever watches over it: it is free when all others are taken."""
    pool = cast(WatchedPool, engine.pool)
    sooner = replace(
        deadlines, connections=1, connect=min(_SOON, deadlines.connect), statement=min(_SOON, deadlines.statement)
    )
    apart = _engine(engine.url, sooner, pool.troubles, pool.breaker)
    cast(WatchedPool, apart.pool).is_last_to_know = False
    return apart


def troubles_of(engine: sql.Engine) -> Troubles:
    """What was wrong with a database lately."""
    return cast(WatchedPool, engine.pool).troubles


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
        raise UnreachableError("games can't be loaded or saved right now: please try again in a moment") from error
    except sql.exc.DBAPIError as error:
        if error.connection_invalidated:
            raise UnreachableError("the connection to the database was lost: please try again in a moment") from error
        if type(error) is sql.exc.DatabaseError:
            raise StoreError(DAMAGED) from error
        raise


def _address(where: str | Path) -> URL:
    text = str(where)
    if isinstance(where, Path) or "://" not in text:
        return URL.create("sqlite", database=text)
    try:
        url = make_url(text)
    except (sql.exc.ArgumentError, ValueError):
        raise StoreError(
            f"{shorten(text.partition('://')[0])}:// … is not the address of a database: {_RIGHT}"
        ) from None
    if url.drivername in ("sqlite", "sqlite+pysqlite"):
        if url.database in (None, "", ":memory:") or url.query:
            raise StoreError(f"{shorten(text)} is not the address of a file: {_RIGHT}")
        return URL.create("sqlite", database=url.database)
    if url.drivername not in ("postgresql", "postgresql+psycopg"):
        raise StoreError(f"games can't be kept in a database of the kind {shorten(url.drivername)}: {_RIGHT}")
    return url.set(drivername="postgresql+psycopg")


_RIGHT: Final = "give a file, sqlite:///FILE, or postgresql+psycopg://USER:PASSWORD@HOST/NAME"


def _engine(url: URL, deadlines: Deadlines, troubles: Troubles, breaker: Breaker | None) -> sql.Engine:
    if url.drivername == "sqlite":
        engine = sql.create_engine(url, poolclass=WatchedPool, **_ALWAYS, **_SQLITE_POOL)
        sql.event.listen(engine, "connect", _prepare)
        breaker = None
    else:
        engine = _postgres_engine(url, deadlines)
        sql.event.listen(engine, "do_connect", partial(_connect, deadlines.statement, cast(Breaker, breaker)))
    pool = cast(WatchedPool, engine.pool)
    pool.troubles, pool.breaker = troubles, breaker
    sql.event.listen(engine, "handle_error", partial(_note, troubles))
    return engine


def _postgres_engine(url: URL, deadlines: Deadlines) -> sql.Engine:
    milliseconds = 0 if deadlines.statement == math.inf else round(800 * deadlines.statement)  # 0 = any time
    waits = {
        "connect_timeout": str(deadlines.connect),
        "options": f"-c statement_timeout={milliseconds} -c idle_in_transaction_session_timeout={milliseconds}",
        "tcp_user_timeout": str(milliseconds),
        **_KEEPALIVE,
    }
    waits = {name: value for name, value in waits.items() if name not in url.query}
    kept = (deadlines.connections + 1) // 2
    pool = {"pool_size": kept, "max_overflow": deadlines.connections - kept, "pool_timeout": deadlines.connection}
    try:
        return sql.create_engine(url, connect_args=waits, poolclass=WatchedPool, pool_pre_ping=True, **_ALWAYS, **pool)
    except ModuleNotFoundError:
        raise StoreError("PostgreSQL needs more packages: pip install 'escapology[postgresql]'") from None


def _connect(patience: float, breaker: Breaker, *asked: Any) -> Any:
    from escapology.web.store.postgres import connect

    _, _, args, options = asked
    return connect(patience, breaker.silent, args, options)


def _note(troubles: Troubles, context: sql.engine.ExceptionContext) -> None:
    """Note what is wrong with the database, and not with what was asked."""
    error = context.sqlalchemy_exception
    if not context.is_pre_ping and (isinstance(error, _UNREACHABLE) or type(error) is sql.exc.DatabaseError):
        troubles.note(error)


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
            for text in value if isinstance(value, list) else (value,):
                if isinstance(text, str) and not _is_text(text):
                    raise UnstorableError(f"{shorten(text)} contains a character that is not text")


def _is_text(value: str) -> bool:
    try:
        return b"\0" not in value.encode()
    except UnicodeEncodeError:
        return False


def _reason(error: Exception) -> str:
    """Why a database can't be opened, in one line."""
    text = str(getattr(error, "orig", None) or error)
    return text.strip().partition("\n")[0]
