"""Questions to the parts of a study, in SQL, by DuckDB. The parts are one table, `deals`."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Final

from escapology.errors import shorten
from escapology.studies.errors import StudyError, need
from escapology.studies.folder import Folder

if TYPE_CHECKING:
    import duckdb

__all__ = ["ask", "opened", "rows_of"]

_AT_ONCE: Final = 1000  # rows that are fetched


@contextmanager
def opened(folder: Folder) -> Iterator[duckdb.DuckDBPyConnection]:
    """A connection with the table `deals`; of one thread, so that sums come out the same every time."""
    need("duckdb")
    import duckdb

    paths = [str(folder.part(piece)) for piece in folder.stored()]
    if not paths:
        raise StudyError(f"{folder.path} has no results yet: run `escapology study run`")
    try:
        with duckdb.connect(config={"threads": 1}) as connection:
            connection.read_parquet(paths).create_view("deals")
            yield connection
    except duckdb.IOException as error:
        raise StudyError(f"a part can't be read ({_words(error)}): run the study again to compute it anew") from None


def rows_of(connection: duckdb.DuckDBPyConnection, question: str) -> list[tuple[Any, ...]]:
    """The answer to a question of ours."""
    return connection.execute(question).fetchall()


def ask(folder: Folder, question: str) -> Iterator[tuple[Any, ...]]:
    """The answer to anybody's question: the names of its columns, then its rows."""
    need("duckdb")
    import duckdb

    with opened(folder) as connection:
        try:
            answer = connection.execute(question)
        except duckdb.IOException:
            raise
        except duckdb.Error as error:
            columns = ", ".join(row[0] for row in rows_of(connection, "describe deals"))
            raise StudyError(f"{_words(error)}; the table is deals, its columns are {columns}") from None
        yield tuple(column[0] for column in answer.description or ())
        while rows := answer.fetchmany(_AT_ONCE):
            yield from rows


def _words(error: Exception) -> str:
    return shorten(" ".join(str(error).split("\n\n", maxsplit=1)[0].split()), 200)
