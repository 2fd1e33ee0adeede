"""How a study goes: a table on the terminal that is drawn anew twice a second, and a line in the log now and then."""

from __future__ import annotations

import os
import sys
import time
from collections import deque
from collections.abc import Callable
from types import TracebackType
from typing import TYPE_CHECKING, Any, Final, Protocol, Self

from escapology.studies.tally import Tallies
from escapology.studies.work import Outcome

if TYPE_CHECKING:
    from rich.console import Group

__all__ = ["Progress", "Quiet", "Shown", "time_words", "watcher"]

_WINDOW: Final = 60.0  # seconds over which the rate is taken
_STEP: Final = 0.2  # seconds between two counts that are kept
_LOG_EVERY: Final = 30.0
_MOST_ROWS: Final = 20  # settings on the terminal at once; what is not done yet first


class Progress(Protocol):
    """Somebody who watches."""

    def __enter__(self) -> Self: ...
    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: Any) -> None: ...

    def begin(self, crew: str) -> None:
        """Work begins."""

    def add(self, outcome: Outcome) -> None:
        """A piece has come back."""

    def show(self, crew: str) -> None:
        """Tell how it goes, if it is time to."""


class _Rate:
    """Deals a second, over the last minute."""

    def __init__(self) -> None:
        self._seen: deque[tuple[float, int]] = deque([(time.monotonic(), 0)])
        self._done = 0

    def add(self, deals: int) -> None:
        """So many more are done."""
        self._done += deals
        if time.monotonic() - self._seen[-1][0] >= _STEP:
            self._seen.append((time.monotonic(), self._done))
        while len(self._seen) > 2 and self._seen[0][0] < time.monotonic() - _WINDOW:
            self._seen.popleft()

    def now(self) -> float:
        """Deals a second."""
        began, done = self._seen[0]
        return (self._done - done) / max(time.monotonic() - began, 1e-3)


class Quiet:
    """Watches for the log alone."""

    def __init__(self, tallies: Tallies, log: Callable[[str], None]) -> None:
        self.tallies = tallies
        self.log = log
        self.rate = _Rate()
        self._logged = time.monotonic()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        return

    def begin(self, crew: str) -> None:
        """Work begins."""
        settings = len(self.tallies.plan.settings)
        self.log(f"{crew} at work on {settings} setting{'s' if settings > 1 else ''}")

    def add(self, outcome: Outcome) -> None:
        """A piece has come back."""
        self.rate.add(outcome.piece.deals)

    def show(self, crew: str) -> None:
        """A line in the log now and then."""
        if time.monotonic() - self._logged >= _LOG_EVERY:
            self._logged = time.monotonic()
            self.log(f"{self.words()}; {crew}")

    def words(self) -> str:
        """How far it is."""
        plan = self.tallies.plan
        done = sum(self.tallies.total(number)["deals"] for number in range(len(plan.settings)))
        left = sum(
            plan.counts[number] - self.tallies.total(number)["deals"]
            for number in range(len(plan.settings))
            if not self.tallies.is_done(number)
        )
        rate = self.rate.now()
        told = f"{done:,} deals done, {rate:,.1f} per second"
        if not left:
            return told
        limit = "at most " if plan.precision else ""
        return f"{told}, {limit}{left:,} to go" + (f", {limit}{time_words(left / rate)} left" if rate else "")


class Shown(Quiet):
    """Watches for a person at a terminal, too."""

    def __enter__(self) -> Self:
        from rich.console import Console
        from rich.live import Live

        self._crew = ""
        self._live = Live(
            console=Console(stderr=True), refresh_per_second=2, transient=True, get_renderable=self._table
        )
        self._live.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._live.stop()

    def show(self, crew: str) -> None:
        """The table is drawn by itself."""
        self._crew = crew
        super().show(crew)

    def _table(self) -> Group:
        from rich.console import Group
        from rich.table import Table
        from rich.text import Text

        plan = self.tallies.plan
        shown = Table(box=None)
        shown.add_column("setting")
        shown.add_column("deals", justify="right")
        shown.add_column("undecided", justify="right")
        for name in self.tallies.shares(0):
            shown.add_column(name, justify="right")
        numbers = sorted(range(len(plan.settings)), key=self.tallies.is_done)
        for number in sorted(numbers[:_MOST_ROWS]):
            total = self.tallies.total(number)
            deals = f"{total['deals']:,}" + (" ✓" if self.tallies.is_done(number) else f" of {plan.counts[number]:,}")
            shares = (found.text if total["deals"] else "" for found in self.tallies.shares(number).values())
            shown.add_row(plan.settings[number], deals, f"{total['undecided']:,}", *shares)
        return Group(Text(plan.title, style="bold"), shown, Text(f" {self.words()}; {self._crew}", style="dim"))


def watcher(tallies: Tallies, log: Callable[[str], None]) -> Progress:
    """Somebody who watches for those who are there."""
    at_terminal = sys.stderr is not None and sys.stderr.isatty() and os.environ.get("TERM") != "dumb"
    return (Shown if at_terminal else Quiet)(tallies, log)


def time_words(seconds: float) -> str:
    """A time to wait, as one says it: 40 s, 12 min, 3.5 h, 2.1 days."""
    for most, size, word in ((90, 1, "s"), (5400, 60, "min"), (172800, 3600, "h")):
        if seconds < most:
            return f"{seconds / size:.1f} {word}" if word == "h" else f"{seconds / size:.0f} {word}"
    return f"{seconds / 86400:.1f} days"
