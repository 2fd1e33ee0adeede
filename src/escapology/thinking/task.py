"""What a worker is asked."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from escapology.answer import Kind
from escapology.errors import EscapologyError

__all__ = ["SECONDS", "Task", "parse_kind", "play_task"]

#: What can be asked about a play, and how many seconds may be spent on it.
SECONDS: Final[dict[Kind, float]] = {"hint": 2.0, "peek": 5.0, "show": 30.0, "near": 5.0, "outlook": 4.0, "worth": 1.0}


@dataclass(frozen=True, slots=True)
class Task:
    """One thing to find out: about where a record stands, or the search for a deal."""

    kind: Kind
    record: str = ""  # "" = a search
    move: str = ""  # worth: the move
    seconds: float | None = None  # that may be spent on a position; None = as many as it takes
    setting: str = ""  # find: of which the deal is to be …
    seed: int = 0  # … the first one from this on …
    winnable: bool = False  # … that is proven to have a win …
    level: int | None = None  # … or is so hard
    tried: int = 0  # find: deals that were tried in vain before the seed
    sheet: str = ""  # print: what of a game (the head of a deal line, in `setting`) or of a record …
    paper: str = ""  # … on which paper …
    ink: str = ""  # … in colour or not …
    link: str = ""  # … and where its codes lead
    day: str = ""  # find: the day whose deal is wanted, "" = any deal


def parse_kind(text: str) -> Kind:
    """A kind of question about a play."""
    for kind in SECONDS:
        if kind == text:
            return kind
    raise EscapologyError("there is no such question")


def play_task(kind: Kind, record: str, move: str = "") -> Task:
    """What is asked about a play, with the time that it has by its kind."""
    return Task(kind, record, move, SECONDS[kind])
