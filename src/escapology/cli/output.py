"""Output of commands that read: nothing is printed before all of the input is known to be good."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Iterable, Iterator
from typing import Any

__all__ = ["hold_back", "json_line"]

_IN_MEMORY = 16_000_000  # characters of output kept in memory; more goes to a temporary file


def hold_back(lines: Iterable[str]) -> Iterator[str]:
    """The same lines, once the last of them is there: an error on the way prints nothing."""
    with tempfile.SpooledTemporaryFile(_IN_MEMORY, "w+", encoding="utf-8", newline="\n") as kept:
        for line in lines:
            kept.write(f"{line}\n")
        kept.seek(0)
        for line in kept:
            yield line.removesuffix("\n")


def json_line(**values: Any) -> str:
    """One object on one line."""
    return json.dumps(values)
