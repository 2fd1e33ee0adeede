"""Questions and tickets: worked out elsewhere, cancelled at once, known from then on."""

import asyncio
from concurrent.futures import ThreadPoolExecutor

import pytest

from escapology.answer import Failure, Worth
from escapology.errors import NotFoundError
from escapology.thinking import question
from escapology.thinking import thinker as thinking
from escapology.thinking.queue import BusyError
from escapology.thinking.task import Task, play_task
from escapology.thinking.thinker import Thinker
from escapology.thinking.worker import think
from tests.patience import wait_until
from tests.thinking.stub import COMMAND, MemoryShelf
from tests.web.forms import BLANK

LOST = "blank: 6 5 4 3 2 1\nclimb\n"


@pytest.fixture
def thinker():
    made = Thinker()
    yield made
    made.close()


@pytest.fixture
def make():
    """Makes thinkers whose worker does what the record says."""
    made = []

    def make_(shelf=None, **options):
        made.append(Thinker(shelf, command=COMMAND, **options))
        return made[-1]

    yield make_
    for thinker in made:
        thinker.close()


def show(record):
    return play_task("show", record)


def wait(thinker, ticket, owner="me"):
    wait_until(lambda: thinker.answer(ticket, owner, 0.1) is not None)
    return thinker.answer(ticket, owner)


def run(coroutine):
    """In a thread of its own: a browser that another test has opened keeps a loop in this one."""
    with ThreadPoolExecutor(1) as threads:
        return threads.submit(asyncio.run, coroutine).result()


def ask(kind, record, move="", seconds=1.0):
    return think(Task(kind, record, move, seconds))


def test_answers_of_the_worker():
    assert ask("hint", BLANK).move in ("climb", "skip")
    assert ask("peek", BLANK).standing == "proven"
    assert ask("show", BLANK).verdict == "winnable"
    assert ask("show", LOST).verdict == "unwinnable"
    assert ask("outlook", BLANK).standing == "winnable"
    assert ask("outlook", LOST).standing in ("never", "lost")
    assert isinstance(ask("hint", "blank: 1"), Failure)
    assert ask("worth", BLANK, "fly") == Worth(loses=False)
    assert ask("worth", "blank: 1 2 3 6 5 4", "climb").loses in (True, False)
    assert ask("verdict", LOST).verdict == "unwinnable"


def test_a_question_is_answered(thinker):
    ticket = thinker.ask(play_task("peek", BLANK), "me")
    assert wait(thinker, ticket).standing == "proven"
    assert thinker.kind(ticket, "me") == "peek"
    with pytest.raises(NotFoundError):
        thinker.answer(ticket, "you")
    with pytest.raises(NotFoundError):
        thinker.cancel("nothing", "me")


def test_cancelling_ends_the_work_and_the_next_question_is_answered(thinker):
    first = thinker.ask(show(BLANK), "me")
    assert thinker.ask(show(BLANK), "me") == first, "it is thought about already"
    thinker.cancel(first, "me")
    assert wait(thinker, first) == Failure("cancelled")
    second = thinker.ask(show(BLANK), "me")
    assert second != first
    assert wait(thinker, second).moves


def test_what_was_answered_once_is_known(make):
    shelf = MemoryShelf()
    one, two = make(shelf), make(shelf)
    answer = wait(one, one.ask(show("say\nfirst way"), "me", state="here"))
    known = one.ask(show("say\nanother way"), "you", state="here")
    assert one.answer(known, "you") == answer, "at once"
    assert two.answer(two.ask(show("say\nthird way"), "me", state="here"), "me") == answer
    assert wait(two, two.ask(show("say\nfirst way"), "me", state="there")) != answer
    assert one.stats() == {"waiting": 0, "running": 0, "answered": 1, "cached": 1, "cancelled": 0, "failed": 0}


@pytest.mark.parametrize("record", ["undecided", "die"])
def test_what_is_not_final_is_asked_anew(make, record):
    thinker = make(MemoryShelf())
    tickets = []
    for _ in range(2):
        tickets.append(thinker.ask(show(record), "me"))
        wait(thinker, tickets[-1])
    assert tickets[0] != tickets[1]
    assert thinker.stats()["cached"] == 0


def test_too_many_questions_of_one_player(make):
    thinker = make()
    for number in range(4):
        thinker.ask(show(f"count {number}"), "me")
        wait_until(lambda: thinker.stats()["running"])
    with pytest.raises(BusyError, match="wait for an answer or cancel one"):
        thinker.ask(show("count 4"), "me")
    assert thinker.stats()["waiting"] == 3
    thinker.ask(show("count 5"), "you")
    thinker.drop("me")
    wait_until(lambda: thinker.stats() | {"waiting": 0, "running": 1} == thinker.stats())
    assert thinker.stats()["cancelled"] == 4


def test_dropping_one_kind(make):
    thinker = make()
    search, way_out = thinker.ask(Task("find", "count"), "me"), thinker.ask(show("count"), "me")
    thinker.drop("me", "find")
    assert thinker.answer(search, "me") == Failure("cancelled")
    assert thinker.answer(way_out, "me") is None


def test_a_newer_question_about_the_same_takes_the_place_of_one_that_waits(make):
    thinker = make()
    thinker.ask(show("count"), "me")
    wait_until(lambda: thinker.stats()["running"])
    old = thinker.ask(show("say old"), "me", about="play")
    other = thinker.ask(show("say other"), "me", about="another play")
    thinker.ask(show("say new"), "me", about="play")
    assert thinker.answer(old, "me") == Failure("cancelled")
    assert thinker.answer(other, "me") is None


def test_what_nobody_asks_about_is_dropped_and_begun_again_when_somebody_does(make):
    thinker = make(MemoryShelf(), abandoned=1.0)
    running, waiting = thinker.ask(show("count"), "me"), thinker.ask(show("say something"), "me")
    wait_until(lambda: thinker.stats()["cancelled"] == 2)
    wait_until(lambda: thinker.stats() | {"waiting": 0, "running": 0} == thinker.stats())
    assert thinker.answer(running, "me") is None
    assert thinker.stats()["running"] + thinker.stats()["waiting"] == 1
    thinker.cancel(running, "me")
    assert wait(thinker, waiting).moves[0] == "say something"


def test_who_waits_is_not_forgotten(make, tmp_path):
    thinker = make(abandoned=1.0)
    ticket = thinker.ask(show(f"wait {tmp_path / 'gate'}"), "me")
    assert thinker.answer(ticket, "me", 1.5) is None
    assert run(thinker.wait_for(ticket, "me", 1.5)) is None
    (tmp_path / "gate").touch()
    assert run(thinker.wait_for(ticket, "me", 60)).verdict == "winnable"
    assert thinker.stats()["cancelled"] == 0


def test_a_question_is_cancelled_when_whoever_waits_goes_away(make):
    thinker = make()
    ticket = thinker.ask(show("count"), "me")

    async def is_gone():
        return thinker.so_far(ticket, "me") == 7

    assert run(thinker.wait_for(ticket, "me", 60, is_gone)) == Failure("cancelled")
    wait_until(lambda: not thinker.stats()["running"])


def test_what_takes_too_long_is_ended(make, monkeypatch):
    monkeypatch.setattr(question, "_PATIENCE", 0.2)
    thinker = make()
    ticket = thinker.ask(Task("show", "count", seconds=0.1), "me")
    assert wait(thinker, ticket).error.startswith("it took longer than")
    assert thinker.stats()["failed"] == 1
    assert wait(thinker, thinker.ask(show("say something"), "me")).moves[0] == "say something"


def test_a_ticket_is_good_at_every_process(make, tmp_path):
    shelf = MemoryShelf()
    one, two = make(shelf), make(shelf)
    ticket = one.ask(show(f"wait {tmp_path / 'gate'}"), "me")
    assert two.kind(ticket, "me") == "show"
    assert two.answer(ticket, "me") is None
    assert two.stats()["running"] + two.stats()["waiting"] == 0, "the other one is at it"
    with pytest.raises(NotFoundError):
        two.answer(ticket, "you")
    (tmp_path / "gate").touch()
    assert wait(two, ticket) == wait(one, ticket)
    assert run(two.wait_for(ticket, "me", 60)) == wait(one, ticket)
    again = two.ask(show(f"wait {tmp_path / 'gate'}"), "me")
    assert one.answer(again, "me") == wait(two, again)


def test_failures_are_told_to_other_processes(make):
    shelf = MemoryShelf()
    one, two = make(shelf), make(shelf)
    ticket = one.ask(show("die"), "me")
    assert wait(two, ticket) == Failure("the thinking was cut short: ask again")
    assert two.stats()["failed"] == 0


def test_processes_hear_of_each_other(make, monkeypatch):
    monkeypatch.setattr(thinking, "_BEAT", 0.2)
    shelf = MemoryShelf()
    one, two = make(shelf, abandoned=2.0), make(shelf)
    ticket = one.ask(show("count"), "me")
    wait_until(lambda: two.so_far(ticket, "me") == 7)
    for _ in range(25):
        assert two.answer(ticket, "me", 0.1) is None, "asking here keeps it going there"
    assert one.stats()["cancelled"] == 0
    two.cancel(ticket, "me")
    wait_until(lambda: one.stats()["cancelled"] == 1)
    assert one.answer(ticket, "me") == two.answer(ticket, "me") == Failure("cancelled")


def test_a_question_is_taken_over_from_a_process_that_is_gone(make, monkeypatch):
    shelf = MemoryShelf()
    one, two, three = make(shelf), make(shelf), make(shelf)
    ticket, other = one.ask(show("say something"), "me"), one.ask(Task("find", "count"), "me")
    wait(one, ticket)
    monkeypatch.setattr(one, "_tell", lambda *args, **names: None)  # as if it were killed
    monkeypatch.setattr(thinking, "_SILENCE", 0.0)
    assert two.answer(other, "me") is None
    assert two.stats()["running"] + two.stats()["waiting"] == 1
    two.close()
    monkeypatch.undo()
    assert three.answer(other, "me") is None
    assert three.stats()["running"] + three.stats()["waiting"] == 1, "it was left by one that was stopped"


def test_closing_answers_those_who_wait(make):
    thinker = make()
    running, waiting = thinker.ask(show("count"), "me"), thinker.ask(show("say something"), "me")
    wait_until(lambda: thinker.so_far(running, "me") == 7)
    thinker.close()
    assert thinker.answer(running, "me") == thinker.answer(waiting, "me") == thinking._STOPPED


@pytest.mark.parametrize("between", [0.0, 600.0])
def test_between_two_kernels_the_solver_is_not_ready_yet(between, make, monkeypatch):
    """A page that changed its words for a moment would be restless."""
    monkeypatch.setattr(thinking, "_BETWEEN", between)
    thinker = make()
    ticket = thinker.ask(show("compile"), "me")
    wait_until(lambda: thinker.so_far(ticket, "me") == 1)  # one is compiled
    assert thinker.is_preparing(ticket, "me") == (between > 0)
