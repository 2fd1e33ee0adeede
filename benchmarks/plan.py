"""A plan on paper: what so many players a day would need, from what was measured and what is assumed."""

from __future__ import annotations

from dataclasses import dataclass, fields
from math import ceil
from typing import Final

from benchmarks.table import table

__all__ = ["Assumed", "Costs", "plan_text"]

_DAY: Final = 86_400
_HOUR: Final = 3_600
_WORDS: Final = {  # of each thing that is assumed
    "players": "players a day",
    "games": "games that each of them plays",
    "moves": "moves of a game, with what is taken back and tried again",
    "pages": "pages opened in a game: home, choosing, the game itself, looking back",
    "hints": "hints, outlooks and warnings asked for in a game",
    "peak": "share of the day that falls into its busiest hour",
    "load": "share of a core that may be busy in that hour, so that few have to wait",
    "kept": "days until a game that nobody has touched is deleted",
    "leaving": "share of games whose player has no recovery link, and which are therefore deleted",
    "sitting": "seconds that a player spends on a game, which is in memory for as long",
}


@dataclass(frozen=True)
class Assumed:
    """What nobody has measured yet."""

    players: int = 1_000_000
    games: float = 2.0
    moves: float = 80.0
    pages: float = 6.0
    hints: float = 3.0
    peak: float = 0.1
    load: float = 0.5
    kept: int = 400
    leaving: float = 0.9
    sitting: float = 900.0


@dataclass(frozen=True)
class Costs:
    """What was measured, on PostgreSQL."""

    answering: dict[str, float]  # processor seconds of a move, a page, a hint: of the processes that answer
    solving: dict[str, float]  # of those that solve
    storing: dict[str, float]  # of the database
    sizes: dict[str, float]  # bytes of an answer
    stored: float  # bytes that a move adds to the database
    process: float  # megabytes of a process that answers
    solver: float  # megabytes of a process that solves


def plan_text(costs: Costs, assumed: Assumed | None = None) -> str:
    """Assumptions, what they come to in the busiest hour, and the machines that this takes, as Markdown."""
    assumed = assumed or Assumed()
    told = [(words, _number(getattr(assumed, name))) for name, words in _WORDS.items()]
    assert list(_WORDS) == [field.name for field in fields(Assumed)]
    return "\n\n".join([
        "Assumed:", table(("what", "how much"), told),
        "What that comes to:", table(("what", "how much"), _amounts(costs, assumed)),
    ])  # fmt: skip


def _amounts(costs: Costs, assumed: Assumed) -> list[tuple[str, str]]:
    games = assumed.players * assumed.games
    a_day = {"move": games * assumed.moves, "page": games * assumed.pages, "hint": games * assumed.hints}
    a_second = {kind: number * assumed.peak / _HOUR for kind, number in a_day.items()}

    def cores(spent: dict[str, float]) -> float:
        return sum(a_second[kind] * spent[kind] for kind in a_second) / assumed.load

    answering, solving, storing = cores(costs.answering), cores(costs.solving), cores(costs.storing)
    bandwidth = sum(a_second[kind] * costs.sizes[kind] for kind in a_second)
    growth = a_day["move"] * costs.stored
    kept, for_ever = growth * assumed.leaving * assumed.kept, growth * (1 - assumed.leaving) * 365
    playing = games * assumed.peak * assumed.sitting / _HOUR
    return [
        *((f"{kind}s a second, in the busiest hour", _number(number)) for kind, number in a_second.items()),
        ("games being played at the same time", _number(playing)),
        ("cores for web processes", _number(answering)),
        ("cores for solvers", _number(solving)),
        ("cores for the database", _number(storing)),
        ("memory of the web processes, one for each core", f"{ceil(answering) * costs.process / 1000:.1f} GB"),
        ("memory of the solvers, one for each core", f"{ceil(solving) * costs.solver / 1000:.1f} GB"),
        ("added to the database in a day", f"{growth / 1e9:.1f} GB"),
        ("stored at any time, of games that will be deleted", f"{kept / 1e12:.2f} TB"),
        ("added each year, of games that are kept", f"{for_ever / 1e12:.2f} TB"),
        ("answers sent, in the busiest hour", f"{8 * bandwidth / 1e6:,.0f} Mbit a second"),
        ("answers sent in a day", f"{sum(a_day[kind] * costs.sizes[kind] for kind in a_day) / 1e12:.2f} TB"),
    ]  # fmt: skip


def _number(value: float) -> str:
    if value < 1:
        return f"{value:.2g}"
    return f"{value:,.0f}" if value >= 10 or value == int(value) else f"{value:.1f}"
