"""`escapology ppn …`: export and import records in Portable Piecepack Notation."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Annotated

import typer

from escapology.cli.inputs import Files, Json, read_files
from escapology.cli.output import hold_back, json_line
from escapology.errors import shorten
from escapology.middle import deal_line
from escapology.portable import portable_text, read_portable
from escapology.ppn import PPNError
from escapology.record import Record, record_text

__all__ = ["ppn_app"]


def export(files: Files = None, json: Json = False) -> Iterator[str]:
    """Export records as PPN.

    The R packages ppn and piecepackr read the result. Only Lab Rats is played with a piecepack, so only its games can
    be exported.

    Examples:
      escapology deal lab-rats --seed 7 | escapology ppn export > maze.ppn
      escapology ppn export game.txt
    """
    texts = ((record, portable_text(record)) for record in read_files(files))
    if json:
        return hold_back(json_line(deal=deal_line(r.game, r.deal), ppn=text) for r, text in texts)
    return hold_back(text.removesuffix("\n") for _, text in texts)


def import_(
    files: Annotated[
        list[str] | None, typer.Argument(metavar="FILES", help="PPN files, or - for standard input.")
    ] = None,
    json: Json = False,
) -> Iterator[str]:
    """Import PPN files as records.

    Moves are recognized by the position they lead to, so any way of writing them works; all are checked against the
    rules. The set-up must lay out every tile and coin.

    Examples:
      escapology ppn import maze.ppn > game.txt
      escapology ppn import maze.ppn | escapology draw -
    """
    records = (record for file in files or ["-"] for record in _records(file))
    if json:
        return hold_back(json_line(deal=deal_line(r.game, r.deal), moves=list(r.moves)) for r in records)
    return hold_back(record_text(record).removesuffix("\n") for record in records)


def _records(file: str) -> Iterator[Record]:
    name = "standard input" if file == "-" else shorten(file, 80)
    try:
        raw = sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()
        text = raw.decode("utf-8-sig")
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise PPNError(f"can't read {name}: {reason}; give a file, or - for standard input") from None
    except UnicodeDecodeError as error:
        raise PPNError(f"{name} is not text: byte {error.start + 1} is not valid UTF-8") from None
    found = False
    try:
        for record in read_portable(text):
            found = True
            yield record
    except PPNError as error:
        raise PPNError(f"{name}, {error}") from None
    if not found:
        raise PPNError(f"{name} contains no game: PPN begins with a header between --- and ...")


def ppn_app(words: Callable[[Callable[..., object]], str]) -> typer.Typer:
    """Both ways; `words` makes help of a docstring."""
    app = typer.Typer(rich_markup_mode=None, add_completion=False, no_args_is_help=True, help=words(_ppn))
    app.command("export", help=words(export))(export)
    app.command("import", help=words(import_))(import_)
    return app


def _ppn() -> None:
    """Export and import Portable Piecepack Notation (PPN).

    Examples:
      escapology deal lab-rats --seed 7 | escapology ppn export
      escapology deal lab-rats --seed 7 | escapology ppn export | escapology ppn import
    """
