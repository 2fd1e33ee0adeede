"""Two servers on one database, whose clocks are a minute apart."""

import time

import pytest
from httpx2 import Client

from tests.patience import LONGEST, wait_until
from tests.web.conftest import BOTH

DATABASES = BOTH
API = "/api/v1"
SETTING = "dont-let-them-get-you"
LONGER = 25.0  # seconds: any question that nobody asks about is dropped in that time
BLANK = "blank: 3 1 5 2 6 4"


@pytest.fixture(params=[60, pytest.param(-60, marks=pytest.mark.long)])
def servers(request, database, serve):
    """One whose clock is right, and one whose clock is not."""
    return [serve(database), serve(database, clock=request.param)]


def client_of(service, cookies=None):
    return Client(timeout=LONGEST, base_url=f"http://127.0.0.1:{service.port}", cookies=cookies)


def test_a_game_is_played_at_both(servers):
    right, wrong = servers
    with client_of(right) as one:
        play = one.post(f"{API}/plays", json={"record": BLANK}).json()
        with client_of(wrong, one.cookies) as other:
            for number, move in enumerate(["skip", "climb"] * 3):
                body = {"version": play["version"], "move": move}
                answer = (one, other)[number % 2].post(f"{API}/plays/{play['id']}/moves", json=body)
                assert answer.status_code == 200, answer.text
                play = answer.json()
            for client in (one, other):
                assert client.get(f"{API}/plays/{play['id']}").json()["status"] == "won"
                assert client.get("/").status_code == 200


@pytest.mark.long
@pytest.mark.parametrize("asked_at", [0, 1])
def test_a_question_is_worked_on_once_and_dropped_in_time(servers, asked_at):
    """However long somebody waits at the other one."""
    here, there = servers[asked_at], servers[1 - asked_at]
    asked = {"setting": SETTING, "level": "fiendish", "winnable": True, "seed": 1, "wait": 0}
    with client_of(here) as client:
        answer = client.post(f"{API}/deals/searches", json=asked)
        assert answer.status_code == 202
        ticket = answer.json()["ticket"]
        with client_of(there, client.cookies) as other:
            wait_until(lambda: _running(here))
            end = time.monotonic() + LONGER
            while time.monotonic() < end:
                found = other.get(f"{API}/deals/searches/{ticket}", params={"setting": SETTING, "wait": 1})
                if found.status_code == 200:
                    pytest.skip("it was found too soon for this test")
                assert found.status_code == 202, found.text
                assert (_running(here), _running(there)) == (1, 0), "it is neither dropped nor taken over"
    wait_until(lambda: not _running(here))
    assert not _running(there)


def _running(service):
    with client_of(service) as client:
        client.get("/")  # metrics are looked up now and then, when somebody asks for something
    return service.solver("running")
