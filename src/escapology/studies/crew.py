"""Who works: what the coordinator asks of whoever has processors, on this machine or on many."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Protocol

from escapology.studies.work import Order, Outcome

__all__ = ["MOST_DEATHS", "Crew"]

MOST_DEATHS: Final = 5  # of workers at the same piece, before the piece is to blame


class Crew(Protocol):
    """Workers, any of which may die at any moment: what it was at is given to another one."""

    @property
    def wants(self) -> int:
        """How many pieces to have out, so that nobody waits."""

    @property
    def words(self) -> str:
        """Who is at work, for people."""

    def give(self, order: Order) -> None:
        """Have a piece done."""

    def collect(self, seconds: float) -> Sequence[Outcome]:
        """What has come back, in any order; waits so long for the first of it."""

    def close(self) -> None:
        """End all that was started."""
