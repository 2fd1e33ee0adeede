"""The service as processes of its own: it starts, logs, counts, survives and ends."""

import json
import os
import re
import signal
import socket
import subprocess
import sys
import threading
import time
from contextlib import closing, suppress

import pytest
from benchmarks.service import free_port
from httpx2 import Client, TransportError

from escapology.web.server.local import listen
from tests.patience import LONGEST, wait_until
from tests.shell import hear_ctrl_c
from tests.web.forms import player_cookie

CODE = "import sys; from escapology.cli import main; sys.exit(main(['serve', '--port', '0', *sys.argv[1:]]))"
SLOW = """
import sys, time
import escapology.web.pages.rules as rules
render = rules.render
def slow(*args, **names):
    print("in the midst", file=sys.stderr, flush=True)
    time.sleep(1)
    return render(*args, **names)
rules.render = slow
"""
pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="needs signals")


class Service:
    """`escapology serve`, running."""

    def __init__(self, folder, *args, before=""):
        self.log = folder / "log"
        with self.log.open("w") as log:
            self.process = subprocess.Popen(
                [sys.executable, "-c", before + CODE, "--database", str(folder / "plays.sqlite"), *args],
                stdout=subprocess.PIPE, stderr=log, text=True, preexec_fn=hear_ctrl_c,  # noqa: PLW1509 - no other thread is at work
            )  # fmt: skip
        line = self.process.stdout.readline()
        found = re.search(r"http://\S+/(?=;)", line)
        assert found, self.log.read_text()
        self.address = found[0].rstrip("/")
        wait_until(self.answers, self.log.read_text)  # several processes listen before they answer

    def answers(self):
        with suppress(TransportError), Client(timeout=LONGEST) as client:
            return client.get(f"{self.address}/healthz").status_code == 200

    def lines(self):
        return [json.loads(line) for line in self.log.read_text().splitlines()]

    def end(self, number=signal.SIGTERM):
        self.process.send_signal(number)
        code = self.process.wait(LONGEST)
        self.process.stdout.close()
        return code


@pytest.fixture
def start(tmp_path):
    started = []

    def start_(*args, **more):
        started.append(Service(tmp_path, *args, **more))
        return started[-1]

    yield start_
    for service in started:
        if service.process.poll() is None:
            service.end(signal.SIGKILL)


@pytest.mark.parametrize(
    ("processes", "number"),
    [
        ("1", signal.SIGTERM),
        *(
            pytest.param(*both, marks=pytest.mark.long)
            for both in (("1", signal.SIGINT), ("2", signal.SIGINT), ("2", signal.SIGTERM))
        ),
    ],
)
def test_requests_in_flight_are_finished(start, number, processes):
    service = start("--processes", processes, before=SLOW if processes == "1" else "")
    answers = []

    def ask():
        with Client(timeout=LONGEST) as client:
            answers.append(client.get(f"{service.address}/rules").status_code)

    asking = threading.Thread(target=ask)
    asking.start()
    if processes == "1":
        wait_until(lambda: "in the midst" in service.log.read_text())
        assert not answers
    else:
        asking.join()
    assert service.end(number) == 0
    asking.join()
    assert answers == [200]
    with pytest.raises(TransportError), Client() as client:
        client.get(service.address)


def test_logs_tell_nothing_about_people(start):
    service = start("--root-path", "/games")
    with Client(headers={"user-agent": "Curious/1.0"}) as client:
        path = client.post(f"{service.address}/plays", data={"game": "blank", "seed": "3"}).headers["location"]
        assert path.startswith("/games/play/")
        host = service.address.removesuffix("/games")
        form = {"move": "climb", "version": "1"}
        assert client.post(f"{host}{path}/move", data=form, headers={"accept": "application/json"}).status_code == 200
        client.get(f"{service.address}/replay?r=secret-record")
        client.get(f"{service.address}/no/such/page-of-mine")
        _, cookie = player_cookie(client)
    assert service.end() == 0
    requests = [line for line in service.lines() if line["event"] == "request"]
    told = [(line["method"], line["route"], line["status"]) for line in requests if line["route"] != "/healthz"]
    assert told == [
        ("POST", "/plays", 303),
        ("POST", "/play/{id_}/{action}", 200),
        ("GET", "/replay", 422),
        ("GET", "none", 404),
    ]
    assert {"time", "level", "event", "method", "route", "status", "milliseconds"} == requests[0].keys()
    text = service.log.read_text()
    for private in (path.split("/")[-1], cookie[:22], "secret-record", "page-of-mine", "127.0.0.1", "Curious", "climb"):
        assert private not in text


def test_a_failure_is_noted_without_what_was_sent(start):
    before = """
import escapology.web.pages.rules as rules
def fail(*args, **names):
    raise RuntimeError("it was my-secret-words")
rules.render = fail
"""
    service = start(before=before)
    with Client() as client:
        answer = client.get(f"{service.address}/rules?q=my-secret-words")
        assert answer.status_code == 500
        assert "Something went wrong here" in answer.text
        assert answer.headers["x-frame-options"] == "DENY"
        assert client.get(f"{service.address}/").status_code == 200
    service.end()
    (failure,) = [line for line in service.lines() if line["level"] == "error"]
    assert (failure["error"], failure["route"]) == ("RuntimeError", "/rules")
    assert any("rules.py" in frame for frame in failure["traceback"])
    assert "my-secret-words" not in service.log.read_text()


@pytest.mark.parametrize("processes", [pytest.param("1", marks=pytest.mark.long), "2"])
def test_metrics_have_a_port_of_their_own_and_players_are_the_same_in_all_processes(start, processes, free_port):
    service = start("--processes", processes, "--metrics-port", str(free_port))
    with Client() as client:
        for _ in range(20):
            assert client.get(f"{service.address}/settings", headers={"connection": "close"}).status_code == 200
        assert client.get(f"{service.address}/metrics").status_code == 404
        text = client.get(f"http://127.0.0.1:{free_port}/metrics").text
    assert re.search(r'escapology_requests_total{method="GET",route="/settings",status="200"} 20.0', text)
    assert 'escapology_request_seconds_count{method="GET",route="/settings"} 20.0' in text
    assert 'escapology_solver{what="waiting"}' in text
    with Client() as client:
        where = client.post(f"{service.address}/plays", data={"game": "blank"}).headers["location"]
        for _ in range(10):
            answer = client.get(service.address + where, headers={"connection": "close"})
            assert answer.status_code == 200
        assert service.end(signal.SIGINT) == 0
        again = start()
        assert client.get(again.address + where).status_code == 200, "and after a restart"


@pytest.fixture(name="free_port")
def a_free_port():
    return free_port()


def test_several_processes_end_with_the_one_that_started_them(start, tmp_path, monkeypatch):
    passing = tmp_path / "passing"
    passing.mkdir()
    monkeypatch.setenv("TMPDIR", str(passing))
    service = start("--processes", "2")
    wait_until(lambda: len(started(service)) >= 2)
    service.end(signal.SIGKILL)
    wait_until(lambda: not any(map(is_alive, started(service))))
    assert list(passing.iterdir()) == [], "the secret least of all"


@pytest.mark.long
def test_a_process_that_a_busy_machine_holds_up_is_not_replaced(start):
    """Else one that is slow to start would be killed and started again, over and over."""
    service = start("--processes", "2")
    wait_until(lambda: len(started(service)) == 2)
    held_up, _ = started(service)
    os.kill(held_up, signal.SIGSTOP)
    time.sleep(8)
    os.kill(held_up, signal.SIGCONT)
    time.sleep(2)
    assert is_alive(held_up)
    assert len(started(service)) == 2
    assert service.end() == 0


def started(service):
    """The numbers of the processes that answer."""
    return [int(found) for found in re.findall(r"Started server process \[(\d+)\]", service.log.read_text())]


def is_alive(pid):
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    with suppress(OSError), open(f"/proc/{pid}/stat") as stat:  # noqa: PTH123
        return stat.read().rpartition(")")[2].split()[0] != "Z"
    return True


def test_what_a_proxy_says_is_believed_only_when_told_so(start):
    said = {"x-forwarded-proto": "https", "x-forwarded-for": "192.0.2.7", "host": "games.example"}
    with Client() as client:
        strict = start("--allowed-host", "games.example")
        assert "Secure" not in client.get(strict.address, headers=said).headers["set-cookie"]
        assert client.get(strict.address, headers={**said, "host": "other.example"}).status_code == 400
        strict.end()
        client.cookies.clear()
        trusting = start("--allowed-host", "games.example", "--trusted-proxy", "127.0.0.1")
        answer = client.get(trusting.address, headers=said)
        assert "Secure" in answer.headers["set-cookie"]
        assert "strict-transport-security" in answer.headers


def test_an_answer_is_sent_at_once(free_port):
    """Else its second part waits until the client has confirmed the first, for 40 milliseconds."""
    with closing(listen(free_port)) as listener, socket.create_connection(listener.getsockname()) as client:
        taken, _ = listener.accept()
        with taken:
            assert taken.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)
            assert client.getpeername() == taken.getsockname()
