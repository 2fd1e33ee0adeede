"""What is measured of a deal, and the columns it gives.

A column is a whole number, a fraction, a yes or no, one of a few texts, or bytes; None where there is nothing to tell.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal

from escapology.studies.plan import Plan

__all__ = ["COLUMNS", "Column", "Row", "column_of", "columns_of"]

Kind = Literal["count", "seed", "share", "flag", "text", "bytes"]


@dataclass(frozen=True, slots=True)
class Column:
    """A column of the result."""

    name: str
    kind: Kind
    words: str


#: Of each measure but the bots, which have theirs under their names.
COLUMNS: Final[Mapping[str, Sequence[Column]]] = {
    "verdict": (
        Column("verdict", "text", "winnable, unwinnable or undecided"),
        Column("reason", "text", "the proof of unwinnable, or the limit that left it undecided"),
    ),
    "chance": (
        Column("chance", "share", "the exact chance of winning with the best play; empty if a limit was reached"),
    ),
    "nodes": (Column("nodes", "count", "positions the solver looked at"),),
    "points": (Column("points", "count", "the most points that can be made"),),
    "length": (
        Column("length", "count", "of the shortest win found, in moves or, in the maze games, turns"),
        Column("is_shortest", "flag", "whether it is proven that none is shorter"),
    ),
    "first": (
        Column("first_choices", "count", "choices at the start of a deal that can be won"),
        Column("first_winning", "count", "how many of them keep the win"),
        Column("first_undecided", "count", "of how many that is not known"),
    ),
    "difficulty": (
        Column("difficulty", "share", "how hard a deal that can be won is, from 0 to 1"),
        Column("lost", "share", "its parts: games that quick players lose"),
        Column("first_lost", "share", "first choices that throw the win away; of dice, the chance to lose"),
        Column("narrow", "share", "the same later on"),
        Column("level", "count", "1 to 5, where the game's levels have been measured"),
    ),
    "certificate": (
        Column("certificate", "bytes", "the proof of the verdict, if the deal is in the sample"),
        Column("no_certificate", "text", "why there is none, although the deal is in the sample"),
    ),
}


def column_of(bot: str) -> str:
    """What the columns of a bot begin with: its name, or that of the function, as SQL takes names."""
    return re.sub("[^a-z0-9]+", "_", bot.rpartition(":")[2].lower()).strip("_")


def columns_of(plan: Plan) -> tuple[Column, ...]:
    """All columns of a plan, in their order."""
    found = [Column("setting", "text", "the head of its deal line"), Column("seed", "seed", "of the deal")]
    for measure in plan.measures:
        found += COLUMNS.get(measure, ())
    for bot in plan.bots:
        name = column_of(bot)
        found += [
            Column(f"{name}_won", "flag", f"whether the bot {bot} won"),
            Column(f"{name}_score", "count", "its points"),
            Column(f"{name}_moves", "count", "how many moves it made"),
        ]
        if "slip" in plan.measures:
            found += [
                Column(f"{name}_end", "text", "of a deal that can be won: won, lost, in reach, or undecided"),
                Column(f"{name}_slip", "count", "of a lost game: the turn, or move, that threw the win away"),
            ]
    return tuple(found)


Row = dict[str, Any]
"""What is known of a deal, by columns."""
