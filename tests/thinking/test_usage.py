"""What was used fades."""

import math

import pytest

from escapology.thinking.usage import Usage


class Clock:
    now = 1_000.0

    def __call__(self):
        return self.now


def test_what_was_used_fades():
    clock = Clock()
    usage = Usage(60, clock)
    assert usage.of("me") == 0
    usage.add("me", 30)
    usage.add("me", 30)
    assert usage.of("me") == pytest.approx(60)
    clock.now += 60
    assert usage.of("me") == pytest.approx(60 / math.e)
    usage.add("me", 10)
    assert usage.of("me") == pytest.approx(60 / math.e + 10)
    assert usage.of("you") == 0
    clock.now += 6_000
    assert usage.of("me") < 1e-9


def test_a_share_of_all_time():
    clock = Clock()
    usage = Usage(600, clock)
    for _ in range(36_000):
        clock.now += 0.5
        usage.add("me", 0.1)
    assert usage.of("me") == pytest.approx(600 / 5, rel=0.01)


def test_lifting():
    usage = Usage(60, Clock())
    usage.add("me", 3)
    usage.lift("me", 2)
    usage.lift("you", 2)
    assert (usage.of("me"), usage.of("you")) == (3, 2)


def test_how_long_to_wait():
    clock = Clock()
    usage = Usage(60, clock)
    usage.add("me", 50)
    wait = usage.wait(50, 20)
    clock.now += wait
    assert usage.of("me") == pytest.approx(20)
    assert usage.wait(usage.of("me"), 20.001) == 0


def test_those_who_used_something_last_are_known():
    usage = Usage(60, Clock(), most=3)
    for name in "abcabd":
        usage.add(name, 1)
    assert [usage.of(name) for name in "abcd"] == [2, 2, 0, 1]
