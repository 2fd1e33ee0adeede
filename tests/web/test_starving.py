"""One address makes up players and asks for more than can be worked out: others hardly notice."""

import sys
from functools import partial

import pytest
from starlette.testclient import TestClient

from escapology.thinking.thinker import Thinker
from escapology.thinking.times import Times
from escapology.web import Config, make_app
from tests.patience import wait_until

ROOT = "/api/v1"

# Writes down what it is asked, and answers as soon as there is a file.
WORKER = """
import json, os, sys, time
for line in sys.stdin:
    with open(sys.argv[2], "a") as log:
        log.write(json.loads(line)["record"])
    while not os.path.exists(sys.argv[1]):
        time.sleep(0.01)
    print('{"answer": {"move": "climb", "standing": "proven"}}', flush=True)
"""


@pytest.fixture
def gate(tmp_path):
    return tmp_path / "gate"


@pytest.fixture
def asked(tmp_path):
    """The deals that workers were asked about, in order."""
    log = tmp_path / "asked"
    return lambda: log.read_text().splitlines() if log.exists() else []


@pytest.fixture(params=[Times(abandoned=600.0)])  # nothing is dropped, however slow the machine
def app(request, store, tmp_path, gate, monkeypatch):
    command = [sys.executable, "-S", "-c", WORKER, str(gate), str(tmp_path / "asked")]
    monkeypatch.setattr("escapology.web.app.Thinker", partial(Thinker, command=command, times=request.param))
    app = make_app(store, Config(rates=True))
    yield app
    app.state.desk.thinker.close()


def deal(number):
    """One of 720 deals."""
    cards = [1, 2, 3, 4, 5, 6]
    order = []
    for left in range(6, 0, -1):
        number, place = divmod(number, left)
        order.append(cards.pop(place))
    return f"blank: {' '.join(map(str, order))}"


def ask(app, number, address, cookies=None):
    """Ask for a hint; what is answered at once, and the cookies."""
    client = TestClient(app, client=(address, 50_000), cookies=cookies)
    return client.post(f"{ROOT}/hints", json={"record": deal(number), "wait": 0}), client.cookies


def pick_up(app, answer, cookies):
    """The hint, once it is there."""
    client, path = TestClient(app, cookies=cookies), f"{ROOT}/hints/{answer.json()['ticket']}"
    while "move" not in (told := client.get(path, params={"wait": 30}).json()):
        assert "ticket" in told
    return told


def attack(app, address="192.0.2.1", first=0):
    """Three questions of each of 40 players: what is answered."""
    statuses = []
    for player in range(40):
        cookies = None
        for number in range(3):
            answer, cookies = ask(app, first + 3 * player + number, address, cookies)
            statuses.append(answer.status_code)
    return statuses


def test_a_bystander_is_next(app, gate, asked):
    statuses = attack(app)
    wait_until(lambda: len(asked()) == 2)
    assert statuses.count(202) == 62, "two are worked on, sixty wait"
    assert statuses.count(429) == 58
    answer, cookies = ask(app, 719, "198.51.100.1")
    assert answer.status_code == 202
    gate.touch()
    assert pick_up(app, answer, cookies)["move"] == "climb"
    assert asked().index(deal(719)) <= 10, "long before the sixty; two workers write at once, the slower one last"


def test_a_network_is_one_address(app):
    statuses = [ask(app, number, f"2001:db8::{number:x}")[0].status_code for number in range(70)]
    assert statuses.count(429) >= 8
    assert ask(app, 719, "2001:db8:0:1::1")[0].status_code == 202


def test_the_largest_asker_gives_way(app):
    """The queue is full of what two addresses ask: a third one is let in, and one of theirs is told to ask again."""
    cookies, tickets = [], []
    for address in ("192.0.2.1", "192.0.2.2"):
        for number in range(51):
            answer, cookie = ask(app, number if address.endswith("1") else 100 + number, address)
            tickets.append(answer.json()["ticket"])
            cookies.append(cookie)
    wait_until(lambda: app.state.desk.thinker.stats()["running"] == 2)
    assert ask(app, 719, "198.51.100.1")[0].status_code == 202
    stats = app.state.desk.thinker.stats()
    assert (stats["waiting"], stats["pushed_out"], stats["refused"]) == (100, 1, 0)
    told = [TestClient(app, cookies=c).get(f"{ROOT}/hints/{t}") for c, t in zip(cookies, tickets, strict=True)]
    [pushed_out] = [answer for answer in told if answer.status_code != 202]
    assert pushed_out.status_code == 429
    assert int(pushed_out.headers["retry-after"]) > 0
    assert "the server is busy: ask again in a few seconds" in pushed_out.json()["detail"]


@pytest.mark.parametrize("app", [Times().scaled(0.1)], indirect=True)
def test_what_an_attack_has_left_is_dropped(app, gate, asked):
    let_in = sum(status != 429 for status in attack(app))  # on a slow machine one may be dropped before it is told so
    stats = app.state.desk.thinker.stats
    wait_until(lambda: not {"waiting", "running"} & {name for name, count in stats().items() if count})
    app.state.desk.thinker._caretaker._times = Times()  # who asks now is not forgotten, however slow the machine
    assert stats()["cancelled"] == let_in
    before = len(asked())
    gate.touch()
    answer, cookies = ask(app, 719, "192.0.2.1")
    assert pick_up(app, answer, cookies)["move"] == "climb"
    assert len(asked()) == before + 1


def test_no_address_is_kept(app, store, gate):
    attack(app, "203.0.113.77")
    store.close()
    folder = gate.parent
    kept = b"".join(file.read_bytes() for file in folder.iterdir() if file.name.startswith("plays.sqlite"))
    assert b"notices" in kept
    assert b"203.0.113.77" not in kept
