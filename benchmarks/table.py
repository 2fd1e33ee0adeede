"""Tables in Markdown, as documents quote them."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

__all__ = ["milliseconds", "quantile", "spread", "table"]


def table(head: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """The whole table."""
    return "\n".join([_row(head), "|" + "---|" * len(head), *map(_row, rows)])


def _row(cells: Sequence[object]) -> str:
    return "| " + " | ".join(map(str, cells)) + " |"


def quantile(values: Sequence[float], share: float) -> float:
    """The value that this share of them stays below; of no values, there is none."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))] if ordered else float("nan")


def milliseconds(seconds: float) -> str:
    """A time, with as many digits as mean something; what came to nothing took for ever."""
    if seconds == math.inf:
        return "∞"
    told = 1000 * seconds
    return f"{told:,.0f}" if told >= 10 else f"{told:.1f}"


def spread(seconds: Sequence[float]) -> str:
    """The median of some times, and what 95 of 100 of them stay below."""
    return f"{milliseconds(quantile(seconds, 0.5))}, {milliseconds(quantile(seconds, 0.95))} ms"
