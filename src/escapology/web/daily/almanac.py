"""Which deal is whose today: what was found already, and a thread that finds it before anybody asks.

Finding a deal takes a few milliseconds once the solver is compiled, but that is a solver's work: it is done by the
workers, as everything that is thought about. What is found is kept with their answers, in memory and in the store. The
thread asks for the deals of today and tomorrow, so that nobody has to wait when a day begins.
"""

from __future__ import annotations

import threading
from datetime import date, timedelta
from typing import Final

from escapology.answer import FoundDeal
from escapology.daily import FIRST_DAY, day_words, first_seed, parse_day, today
from escapology.errors import EscapologyError, NotFoundError, SettingError
from escapology.games import LISTED
from escapology.thinking.question import Asker
from escapology.thinking.thinker import Thinker
from escapology.thinking.wish import daily_task
from escapology.web.watch.logs import LOGGER

__all__ = ["Almanac", "open_day"]

_LOOK: Final = 60.0  # seconds between two looks whether a deal is missing
_PATIENCE: Final = 5.0  # seconds that are waited for an answer before one looks whether to stop
_ASKER: Final = Asker("almanac")  # no player is called that: their ids are longer


class Almanac:
    """Knows the deals of the days."""

    def __init__(self, thinker: Thinker) -> None:
        self._thinker = thinker
        self._seeds: dict[tuple[str, date], int] = {}  # by game and day
        self._is_over = threading.Event()
        self._thread = threading.Thread(target=self._go_on, name="almanac", daemon=True)

    def start(self) -> None:
        """Begin to find the deals of today and tomorrow."""
        self._thread.start()

    def stop(self) -> None:
        """Find no more; whatever is being looked for is left."""
        self._is_over.set()
        if self._thread.is_alive():
            self._thread.join()

    def seed(self, game: str, day: date) -> int | None:
        """The seed of a game's deal of a day; None if it has to be looked for."""
        seed = self._seeds.get((game, day))
        if seed is None:
            found = self._thinker.recall(daily_task(game, day))
            if isinstance(found, FoundDeal):
                seed = self._seeds[game, day] = found.seed
        return seed

    def known_seed(self, game: str, day: date) -> int | None:
        """The same without a look into the store."""
        return self._seeds.get((game, day))

    def board_seed(self, game: str, day: date) -> int:
        """The seed of the board that pages show: of the day's deal, or until that is found of the first one tried."""
        seed = self.seed(game, day)
        return first_seed(game, day) if seed is None else seed

    def ask(self, game: str, day: date, asker: Asker) -> str:
        """Look for a deal; the ticket."""
        return self._thinker.ask(daily_task(game, day), asker)

    def find_ahead(self) -> None:
        """Find what is missing of today's and tomorrow's deals, one after the other."""
        for day in (today(), today() + timedelta(1)):
            for game in LISTED:
                if self.seed(game, day) is None:
                    self._find(game, day)

    def _find(self, game: str, day: date) -> None:
        ticket = self.ask(game, day, _ASKER)
        while not self._is_over.is_set() and self._thinker.answer(ticket, _ASKER, _PATIENCE) is None:
            pass

    def _go_on(self) -> None:
        while not self._is_over.is_set():
            try:
                self.find_ahead()
            except EscapologyError:
                pass  # too much is being asked, or the store is away: players can ask for themselves
            except Exception as error:
                LOGGER.error("deals of the day can't be found", exc_info=error)
            self._is_over.wait(_LOOK)


def open_day(text: str) -> date:
    """A day as addresses have it, `today` or such as `2026-11-19`; a `NotFoundError` if it has no deal yet, or never.

    What is still to come is kept from everybody alike.
    """
    if text == "today":
        return today()
    try:
        day = parse_day(text)
    except SettingError as error:
        raise NotFoundError(str(error)) from None
    if day > today():
        raise NotFoundError(
            f"the deals of {day_words(day)} are still to come: by UTC, today is {day_words(today())}; days go back to "
            f"{day_words(FIRST_DAY)}"
        )
    return day
