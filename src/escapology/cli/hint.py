"""`escapology hint` and `escapology check`: the next move, and the moves that lost a game or cost the most chance."""

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

Seconds = Annotated[float, typer.Option(parser=read_seconds, metavar="S", help="Time to think about a position.")]


def hint(
    files: Files = None,
    peek: Annotated[bool, typer.Option("--peek", help="Use what is hidden from the player, too.")] = False,
    seconds: Seconds = 2.0,
    json: Json = False,
) -> Iterator[str]:
    """Name a good move where each record stands, and how much the advice is worth.

    It uses only what the player may know. A *proven* move keeps a certain win; one that looks best was judged by
    samples of what is hidden. With --json, `share` is how often one wins who goes on following hints, where that was
    measured, `rating` how the move was rated, and `undecided` how many of the samples were not decided.

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
    """Tell where each record lost its win, all that was hidden being known, and which move cost the most chance.

    That one is judged by what the player could know: chances are those of one who follows hints, before the move and on
    average after it. It is named if it cost at least 10 in 100, and only where chances were measured or are exact.

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
