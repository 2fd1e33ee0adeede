"""The tables of what was measured of each deal: a question to the parts, and words for the answer.

Each share has Wilson's interval, and where there are deals enough, means have that of a normal distribution and
medians that of their ranks; all at 95 %.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, Final

from escapology.studies.estimate import share_of
from escapology.studies.folder import Folder
from escapology.studies.measures import column_of
from escapology.studies.sql import rows_of
from escapology.studies.table import Table
from escapology.verdict import LEVELS

if TYPE_CHECKING:
    import duckdb

__all__ = ["tables_of_measures"]

_Rows = Sequence[tuple[Any, ...]]
_QUANTILES: Final = ("half below", "95 % below", "99 % below", "most")
_ENOUGH: Final = 20  # deals for an interval of a mean or a median
_MOST_POINTS: Final = 40  # rows of a table that counts how often each number comes


def tables_of_measures(connection: duckdb.DuckDBPyConnection, folder: Folder) -> Iterator[Table]:
    """Those of the measures that the study has."""
    plan = folder.plan
    for measure, make in _MAKERS:
        if measure in plan.measures and (table := make(connection, folder)) is not None:
            yield table


def _mean(value: str) -> str:
    """What to ask for a mean with its interval."""
    error = f"1.96 * stddev_samp({value}) / sqrt(count({value}))"
    return f"avg({value}), case when count({value}) >= {_ENOUGH} then {error} end"


def _mean_text(mean: float | None, error: float | None) -> str:
    if mean is None:
        return ""
    digits = 3 if abs(mean) < 10 else 1
    if not error:
        return f"{mean:,.{digits}f}"
    return f"{mean:,.{digits}f} ({mean - error:,.{digits}f} to {mean + error:,.{digits}f})"


def _median(value: str) -> str:
    """What to ask for a median with its interval: the values so many ranks before and behind the middle."""
    many, ordered = f"count({value})", f"list_sort(list({value}) filter ({value} is not null))"
    low = f"greatest(1, floor({many} / 2 - 0.98 * sqrt({many}))::int)"
    high = f"least({many}, ceil({many} / 2 + 0.98 * sqrt({many}))::int + 1)"
    ends = (f"case when {many} >= {_ENOUGH} then {ordered}[{rank}] end" for rank in (low, high))
    return f"quantile_disc({value}, 0.5), {', '.join(ends)}"


def _median_text(middle: int | None, low: int | None, high: int | None) -> str:
    interval = "" if low is None or high is None else f" ({low:,} to {high:,})"
    return _number(middle) + interval


def _share_text(part: int, whole: int) -> str:
    return share_of(part, whole - part, 0).text if whole else ""


def _number(value: object) -> str:
    if value is None:
        return ""
    if isinstance(value, float):
        return f"{value:,.3f}" if abs(value) < 10 else f"{value:,.1f}"
    return f"{value:,}" if isinstance(value, int) else str(value)


def _by_setting(folder: Folder, rows: _Rows) -> _Rows:
    """Rows that begin with a setting, in the plan's order."""
    order = {setting: number for number, setting in enumerate(folder.plan.settings)}
    return sorted(rows, key=lambda row: order[str(row[0])])


def _told(folder: Folder, rows: _Rows) -> tuple[tuple[str, ...], ...]:
    return tuple((str(row[0]), *map(_number, row[1:])) for row in _by_setting(folder, rows))


def _spread(column: str, where: str = "") -> str:
    """A question for the spread of a column in each setting."""
    cuts = ", ".join(f"quantile_disc({column}, {share})" for share in (0.5, 0.95, 0.99))
    return (
        f"select setting, count({column}), avg({column}), {cuts}, max({column}) from deals "
        f"where {column} is not null {where} group by setting"
    )


def _reasons(connection: duckdb.DuckDBPyConnection, folder: Folder) -> Table:
    counted = "select setting, reason, count(*), sum(count(*)) over (partition by setting)::bigint"
    question = f"{counted}, verdict from deals group by setting, verdict, reason order by verdict desc, reason"
    rows = tuple(
        (str(setting), f"{verdict}: {reason}", f"{count:,}", _share_text(count, deals))
        for setting, reason, count, deals, verdict in _by_setting(folder, rows_of(connection, question))
        if verdict != "winnable"
    )
    words = "What proves that a deal can't be won, or which limit left it undecided. Shares are of all deals."
    return Table("reasons", "Why deals are lost", words, ("setting", "why", "deals", "share"), rows)


def _nodes(connection: duckdb.DuckDBPyConnection, folder: Folder) -> Table:
    rows = _told(folder, rows_of(connection, _spread("nodes")))
    words = "Positions the solver looked at before it decided a deal or gave up."
    return Table("nodes", "How hard the solver worked", words, ("setting", "deals", "mean", *_QUANTILES), rows)


def _points(connection: duckdb.DuckDBPyConnection, folder: Folder) -> Table:
    where = "and verdict = 'unwinnable'" if "verdict" in folder.plan.measures else ""
    rows = _told(folder, rows_of(connection, _spread("points", where)))
    words = "The most points that can be made" + (" in deals that can't be won." if where else ".")
    return Table("points", "What is left to play for", words, ("setting", "deals", "mean", *_QUANTILES), rows)


def _points_each(connection: duckdb.DuckDBPyConnection, folder: Folder) -> Table | None:
    where = "and verdict = 'unwinnable'" if "verdict" in folder.plan.measures else ""
    counted = "select setting, points, count(*), sum(count(*)) over (partition by setting)::bigint from deals"
    found = rows_of(connection, f"{counted} where points is not null {where} group by setting, points order by points")
    if len(found) > _MOST_POINTS:
        return None
    rows = tuple(
        (str(setting), f"{points:,}", f"{count:,}", _share_text(count, deals))
        for setting, points, count, deals in _by_setting(folder, found)
    )
    words = "How often each number is the most points that can be made."
    return Table("points-each", "Points one by one", words, ("setting", "most points", "deals", "share"), rows)


def _length(connection: duckdb.DuckDBPyConnection, folder: Folder) -> Table:
    question = (
        f"select setting, count(length), {_mean('length')}, min(length), {_median('length')}, max(length), "
        "sum(is_shortest::int)::bigint from deals where length is not null group by setting"
    )
    rows = tuple(
        (row[0], f"{row[1]:,}", _mean_text(*row[2:4]), f"{row[4]:,}", _median_text(*row[5:8]), f"{row[8]:,}",
         _share_text(row[9], row[1]))
        for row in _by_setting(folder, rows_of(connection, question))
    )  # fmt: skip
    words = "The shortest win found; the last column is the share of deals in which it is proven to be the shortest."
    head = ("setting", "deals", "mean", "least", "half below", "most", "proven")
    return Table("length", "How long a win is", words, head, rows)


def _first(connection: duckdb.DuckDBPyConnection, folder: Folder) -> Table:
    question = (
        f"select setting, count(first_choices), {_mean('first_choices')}, {_mean('first_winning / first_choices')}, "
        "sum((first_winning = 1)::int)::bigint, sum((first_winning = first_choices)::int)::bigint, "
        "sum(first_undecided)::bigint from deals where first_choices > 0 group by setting"
    )
    rows = tuple(
        (row[0], f"{row[1]:,}", _mean_text(*row[2:4]), _mean_text(*row[4:6]), _share_text(row[6], row[1]),
         _share_text(row[7], row[1]), f"{row[8]:,}")
        for row in _by_setting(folder, rows_of(connection, question))
    )  # fmt: skip
    words = (
        "In deals that can be won: how many first choices there are on average, what share of them keeps the win, and "
        "in what share of deals only one of them does, or all of them do."
    )
    head = ("setting", "deals", "choices", "keep the win", "only one does", "all do", "undecided")
    return Table("first", "How much the first choice matters", words, head, rows)


def _difficulty(connection: duckdb.DuckDBPyConnection, folder: Folder) -> Table:
    parts = ", ".join(_mean(part) for part in ("difficulty", "lost", "first_lost", "narrow"))
    cuts = ", ".join(f"quantile_cont(difficulty, {share})" for share in (0.1, 0.5, 0.9))
    question = f"select setting, count(difficulty), {parts}, {cuts} from deals where difficulty is not null"
    rows = tuple(
        (row[0], f"{row[1]:,}", _mean_text(*row[2:4]), *map(_number, row[10:13]), _mean_text(*row[4:6]),
         _mean_text(*row[6:8]), _mean_text(*row[8:10]))
        for row in _by_setting(folder, rows_of(connection, f"{question} group by setting"))
    )  # fmt: skip
    words = "How hard the deals that can be won are, from 0 to 1, and the parts of that score, each on average."
    cut_words = ("10 % below", "half below", "90 % below")
    head = ("setting", "deals", "score", *cut_words, "quick players lose", "first choices", "later choices")
    return Table("difficulty", "How hard deals are", words, head, rows)


def _levels(connection: duckdb.DuckDBPyConnection, folder: Folder) -> Table | None:
    counted = ", ".join(f"sum((level = {number})::int)::bigint" for number in range(1, len(LEVELS) + 1))
    question = f"select setting, count(level), {counted} from deals where level is not null group by setting"
    rows = tuple(
        (row[0], f"{row[1]:,}", *(_share_text(count, row[1]) for count in row[2:]))
        for row in _by_setting(folder, rows_of(connection, question))
    )
    words = "The share of deals at each level, for games whose levels have been calibrated."
    return Table("levels", "Levels", words, ("setting", "deals", *LEVELS), rows) if rows else None


def _chance(connection: duckdb.DuckDBPyConnection, folder: Folder) -> Table:
    question = (
        "select setting, count(*), avg(chance), min(chance), quantile_disc(chance, 0.5), max(chance), "
        "sum((chance is null)::int)::bigint from deals group by setting"
    )
    rows = _told(folder, rows_of(connection, question))
    words = "The exact chance of winning with the best play. Deals differ in the enemy you face."
    head = ("setting", "deals", "mean", "least", "half below", "most", "undecided")
    return Table("chance", "The best possible chance", words, head, rows)


def _bots(connection: duckdb.DuckDBPyConnection, folder: Folder) -> Table:
    rows: list[tuple[object, ...]] = []
    for bot in folder.plan.bots:
        name = column_of(bot)
        won, score, moves = (f'"{name}_{what}"' for what in ("won", "score", "moves"))
        question = f"select setting, '{name}', avg({won}::int), avg({score}), avg({moves}) from deals group by setting"
        rows += rows_of(connection, question)
    words = "Bots know only what a player may know; the luck of each depends on the seed alone."
    return Table("bots", "How bots play", words, ("setting", "bot", "won", "points", "moves"), _told(folder, rows))


def _slips(connection: duckdb.DuckDBPyConnection, folder: Folder) -> Table:
    rows: list[tuple[str, ...]] = []
    for bot in folder.plan.bots:
        name = column_of(bot)
        end, slip = f'"{name}_end"', f'"{name}_slip"'
        ends = ", ".join(f"sum(({end} = '{word}')::int)::bigint" for word in ("won", "in reach", "undecided"))
        question = (
            f"select setting, count({end}), {ends}, count({slip}), sum(({slip} = 1)::int)::bigint, {_median(slip)}, "
            f"quantile_disc({slip}, 0.9) from deals where {end} is not null group by setting"
        )
        for setting, deals, won, reach, open_, lost, first, *middle, most in rows_of(connection, question):
            told = f"{deals:,}", _share_text(won, deals), f"{reach:,}", f"{open_:,}", f"{lost:,}"
            at = _share_text(first or 0, lost), _median_text(*middle), _number(most)
            rows.append((setting, name, *told, *at))
    words = (
        "Games played on deals that can be won. A lost game was thrown away in some turn (or move, in games without "
        "turns): how often in the very first, and by which one half and nine tenths of the losses had happened. In "
        "some games the win was still in reach when the bot gave up."
    )
    head = ("setting", "bot", "deals", "won", "still in reach", "undecided", "thrown away", "in the first turn",
            "half by turn", "90 % by turn")  # fmt: skip
    return Table("slips", "When games are lost", words, head, tuple(_by_setting(folder, rows)))


_Make = Callable[["duckdb.DuckDBPyConnection", Folder], Table | None]
_MAKERS: Final[tuple[tuple[str, _Make], ...]] = (
    ("verdict", _reasons),
    ("chance", _chance),
    ("nodes", _nodes),
    ("points", _points),
    ("points", _points_each),
    ("length", _length),
    ("first", _first),
    ("difficulty", _difficulty),
    ("difficulty", _levels),
    ("bots", _bots),
    ("slip", _slips),
)
