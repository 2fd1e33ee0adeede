"""Many at once, at a real server that is killed, or whose database goes away: no acknowledged move is lost or doubled.

`benchmarks.load` and `benchmarks.faults` do the same with fifty players, for minutes.
"""

import time

import pytest
from benchmarks.crowd import Crowd
from benchmarks.faults import kill_often, play_on, stop_often
from benchmarks.load import check, play_at_pace
from benchmarks.service import Service

from tests.loops import finish
from tests.samples import in_full, sizes
from tests.web.conftest import BOTH, mostly_one

DATABASES = BOTH
LONG = 1e9


@pytest.fixture
def service(database, tmp_path):
    running = Service(str(database), tmp_path)
    yield running
    running.process.kill()
    running.process.wait()
    running.log.close()


def test_many_players_at_once(service):
    crowd = Crowd(service.port, 0.0, most_moves=20)

    async def play():
        done, players = await play_at_pace(crowd, players=8, rate=40, seconds=2)
        return done, await check(players)

    done, moves = finish(play())
    assert crowd.errors == []
    assert crowd.refusals == 0
    assert crowd.begun >= 8
    assert moves == crowd.moves > 8
    assert {one.what for one in done} >= {"move", "page", "beginning"}
    assert service.process.poll() is None


@mostly_one
@pytest.mark.parametrize("kills", sizes(2, in_full(20, 100)))
def test_a_killed_server_has_lost_nothing(service, kills):
    crowd = Crowd(service.port, time.monotonic() + LONG, may_fail=True)
    moves = finish(play_on(crowd, 8, lambda: kill_often(service, kills)))
    assert crowd.errors == []
    assert crowd.outages >= kills
    assert moves >= crowd.moves > 20


@pytest.mark.long
def test_a_database_that_comes_back(postgres, tmp_path):
    with postgres.database() as address:
        service = Service(address, tmp_path)
        try:
            crowd = Crowd(service.port, time.monotonic() + LONG, may_fail=True)
            moves = finish(play_on(crowd, 8, lambda: stop_often(postgres, 5)))
        finally:
            assert service.stop() == 0
    assert crowd.errors == []
    assert crowd.outages > 0
    assert moves >= crowd.moves > 20
