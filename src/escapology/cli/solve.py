"""`escapology solve`: verdicts on positions; for games of dice, the best possible chance."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import asdict
from functools import partial
from typing import Annotated, Any

import typer

from escapology.answer import BestChance, Decision
from escapology.background import in_processes, in_thread, need_numba
from escapology.cli.inputs import Files, Json, read_files, whole
from escapology.cli.output import json_line
from escapology.counts import count_words
from escapology.errors import shorten
from escapology.record import Record, read_record, record_text
from escapology.verdict import MEGABYTE, Limits

__all__ = ["read_seconds", "solve"]

_Bounds = tuple[int | None, float | None, int | None]  # nodes, seconds, bytes


def read_seconds(text: str) -> float:
    """A number of seconds."""
    text = str(text)  # Typer reads the default value, too
    seconds = float(text) if re.fullmatch(r"[0-9]*\.?[0-9]+([eE]-?[0-9]{1,3})?", text) else 0.0
    if not 0 < seconds < 1e9:
        raise typer.BadParameter(f"{shorten(text)} is no number of seconds: write one above 0, such as 10 or 0.5")
    return seconds


def solve(
    files: Files = None,
    jobs: Annotated[
        int, typer.Option(parser=whole(1, 1024), metavar="N", help="Work on so many deals at once; one if not given.")
    ] = 1,
    limit_nodes: Annotated[
        int | None,
        typer.Option(parser=whole(1, 10**15), metavar="N", help="Give up on a deal at so many positions."),
    ] = None,
    limit_seconds: Annotated[
        float | None, typer.Option(parser=read_seconds, metavar="S", help="Give up on a deal at so many seconds.")
    ] = None,
    limit_memory: Annotated[
        int | None,
        typer.Option(parser=whole(1, 10**6), metavar="MB", help="Give up on a deal that needs so many megabytes."),
    ] = None,
    points: Annotated[
        bool, typer.Option("--points", help="Tell the most points that can be made, too, where a game has points.")
    ] = False,
    shortest: Annotated[
        bool, typer.Option("--shortest", help="Look for a win in the fewest moves; in the maze games, turns.")
    ] = False,
    json: Json = False,
) -> Iterator[str]:
    """Decide each deal, or where its record stands: winnable, unwinnable or undecided. All that is hidden is known.

    One line a deal, in the order of the input: verdict, the proof or the limit that was reached, positions looked at,
    seconds, and the moves that win. For a game of dice it is the exact best chance instead, for a player who knows all
    but the dice to come. Limits hold for each deal: one that takes less is decided, and each counts for at least a
    node, a millisecond and a megabyte. Ctrl-C leaves what is done.

    A win that --shortest gives is proven to be the shortest, or else the shortest that was found: the limits hold for
    each way of looking for one.

    Examples:
      escapology solve 'blank: 3 1 5 2 6 4'
      escapology solve --json --limit-seconds 10 --jobs 2 'blank: 3 1 5 2 6 4' 'blank/long: 3 5 4 7 9 2 1 8 6'
      escapology deal devils-square --seed 1 | escapology solve --points -
      escapology deal dont-let-them-get-you --seed 1 | escapology solve --shortest --limit-seconds 5 -
      escapology solve 'kidnap-machine: house=3x3 route=c3,c2,b2'
    """
    records = list(read_files(files))
    need_numba()
    bounds = (limit_nodes, limit_seconds, None if limit_memory is None else limit_memory * MEGABYTE)
    if jobs == 1:
        answers = _one_by_one(records, bounds, points, shortest)
    else:
        texts = [record_text(record) for record in records]
        answers = in_processes(partial(_answer_text, bounds=bounds, points=points, shortest=shortest), texts, jobs)
    left_out = {"points": points, "length": shortest, "is_shortest": shortest}
    hidden = {name for name, is_asked in left_out.items() if not is_asked}
    return _lines(records, _with_progress(answers, len(records)), json, hidden)


def _lines(
    records: list[Record], answers: Iterable[Decision | BestChance], as_json: bool, hidden: set[str]
) -> Iterator[str]:
    for number, (record, answer) in enumerate(zip(records, answers, strict=True)):
        if as_json:
            yield json_line(**{name: told for name, told in asdict(answer).items() if name not in hidden})
        elif isinstance(answer, BestChance):
            yield from _chance_lines(record, answer, first=number == 0)
        else:
            yield _verdict_line(answer, record.game.facts.pace)
        sys.stdout.flush()  # what is known is shown, whatever comes


def _verdict_line(answer: Decision, pace: str) -> str:
    reason = f" ({answer.reason})" if answer.reason else ""
    moves = answer.record.split("\n", 1)[1].replace("\n", " ").strip() if answer.record else ""
    knows_points = answer.verdict == "unwinnable" and answer.points is not None
    points = f", at most {answer.points} points" if knows_points else ""
    length = ""
    if answer.length is not None:
        length = f" in {count_words(answer.length, pace)}, {'the fewest' if answer.is_shortest else 'the fewest found'}"
    line = f"{answer.verdict}{length}{reason}{points}, {answer.nodes:,} nodes, {answer.seconds:.3f} s"
    return f"{line}: {moves}" if moves else line


def _chance_lines(record: Record, answer: BestChance, *, first: bool) -> Iterator[str]:
    if not first:
        yield ""
    yield answer.deal + (f" after move {len(record.moves)}" if record.moves else "")
    yield f"  chance   {answer.chance:.9f}"
    yield f"  best     {answer.move or 'nothing: the game is over'}"
    yield f"  states   {answer.states:,}"
    yield f"  seconds  {answer.seconds:.1f}"


def _one_by_one(
    records: list[Record], bounds: _Bounds, points: bool, shortest: bool
) -> Iterator[Decision | BestChance]:
    for record in records:
        limits = Limits(*bounds)
        try:
            work = partial(_answer, record, limits, points, shortest)
            yield in_thread(work)
        except BaseException:  # Ctrl-C above all
            limits.stop.set()
            raise


def _answer_text(text: str, bounds: _Bounds, points: bool, shortest: bool) -> Decision | BestChance:
    """In a process of its own."""
    return _answer(read_record(text), Limits(*bounds), points, shortest)


def _answer(record: Record, limits: Limits, points: bool, shortest: bool) -> Decision | BestChance:
    from escapology.solve.decision import decide

    return decide(record, limits, points=points, shortest=shortest)


def _with_progress(answers: Iterator[Decision | BestChance], count: int) -> Iterator[Decision | BestChance]:
    """A bar on the terminal while the output goes elsewhere."""
    if count < 2 or sys.stdout.isatty() or not sys.stderr.isatty() or os.environ.get("TERM") == "dumb":
        yield from answers
        return
    with _bar(count) as advance:
        for answer in answers:
            yield answer
            advance()


@contextmanager
def _bar(count: int) -> Iterator[Any]:
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task("solving", total=count)
        yield lambda: progress.advance(task)
