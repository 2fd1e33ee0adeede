"""Logs: a JSON object a line, and nothing about people in them.

A line names the route, such as `/play/{id_}`, never the address that was asked for; no id, cookie, record or network
address. Of an error it tells its kind and where it happened, not its words: those may hold what a player sent. What
goes wrong again and again is told now and then, with how often it happened.
"""

from __future__ import annotations

import json
import logging
import sys
import traceback
from datetime import UTC, datetime
from typing import Final, Literal, TextIO

from escapology.web.seldom import Seldom

__all__ = ["LOGGER", "JsonLines", "LogLevel", "log_to"]

LOGGER: Final = logging.getLogger("escapology.web")
LogLevel = Literal["info", "warning", "error"]


class JsonLines(logging.Formatter):
    """Writes records of the log as JSON. What is in a record's `facts` stands beside its message."""

    def format(self, record: logging.LogRecord) -> str:
        """One line."""
        line: dict[str, object] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "event": record.getMessage(),
            **getattr(record, "facts", {}),
        }
        if record.exc_info and record.exc_info[1] is not None:
            error = record.exc_info[1]
            line["error"] = type(error).__name__
            line["traceback"] = [
                f"{frame.filename}:{frame.lineno} {frame.name}" for frame in traceback.extract_tb(error.__traceback__)
            ]
        return json.dumps(line, ensure_ascii=False)


def log_to(stream: TextIO | None = None, level: LogLevel = "info") -> None:
    """Let everything that logs in this process write such lines there, by default to standard error."""
    handler = logging.StreamHandler(stream or sys.stderr)
    handler.setFormatter(JsonLines())
    handler.addFilter(Seldom())
    logging.basicConfig(level=level.upper(), handlers=[handler], force=True)
    logging.getLogger("alembic").setLevel(logging.WARNING)
