"""Finished games, row by row, to be taken along."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable
from typing import Any, Final

from starlette.responses import Response

from escapology.web.players.tally import variant_of
from escapology.web.store import Saved

__all__ = ["file_headers", "result_rows", "results_file"]

_COLUMNS: Final = (
    "game",
    "variant",
    "setting",
    "status",
    "won",
    "score",
    "moves",
    "helped",
    "begun",
    "ended",
    "record",
)


def result_rows(games: Iterable[Saved]) -> list[dict[str, Any]]:
    """A row for each of them."""
    return [
        {
            "game": saved.game,
            "variant": variant_of(saved.setting),
            "setting": saved.setting,
            "status": saved.status,
            "won": saved.status == "won",
            "score": saved.score,
            "moves": saved.moves,
            "helped": saved.helped,
            "begun": saved.created,
            "ended": saved.changed,
            "record": saved.record,
        }
        for saved in games
    ]


def results_file(games: Iterable[Saved]) -> Response:
    """The rows as a CSV file."""
    text = io.StringIO(newline="")
    writer = csv.DictWriter(text, _COLUMNS)
    writer.writeheader()
    writer.writerows(result_rows(games))
    headers = file_headers("escapology-games.csv")
    return Response(text.getvalue(), media_type="text/csv; charset=utf-8", headers=headers)


def file_headers(name: str) -> dict[str, str]:
    """What makes a browser keep an answer as a file."""
    return {"content-disposition": f'attachment; filename="{name}"', "cache-control": "no-store"}
