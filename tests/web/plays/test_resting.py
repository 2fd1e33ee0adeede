"""Long work leaves at least half of the time to others."""

import threading
import time
from collections.abc import Callable

import pytest

from escapology.web.plays.resting import rest, rest_in_time


def rests_after(*stretches: float, rest: Callable[[], None] = rest) -> list[float]:
    """How long a thread that is new rests after it has computed for so many seconds each time."""
    slept: list[float] = []

    def work() -> None:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr("escapology.web.plays.resting.time.sleep", slept.append)
            for seconds in stretches:
                end = time.thread_time() + seconds
                while time.thread_time() < end:
                    pass
                rest()

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    return slept


def test_it_rests_for_as_long_as_it_has_computed() -> None:
    first, second = rests_after(0.0, 0.005)
    assert first == 0.001  # nothing is known of what came before
    assert 0.005 <= second < 0.02


def test_but_not_for_long() -> None:
    assert rests_after(0.0, 0.05)[1] == 0.02


def test_whoever_is_asked_at_every_step_rests_when_it_is_worth_it() -> None:
    assert rests_after(0.05, 0.0, 0.0005, rest=rest_in_time) == [], "nothing is known of what came before"
    [only] = rests_after(0.0, 0.005, 0.0, rest=rest_in_time)
    assert 0.005 <= only <= 0.02
