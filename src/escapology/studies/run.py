"""The coordinator: hands out pieces, stores what comes back, stops where the plan says so.

It keeps counts only, so it stays as small as it begins. Whatever ends it, each part that it stored is whole, and the
next run goes on from there.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final

from escapology.background import need_numba
from escapology.studies.crew import Crew
from escapology.studies.errors import StudyError, need
from escapology.studies.folder import Folder, open_folder
from escapology.studies.parts import DamagedError, part_bytes, read_part
from escapology.studies.plan import Piece, Plan
from escapology.studies.progress import Progress
from escapology.studies.tally import Tallies, count_piece
from escapology.studies.work import Order, Outcome, fingerprint

__all__ = ["run_study", "stored_tallies", "summary_of"]

_TURN: Final = 0.5  # seconds between two looks at how it goes
_TIMINGS: Final = "setting,piece,first_seed,deals,seconds,cpu_seconds,worker"


def run_study(
    plan: Plan,
    path: Path,
    hire: Callable[[Callable[[str], None]], Crew],
    watch: Callable[[Tallies, Callable[[str], None]], Progress],
) -> Folder:
    """Do a study in that folder, or go on with it; `hire` finds who works when it is clear that there is work."""
    need("pyarrow")
    need_numba()
    open_folder(path, plan, fingerprint())
    with (folder := Folder(path, plan)).locked():
        open_folder(path, plan, fingerprint())  # once more, alone: somebody could have begun another study meanwhile
        if folder.is_finished and not folder.damaged():
            return folder
        folder.unfinish()
        tallies = _take_stock(folder)
        if not tallies.is_complete:
            folder.log(f"at work, process {os.getpid()}")
            with watch(tallies, folder.log) as shown:
                _work(folder, tallies, hire, shown)
        for piece in folder.stored():
            if not tallies.is_wanted(piece):
                folder.remove(piece)
        folder.finish(summary_of(tallies))
        folder.log("done")
    return folder


def _take_stock(folder: Folder) -> Tallies:
    """What is done already. What is damaged is put aside, and will be done once more."""
    tallies = Tallies(folder.plan)
    for piece in folder.stored():
        try:
            tallies.add(piece, count_piece(folder.plan, read_part(folder.plan, piece, folder.part(piece))))
        except DamagedError as error:
            aside = folder.put_aside(piece)
            folder.log(f"{folder.part(piece).name} is damaged ({error}): moved to {aside}, to be done again")
    return tallies


def stored_tallies(folder: Folder) -> Tallies:
    """The counts of a folder that somebody may be at work in; damaged parts are refused."""
    tallies = Tallies(folder.plan)
    for piece in folder.stored():
        path = folder.part(piece)
        try:
            tallies.add(piece, count_piece(folder.plan, read_part(folder.plan, piece, path)))
        except DamagedError as error:
            raise StudyError(f"{path} is damaged ({error}): run the study again to compute it anew") from None
    return tallies


def _work(folder: Folder, tallies: Tallies, hire: Callable[[Callable[[str], None]], Crew], shown: Progress) -> None:
    crew = hire(folder.log)
    try:
        shown.begin(crew.words)
        if not (folder.path / "timings.csv").exists():
            folder.add_line("timings.csv", _TIMINGS)
        todo = _todo(tallies)
        out: set[Piece] = set()
        while not tallies.is_complete:
            while len(out) < crew.wants and (piece := next(todo, None)) is not None:
                crew.give(Order(tallies.plan, piece))
                out.add(piece)
            for outcome in crew.collect(_TURN):
                if outcome.piece in out:  # else it came twice, from a worker that was thought dead
                    out.remove(outcome.piece)
                    _store(folder, tallies, outcome)
                    shown.add(outcome)
            shown.show(crew.words)
    except BaseException as error:
        folder.log(f"stopped before it was done: {type(error).__name__} {error}")
        raise
    finally:
        crew.close()


def _todo(tallies: Tallies) -> Iterator[Piece]:
    """What is to be done, each as it is asked for."""
    for piece in tallies.plan.order():
        if tallies.is_wanted(piece) and not tallies.has(piece):
            yield piece


def _store(folder: Folder, tallies: Tallies, outcome: Outcome) -> None:
    if outcome.code != fingerprint():
        raise StudyError(
            f"the worker {outcome.worker} runs {outcome.code}, and this is {fingerprint()}: install the same version "
            "of Escapology everywhere"
        )
    piece = outcome.piece
    if not tallies.is_wanted(piece):
        return
    folder.write(folder.part(piece), part_bytes(folder.plan, piece, outcome.columns))
    tallies.add(piece, count_piece(folder.plan, outcome.columns))
    spent = f"{outcome.seconds:.3f},{outcome.cpu:.3f},{outcome.worker}"
    folder.add_line("timings.csv", f"{piece.setting},{piece.number},{piece.first},{piece.deals},{spent}")


def summary_of(tallies: Tallies) -> dict[str, Any]:
    """Counts and intervals, setting by setting."""
    plan = tallies.plan
    told: list[dict[str, Any]] = []
    for number, setting in enumerate(plan.settings):
        shares = {
            name: {"share": round(found.share, 9), "low": round(found.low, 9), "high": round(found.high, 9)}
            for name, found in tallies.shares(number).items()
        }
        row: dict[str, Any] = {"setting": setting, "counts": dict(sorted(tallies.total(number).items()))}
        if plan.precision:
            row |= {"looks": tallies.look(number), "error": round(tallies.error(number), 9)}
        told.append(row | {"shares": shares})
    return {"title": plan.title, "study": plan.digest, "settings": told}
