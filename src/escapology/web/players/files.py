"""Answers that may be large: made and sent piece by piece, so that none of them is in memory as a whole."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import Final

from starlette.responses import Response, StreamingResponse

__all__ = ["csv_file", "file_headers", "json_answer"]

_PIECE: Final = 65_536  # characters


def file_headers(name: str) -> dict[str, str]:
    """What makes a browser keep an answer as a file."""
    return {"content-disposition": f'attachment; filename="{name}"'}


def json_answer(
    head: Mapping[str, object],
    lists: Mapping[str, Iterable[Mapping[str, object]]],
    headers: Mapping[str, str] | None = None,
) -> Response:
    """An object whose last members, of these names, are lists of many rows."""

    def texts() -> Iterator[str]:
        yield _json(head).removesuffix("}")
        has_member = bool(head)
        for name, rows in lists.items():
            yield f"{',' * has_member}{_json(name)}:["
            has_member = True
            for number, row in enumerate(rows):
                yield f"{',' * bool(number)}{_json(row)}"
            yield "]"
        yield "}"

    return _sent(texts(), "application/json", headers)


def csv_file(columns: Sequence[str], rows: Iterable[Mapping[str, object]], headers: Mapping[str, str]) -> Response:
    """A table of many rows."""

    def texts() -> Iterator[str]:
        page = io.StringIO(newline="")
        writer = csv.DictWriter(page, columns)
        writer.writeheader()
        for row in rows:
            yield page.getvalue()
            page.seek(0)
            page.truncate()
            writer.writerow(row)
        yield page.getvalue()

    return _sent(texts(), "text/csv; charset=utf-8", headers)


def _sent(texts: Iterator[str], media_type: str, headers: Mapping[str, str] | None) -> Response:
    pieces = _pieces(texts)
    first = next(pieces, "")  # what goes wrong at once has an answer of its own
    return StreamingResponse(
        chain([first], pieces), 200, {"cache-control": "no-store", **(headers or {})}, media_type=media_type
    )


def _pieces(texts: Iterator[str]) -> Iterator[str]:
    """The same in pieces of some size."""
    gathered: list[str] = []
    size = 0
    for text in texts:
        gathered.append(text)
        size += len(text)
        if size >= _PIECE:
            yield "".join(gathered)
            gathered, size = [], 0
    yield "".join(gathered)


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
