"""Faults that a process is started with: Python runs this by itself where the folder is in PYTHONPATH.

FAULT_CLOCK=60     its clock is a minute ahead
FAULT_WRITES=0.2   the database takes so many seconds longer for each write
"""

import datetime
import os
import time

AHEAD = float(os.environ.get("FAULT_CLOCK", "0"))
SLOW = float(os.environ.get("FAULT_WRITES", "0"))
_time, _time_ns = time.time, time.time_ns


class _Ahead(datetime.datetime):
    @classmethod
    def now(cls, tz=None):
        return super().now(tz) + datetime.timedelta(seconds=AHEAD)


def _wait(_connection, _cursor, statement, *_more):
    if statement.lstrip().upper().startswith(("INSERT", "UPDATE", "DELETE", "WITH")):
        time.sleep(SLOW)


if AHEAD:
    time.time = lambda: _time() + AHEAD
    time.time_ns = lambda: _time_ns() + int(AHEAD * 1e9)
    datetime.datetime = _Ahead  # type: ignore[misc]

if SLOW:
    import sqlalchemy as sql

    sql.event.listen(sql.Engine, "before_cursor_execute", _wait)
