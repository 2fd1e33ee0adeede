"""Many at once, at a real server that is killed, or whose database goes away: no acknowledged move is lost or doubled.

`benchmarks.load` and `benchmarks.faults` do the same with fifty players, for minutes.
"""

import asyncio
import time
from concurrent.futures import ThreadPoolExecutor

import pytest
from benchmarks.crowd import Crowd
from benchmarks.faults import kill_often, play_on, stop_often
from benchmarks.load import load
from benchmarks.service import Service

from tests.web.conftest import BOTH

DATABASES = BOTH
LONG = 1e9


def finish(work):
    """What comes of it; in a thread of its own, for a browser's tests may have a loop in this one."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, work).result()


@pytest.fixture
def service(database, tmp_path):
    running = Service(str(database), tmp_path)
    yield running
    running.process.kill()
    running.process.wait()
    running.log.close()


def test_many_players_at_once(service):
    crowd, moves, _ = finish(load(service.port, players=8, seconds=2, askers=0))
    assert crowd.errors == []
    assert crowd.games >= 8
    assert moves == crowd.moves > 8
    assert service.process.poll() is None


@pytest.mark.parametrize("kills", [2, pytest.param(100, marks=pytest.mark.long)])
def test_a_killed_server_has_lost_nothing(service, kills):
    crowd = Crowd(service.port, time.monotonic() + LONG, may_fail=True)
    moves = finish(play_on(crowd, 8, lambda: kill_often(service, kills)))
    assert crowd.errors == []
    assert crowd.outages >= kills
    assert moves >= crowd.moves > 20


@pytest.mark.parametrize("stops", [1, pytest.param(5, marks=pytest.mark.long)])
def test_a_database_that_comes_back(postgres, tmp_path, stops):
    with postgres.database() as address:
        service = Service(address, tmp_path)
        try:
            crowd = Crowd(service.port, time.monotonic() + LONG, may_fail=True)
            moves = finish(play_on(crowd, 8, lambda: stop_often(postgres, stops)))
        finally:
            assert service.stop() == 0
    assert crowd.errors == []
    assert crowd.outages > 0
    assert moves >= crowd.moves > 20
