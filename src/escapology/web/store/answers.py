"""What was found out about questions: kept for all players and processes, the latest ones only."""

from __future__ import annotations

import hashlib
from typing import Any, Final

import sqlalchemy as sql

from escapology.web.store.tables import ANSWERS

__all__ = ["answer_to", "digest", "keep_answer"]

_MOST: Final = 20_000
_LONGEST: Final = 100_000  # characters; a longer one is found out again


def answer_to(connection: sql.Connection, key: str) -> str | None:
    """What was found out about a question before, if that is still kept."""
    return connection.execute(sql.select(ANSWERS.c.answer).where(ANSWERS.c.key == digest(key))).scalar()


def keep_answer(connection: sql.Connection, insert: Any, key: str, answer: str) -> None:
    """Keep what was found out; what was kept first goes when there is too much."""
    if len(answer) > _LONGEST:
        return
    kept = (
        insert(ANSWERS)
        .values(key=digest(key), answer=answer)
        .on_conflict_do_update(index_elements=["key"], set_={"answer": answer})
        .returning(ANSWERS.c.number)
    )
    number = connection.execute(kept).scalar_one()
    connection.execute(ANSWERS.delete().where(ANSWERS.c.number <= number - _MOST))


def digest(text: str) -> str:
    """A key of one length, whatever it is made from: an index holds no long ones."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
