"""Players take turns, and nobody may put more than a few questions."""

import pytest

from escapology.web.line import BusyError, Line, Question


def question(owner, text="?"):
    return Question("ticket", owner, "hint", text, key=text)


def test_a_modest_player_does_not_wait_for_a_greedy_one():
    line = Line()
    for text in "abc":
        line.add(question("greedy", text))
    line.add(question("modest", "m"))
    order = []
    while len(line):
        taken = line.take()
        order.append(taken.text)
        line.finish(taken)
    assert order == ["a", "m", "b", "c"]


def test_whoever_asks_again_and_again_is_served_in_turn():
    line = Line()
    for owner in ("one", "two", "three"):
        line.add(question(owner))
    owners = []
    for _ in range(9):
        taken = line.take()
        owners.append(taken.owner)
        line.add(question(taken.owner))
        line.finish(taken)
    assert owners == ["one", "two", "three"] * 3


def test_one_question_of_a_player_is_worked_on_at_a_time():
    line = Line()
    line.add(question("me", "a"))
    line.add(question("me", "b"))
    first = line.take()
    assert line.take() is None
    line.finish(first)
    assert line.take().text == "b"


def test_a_player_may_have_three_questions_waiting():
    line = Line()
    for text in "abc":
        line.add(question("me", text))
    with pytest.raises(BusyError, match="you have 3 questions waiting already: wait for an answer or cancel one"):
        line.add(question("me", "d"))
    line.add(question("you"))
    assert len(line) == 4
    assert line.remove(line.waiting()[0])
    line.add(question("me", "d"))


def test_all_together_may_have_so_many_waiting():
    line = Line(all_=5)
    for number in range(5):
        line.add(question(f"player {number}"))
    with pytest.raises(BusyError, match="too many players are asking just now") as error:
        line.add(question("one more"))
    assert error.value.retry_after > 0
    line.take()
    line.add(question("one more"))


def test_what_is_removed_is_not_taken():
    line = Line()
    first, second = question("me", "a"), question("me", "b")
    line.add(first)
    line.add(second)
    assert line.remove(first)
    assert not line.remove(first)
    assert line.take() is second
    assert not line.remove(second)
    assert line.take() is None
    assert line.waiting() == []
