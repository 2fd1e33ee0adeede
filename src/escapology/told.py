"""What is told of a game: what happens in it, what one is after, and what was measured of those who play it.

Games take these names from `protocol`, with all else they are made of.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, NamedTuple

__all__ = ["Curve", "Event", "Goal", "Measured", "Sound"]

#: What can be heard of what happens: a card that is laid, a piece that is put down, a die that is rolled, something won
#: on the way, an alarm; "" = nothing. How they sound, front ends know.
Sound = Literal["", "card", "step", "roll", "gain", "alert"]


@dataclass(frozen=True, slots=True)
class Event:
    """One of the things that happen in a move, for a log and for animation."""

    kind: str  # "stepped", "spotted" …
    who: str  # key of the scene's item it happens to, "" = none
    where: str  # the space, as the game writes it, "" = none
    words: str  # a whole sentence for people


class Goal(NamedTuple):
    """What one is after, and how far one is: "Clear away all the cards: 3 of 16 books out"."""

    wanted: str
    progress: str

    @property
    def words(self) -> str:
        """Both, in a line."""
        return f"{self.wanted}: {self.progress}" if self.progress else self.wanted


class Curve(NamedTuple):
    """From how a choice is rated to how often it is won, by one who goes on following hints (`solve/chance.py`).

    log-odds of winning = base + rating x log-odds of the rating + hidden x share of what is still hidden
    """

    base: float = 0.0
    rating: float = 1.0
    hidden: float = 0.0


class Measured(NamedTuple):
    """How many deals a fair player has won, of how many of one kind (`docs/results`)."""

    variant: str
    level: int | None  # of difficulty, from 1; None = deals that nobody chose
    won: int
    deals: int
