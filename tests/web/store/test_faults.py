"""Many at once, databases that go away, and writes of which nobody knows whether they were done."""

import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import replace

import pytest
from starlette.testclient import TestClient

from escapology.play import Play
from escapology.tree import NodeRow
from escapology.web import make_app
from escapology.web.plays.table import Table
from escapology.web.store import ConflictError, Deadlines, SqlStore, UnreachableError, open_store
from tests.patience import LONGEST
from tests.web.conftest import BOTH, mostly_one

DATABASES = BOTH
BLANK = "blank: 3 1 5 2 6 4"


def begin(store):
    return Table(store).sit_down(Play.of_line(BLANK), "me").saved


def hammer(store, id_, name, count, meet=lambda: None):
    """Add nodes to a play, over and over until each is acknowledged; how often somebody else was quicker.

    All `meet` when they have read it for the first time.
    """
    conflicts = 0
    for i in range(count):
        while True:
            saved = store.get(id_, "me")
            if i == conflicts == 0:
                meet()
            try:
                store.put(saved, [NodeRow(saved.version, 0, f"{name}.{i}", 0, 0)])
                break
            except ConflictError:
                conflicts += 1
    return conflicts


def check_marks(store, id_, names, count):
    saved, nodes = store.whole(id_, "me")
    marks = [node.move for node in nodes]
    assert [node.number for node in nodes] == list(range(1, saved.version))
    assert sorted(marks) == sorted(f"{name}.{i}" for name in names for i in range(count)), "each one once"
    assert saved.version == 1 + len(marks)
    for name in names:
        assert [mark for mark in marks if mark.startswith(f"{name}.")] == [f"{name}.{i}" for i in range(count)]


def test_two_stores_on_one_database(store, database):
    other = open_store(database)
    saved = begin(store)
    there = other.get(saved.id, "me")
    written = store.put(saved, [NodeRow(1, 0, "one", 1, 0)])
    with pytest.raises(ConflictError, match="another window"):
        other.put(there, [NodeRow(1, 0, "other", 2, 1), NodeRow(2, 1, "another", 3, 0)])
    assert other.get(saved.id, "me") == written
    assert other.whole(saved.id, "me") == (written, [NodeRow(1, 0, "one", 1, 0)])
    other.close()


def test_many_threads_on_one_play(store):
    id_ = begin(store).id
    all_ = threading.Barrier(12)
    with ThreadPoolExecutor(12) as threads:
        conflicts = sum(threads.map(lambda name: hammer(store, id_, f"t{name}", 10, all_.wait), range(12)))
    check_marks(store, id_, [f"t{name}" for name in range(12)], 10)
    assert conflicts >= 11, "one of them is first, all others were in its way"


def test_many_threads_on_many_plays(store):
    """More clients than connections; nobody waits in vain."""
    ids = [begin(store).id for _ in range(50)]
    with ThreadPoolExecutor(50) as threads:
        conflicts = sum(threads.map(lambda id_: hammer(store, id_, "t", 10), ids))
    assert conflicts == 0
    for id_ in ids:
        check_marks(store, id_, ["t"], 10)


@mostly_one
def test_processes_on_one_play(store, database):
    id_ = begin(store).id
    code = """
import sys
from escapology.web.store import open_store
from tests.web.store.test_faults import hammer
store = open_store(sys.argv[1])
print("ready", flush=True)
sys.stdin.readline()
hammer(store, sys.argv[2], sys.argv[3], 25)
store.close()
"""
    names = ["p1", "p2"]
    started = [
        subprocess.Popen(
            [sys.executable, "-c", code, database, id_, name],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        )
        for name in names
    ]  # fmt: skip
    assert [process.stdout.readline() for process in started] == ["ready\n"] * 2
    for process in started:
        process.stdin.write("go\n")
        process.stdin.flush()
    assert [process.communicate()[1] for process in started] == [""] * 2
    check_marks(store, id_, names, 25)


def test_a_write_that_fails_leaves_the_seat_as_it_was(store, monkeypatch):
    """Somebody who waits for the same seat must not store the move of somebody who was told that it failed."""
    table = Table(store)
    seat = table.sit_down(Play.of_line(BLANK), "me")
    with monkeypatch.context() as patch:
        patch.setattr(store, "put", lambda *_: (_ for _ in ()).throw(UnreachableError("gone")))
        with pytest.raises(UnreachableError):
            table.change(seat, 1, lambda play: play.do("climb"))
    assert len(seat.play.nodes) == 1
    table.change(seat, 1, lambda play: play.do("skip"))
    assert [node.move for node in table.seat(seat.saved.id, "me").play.nodes] == ["", "skip"]


def test_a_write_of_which_nobody_knows_whether_it_was_done(store, monkeypatch):
    table, put = Table(store), store.put

    def put_and_lose(*written):
        put(*written)
        raise UnreachableError("lost while it was done")

    seat = table.sit_down(Play.of_line(BLANK), "me")
    with monkeypatch.context() as patch:
        patch.setattr(store, "put", put_and_lose)
        with pytest.raises(UnreachableError):
            table.change(seat, 1, lambda play: play.do("climb"))
    assert table.in_memory(seat.saved.id, "me", 1) is None
    for again in (seat, table.seat(seat.saved.id, "me")):
        with pytest.raises(ConflictError):
            table.change(again, 1, lambda play: play.do("climb"))
    assert [node.move for node in table.seat(seat.saved.id, "me").play.nodes] == ["", "climb"]


@pytest.fixture
def served(postgres):
    """A store on PostgreSQL, which is there again when a test is over."""
    with postgres.database() as address:
        store = open_store(address)
        yield store
        if not postgres.is_running:
            postgres.start()
        store.close()


@pytest.mark.parametrize("immediate", [False, True])
def test_postgresql_goes_and_comes_back(postgres, served, immediate):
    saved = begin(served)
    with ThreadPoolExecutor(8) as threads:  # so that several connections are lost
        list(threads.map(lambda _: served.get(saved.id, "me"), range(40)))
    postgres.stop(immediate)
    asked = [
        lambda: served.get(saved.id, "me"),
        lambda: served.put(saved),
        lambda: served.add(replace(saved, id="another")),
        lambda: served.running("me", 5),
        lambda: served.forget("me"),
        lambda: served.renew_recovery("me"),
        lambda: served.leave("me", "me again"),
        lambda: served.has_left("me"),
        lambda: served.keep_answer("key", "answer"),
        lambda: served.pinboard.get("key"),
        lambda: served.pinboard.beat("process"),
    ]
    for ask in asked * 2:
        with pytest.raises(UnreachableError, match="try again"):
            ask()
    with pytest.raises(UnreachableError, match="the database can't be reached"):
        served.check()
    postgres.start()
    served.check()
    assert served.plays("me") == [saved]
    assert served.put(saved).version == 2


def test_postgresql_goes_under_load(postgres, served):
    """What was acknowledged is there, and nothing twice."""
    ids = [begin(served).id for _ in range(6)]
    acknowledged: dict[str, list[int]] = {id_: [] for id_ in ids}
    unknown: dict[str, list[int]] = {id_: [] for id_ in ids}
    is_over, has_failed = threading.Event(), threading.Event()

    def go_on(id_):
        number = 0
        while not is_over.is_set():
            number += 1
            try:
                saved = served.get(id_, "me")
                unknown[id_].append(number)
                served.put(saved, [NodeRow(saved.version, 0, f"m.{number}", 0, 0)])
                acknowledged[id_].append(number)
                unknown[id_].remove(number)
            except UnreachableError:
                has_failed.set()

    with ThreadPoolExecutor(6) as threads:
        done = [threads.submit(go_on, id_) for id_ in ids]
        for _ in range(3):
            has_failed.clear()
            postgres.stop(immediate=True)
            assert has_failed.wait(LONGEST)
            postgres.start()
            before = sum(map(len, acknowledged.values()))
            while sum(map(len, acknowledged.values())) < before + 50 and not any(one.done() for one in done):
                is_over.wait(0.01)
        is_over.set()
        assert [one.result() for one in done] == [None] * 6
    for id_ in ids:
        saved, nodes = served.whole(id_, "me")
        kept = [int(node.move[2:]) for node in nodes]
        assert len(set(kept)) == len(kept) == saved.version - 1
        assert set(acknowledged[id_]) <= set(kept) <= set(acknowledged[id_]) | set(unknown[id_])


@contextmanager
def locked(postgres, store, id_):
    """Another program holds on to the row of a play."""
    import psycopg

    name = store._engine.url.database
    with psycopg.connect(host=str(postgres.folder), user="postgres", dbname=name) as connection:
        connection.execute("SELECT id FROM plays WHERE id = %s FOR UPDATE", [id_])
        yield
        connection.rollback()


def test_a_connection_that_is_lost_in_the_midst_of_a_write(postgres, served):
    table = Table(served)
    seat = table.sit_down(Play.of_line(BLANK), "me")
    with locked(postgres, served, seat.saved.id), ThreadPoolExecutor(1) as threads:
        change = threads.submit(table.change, seat, 1, lambda play: play.do("climb"))
        waiting = "SELECT pid FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE '%UPDATE plays%'"
        while not (found := postgres.execute(waiting)):
            assert not change.done()
        postgres.execute(f"SELECT pg_terminate_backend({found[0][0]})")
        with pytest.raises(UnreachableError):
            change.result()
    assert table.seat(seat.saved.id, "me").play.here.move == ""
    table.change(table.seat(seat.saved.id, "me"), 1, lambda play: play.do("climb"))
    assert served.get(seat.saved.id, "me").version == 2


def test_a_database_that_takes_too_long(postgres, served):
    store = open_store(
        served._engine.url.update_query_dict({"options": "-c statement_timeout=4000"}).render_as_string()
    )
    saved = begin(store)
    with locked(postgres, store, saved.id), pytest.raises(UnreachableError) as caught:
        store.put(saved)
    assert "statement timeout" in str(caught.value.__cause__)
    assert BLANK not in str(caught.value.__cause__), "logs don't tell what somebody plays"
    assert store.put(saved).version == 2
    store.close()


def test_more_questions_than_connections(served):
    store = open_store(served._engine.url.render_as_string(), Deadlines(connections=1, connection=0.2))
    assert isinstance(store, SqlStore)
    saved = begin(store)
    with store._engine.connect():
        with pytest.raises(UnreachableError):
            store.put(saved)
        store.check()  # nobody who watches over it waits for the others
    assert store.put(saved).version == 2
    store.close()


def test_pages_without_a_database(postgres, served):
    with TestClient(make_app(served)) as client:
        path = client.post("/plays", data={"text": BLANK}).url.path
        postgres.stop(immediate=True)
        for _ in range(2):
            answer = client.post(f"{path}/move", data={"move": "climb", "version": 1})
            assert answer.status_code == 503
            assert "try again in a moment" in answer.text
            assert client.get("/").status_code == 503
            assert client.get(path, headers={"accept": "application/json"}).status_code == 503
        postgres.start()
        parts = {"accept": "application/json"}
        made = client.post(f"{path}/move", data={"move": "climb", "version": 1}, headers=parts)
        assert (made.status_code, made.json()["version"]) == (200, 2)
        assert client.get(f"{path}/record.txt").text.split("\n", 1)[1].split() == ["climb"]
