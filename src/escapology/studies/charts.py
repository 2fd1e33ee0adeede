"""The charts of a report, drawn by Matplotlib as SVG. The same folder gives the same picture.

A chart says how one measure is spread in each setting; the first is about shares and their intervals.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final

from escapology.studies.errors import need
from escapology.studies.folder import Folder
from escapology.studies.sql import opened, rows_of
from escapology.studies.tally import Tallies

if TYPE_CHECKING:
    import duckdb
    from matplotlib.axes import Axes

__all__ = ["INK", "MOST_LINES", "charts_of"]

#: The colour of lines and writing, which a page may exchange for its own.
INK: Final = "#3b3f46"
MOST_LINES: Final = 8  # settings that a chart of lines shows
# Okabe and Ito's, which people who are colour-blind tell apart; dark enough for white, light enough for black
_COLOURS: Final = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#56b4e9", "#b8860b", "#7f7f7f", "#8a5cd0")
_STYLE: Final = {
    "svg.hashsalt": "escapology",
    "svg.fonttype": "none",
    "font.family": "sans-serif",
    "font.size": 11,
    "figure.facecolor": "none",
    "axes.facecolor": "none",
    "text.color": INK,
    "axes.edgecolor": INK,
    "axes.labelcolor": INK,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "xtick.color": INK,
    "ytick.color": INK,
    "grid.alpha": 0.25,
    "grid.color": INK,
    "axes.grid": True,
    "axes.axisbelow": True,
    "legend.frameon": False,
}
_BINS: Final = 20  # of what lies between 0 and 1
_SHARE: Final = "100 * count(*) / sum(count(*)) over ()"  # in percent, of rows that are grouped
_WIDTH: Final = 8.0  # inches
_WIDE: Final = 50  # how many times the least number the most is where an axis has powers of ten


def charts_of(folder: Folder, tallies: Tallies) -> dict[str, str]:
    """SVG by the names of tables."""
    need("matplotlib")
    found: dict[str, str] = {}
    if tallies.shares(0):
        settings = len(folder.plan.settings)
        found["shares"] = _drawn(lambda axes: _shares(axes, tallies), 1.2 + 0.34 * settings * len(tallies.shares(0)))
    with opened(folder) as connection:
        for name, draw in _CHARTS.items():
            if name in folder.plan.measures:
                found[name] = _drawn(lambda axes, draw=draw: draw(axes, connection, folder))  # type: ignore[misc]
    return found


def _drawn(draw: Callable[[Axes], None], height: float = 3.6) -> str:
    import matplotlib as mpl
    from matplotlib.backends.backend_svg import FigureCanvasSVG
    from matplotlib.figure import Figure

    with mpl.rc_context(_STYLE):  # type: ignore[arg-type]
        figure = Figure(figsize=(_WIDTH, height), layout="constrained")
        draw(figure.add_subplot())
        out = io.StringIO()
        FigureCanvasSVG(figure).print_svg(out, metadata={"Date": None, "Creator": None})
    text = out.getvalue()
    return text[text.index("<svg") :].replace("<svg ", '<svg role="img" ', 1)


def _shares(axes: Axes, tallies: Tallies) -> None:
    """A dot with its interval for each share of each setting."""
    plan = tallies.plan
    ticks: list[str] = []
    for colour, name in zip(_COLOURS * 2, tallies.shares(0), strict=False):
        places = range(len(ticks), len(ticks) + len(plan.settings))
        found = [tallies.shares(number)[name] for number in range(len(plan.settings))]
        middle = [100 * one.share for one in found]
        low = [max(0.0, 100 * (one.share - one.low)) for one in found]
        high = [max(0.0, 100 * (one.high - one.share)) for one in found]
        axes.errorbar(middle, list(places), xerr=[low, high], fmt="o", color=colour, capsize=4, label=name)
        ticks += plan.settings
    axes.set_yticks(range(len(ticks)), ticks)
    axes.invert_yaxis()
    axes.margins(y=0.6 / len(ticks) if len(ticks) > 1 else 0.5)
    axes.set_xlabel("% of deals, with 95 % intervals")
    if len(tallies.shares(0)) > 1:
        axes.legend(loc="best")


def _lines(axes: Axes, folder: Folder, draw: Callable[[str, str], bool]) -> None:
    """A line for each of the first settings that have something to show."""
    shown = 0
    for setting, colour in zip(folder.plan.settings, _COLOURS, strict=False):
        shown += draw(setting, colour)
    if shown:
        axes.legend(loc="best")


def _quoted(setting: str) -> str:
    return "'" + setting.replace("'", "''") + "'"


def _nodes(axes: Axes, connection: duckdb.DuckDBPyConnection, folder: Folder) -> None:
    """What share of deals takes at most so many positions."""
    marks = [number / 200 for number in range(201)]
    ends: list[int] = []  # the least and the most of each setting

    def draw(setting: str, colour: str) -> bool:
        question = f"select quantile_disc(nodes, {marks}) from deals where setting = {_quoted(setting)}"
        values: Sequence[int] | None = rows_of(connection, question)[0][0]
        if values:
            axes.plot(values, [100 * mark for mark in marks], color=colour, label=setting, drawstyle="steps-post")
            ends.extend((values[0], values[-1]))
        return bool(values)

    axes.set_xlabel("positions looked at")
    axes.set_ylabel("% of deals, at most so many")
    axes.set_ylim(0, 100)
    _lines(axes, folder, draw)
    if ends and max(ends) > _WIDE * min(ends):
        axes.set_xscale("log")
    axes.xaxis.set_major_formatter("{x:,.0f}")


def _values(column: str, words: str, where: str = "true") -> Callable[..., None]:
    """How often each whole number comes."""

    def draw_all(axes: Axes, connection: duckdb.DuckDBPyConnection, folder: Folder) -> None:
        kept = where if "verdict" in folder.plan.measures else "true"

        def draw(setting: str, colour: str) -> bool:
            rows = rows_of(
                connection,
                f"select {column}, {_SHARE} from deals where setting = {_quoted(setting)} "
                f"and {column} is not null and {kept} group by {column} order by {column}",
            )
            if rows:
                axes.plot([row[0] for row in rows], [row[1] for row in rows], "o-", ms=4, color=colour, label=setting)
            return bool(rows)

        axes.set_xlabel(words)
        axes.locator_params(axis="x", integer=True)
        axes.set_ylabel("% of these deals")
        _lines(axes, folder, draw)
        axes.set_ylim(bottom=0)

    return draw_all


def _parts(value: str, words: str) -> Callable[..., None]:
    """How often what lies between 0 and 1 comes, in steps."""

    def draw_all(axes: Axes, connection: duckdb.DuckDBPyConnection, folder: Folder) -> None:
        def draw(setting: str, colour: str) -> bool:
            rows = rows_of(
                connection,
                f"select least(floor(({value}) * {_BINS})::int, {_BINS - 1}) bin, {_SHARE} "
                f"from deals where setting = {_quoted(setting)} and ({value}) is not null group by bin",
            )
            shares = dict(rows)
            heights = [shares.get(number, 0.0) for number in range(_BINS)]
            if rows:
                edges = [number / _BINS for number in range(_BINS + 1)]
                axes.stairs(heights, edges, color=colour, label=setting, linewidth=1.6)
            return bool(rows)

        axes.set_xlim(0, 1)
        axes.set_xlabel(words)
        axes.set_ylabel("% of these deals")
        _lines(axes, folder, draw)

    return draw_all


_CHARTS: Final = {
    "chance": _parts("chance", "chance to win with the best play"),
    "nodes": _nodes,
    "points": _values("points", "most points", "verdict = 'unwinnable'"),
    "length": _values("length", "length of the shortest win found"),
    "first": _parts("first_winning / first_choices", "share of first choices that keep the win"),
    "difficulty": _parts("difficulty", "difficulty, from 0 to 1"),
}
