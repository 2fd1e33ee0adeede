"""`escapology solve`: decide whether deals can be won; for games with dice, the best possible chance."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import asdict
from functools import partial
from pathlib import Path
from typing import Annotated, Any

import typer

from escapology.answer import BestChance, Decision
from escapology.background import in_processes, in_thread, need_numba
from escapology.certificate import MOST_CLAIMS, CertificateError, make, read, verify, write
from escapology.cli.inputs import Files, Json, read_files, whole
from escapology.cli.output import json_line
from escapology.counts import count_words
from escapology.errors import shorten
from escapology.record import Record, read_record
from escapology.verdict import MEGABYTE, Limits

__all__ = ["read_seconds", "solve"]

_Bounds = tuple[int | None, float | None, int | None]  # nodes, seconds, bytes
_Answer = Callable[[Record, Limits], Decision | BestChance]


def read_seconds(text: str) -> float:
    """A number of seconds."""
    text = str(text)  # Typer reads the default value, too
    seconds = float(text) if re.fullmatch(r"[0-9]*\.?[0-9]+([eE]-?[0-9]{1,3})?", text) else 0.0
    if not 0 < seconds < 1e9:
        raise typer.BadParameter(f"{shorten(text)} is not a number of seconds: write one above 0, such as 10 or 0.5")
    return seconds


def solve(  # noqa: PLR0913, PLR0917 (one for each option)
    files: Files = None,
    jobs: Annotated[int, typer.Option(parser=whole(1, 1024), metavar="N", help="Number of parallel processes.")] = 1,
    limit_nodes: Annotated[
        int | None,
        typer.Option(parser=whole(1, 10**15), metavar="N", help="Give up on a deal after N positions."),
    ] = None,
    limit_seconds: Annotated[
        float | None, typer.Option(parser=read_seconds, metavar="S", help="Give up on a deal after S seconds.")
    ] = None,
    limit_memory: Annotated[
        int | None,
        typer.Option(parser=whole(1, 10**6), metavar="MB", help="Give up on a deal at this much memory."),
    ] = None,
    points: Annotated[
        bool, typer.Option("--points", help="Also find the most points possible, in games with points.")
    ] = False,
    shortest: Annotated[
        bool, typer.Option("--shortest", help="Find a win in the fewest moves; in the maze games, the fewest turns.")
    ] = False,
    certificate: Annotated[
        Path | None,
        typer.Option("--certificate", metavar="FILE", help="Write a proof of the verdict for `escapology verify`."),
    ] = None,
    limit_claims: Annotated[
        int,
        typer.Option(parser=whole(1, 10**9), metavar="N", help="Largest proof to write, in claims."),
    ] = MOST_CLAIMS,
    json: Json = False,
) -> Iterator[str]:
    """Decide whether each deal can be won.

    The verdict is winnable, unwinnable or undecided, for the last position of each record, knowing everything that is
    hidden. Prints one line per deal, in the order of the input: the verdict, the proof or the limit that was reached,
    positions searched, seconds, and the winning moves. For games with dice it prints the exact best chance instead, for
    a player who knows everything but the dice to come.

    Limits apply to each deal, with a minimum of one node, one millisecond and one megabyte. Ctrl-C keeps the deals that
    are done.

    --certificate takes a single deal. The certificate is checked before it is written; if the proof is too large or the
    deal undecided, an error is reported and no file is written.

    A win found by --shortest is either proven to be the shortest, or marked as the shortest found: the limits apply to
    each of the searches.

    Examples:
      escapology solve 'blank: 3 1 5 2 6 4'
      escapology solve --json --limit-seconds 10 --jobs 2 'blank: 3 1 5 2 6 4' 'blank/long: 3 5 4 7 9 2 1 8 6'
      escapology deal devils-square --seed 1 | escapology solve --points -
      escapology deal dont-let-them-get-you --seed 1 | escapology solve --shortest --limit-seconds 5 -
      escapology solve 'kidnap-machine: house=3x3 route=c3,c2,b2'
      escapology solve --certificate deal.proof 'blank: 6 5 4 3 2 1'
    """
    records = list(read_files(files))
    if certificate is not None:
        _check_askable(records, certificate)
    need_numba()
    bounds = (limit_nodes, limit_seconds, None if limit_memory is None else limit_memory * MEGABYTE)
    answer = partial(_answer, points=points, shortest=shortest, in_bulk=len(records) > 1)
    if jobs == 1:
        answers = _one_by_one(answer, records, bounds)
    else:
        answers = in_processes(partial(_answer_within, answer, bounds), records, jobs)
    if certificate is not None:
        answers = _certified(records[0], answers, certificate, limit_claims)
    left_out = {"points": points, "length": shortest, "is_shortest": shortest}
    hidden = {name for name, is_asked in left_out.items() if not is_asked}
    return _lines(records, _with_progress(answers, len(records)), json, hidden)


def _check_askable(records: list[Record], certificate: Path) -> None:
    """Whether there can be a certificate at all, before anybody works for it."""
    if len(records) != 1:
        raise CertificateError(f"--certificate takes one deal, not {len(records)}: solve them one at a time")
    if records[0].game.facts.has_dice:
        make(records[0], None)  # says why not
    if certificate.is_dir() or not certificate.absolute().parent.is_dir():
        raise CertificateError(f"can't write {shorten(str(certificate), 80)}: give a file name in an existing folder")


def _certified(
    record: Record, answers: Iterable[Decision | BestChance], certificate: Path, most: int
) -> Iterator[Decision | BestChance]:
    """The answer, once its certificate is written."""
    for answer in answers:
        assert isinstance(answer, Decision), "games with dice were refused before"
        if answer.verdict == "undecided":
            raise CertificateError(f"no certificate: the deal is undecided ({answer.reason})")
        won_by = read_record(answer.record).moves[len(record.moves) :] if answer.record else None
        data = make(record, won_by, most)
        verify(read(data))
        try:
            write(certificate, data)
        except OSError as error:
            reason = (error.strerror or str(error)).lower()
            raise CertificateError(f"can't write {shorten(str(certificate), 80)}: {reason}") from None
        yield answer


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


def _one_by_one(answer: _Answer, records: list[Record], bounds: _Bounds) -> Iterator[Decision | BestChance]:
    for record in records:
        limits = Limits(*bounds)
        try:
            yield in_thread(partial(answer, record, limits))
        except BaseException:  # Ctrl-C above all
            limits.stop.set()
            raise


def _answer_within(answer: _Answer, bounds: _Bounds, record: Record) -> Decision | BestChance:
    """In a process of its own."""
    return answer(record, Limits(*bounds))


def _answer(record: Record, limits: Limits, points: bool, shortest: bool, in_bulk: bool) -> Decision | BestChance:
    from escapology.solve.decision import decide

    return decide(record, limits, points=points, shortest=shortest, in_bulk=in_bulk)


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
