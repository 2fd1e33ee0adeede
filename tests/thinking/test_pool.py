"""Workers: short questions don't wait for long ones, and what goes wrong with one question does no harm to the next."""

import sys
import threading
import time
from typing import Any

import pytest

from escapology.answer import Failure, FoundDeal, WayOut
from escapology.thinking.pool import Pool
from escapology.thinking.question import Asker, Question
from escapology.thinking.queue import BusyError
from escapology.thinking.task import Task
from tests.patience import LONGEST, wait_until
from tests.thinking.stub import COMMAND


class Desk:
    """A pool, and the answers in the order in which they came."""

    def __init__(self, **options):
        self.answers: list[Any] = []
        self.known: dict[Any, Any] = {}
        self.changed = threading.Condition()
        self.pool = Pool(lambda q: self.known.get(q.key), self.done, **{"command": COMMAND, **options})

    def done(self, question, answer):
        with self.changed:
            question.settle(answer)
            self.answers.append((question, answer))
            self.changed.notify_all()

    def ask(self, record, owner="me", *, address="", is_long=False):
        question = Question(record, Asker(owner, address), Task("show", record), record, is_long=is_long)
        self.pool.add(question)
        return question

    def rest(self):
        """Wait until nobody is at work: an answer is there a moment before its worker is free."""
        wait_until(lambda: not self.pool.running())

    def wait(self, number):
        with self.changed:
            assert self.changed.wait_for(lambda: len(self.answers) >= number, LONGEST)
        return [question.key for question, _ in self.answers]


@pytest.fixture
def desk():
    made = Desk()
    yield made
    made.pool.close()


@pytest.mark.parametrize("is_long", [False, True])
def test_a_process_that_runs_already_is_asked_first(desk, is_long):
    for number in range(10):
        desk.ask(f"say {number}", is_long=is_long)
        desk.wait(number + 1)
        desk.rest()
    assert len({answer.moves[1] for _, answer in desk.answers}) == 1
    assert [answer.moves[0] for _, answer in desk.answers] == [f"say {number}" for number in range(10)]


def test_a_short_question_goes_to_whoever_runs_already(desk):
    for number in range(5):
        desk.ask(f"say {number}", is_long=number == 0)
        desk.wait(number + 1)
        desk.rest()
    assert len({answer.moves[1] for _, answer in desk.answers}) == 1


def test_an_idle_process_that_was_killed_is_done_without(desk):
    desk.ask("say something", is_long=True)
    desk.wait(1)
    for process in [worker._process for worker in desk.pool._workers if worker._process is not None]:
        process.kill()
    for number in range(5):
        desk.ask(f"say {number}", f"player {number}", is_long=bool(number % 2))
    desk.wait(6)
    assert not any(isinstance(answer, Failure) for _, answer in desk.answers)


def test_a_short_question_does_not_wait_for_long_ones(desk, tmp_path):
    for owner in ("one", "two", "three"):
        desk.ask(f"wait {tmp_path / owner}", owner, is_long=True)
    wait_until(desk.pool.running)
    desk.ask("say short")
    assert desk.wait(1) == ["say short"]
    wait_until(lambda: desk.pool.load() == (2, 1))


def test_workers_that_have_nothing_else_to_do_help_with_short_questions(desk, tmp_path):
    for owner in ("one", "two"):
        desk.ask(f"wait {tmp_path / 'gate'}", owner)
    wait_until(lambda: len(desk.pool.running()) == 2)
    (tmp_path / "gate").touch()
    desk.wait(2)


def test_a_greedy_player_and_a_modest_one(desk, tmp_path):
    desk.ask(f"wait {tmp_path / 'gate'}", "greedy", is_long=True)
    wait_until(desk.pool.running)
    for number in range(3):
        desk.ask(f"say {number}", "greedy", is_long=True)
    desk.ask("say modest", "modest", is_long=True)
    (tmp_path / "gate").touch()
    order = desk.wait(5)[1:]
    assert order.index("say modest") <= 1, "after at most one more of the greedy one's"
    assert [key for key in order if key != "say modest"] == ["say 0", "say 1", "say 2"]


@pytest.mark.parametrize("record", ["die", "babble"])
def test_a_worker_that_fails_is_replaced(desk, record):
    desk.ask(record, is_long=True)
    desk.ask("say something", is_long=True)
    desk.wait(2)
    assert desk.answers[0][1] == Failure("the search was interrupted: ask again")
    assert desk.answers[1][1].moves[0] == "say something"


def test_what_earlier_questions_have_left_is_not_held_against_a_question(desk, tmp_path):
    desk.ask("say something", is_long=True)
    desk.wait(1)
    desk.ask(f"fill {tmp_path / 'memory'}", is_long=True)
    desk.wait(2)
    assert desk.answers[1][1].moves[0].startswith("fill"), "a fresh worker had room for it"
    assert desk.answers[0][1].moves[1] != desk.answers[1][1].moves[1]


def test_what_is_too_much_for_a_fresh_worker_is_too_much(desk, tmp_path):
    desk.ask(f"fill {tmp_path / 'memory'}", is_long=True)
    desk.ask("say something", is_long=True)
    desk.wait(2)
    assert desk.answers[0][1] == Failure("no memory")
    assert desk.answers[1][1].moves[0] == "say something"


def test_what_is_stopped_is_worked_on_no_longer(desk):
    counting = desk.ask("count", is_long=True)
    waiting = desk.ask("say never", is_long=True)
    wait_until(lambda: counting.so_far == 7)
    assert desk.pool.stop(waiting, Failure("cancelled"))
    assert desk.pool.stop(counting, Failure("cancelled"))
    assert not desk.pool.stop(counting, Failure("late"))
    assert counting.answer == waiting.answer == Failure("cancelled")
    last = desk.ask("say last", is_long=True)
    assert last.done.wait(LONGEST)
    assert last.answer.moves[0] == "say last"
    assert "say never" not in desk.wait(1)


def test_stopping_again_and_again_does_no_harm_to_the_next(desk):
    for number in range(30):
        stopped = desk.ask(f"say {number}", is_long=True)
        time.sleep(0.003 * (number % 5))  # before, while and after it is worked on
        desk.pool.stop(stopped, Failure("cancelled"))
        following = desk.ask("say next", is_long=True)
        assert following.done.wait(LONGEST)
        assert following.answer.moves[0] == "say next"


def test_what_is_known_by_now_needs_no_worker(desk, tmp_path):
    desk.ask(f"wait {tmp_path / 'gate'}", is_long=True)
    later = desk.ask("say known", is_long=True)
    desk.known["say known"] = WayOut("winnable", ("from memory",))
    (tmp_path / "gate").touch()
    desk.wait(2)
    assert later.answer == WayOut("winnable", ("from memory",))
    assert later.began is None


def test_a_fault_of_ours_costs_one_answer_only(desk, caplog):
    desk.known = None
    lost = desk.ask("say lost", is_long=True)
    assert lost.done.wait(LONGEST)
    assert isinstance(lost.answer, Failure)
    assert "a question was lost" in caplog.text
    desk.known = {}
    desk.ask("say next", is_long=True)
    assert desk.wait(1) == ["say next"]


def test_a_command_that_can_not_be_run():
    desk = Desk()
    for worker in desk.pool._workers:
        worker._command = ["/no/such/program"]
    desk.ask("say something")
    desk.wait(1)
    assert isinstance(desk.answers[0][1], Failure)
    desk.pool.close()


def test_closing_ends_all_at_once(desk):
    counting = [desk.ask("count", owner, is_long=is_long) for owner, is_long in (("one", True), ("two", False))]
    desk.ask("say never", "three", is_long=True)
    wait_until(lambda: all(question.so_far for question in counting))
    processes = [worker._process for worker in desk.pool._workers]
    desk.pool.close()
    assert all(process.returncode is not None for process in processes)
    assert all(isinstance(question.answer, Failure) for question in counting)


def test_a_worker_knows_no_secrets_of_the_server(desk, monkeypatch):
    monkeypatch.setenv("ESCAPOLOGY_SECRET", "a secret")
    monkeypatch.setenv("ESCAPOLOGY_PLAIN", "1")
    desk.ask("say something")
    desk.wait(1)
    assert desk.answers[0][1].moves[2:] == ("ESCAPOLOGY_PLAIN",)


@pytest.fixture
def frugal():
    """An address may have a tenth of a second."""
    made = Desk(allowance=0.1 / (2 * 600))
    yield made
    made.pool.close()


@pytest.mark.parametrize("is_long", [False, True])
def test_an_address_that_has_had_its_allowance_is_refused(frugal, tmp_path, is_long):
    running = frugal.ask(f"wait {tmp_path / 'gate'}", address="crowd", is_long=is_long)
    wait_until(lambda: running.began is not None)
    time.sleep(0.2)
    with pytest.raises(BusyError, match="your network has used a lot of computing time: ask again in") as error:
        frugal.ask("say something", "another", address="crowd", is_long=not is_long)
    assert error.value.retry_after >= 1
    assert frugal.ask("say something", "a third one", address="home").done.wait(LONGEST)
    (tmp_path / "gate").touch()
    assert running.done.wait(LONGEST)
    with pytest.raises(BusyError):
        frugal.ask("say something else", address="crowd")


def test_what_waits_when_its_address_has_had_its_allowance_waits_on(frugal, tmp_path):
    frugal.ask(f"wait {tmp_path / 'gate'}", address="crowd", is_long=True)
    waiting = frugal.ask("say waiting", "another", address="crowd", is_long=True)
    wait_until(frugal.pool.running)
    time.sleep(0.2)
    (tmp_path / "gate").touch()
    frugal.wait(1)
    home = frugal.ask("say home", "a third one", address="home", is_long=True)
    assert home.done.wait(LONGEST)
    assert waiting.answer is None
    frugal.pool._usage._fade = 0.01  # long after
    assert waiting.done.wait(LONGEST)
    assert "say waiting" in frugal.wait(3)


def test_what_gives_way_is_told(desk, tmp_path):
    desk.ask(f"wait {tmp_path / 'gate'}", is_long=True)
    wait_until(desk.pool.running)
    asked = [desk.ask("say it", f"player {number}", address=str(number % 2), is_long=True) for number in range(100)]
    hint = Question("hint", Asker("bystander", "home"), Task("show", "say hint"), "hint", is_long=True)
    pushed_out = desk.pool.add(hint)
    assert pushed_out is asked[99]
    assert pushed_out.done.is_set()
    assert "the server is busy" in pushed_out.answer.error
    assert pushed_out.answer.retry_after > 0
    (tmp_path / "gate").touch()


SEARCHER = """
import json, os, sys, threading, time
lines, pause = [], threading.Event()
def listen():
    for line in sys.stdin:
        if line.strip() == "pause":
            pause.set()
        else:
            pause.clear()
            lines.append(json.loads(line))
threading.Thread(target=listen, daemon=True).start()
while True:
    while not lines:
        time.sleep(0.001)
    task = lines.pop(0)
    tried = task["tried"]
    while not os.path.exists(sys.argv[1]) and not pause.is_set():
        time.sleep(0.002)
        tried += 1
        print(json.dumps({"so_far": tried}), flush=True)
    if pause.is_set():
        print(json.dumps({"so_far": tried, "is_paused": True}), flush=True)
    else:
        found = {"seed": task["seed"] + tried - task["tried"], "tried": tried, "proven": True, "level": None}
        print(json.dumps({"answer": found}), flush=True)
"""


@pytest.fixture
def searching(monkeypatch, tmp_path):
    """A worker that finds no deal until there is a file, and may be paused after a moment."""
    monkeypatch.setattr("escapology.thinking.pool._WHILE", 0.05)
    made = Desk(command=[sys.executable, "-S", "-c", SEARCHER, str(tmp_path / "gate")])
    yield made
    made.pool.close()


def seek(desk, owner, key="", address=""):
    question = Question(owner, Asker(owner, address), Task("find"), key or owner, is_long=True)
    desk.pool.add(question)
    return question


def make_way(pool):
    pool.make_way()
    return True


def test_searches_take_turns_and_go_on_where_they_were(searching, tmp_path):
    one = seek(searching, "one", address="home")
    wait_until(lambda: one.so_far > 10)
    two = seek(searching, "two", address="elsewhere")
    wait_until(lambda: make_way(searching.pool) and searching.pool.running() == [two])
    tried = one.task.tried
    assert tried > 10
    assert one.before > 0
    wait_until(lambda: make_way(searching.pool) and two.task.tried > 0 and one.task.tried > tried)
    (tmp_path / "gate").touch()
    searching.wait(2)
    for search in (one, two):
        assert search.answer == FoundDeal(search.answer.tried, search.answer.tried, proven=True, level=None)
        assert search.answer.tried >= search.task.tried


def test_a_search_is_not_paused_for_nobody(searching, tmp_path):
    search, other = seek(searching, "one"), seek(searching, "one", "another one")
    wait_until(lambda: search.so_far > 10)
    for _ in range(10):
        time.sleep(0.02)
        searching.pool.make_way()
    assert searching.pool.running() == [search], "its own player waits, who may have one at a time"
    assert search.task.tried == 0
    (tmp_path / "gate").touch()
    assert other.done.wait(LONGEST)


def test_a_search_that_is_put_back_can_be_stopped(searching):
    search = seek(searching, "one", address="home")
    wait_until(lambda: search.so_far > 10)
    other = seek(searching, "another", address="elsewhere")
    wait_until(lambda: make_way(searching.pool) and searching.pool.running() == [other])
    assert searching.pool.stop(search, Failure("cancelled"))
    assert searching.pool.waiting() == []
