"""Players take turns, and nobody may put more than a few questions."""

import pytest

from escapology.thinking.question import Question
from escapology.thinking.queue import BusyError, Queue
from escapology.thinking.task import Task


def question(owner, text="?"):
    return Question("ticket", owner, Task("hint", text), key=text)


def test_a_modest_player_does_not_wait_for_a_greedy_one():
    queue = Queue()
    for text in "abc":
        queue.add(question("greedy", text))
    queue.add(question("modest", "m"))
    order = []
    while len(queue):
        taken = queue.take()
        order.append(taken.key)
        queue.finish(taken)
    assert order == ["a", "m", "b", "c"]


def test_whoever_asks_again_and_again_is_served_in_turn():
    queue = Queue()
    for owner in ("one", "two", "three"):
        queue.add(question(owner))
    owners = []
    for _ in range(9):
        taken = queue.take()
        owners.append(taken.owner)
        queue.add(question(taken.owner))
        queue.finish(taken)
    assert owners == ["one", "two", "three"] * 3


def test_one_question_of_a_player_is_worked_on_at_a_time():
    queue = Queue()
    queue.add(question("me", "a"))
    queue.add(question("me", "b"))
    first = queue.take()
    assert queue.take() is None
    queue.finish(first)
    assert queue.take().key == "b"


def test_a_player_may_have_three_questions_waiting():
    queue = Queue()
    for text in "abc":
        queue.add(question("me", text))
    with pytest.raises(BusyError, match="you have 3 questions waiting already: wait for an answer or cancel one"):
        queue.add(question("me", "d"))
    queue.add(question("you"))
    assert len(queue) == 4
    assert queue.remove(queue.waiting()[0])
    queue.add(question("me", "d"))


def test_all_together_may_have_so_many_waiting():
    queue = Queue(all_=5)
    for number in range(5):
        queue.add(question(f"player {number}"))
    with pytest.raises(BusyError, match="too many players are asking just now") as error:
        queue.add(question("one more"))
    assert error.value.retry_after > 0
    queue.take()
    queue.add(question("one more"))


def test_what_is_removed_is_not_taken():
    queue = Queue()
    first, second = question("me", "a"), question("me", "b")
    queue.add(first)
    queue.add(second)
    assert queue.remove(first)
    assert not queue.remove(first)
    assert queue.take() is second
    assert not queue.remove(second)
    assert queue.take() is None
    assert queue.waiting() == []
