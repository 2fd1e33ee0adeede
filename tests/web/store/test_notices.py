"""Several processes on one database: what each hears about the tickets of the others."""

import subprocess
import sys
import time
from contextlib import ExitStack
from dataclasses import replace

import pytest

from escapology.thinking.notices import News
from escapology.thinking.question import Asker
from escapology.thinking.task import Task, play_task
from escapology.thinking.thinker import Thinker
from escapology.thinking.times import Times
from escapology.web.store import open_store
from escapology.web.store.tables import NOTICES, PROCESSES
from tests.patience import LONGEST, wait_until
from tests.thinking.stub import COMMAND, ME, YOU
from tests.web.conftest import BOTH, mostly_one

DATABASES = BOTH
TIMES = Times().scaled(0.1)
#: where nobody is to be given up: ten beats may be missed, and who asks is heard of, but needs not be
PATIENT = replace(TIMES, silence=10 * TIMES.beat, abandoned=LONGEST)


@pytest.fixture
def make(database):
    """Makes thinkers, each on a store of its own, as if they were processes."""
    with ExitStack() as stack:

        def make_(**options):
            store = open_store(database)
            stack.callback(store.close)
            thinker = Thinker(store, command=COMMAND, **{"times": TIMES, **options})
            stack.callback(thinker.close)
            return thinker

        yield make_


def show(record):
    return play_task("show", record)


def is_idle(thinker):
    stats = thinker.stats()
    return stats["waiting"] == stats["running"] == 0


def is_heard(thinker, ticket, ask):
    """Whether a process hears that somebody asks another one about its question."""
    question = thinker._register.get(ticket)
    before = question.asked
    wait_until(lambda: ask() and question.asked > before)
    return True


@pytest.mark.parametrize("others", [0, 1])
def test_what_nobody_asks_about_is_dropped(make, others):
    """What a process has said of its own questions is not heard as somebody asking."""
    one, *_ = [make() for _ in range(1 + others)]
    for number in range(3):
        one.ask(show(f"count {number}"), ME)
    wait_until(lambda: is_idle(one))
    assert one.stats()["cancelled"] == 3


def test_who_asks_another_process_keeps_it_going(make):
    one, two = make(times=PATIENT), make(times=PATIENT)
    tickets = [one.ask(show(f"count {number}"), ME) for number in range(2)]  # one runs, one waits
    end = time.monotonic() + 1.2 * PATIENT.silence
    while time.monotonic() < end:
        assert [two.answer(ticket, ME) for ticket in tickets] == [None, None]
        time.sleep(TIMES.far_look)
    assert is_idle(two), "nothing was taken over"
    for ticket in tickets:
        assert is_heard(one, ticket, lambda ticket=ticket: two.answer(ticket, ME) is None)
    assert one.stats()["cancelled"] == 0


def test_of_several_processes_one_takes_over_from_one_that_is_gone(make):
    one, *others = [make(times=PATIENT) for _ in range(3)]
    ticket = one.ask(show("count"), ME)
    one._notices._pinboard = None  # as if it were killed
    wait_until(lambda: [other.answer(ticket, ME) for other in others] and not all(map(is_idle, others)))
    end = time.monotonic() + 1.2 * PATIENT.silence
    while time.monotonic() < end:
        assert [other.answer(ticket, ME) for other in others] == [None, None]
        assert sum(map(is_idle, others)) == 1
        time.sleep(TIMES.far_look)
    others[0].cancel(ticket, ME)
    wait_until(lambda: all(map(is_idle, others)))


OTHER = """
import sys, time
real = time.time
time.time = lambda: real() + float(sys.argv[2])
from escapology.thinking.question import Asker
from escapology.thinking.thinker import Thinker
from escapology.web.store import open_store
from tests.thinking.stub import COMMAND
from tests.web.store.test_notices import PATIENT
store = open_store(sys.argv[1])
thinker = Thinker(store, command=COMMAND, times=PATIENT)
print("ready", flush=True)
for line in sys.stdin:
    is_open = thinker.answer(line.strip(), Asker("me")) is None
    stats = thinker.stats()
    print(is_open and stats["waiting"] + stats["running"] == 0, flush=True)
thinker.close()
store.close()
"""


@mostly_one
@pytest.mark.parametrize("ahead", [60, pytest.param(-60, marks=pytest.mark.long)])
def test_clocks_of_two_processes_need_not_agree(make, database, ahead):
    """The other one waits, takes nothing over, and is heard."""
    one = make(times=PATIENT)
    command = [sys.executable, "-c", OTHER, database, str(ahead)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as other:
        assert other.stdout.readline() == "ready\n"
        ticket = one.ask(Task("find", "count"), ME)

        def ask():
            other.stdin.write(f"{ticket}\n")
            other.stdin.flush()
            return other.stdout.readline() == "True\n"

        end = time.monotonic() + 1.2 * PATIENT.silence
        while time.monotonic() < end:
            assert ask()
            time.sleep(TIMES.far_look)
        assert is_heard(one, ticket, ask)
        other.communicate()


def test_notices_push_no_answers_out(make, monkeypatch):
    monkeypatch.setattr("escapology.web.store.answers._MOST", 3)
    one, two = make(), make()
    ticket = one.ask(show("say something"), ME)
    wait_until(lambda: one.answer(ticket, ME) is not None)
    for number in range(10):
        one.ask(show("say something"), Asker(f"player {number}"))
    asked = two.ask(show("say something"), YOU)
    assert two.answer(asked, YOU) == one.answer(ticket, ME)


def test_old_notices_are_taken_down(store, monkeypatch):
    board = store.pinboard
    board.post("worked on", "text", "here", None)
    board.post("answered", "text", "", "answer")
    board.post("of one that is gone", "text", "gone", None)
    board.beat("gone")
    monkeypatch.setattr("escapology.web.store.notices._KEPT", LONGEST)
    with board._engine.connect() as connection:
        for table in (NOTICES, PROCESSES):
            connection.execute(table.update().values(told=table.c.told - 1.1 * LONGEST))
    board.beat("here")
    board.post("new", "text", "", None)
    board.sweep()
    kept = ("worked on", "answered", "of one that is gone", "new")
    assert [key for key in kept if board.get(key) is not None] == ["worked on", "new"]


def test_notices_that_were_posted_first_go(store, monkeypatch):
    monkeypatch.setattr("escapology.web.store.notices._MOST", 3)
    monkeypatch.setattr("escapology.web.store.notices._LONGEST", 10)
    monkeypatch.setattr("escapology.web.store.notices._LONGEST_ANSWER", 20)
    board = store.pinboard
    for number in range(7):
        board.post(f"key {number}", "text", "here", None)
        board.tell(f"key {number}", "here", number, is_preparing=False)
    board.post("long", "x" * 11, "here", None)
    assert [number for number in range(7) if board.get(f"key {number}") is not None] == [4, 5, 6]
    assert board.get("long") is None
    board.settle("key 4", "here", "x" * 21)
    assert (board.get("key 4").process, board.get("key 4").answer) == ("", None), "whoever asks works it out again"


def test_a_notice_is_as_old_as_the_last_word_of_its_process(store):
    board = store.pinboard

    def is_fresh(said):
        since = time.monotonic()
        said()
        return 0 <= board.get("key").silence <= time.monotonic() - since + 0.05  # two clocks

    assert is_fresh(lambda: board.post("key", "text", "here", None))
    time.sleep(0.2)
    assert board.get("key").silence >= 0.19  # two clocks
    assert is_fresh(lambda: board.beat("here"))
    time.sleep(0.2)
    board.beat("there")
    assert board.get("key").silence >= 0.19, "it is not its word"
    assert is_fresh(lambda: board.take_over("key", "there", "here"))
    assert not board.take_over("key", "elsewhere", "here")
    assert board.hear("there") == {"key": News(None, None)}
    board.ask(["key", "another"])
    time.sleep(0.2)
    assert board.hear("there")["key"].unasked >= 0.19  # two clocks
    board.leave("here", ["key"])
    assert board.get("key").process == "there", "it is another one's"
    board.leave("there", None)
    assert (board.get("key").process, board.hear("there")) == ("", {})
