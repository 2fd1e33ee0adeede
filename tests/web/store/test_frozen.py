"""A PostgreSQL that stands still: its machine confirms whatever is sent, and no answer comes."""

import threading
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pytest
from httpx2 import Client

from escapology.play import Play
from escapology.web import Config
from escapology.web.plays.table import Table
from escapology.web.store import Deadlines, StoreError, UnreachableError, open_store
from escapology.web.store.breaker import Breaker
from tests.patience import LONGEST, wait_until
from tests.web.conftest import Server

BLANK = "blank: 3 1 5 2 6 4"
QUICK = Deadlines(connect=3, statement=3.0, connection=3.0, pause=LONGEST)  # a busy machine answers within these
SOON = 60.0  # seconds on a machine however busy; without deadlines it would be for ever


@pytest.fixture
def address(postgres):
    with postgres.database() as found:
        yield found


@pytest.fixture
def frozen_store(address):
    store = open_store(address, QUICK)
    yield store
    store.close()


def within(seconds, ask):
    """What it raises, in that time; else the test must not hang for ever."""
    found = []

    def run():
        try:
            found.append(ask())
        except BaseException as error:
            found.append(error)

    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    thread.join(seconds)
    assert found, "it is still waited for"
    return found[0]


def answers(store):
    try:
        store.check()
    except UnreachableError:
        return False
    return True


def test_a_statement_has_a_deadline(postgres, frozen_store):
    saved = Table(frozen_store).sit_down(Play.of_line(BLANK), "me").saved
    with postgres.frozen():
        error = within(SOON, lambda: frozen_store.get(saved.id, "me"))
        assert isinstance(error, UnreachableError)
        assert "try again in a moment" in str(error)


def test_a_new_connection_has_a_deadline(postgres, frozen_store):
    frozen_store._engine.dispose()
    with postgres.frozen():
        assert isinstance(within(SOON, lambda: frozen_store.get("x", "me")), UnreachableError)


def test_opening_has_a_deadline(postgres, address):
    with postgres.frozen():
        error = within(SOON, lambda: open_store(address, QUICK))
        assert isinstance(error, StoreError)
        assert "games can't be kept in" in str(error)


def test_while_it_stands_still_others_are_told_at_once(postgres, frozen_store):
    """And when it goes on, so do they, as soon as somebody has found out."""
    saved = Table(frozen_store).sit_down(Play.of_line(BLANK), "me").saved
    with postgres.frozen():
        assert isinstance(within(SOON, lambda: frozen_store.get(saved.id, "me")), UnreachableError)
        began = time.thread_time()
        for _ in range(1000):
            with pytest.raises(UnreachableError, match="try again in a moment"):
                frozen_store.put(saved)
        assert time.thread_time() - began < 10
        with pytest.raises(UnreachableError, match="the database does not answer"):
            frozen_store.check()
    with pytest.raises(UnreachableError):
        frozen_store.get(saved.id, "me")
    wait_until(lambda: answers(frozen_store))
    assert frozen_store.get(saved.id, "me") == saved
    assert frozen_store.put(saved).version == 2


def test_one_tries_whether_it_answers_again(postgres, address):
    store = open_store(address, replace(QUICK, pause=0.05))
    with postgres.frozen():
        assert isinstance(within(SOON, lambda: store.has_left("me")), UnreachableError)
    time.sleep(0.1)
    assert store.has_left("me") is False
    store.close()


def test_all_who_wait_are_told(postgres, address):
    """More of them than connections."""
    store = open_store(address, replace(QUICK, connections=4))
    with ThreadPoolExecutor(20) as threads:
        list(threads.map(lambda _: store.has_left("me"), range(40)))
        with postgres.frozen():
            asked = [threads.submit(store.has_left, "me") for _ in range(20)]
            errors = [within(SOON, one.result) for one in asked]
            assert all(isinstance(error, UnreachableError) for error in errors)
    store.close()


def test_the_breaker():
    now = [100.0]
    breaker = Breaker(5.0, clock=lambda: now[0])
    breaker.check()
    now[0] = 110.0
    breaker.silent(since=102.0)
    with pytest.raises(UnreachableError):
        breaker.check()
    now[0] = 115.0
    breaker.check()  # this one tries
    with pytest.raises(UnreachableError):
        breaker.check()
    breaker.answered()
    breaker.check()
    breaker.silent(since=112.0)  # somebody else has heard from it since
    breaker.check()


def test_health_never_waits(postgres, address):
    """However many wait for the database: more than there are connections and threads."""
    server = Server(address, Config(pulse=0.2), deadlines=replace(QUICK, statement=6.0, pause=0.5))

    def ask(path):
        with Client(timeout=LONGEST) as client:
            began = time.monotonic()
            answer = client.get(server.address + path)
            return answer.status_code, answer.text, time.monotonic() - began

    try:
        wait_until(lambda: ask("/healthz")[0] == 200)
        with postgres.frozen(), ThreadPoolExecutor(60) as threads:
            waiting = [threads.submit(ask, "/") for _ in range(60)]
            asked = [ask("/healthz")]
            while asked[-1][0] == 200:
                asked.append(ask("/healthz"))
                assert len(asked) < 10_000
            assert asked[-1][1] == "the database does not answer\n"
            assert {one.result(LONGEST)[0] for one in waiting} <= {200, 503}
            status, text, _ = ask("/")
            assert (status, "try again in a moment" in text) == (503, True)
            assert ask("/healthz")[0] == 503
            took = sorted(seconds for _, _, seconds in asked)
            assert took[len(took) // 2] < 3.0, "it waited for nothing"
        wait_until(lambda: ask("/healthz")[0] == 200)
        assert ask("/")[0] == 200
    finally:
        server.stop()
