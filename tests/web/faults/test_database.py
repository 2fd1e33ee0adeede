"""Databases that stand still, disks that run full or are slow, while people play."""

import time

import pytest

from tests.patience import wait_until
from tests.web.conftest import BOTH, mostly_one
from tests.web.faults.conftest import ask, full, go_on, play_while

DATABASES = BOTH
SOON = 40.0  # seconds on a machine however busy; the deadlines are a quarter of that
AT_ONCE = 5.0  # the same for what waits for nothing


@pytest.mark.long
def test_a_postgresql_that_stands_still(postgres, serve):
    with postgres.database() as address:
        service = serve(address)

        def stand_still(crowd):
            go_on(crowd)
            with postgres.frozen():
                status, text, took = ask(service, "/", SOON)
                assert (status, "try again in a moment" in text) == (503, True)
                assert took < SOON
                wait_until(lambda: ask(service, "/healthz")[0] == 503)
                asked = [ask(service, "/healthz") for _ in range(20)]
                assert {status for status, _, _ in asked} == {503}
                assert max(took for _, _, took in asked) < AT_ONCE, "it waits for nothing"
                time.sleep(5)
            wait_until(lambda: ask(service, "/healthz")[0] == 200)
            go_on(crowd)

        crowd = play_while(service, stand_still)
        assert crowd.outages > 0
        assert service.stop() == 0


@pytest.mark.long
def test_a_disk_that_runs_full(serve, small_disk):
    service = serve(small_disk / "plays.sqlite")

    def run_full(crowd):
        go_on(crowd)
        with full(small_disk):
            seen = crowd.outages
            wait_until(lambda: crowd.outages > seen + 5)
            wait_until(lambda: ask(service, "/healthz")[0] == 503)
            assert "full" in ask(service, "/healthz")[1]
        wait_until(lambda: ask(service, "/healthz")[0] == 200)
        go_on(crowd)

    play_while(service, run_full)
    assert service.stop() == 0
    log = service.log_file.read_text()
    assert "database or disk is full" in log
    assert len(log.splitlines()) < 100


@mostly_one
def test_a_disk_that_is_slow(database, serve):
    """Moves take longer; nothing else happens."""
    service = serve(database, writes=0.1)
    crowd = play_while(service, go_on)
    assert crowd.outages == 0
    assert min(crowd.seconds["move"]) > 0.1
    assert ask(service, "/healthz")[0] == 200
    assert service.stop() == 0
