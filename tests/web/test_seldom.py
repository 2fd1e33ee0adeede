"""A log that stays short."""

import logging

from escapology.web.seldom import Seldom


def record(level=logging.WARNING, message="trouble", **facts):
    made = logging.LogRecord("escapology.web", level, __file__, 1, message, (), None)
    made.facts = facts
    return made


def test_a_few_lines_of_a_kind_in_some_seconds_and_then_a_count():
    now = [0.0]
    seldom = Seldom(every=5.0, at_once=2, clock=lambda: now[0])
    assert [bool(seldom.filter(record())) for _ in range(1000)] == [True, True] + [False] * 998
    now[0] = 5.0
    next_one = record(route="/")
    assert seldom.filter(next_one), "another kind"
    assert "left_out" not in next_one.facts
    again = record()
    assert seldom.filter(again)
    assert again.facts == {"left_out": 998}


def test_of_one_kind_is_what_begins_alike():
    seldom = Seldom(at_once=1)
    assert [bool(seldom.filter(record(message=f"no room\n{i}"))) for i in range(3)] == [True, False, False]
    assert [bool(seldom.filter(record(status=500 + i))) for i in range(3)] == [True] * 3


def test_what_is_no_trouble_is_always_told():
    seldom = Seldom(at_once=1)
    assert all(seldom.filter(record(logging.INFO)) for _ in range(100))


def test_what_is_known_of_kinds_is_bounded():
    seldom = Seldom()
    for i in range(5000):
        seldom.filter(record(message=f"trouble {i}"))
    assert len(seldom._seen) <= 1000
