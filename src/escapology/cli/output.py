"""Output of commands: print nothing until all input has been checked, and say so when something takes a while."""

from __future__ import annotations

import functools
import json
import sys
import tempfile
from collections.abc import Iterable, Iterator

from escapology.native import on_compiling

__all__ = ["hold_back", "json_line", "tell_of_compiling"]

_IN_MEMORY = 16_000_000  # characters of output kept in memory; more goes to a temporary file


def hold_back(lines: Iterable[str]) -> Iterator[str]:
    """The same lines, once all of them are ready: if one fails, nothing is printed."""
    with tempfile.SpooledTemporaryFile(_IN_MEMORY, "w+", encoding="utf-8", newline="\n") as kept:
        for line in lines:
            kept.write(f"{line}\n")
        kept.seek(0)
        for line in kept:
            yield line.removesuffix("\n")


def json_line(**values: object) -> str:
    """One object on one line."""
    return json.dumps(values)


@functools.cache
def tell_of_compiling() -> None:
    """Tell people at a terminal when something has to be compiled first."""
    on_compiling(_tell_once)


@functools.cache
def _tell_once() -> None:
    if sys.stderr is not None and sys.stderr.isatty():
        sys.stderr.write("Compiling the solver, once on this machine; this takes a few seconds…\n")
        sys.stderr.flush()
