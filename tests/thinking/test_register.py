"""Questions by ticket: how many are known, how heavy they are together, and who loses what is too much."""

import pytest

from escapology.answer import Failure, Printed
from escapology.thinking.question import Asker, make_question
from escapology.thinking.register import Register
from escapology.thinking.task import Task

PDF = 100_000  # characters


@pytest.fixture
def register():
    return Register(kept=50, heaviest=10 * PDF)


def ask(register, ticket, address="here"):
    question = make_question(ticket, Asker("me", address), "", ticket, Task("print", seconds=60.0))
    register.add(question)
    return question


def printed(register, ticket, address="here", size=PDF):
    question = ask(register, ticket, address)
    question.settle(Printed("x" * size, 1))
    register.settled(question)
    return question


def known(register, *tickets):
    return "".join(ticket for ticket in tickets if register.get(ticket) is not None)


def test_what_is_printed_is_kept_by_weight(register):
    """A thousand booklets would be a quarter of a gigabyte."""
    tickets = [f"t{number}" for number in range(40)]
    for ticket in tickets:
        printed(register, ticket)
    kept = [ticket for ticket in tickets if register.get(ticket) is not None]
    assert kept == tickets[-9:], "those made last, each a little more than its PDF"


def test_whoever_has_most_loses_first(register):
    printed(register, "a", "quiet")
    for number in range(30):
        printed(register, f"t{number}", "loud")
    assert known(register, "a") == "a"
    printed(register, "b", "quiet")
    assert known(register, "a", "b") == "ab"


def test_what_is_waited_for_and_what_came_last_stay(register):
    waiting = ask(register, "w")
    printed(register, "a")
    printed(register, "b", size=20 * PDF)
    assert known(register, "w", "a", "b") == "wb"
    printed(register, "c")
    assert known(register, "w", "b", "c") == "wc"
    waiting.settle(Failure("no"))
    register.settled(waiting)
    assert known(register, "w", "c") == "wc"


def test_what_is_forgotten_weighs_nothing(register):
    for _ in range(3):
        questions = [printed(register, f"t{number}") for number in range(9)]
        for question in questions:
            register.remove(question)
    assert (register._weight, register._answered) == (0, {})
    printed(register, "a")
    for number in range(60):
        question = ask(register, f"s{number}")
        question.settle(Failure("no"))
        register.settled(question)
    assert known(register, "a") == "", "fifty came after it"
    assert register._weight == sum(question.weight for question in register.of("me"))
