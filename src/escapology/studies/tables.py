"""A study in figures: the tables that `escapology study show` prints, and that stand in its report.

A folder may be growing while it is looked at: what is told is what is stored at that moment.
"""

from __future__ import annotations

from escapology.studies.folder import Folder
from escapology.studies.measured import tables_of_measures
from escapology.studies.run import stored_tallies
from escapology.studies.sql import opened
from escapology.studies.table import Table
from escapology.studies.tally import Tallies

__all__ = ["state_words", "tables_of"]


def tables_of(folder: Folder) -> list[Table]:
    """All that the study's measures give."""
    tallies = stored_tallies(folder)
    found: list[Table] = []
    if tallies.shares(0):
        found.append(_shares(tallies))
    with opened(folder) as connection:
        found += tables_of_measures(connection, folder)
    return found


def state_words(folder: Folder) -> str:
    """Whether it is finished, or how far it is."""
    if folder.is_finished:
        return "finished"
    plan = folder.plan
    done = sum(piece.deals for piece in folder.stored())
    wanted = sum(plan.counts)
    return f"not finished: {done:,} of {'at most ' if plan.precision else ''}{wanted:,} deals"


def _shares(tallies: Tallies) -> Table:
    plan = tallies.plan
    names = tuple(tallies.shares(0))
    counted = ("undecided",) if "verdict" in plan.measures else ()
    rows = []
    for number, setting in enumerate(plan.settings):
        total = tallies.total(number)
        told = (f"{total[name]:,}" for name in ("deals", *counted))
        rows.append(
            (setting, *told, *(found.text if total["deals"] else "" for found in tallies.shares(number).values()))
        )
    words = "Each share with its 95 % interval (Wilson's)."
    if counted:
        words += " Undecided deals count as lost at the lower end, and as won at the upper end."
    if plan.precision:
        words += (
            f" Each setting stopped once its intervals were within ±{plan.precision}; they are widened for every look "
            "that was taken, so they hold although the study stopped by itself."
        )
    title = "How many deals can be won" if counted else "How often bots win"
    return Table("shares", title, words, ("setting", "deals", *counted, *names), tuple(rows))
