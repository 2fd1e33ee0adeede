"""What a game may offer to find out about many of its deals together, such as how hard a house of Kidnap Machine is."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from escapology.setting import Setting

__all__ = ["Finding", "Parameter", "Report", "Study"]


@dataclass(frozen=True, slots=True)
class Parameter:
    """Something that one may say about what is to be studied; on the command line `--NAME VALUE`."""

    name: str  # small letters: "house"
    value: str  # what stands for a value in the help: "FILE"
    words: str  # a sentence for the help
    default: str = ""


@dataclass(frozen=True, slots=True)
class Finding:
    """What was found out about one thing."""

    counts: dict[str, int]  # by what they are
    chances: dict[str, float]  # and so are these; the mean of several findings is told, too
    facts: dict[str, int | str]  # which thing it is, for programs


@dataclass(frozen=True, slots=True)
class Report:
    """What there is to find out, thing by thing. Each takes its time, and is worked out when it is asked for."""

    title: str  # "manor, 6 × 6 squares"
    subject: str  # what the things are: "enemy"
    counts: tuple[str, ...]  # what each finding counts: "turns"
    chances: tuple[str, ...]  # and what chances it tells: "perfect"
    things: dict[str, Callable[[], Finding]]  # by their names: "1 The Chambermaid"


@dataclass(frozen=True, slots=True)
class Study:
    """A study that a game offers."""

    words: str  # what it finds out, a sentence or two for the help
    parameters: tuple[Parameter, ...]
    # (setting, the value of each parameter, reads a file that one of them names): checks them, and begins
    begin: Callable[[Setting, Mapping[str, str], Callable[[str], str]], Report]
