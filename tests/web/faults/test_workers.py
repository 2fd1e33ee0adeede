"""Processes that think, killed in the midst of a thought, while people play."""

import os
import signal
import threading
from contextlib import suppress
from pathlib import Path

import pytest
from benchmarks.deals import random_play
from httpx2 import Client

from tests.patience import LONGEST, descendants, wait_until
from tests.samples import in_full, sizes
from tests.web.faults.conftest import go_on, play_while

API = "/api/v1"


def workers(service):
    """The processes that think for a server."""
    found = []
    for pid in descendants(service.process.pid):
        with suppress(OSError):
            if b"escapology.thinking.worker" in Path(f"/proc/{pid}/cmdline").read_bytes():
                found.append(pid)
    return found


class Asker(threading.Thread):
    """Looks back on one random game after the other, which takes a moment each."""

    def __init__(self, service):
        super().__init__()
        self.client = Client(timeout=LONGEST, base_url=f"http://127.0.0.1:{service.port}")
        self.answers = []
        self.over = threading.Event()

    def run(self):
        while not self.over.is_set():
            self.answers.append(self.ask())

    def ask(self):
        line, moves = random_play("dont-let-them-get-you", len(self.answers), 40)
        answer = self.client.post(f"{API}/checks", json={"record": f"{line}\n{' '.join(moves)}\n", "wait": 30})
        while answer.status_code == 202:
            answer = self.client.get(f"{API}/checks/{answer.json()['ticket']}", params={"wait": 30})
        return answer.status_code, answer.text


@pytest.mark.parametrize("kills", sizes(2, in_full(10, 30)))
def test_workers_that_are_killed(tmp_path, serve, kills):
    service = serve(tmp_path / "plays.sqlite")
    asker = Asker(service)

    def kill(crowd):
        asker.start()
        for _ in range(kills):
            wait_until(lambda: workers(service) and service.solver("running"))
            for pid in workers(service):
                with suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGKILL)
            go_on(crowd, 5)
        asker.over.set()

    crowd = play_while(service, kill)
    asker.join()
    assert crowd.outages == 0, "moves know nothing of it"
    wrong = {text for status, text in asker.answers if status != 200 and "ask again" not in text}
    assert wrong == set()
    assert asker.ask()[0] == 200
    asker.client.close()
    assert service.stop() == 0
