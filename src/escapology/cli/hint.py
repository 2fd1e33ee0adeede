"""`escapology hint` and `escapology check`: suggest the next move; find the moves that lost a game or cost most."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict
from typing import Annotated

import typer

from escapology.answer import Hint, Odds, Outlook
from escapology.background import in_thread, need_numba
from escapology.cli.inputs import Files, Json, read_files
from escapology.cli.output import json_line
from escapology.cli.solve import read_seconds
from escapology.middle import deal_line
from escapology.record import Record
from escapology.wording.answers import hint_remark, outlook_remark

__all__ = ["check", "hint"]

Seconds = Annotated[
    float, typer.Option(parser=read_seconds, metavar="S", help="Time to think about a position, in seconds.")
]


def hint(
    files: Files = None,
    peek: Annotated[bool, typer.Option("--peek", help="Also use what is hidden from the player.")] = False,
    seconds: Seconds = 2.0,
    json: Json = False,
) -> Iterator[str]:
    """Suggest a move for the last position of each record.

    Hints use only what the player may know. A *proven* move keeps a certain win; a move that *looks best* was judged on
    samples of what is hidden. With --json, `share` is how often following hints wins from here, where that was
    measured, `rating` is the move's own rating, and `undecided` is the number of samples that were not decided.

    Examples:
      escapology hint --seconds 0.2 'blank: 3 1 5 2 6 4'
      escapology hint --peek --json 'blank: 3 1 5 2 6 4'
    """
    records = list(read_files(files))
    need_numba()
    for record in records:
        found = in_thread(lambda record=record: _hint(record, peek, seconds))  # type: ignore[misc]
        yield (
            json_line(deal=deal_line(record.game, record.deal), **asdict(found))
            if json
            else f"{found.move} ({hint_remark(found)})"
        )


def _hint(record: Record, peek: bool, seconds: float) -> Hint:
    from escapology.solve.hint import give_hint

    *before, state = record.states()
    return give_hint(record.game, record.deal, state, before=before, peeks=peek, seconds=seconds)


def check(files: Files = None, seconds: Seconds = 10.0, json: Json = False) -> Iterator[str]:
    """Find the move that lost each game, and the one that cost most.

    The losing move is found knowing everything that was hidden. The costliest move is judged only by what the player
    could know: it compares how often following hints wins before the move and after it. It is named if it cost at least
    10 percentage points, and only where chances are measured or exact.

    Examples:
      escapology check 'blank: 1 2 3 4 5 6'
      escapology check --json 'blank: 6 5 4 3 2 1'
    """
    records = list(read_files(files))
    need_numba()
    for record in records:
        found = in_thread(lambda record=record: _outlook(record, seconds))  # type: ignore[misc]
        yield json_line(deal=deal_line(record.game, record.deal), **asdict(found)) if json else outlook_remark(found)


def _outlook(record: Record, seconds: float) -> Outlook | Odds:
    from escapology.solve.hint import find_outlook

    return find_outlook(record, seconds)
