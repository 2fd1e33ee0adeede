"""The almanac: finds the deals of today and tomorrow before anybody asks, and each only once."""

from datetime import timedelta

import pytest

from escapology.answer import Failure, FoundDeal
from escapology.daily import first_seed
from escapology.games import LISTED
from escapology.thinking.queue import BusyError
from escapology.web.daily.almanac import Almanac
from tests.patience import wait_until
from tests.web.daily.conftest import TODAY


class Thinker:
    """Answers at once, and keeps what it was asked."""

    def __init__(self):
        self.asked = []
        self.known = {}

    def recall(self, task):
        return self.known.get((task.setting, task.day))

    def ask(self, task, asker):
        self.asked.append((task.setting, task.day))
        self.known[task.setting, task.day] = FoundDeal(task.seed + 2, 3, proven=True, level=None)
        return "ticket"

    def answer(self, ticket, asker, wait):
        return next(reversed(self.known.values()))


@pytest.fixture
def thinker():
    return Thinker()


def test_today_and_tomorrow_are_found_ahead_and_once(thinker, clock):
    almanac = Almanac(thinker)
    almanac.find_ahead()
    almanac.find_ahead()
    assert thinker.asked == [(name, day) for day in ("2026-11-19", "2026-11-20") for name in LISTED]
    clock.go_to(2026, 11, 20, 0, 0, 0)
    almanac.find_ahead()
    assert thinker.asked[2 * len(LISTED) :] == [(name, "2026-11-21") for name in LISTED], "today's were known already"


def test_until_a_deal_is_found_boards_are_of_the_first(thinker, clock):
    almanac = Almanac(thinker)
    first = first_seed("lab-rats", TODAY)
    assert (almanac.seed("lab-rats", TODAY), almanac.board_seed("lab-rats", TODAY)) == (None, first)
    almanac.find_ahead()
    assert (almanac.seed("lab-rats", TODAY), almanac.board_seed("lab-rats", TODAY)) == (first + 2, first + 2)
    assert almanac.known_seed("lab-rats", TODAY + timedelta(2)) is None


def test_a_failure_is_not_taken_for_a_deal(thinker, clock):
    thinker.known["lab-rats", "2026-11-19"] = Failure("no memory")
    assert Almanac(thinker).seed("lab-rats", TODAY) is None


def test_it_goes_on_when_too_much_is_asked(thinker, clock, monkeypatch):
    monkeypatch.setattr("escapology.web.daily.almanac._LOOK", 0.01)
    ask = thinker.ask
    refused: list[object] = []

    def busy_at_first(task, asker):
        if len(refused) < 3:
            refused.append(task)
            raise BusyError("too many", 1)
        return ask(task, asker)

    thinker.ask = busy_at_first
    almanac = Almanac(thinker)
    almanac.start()
    wait_until(lambda: len(thinker.asked) == 2 * len(LISTED))
    almanac.stop()
