"""`escapology perft`: count the sequences of legal moves."""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Iterator
from typing import Annotated

import typer

from escapology import perft as counting
from escapology.background import in_thread
from escapology.cli.inputs import Files, Json, read_files, whole
from escapology.cli.output import json_line
from escapology.middle import deal_line
from escapology.record import Record

__all__ = ["perft"]

_MAX_DEPTH = 99  # far more than any count can wait for


def perft(
    files: Files = None,
    depth: Annotated[
        int,
        typer.Option(parser=whole(1, _MAX_DEPTH), metavar="N", help="Count sequences of 1, 2 … N moves."),
    ] = ...,  # type: ignore[assignment]  # Typer's way to say that it must be given
    split: Annotated[bool, typer.Option("--split", help="Also split the count at depth N by first move.")] = False,
    plain: Annotated[bool, typer.Option("--plain", help="Count in plain Python, without compiling. Slow.")] = False,
    json: Json = False,
) -> Iterator[str]:
    """Count sequences of legal moves.

    Counting starts at the last position of each record. All correct implementations of a game agree on these counts, so
    a wrong one stands out.

    Examples:
      escapology perft --depth 4 'blank: 3 1 5 2 6 4'
      escapology perft --depth 3 --split --json game.txt
      escapology deal devils-square --seed 7 | escapology perft --depth 3
    """
    if not plain and importlib.util.find_spec("numba") is None:
        sys.stderr.write("counting in plain Python; for speed, pip install 'escapology[native]'\n")
        plain = True
    records = list(read_files(files))
    return _lines(records, depth, split, plain, json)


def _lines(records: list[Record], depth: int, with_split: bool, plain: bool, as_json: bool) -> Iterator[str]:
    for number, record in enumerate(records):
        sys.stdout.flush()  # a count can take long: what is known is shown
        counts, split = in_thread(lambda record=record: _count(record, depth, with_split, plain))  # type: ignore[misc]
        line = deal_line(record.game, record.deal)
        if as_json:
            more = {"split": split} if with_split else {}
            yield json_line(deal=line, counts=counts, **more)
            continue
        if number:
            yield ""
        made = len(record.moves)
        yield line + (f" after {made} move{'s' * (made > 1)}" if made else "")
        yield from _columns("depth", {str(i): n for i, n in enumerate(counts, 1)})
        if with_split:
            yield from _columns("move", split)


def _count(record: Record, depth: int, with_split: bool, plain: bool) -> tuple[list[int], dict[str, int]]:
    game, deal, state = record.game, record.deal, record.last_state()
    counts = counting.perft(game, deal, depth, state, plain=plain)
    return counts, counting.perft_split(game, deal, depth, state, plain=plain) if with_split else {}


def _columns(head: str, counts: dict[str, int]) -> Iterator[str]:
    """Two columns: what is counted, and how many sequences there are."""
    texts = {name: f"{n:,}" for name, n in counts.items()}
    left = max(len(name) for name in ("depth", *texts))  # both tables of a deal line up
    right = max(len(text) for text in ("sequences", *texts.values()))
    yield f"  {head:<{left}}  {'sequences':>{right}}"
    for name, text in texts.items():
        yield f"  {name:<{left}}  {text:>{right}}"
