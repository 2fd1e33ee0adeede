"""Finished games, row by row, to be taken along."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from starlette.responses import Response

from escapology.verdict import LEVELS
from escapology.web.players.files import csv_file, file_headers
from escapology.web.players.tally import variant_of
from escapology.web.plays.saving import record_of
from escapology.web.store import Store

__all__ = ["result_rows", "results_file"]

_COLUMNS: Final = (
    "game",
    "variant",
    "setting",
    "status",
    "won",
    "score",
    "moves",
    "helped",
    "level",
    "seconds",
    "hints",
    "undone",
    "shown",
    "again",
    "begun",
    "ended",
    "record",
)


def result_rows(store: Store, player: str) -> Iterator[dict[str, object]]:
    """A row for each of a player's finished games, in the order of their beginning."""
    for saved, nodes in store.each(player, finished=True):
        yield {
            "game": saved.game,
            "variant": variant_of(saved.setting),
            "setting": saved.setting,
            "status": saved.status,
            "won": saved.status == "won",
            "score": saved.score,
            "moves": saved.moves,
            "helped": saved.helped,
            "level": "" if saved.level is None else LEVELS[saved.level - 1],
            "seconds": None if saved.seconds is None else round(saved.seconds, 1),
            "hints": saved.hints,
            "undone": saved.undone,
            "shown": saved.shown,
            "again": saved.again,
            "begun": saved.created,
            "ended": saved.changed,
            "record": record_of(saved, nodes),
        }


def results_file(store: Store, player: str) -> Response:
    """The rows as a CSV file."""
    return csv_file(_COLUMNS, result_rows(store, player), file_headers("escapology-games.csv"))
