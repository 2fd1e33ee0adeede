"""Questions and tickets: worked out elsewhere, cancelled at once, known from then on."""

import pytest

from escapology.answer import Failure, Worth
from escapology.errors import NotFoundError
from escapology.thinking import question
from escapology.thinking import thinker as thinking
from escapology.thinking.queue import BusyError
from escapology.thinking.task import Task, play_task
from escapology.thinking.thinker import Thinker
from escapology.thinking.times import Times
from escapology.thinking.worker import think
from tests.loops import finish
from tests.patience import LONGEST, wait_until
from tests.thinking.stub import COMMAND, ME, YOU, MemoryShelf
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


def wait(thinker, ticket, owner=ME):
    wait_until(lambda: thinker.answer(ticket, owner, 0.1) is not None)
    return thinker.answer(ticket, owner)


def at_hand(thinker):
    """How many questions wait or are worked on."""
    stats = thinker.stats()
    return stats["waiting"] + stats["running"]


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
    ticket = thinker.ask(play_task("peek", BLANK), ME)
    assert wait(thinker, ticket).standing == "proven"
    assert thinker.kind(ticket, ME) == "peek"
    with pytest.raises(NotFoundError):
        thinker.answer(ticket, YOU)
    with pytest.raises(NotFoundError):
        thinker.cancel("nothing", ME)


def test_cancelling_ends_the_work_and_the_next_question_is_answered(make, tmp_path):
    thinker, task = make(), show(f"wait {tmp_path / 'gate'}")
    first = thinker.ask(task, ME)
    assert thinker.ask(task, ME) == first, "it is thought about already"
    thinker.cancel(first, ME)
    assert wait(thinker, first) == Failure("cancelled")
    second = thinker.ask(task, ME)
    assert second != first
    (tmp_path / "gate").touch()
    assert wait(thinker, second).moves


def test_what_was_answered_once_is_known(make):
    shelf = MemoryShelf()
    one, two = make(shelf), make(shelf)
    answer = wait(one, one.ask(show("say\nfirst way"), ME, state="here"))
    known = one.ask(show("say\nanother way"), YOU, state="here")
    assert one.answer(known, YOU) == answer, "at once"
    assert two.answer(two.ask(show("say\nthird way"), ME, state="here"), ME) == answer
    assert wait(two, two.ask(show("say\nfirst way"), ME, state="there")) != answer
    wait_until(lambda: not at_hand(one))
    stats = one.stats()
    assert (stats.pop("answered"), stats.pop("cached"), set(stats.values())) == (1, 1, {0})


@pytest.mark.parametrize("record", ["undecided", "die"])
def test_what_is_not_final_is_asked_anew(make, record):
    thinker = make(MemoryShelf())
    tickets = []
    for _ in range(2):
        tickets.append(thinker.ask(show(record), ME))
        wait(thinker, tickets[-1])
    assert tickets[0] != tickets[1]
    assert thinker.stats()["cached"] == 0


def test_too_many_questions_of_one_player(make):
    thinker = make()
    for number in range(4):
        thinker.ask(show(f"count {number}"), ME)
        wait_until(lambda: thinker.stats()["running"])
    with pytest.raises(BusyError, match="wait for an answer or cancel one"):
        thinker.ask(show("count 4"), ME)
    assert thinker.stats()["waiting"] == 3
    thinker.ask(show("count 5"), YOU)
    thinker.drop("me")
    wait_until(lambda: (thinker.stats()["waiting"], at_hand(thinker)) == (0, 1))
    assert thinker.stats()["cancelled"] == 4


def test_dropping_one_kind(make):
    thinker = make()
    search, way_out = thinker.ask(Task("find", "count"), ME), thinker.ask(show("count"), ME)
    thinker.drop("me", "find")
    assert thinker.answer(search, ME) == Failure("cancelled")
    assert thinker.answer(way_out, ME) is None


def test_a_newer_question_about_the_same_takes_the_place_of_one_that_waits(make):
    thinker = make()
    thinker.ask(show("count"), ME)
    wait_until(lambda: thinker.stats()["running"])
    old = thinker.ask(show("say old"), ME, about="play")
    other = thinker.ask(show("say other"), ME, about="another play")
    thinker.ask(show("say new"), ME, about="play")
    assert thinker.answer(old, ME) == Failure("cancelled")
    assert thinker.answer(other, ME) is None


def test_what_nobody_asks_about_is_dropped_and_begun_again_when_somebody_does(make):
    thinker = make(MemoryShelf(), times=Times(abandoned=1.0))
    running, waiting = thinker.ask(show("count"), ME), thinker.ask(show("say something"), ME)
    wait_until(lambda: thinker.stats()["cancelled"] == 2)
    wait_until(lambda: not at_hand(thinker))
    thinker._caretaker._times = Times()  # a busy machine may take longer than a second over the next lines
    assert thinker.answer(running, ME) is None
    assert at_hand(thinker) == 1
    thinker.cancel(running, ME)
    assert wait(thinker, waiting).moves[0] == "say something"


def test_who_waits_is_not_forgotten(make, tmp_path):
    times = Times()
    assert 10 * max(times.look, times.far_look) < times.abandoned
    thinker = make(times=times)
    ticket = thinker.ask(show(f"wait {tmp_path / 'gate'}"), ME)
    question = thinker._register.get(ticket)
    began = question.asked
    assert thinker.answer(ticket, ME, 1.0) is None
    assert question.asked >= began + 1.0
    assert finish(thinker.wait_for(ticket, ME, 1.0)) is None
    assert question.asked >= began + 2.0
    (tmp_path / "gate").touch()
    assert finish(thinker.wait_for(ticket, ME, LONGEST)).verdict == "winnable"
    assert thinker.stats()["cancelled"] == 0


def test_a_question_is_cancelled_when_whoever_waits_goes_away(make):
    thinker = make()
    ticket = thinker.ask(show("count"), ME)

    async def is_gone():
        return thinker.so_far(ticket, ME) == 7

    assert finish(thinker.wait_for(ticket, ME, LONGEST, is_gone)) == Failure("cancelled")
    wait_until(lambda: not thinker.stats()["running"])


def test_what_takes_too_long_is_ended(make, monkeypatch):
    monkeypatch.setattr(question, "_PATIENCE", 0.2)
    thinker = make()
    ticket = thinker.ask(Task("show", "count", seconds=0.1), ME)
    assert wait(thinker, ticket).error.startswith("it took longer than")
    assert thinker.stats()["failed"] == 1
    assert wait(thinker, thinker.ask(show("say something"), ME)).moves[0] == "say something"


def test_a_ticket_is_good_at_every_process(make, tmp_path):
    shelf = MemoryShelf()
    one, two = make(shelf), make(shelf)
    ticket = one.ask(show(f"wait {tmp_path / 'gate'}"), ME)
    assert two.kind(ticket, ME) == "show"
    assert two.answer(ticket, ME) is None
    assert at_hand(two) == 0, "the other one is at it"
    with pytest.raises(NotFoundError):
        two.answer(ticket, YOU)
    (tmp_path / "gate").touch()
    assert wait(two, ticket) == wait(one, ticket)
    assert finish(two.wait_for(ticket, ME, LONGEST)) == wait(one, ticket)
    again = two.ask(show(f"wait {tmp_path / 'gate'}"), ME)
    assert one.answer(again, ME) == wait(two, again)


def test_failures_are_told_to_other_processes(make):
    shelf = MemoryShelf()
    one, two = make(shelf), make(shelf)
    ticket = one.ask(show("die"), ME)
    assert wait(two, ticket) == Failure("the search was interrupted: ask again")
    assert two.stats()["failed"] == 0


def test_processes_hear_of_each_other(make):
    shelf = MemoryShelf()
    one, two = (make(shelf, times=Times(beat=0.2)) for _ in range(2))
    ticket = one.ask(show("count"), ME)
    wait_until(lambda: two.so_far(ticket, ME) == 7)
    question = one._register.get(ticket)
    before = question.asked
    assert two.answer(ticket, ME) is None
    wait_until(lambda: question.asked > before, lambda: "asking here keeps it going there")
    assert one.stats()["cancelled"] == 0
    two.cancel(ticket, ME)
    wait_until(lambda: one.stats()["cancelled"] == 1)
    assert one.answer(ticket, ME) == two.answer(ticket, ME) == Failure("cancelled")


def test_a_question_is_taken_over_from_a_process_that_is_gone(make, monkeypatch):
    shelf = MemoryShelf()
    one, two, three = make(shelf), make(shelf, times=Times(silence=0.0)), make(shelf)
    ticket, other = one.ask(show("say something"), ME), one.ask(Task("find", "count"), ME)
    wait(one, ticket)
    monkeypatch.setattr(one._notices, "_pinboard", None)  # as if it were killed
    assert two.answer(other, ME) is None
    assert at_hand(two) == 1
    two.close()
    assert three.answer(other, ME) is None
    assert at_hand(three) == 1, "it was left by one that was stopped"
    monkeypatch.undo()  # not before: the first would come back to life, and could be the one who takes it


def test_closing_answers_those_who_wait(make):
    thinker = make()
    running, waiting = thinker.ask(show("count"), ME), thinker.ask(show("say something"), ME)
    wait_until(lambda: thinker.so_far(running, ME) == 7)
    thinker.close()
    assert thinker.answer(running, ME) == thinker.answer(waiting, ME) == thinking._STOPPED


@pytest.mark.parametrize("between", [0.0, 600.0])
def test_between_two_kernels_the_solver_is_not_ready_yet(between, make):
    """A page that changed its words for a moment would be restless."""
    thinker = make(times=Times(between=between))
    ticket = thinker.ask(show("compile"), ME)
    wait_until(lambda: thinker.so_far(ticket, ME) == 1)  # one is compiled
    assert thinker.is_preparing(ticket, ME) == (between > 0)
