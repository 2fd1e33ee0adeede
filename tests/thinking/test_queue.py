"""Addresses take turns by the seconds they had, then their players, and nobody may put more than a few."""

import pytest

from escapology.thinking.question import Asker, Question
from escapology.thinking.queue import BusyError, Queue
from escapology.thinking.task import Task


class Clock:
    now = 1_000.0

    def __call__(self):
        return self.now


@pytest.fixture
def clock():
    return Clock()


def question(owner, text="?", address=""):
    return Question("ticket", Asker(owner, address), Task("hint", text), key=text)


def work(queue, clock, seconds=1.0):
    """Work on what is next, for so long."""
    taken = queue.take()
    taken.began = clock.now
    clock.now += seconds
    queue.finish(taken)
    return taken


def test_a_modest_player_does_not_wait_for_a_greedy_one(clock):
    queue = Queue()
    for text in "abc":
        queue.add(question("greedy", text))
    queue.add(question("modest", "m"))
    assert [work(queue, clock).key for _ in range(4)] == ["a", "m", "b", "c"]
    assert queue.take() is None


def test_whoever_asks_again_and_again_is_served_in_turn(clock):
    queue = Queue()
    for owner in ("one", "two", "three"):
        queue.add(question(owner))
    owners = []
    for _ in range(9):
        owners.append(work(queue, clock).owner)
        queue.add(question(owners[-1]))
    assert owners == ["one", "two", "three"] * 3


def test_one_question_of_a_player_is_worked_on_at_a_time():
    queue = Queue()
    queue.add(question("me", "a"))
    queue.add(question("me", "b"))
    first = queue.take()
    assert queue.take() is None
    queue.finish(first)
    assert queue.take().key == "b"


def flood(queue, address, players=20, each=3, text="flood"):
    for number in range(players):
        for _ in range(each):
            queue.add(question(f"{address} {number}", text, address))


@pytest.mark.parametrize("seconds", [0.0, 2.0])
def test_a_bystander_is_next_however_many_players_an_address_makes_up(clock, seconds):
    queue = Queue(clock=clock)
    flood(queue, "crowd")
    running = [queue.take() for _ in range(2)]
    for taken in running:
        taken.began = clock.now
    clock.now += seconds
    queue.add(question("bystander", "hint", "home"))
    queue.finish(running[0])
    assert queue.take().key == "hint"


def test_a_bystander_who_asks_again_and_again_is_always_next(clock):
    queue = Queue(clock=clock)
    flood(queue, "crowd")
    work(queue, clock)
    for _ in range(10):
        queue.add(question("bystander", "hint", "home"))
        assert work(queue, clock).key == "hint"
        assert work(queue, clock).key == "flood"
        clock.now += 3


def test_turns_go_by_seconds_and_not_by_number(clock):
    queue = Queue(clock=clock, theirs=1_000, all_=1_000)
    flood(queue, "slow", players=100, text="slow")
    flood(queue, "quick", players=100, text="quick")
    had = {"slow": 0.0, "quick": 0.0}
    for _ in range(110):
        address = min(queue._waiting, key=queue._mark)
        seconds = {"slow": 10.0, "quick": 1.0}[address]
        had[work(queue, clock, seconds).address] += seconds
    assert had["slow"] == pytest.approx(had["quick"], rel=0.2)


def test_what_is_being_worked_on_counts_already(clock):
    queue = Queue(clock=clock)
    flood(queue, "searchers", players=2, each=1, text="search")
    search = queue.take()
    search.began = clock.now
    clock.now += 300
    flood(queue, "others", players=2, each=1, text="other")
    assert [work(queue, clock).key for _ in range(3)] == ["other", "other", "search"]


def test_nobody_saves_turns_up_by_asking_nothing(clock):
    """A class-room that had hints all along does not wait until a newcomer has had as many."""
    queue = Queue(clock=clock)
    for _ in range(50):
        queue.add(question("pupil", "class", "class"))
        work(queue, clock)
    flood(queue, "newcomer", each=2, text="new")
    flood(queue, "class", each=2, text="class")
    keys = [work(queue, clock).key for _ in range(10)]
    assert keys.count("class") in (4, 5, 6)


def test_what_was_had_is_forgotten_by_and_by(clock):
    queue = Queue(clock=clock)
    flood(queue, "searchers", players=2, each=1, text="search")
    flood(queue, "others", players=20, text="other")
    assert work(queue, clock, 600).key == "search"
    keys = [work(queue, clock, 10).key for _ in range(40)]
    assert 1 < keys.index("search") < 40, "sooner than after 600 seconds of theirs"


def test_the_players_of_an_address_take_turns(clock):
    queue = Queue(clock=clock)
    flood(queue, "class", players=3, each=2)
    owners = [work(queue, clock).owner for _ in range(6)]
    assert owners == ["class 0", "class 1", "class 2"] * 2


def test_an_address_that_may_have_none_waits(clock):
    queue = Queue(clock=clock)
    flood(queue, "crowd")
    queue.add(question("bystander", "hint", "home"))
    assert queue.take(lambda address: address == "home").key == "hint"
    assert queue.take(lambda address: address == "home") is None
    assert queue.take() is not None


def test_a_player_may_have_three_questions_waiting():
    queue = Queue()
    for text in "abc":
        queue.add(question("me", text))
    with pytest.raises(BusyError, match="you already have 3 questions waiting: wait for an answer or cancel one"):
        queue.add(question("me", "d"))
    queue.add(question("you"))
    assert len(queue) == 4
    assert queue.remove(queue.waiting()[0])
    queue.add(question("me", "d"))


def test_an_address_may_have_sixty_questions_waiting():
    queue = Queue()
    flood(queue, "crowd")
    with pytest.raises(BusyError, match="60 questions from your network are already waiting: ask again") as error:
        queue.add(question("another", "?", "crowd"))
    assert error.value.retry_after > 0
    assert queue.add(question("bystander", "?", "home")) is None
    assert len(queue) == 61


def test_whoever_waits_for_the_most_gives_way():
    queue = Queue()
    flood(queue, "crowd", players=30, each=1)
    flood(queue, "larger crowd", players=34, each=1)
    last = question("larger crowd 3", "last", "larger crowd")
    queue.add(last)
    flood(queue, "another crowd", players=35, each=1)
    assert len(queue) == 100
    bystander = question("bystander", "hint", "home")
    assert queue.add(bystander).address == "another crowd", "as many wait there, and it came later"
    assert queue.add(question("second", "hint", "home")) is last, "of the player who has put two"
    assert len(queue) == 100
    assert bystander in queue.waiting()


def test_nobody_is_pushed_out_by_one_who_waits_for_as_much():
    queue = Queue(all_=5)
    for number in range(5):
        queue.add(question(f"player {number}", "?", f"home {number}"))
    with pytest.raises(BusyError, match="too many players are asking right now") as error:
        queue.add(question("one more", "?", "elsewhere"))
    assert error.value.retry_after > 0
    assert len(queue) == 5
    queue.take()
    assert queue.add(question("one more", "?", "elsewhere")) is None


def test_the_largest_asker_pushes_nobody_out():
    queue = Queue(all_=40)
    flood(queue, "home", players=3, each=1)
    flood(queue, "crowd", players=37, each=1)
    with pytest.raises(BusyError, match="too many players"):
        queue.add(question("another", "?", "crowd"))
    assert [q.address for q in queue.waiting()].count("home") == 3


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


def test_an_address_is_shown_to_nobody():
    assert "192.0.2.1" not in repr(question("me", "?", "192.0.2.1"))
