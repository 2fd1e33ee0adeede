"""Notices in a database: what the processes of a server tell each other about questions (`thinking/notices.py`).

Times are those of the database, in seconds, and only it compares them: clocks of several machines differ. A statement
is committed by itself.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, Final

import sqlalchemy as sql
from sqlalchemy.dialects import postgresql, sqlite

from escapology.thinking.notices import News, Posted
from escapology.web.store.engine import clear_errors
from escapology.web.store.tables import NOTICES, PROCESSES

__all__ = ["SqlPinboard"]

_MOST: Final = 10_000  # notices; what was posted first goes
_KEPT: Final = 3_600.0  # seconds that a notice hangs whose process is gone or has done its work
_LONGEST: Final = 100_000  # characters of a question; others do without a longer one
_LONGEST_ANSWER: Final = 30_000  # characters of an answer, likewise: what is printed is longer, and soon made anew

_NOW: Final = {  # seconds since 1970, when a statement begins
    "sqlite": "((julianday('now') - 2440587.5) * 86400.0)",
    "postgresql": "CAST(extract(epoch FROM statement_timestamp()) AS double precision)",
}


class SqlPinboard:
    """A pinboard in a database; see `Pinboard` for what its methods do."""

    def __init__(self, engine: sql.Engine) -> None:
        self._engine = engine
        self._insert: Any = sqlite.insert if engine.dialect.name == "sqlite" else postgresql.insert
        self._now: sql.ColumnElement[float] = sql.literal_column(_NOW[engine.dialect.name], sql.Double)

    def post(self, key: str, text: str, process: str, answer: str | None) -> None:
        """A question that a process works on from now on, or that has an answer already."""
        if len(text) > _LONGEST or len(answer or "") > _LONGEST_ANSWER:
            return
        values = {"key": key, "text": text, "process": process, "answer": answer, "told": self._now}
        posted = self._insert(NOTICES).values(**values, so_far=0, is_preparing=False)
        with self._connection() as connection:
            number = connection.execute(posted.returning(NOTICES.c.number)).scalar_one()
            connection.execute(NOTICES.delete().where(NOTICES.c.number <= number - _MOST))

    def get(self, key: str) -> Posted | None:
        """What is known of a question."""
        told = sql.case((PROCESSES.c.told > NOTICES.c.told, PROCESSES.c.told), else_=NOTICES.c.told)
        notice = [NOTICES.c[name] for name in ("text", "process", "so_far", "is_preparing", "answer")]
        both = NOTICES.outerjoin(PROCESSES, PROCESSES.c.id == NOTICES.c.process)
        asked: sql.Select[Any] = sql.select(*notice, self._now - told).select_from(both).where(NOTICES.c.key == key)
        with self._connection() as connection:
            row = connection.execute(asked).first()
        return None if row is None else Posted(*row)

    def tell(self, key: str, process: str, so_far: int, *, is_preparing: bool) -> None:
        """How far the process got that works on it; another one is not listened to."""
        its = NOTICES.update().where(NOTICES.c.key == key, NOTICES.c.process == process)
        self._run(its.values(so_far=so_far, is_preparing=is_preparing))

    def settle(self, key: str, process: str, answer: str) -> None:
        """The answer, unless there is one already. A process that works on it does so no longer."""
        if len(answer) > _LONGEST_ANSWER:
            self.leave(process, [key])
            return
        left = sql.case((NOTICES.c.process == process, ""), else_=NOTICES.c.process)
        settled = {"answer": sql.func.coalesce(NOTICES.c.answer, answer), "process": left, "told": self._now}
        self._run(NOTICES.update().where(NOTICES.c.key == key).values(settled))

    def leave(self, process: str, keys: Collection[str] | None) -> None:
        """The process works on these no longer, or on none at all; another one may."""
        left = NOTICES.update().where(NOTICES.c.process == process).values(process="")
        self._run(left if keys is None else left.where(NOTICES.c.key.in_(keys)))

    def take_over(self, key: str, process: str, before: str) -> bool:
        """Work on a question in place of another process; whether nobody else was quicker."""
        free = (NOTICES.c.key == key, NOTICES.c.process == before, NOTICES.c.answer.is_(None))
        return self._run(NOTICES.update().where(*free).values(process=process, told=self._now, asked=None)) == 1

    def ask(self, keys: Collection[str]) -> None:
        """Somebody has asked about these just now."""
        self._run(NOTICES.update().where(NOTICES.c.key.in_(keys), NOTICES.c.answer.is_(None)).values(asked=self._now))

    def beat(self, process: str) -> None:
        """The process is still there."""
        beat = self._insert(PROCESSES).values(id=process, told=self._now)
        self._run(beat.on_conflict_do_update(index_elements=["id"], set_={"told": self._now}))

    def hear(self, process: str) -> Mapping[str, News]:
        """What others have said of all questions that a process works on, by their keys."""
        said = sql.select(NOTICES.c.key, NOTICES.c.answer, self._now - NOTICES.c.asked)
        with self._connection() as connection:
            rows = connection.execute(said.where(NOTICES.c.process == process)).all()
        return {key: News(answer, unasked) for key, answer, unasked in rows}

    def sweep(self) -> None:
        """Take down what is old."""
        self._run(PROCESSES.delete().where(PROCESSES.c.told < self._now - _KEPT))
        is_there = sql.exists().where(PROCESSES.c.id == NOTICES.c.process)
        self._run(NOTICES.delete().where(NOTICES.c.told < self._now - _KEPT, ~is_there))

    def _run(self, statement: sql.Update | sql.Delete | sql.Insert) -> int:
        """Do it; how many rows it was done to."""
        with self._connection() as connection:
            return connection.execute(statement).rowcount

    @contextmanager
    def _connection(self) -> Iterator[sql.Connection]:
        with clear_errors(), self._engine.connect() as connection:
            yield connection
