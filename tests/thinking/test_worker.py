"""The worker process: it loads only what it needs, keeps to its memory, and never outlives the server."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from escapology.answer import Failure, Hint, Worth
from escapology.games import GAMES
from escapology.middle import deal_line, new_deal
from escapology.setting import make_setting
from escapology.thinking.codec import Report, parse_report, task_text
from escapology.thinking.task import Task, play_task
from tests.patience import wait_until

GREEDY = """
from escapology.answer import Worth
from escapology.thinking import worker
worker.think = lambda task, megabytes, tell: Worth(loses=bool(bytearray(task.seed)))
worker.main()
"""

SERVER = """
import sys, time
from escapology.thinking.task import Task
from escapology.thinking.thinker import Thinker
thinker = Thinker()
ticket = thinker.ask(Task("show", sys.stdin.read(), seconds=600.0), "me")
while not (pids := [w._process.pid for w in thinker._pool._workers if w._process is not None]):
    time.sleep(0.01)
print(*pids, flush=True)
thinker.answer(ticket, "me", wait=600)  # what nobody asks about is soon dropped
"""


FRAMEWORK = {"alembic", "anyio", "fastapi", "itsdangerous", "jinja2", "pydantic", "sqlalchemy", "starlette", "uvicorn"}
MOST_MODULES = 300  # 207 were loaded when this was written, and 795 when the web framework was among them


def test_a_worker_loads_nothing_of_the_web():
    command = [sys.executable, "-X", "importtime", "-m", "escapology.thinking.worker", "2048"]
    environment = os.environ | {"ESCAPOLOGY_PLAIN": "1"}  # what Numba loads is its own business
    for lines, most in (
        ("", MOST_MODULES),
        (task_text(play_task("hint", "blank: 3 1 5 2 6 4")) + "\n", 2 * MOST_MODULES),
    ):
        worker = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment
        )
        worker.stdin.write(lines)
        worker.stdin.flush()
        if lines:
            answer = parse_report("hint", worker.stdout.readline()).answer
            assert isinstance(answer, Hint)
            assert answer.move in ("climb", "skip")
        told = worker.communicate()[1]
        loaded = {line.rpartition("|")[2].strip() for line in told.splitlines() if line.startswith("import time:")}
        assert "escapology.games.blank.rules" in loaded
        assert not {name for name in loaded if name.split(".")[0] in FRAMEWORK or name.startswith("escapology.web")}
        assert len(loaded) < most


def is_alive(pid):
    """Whether a process still runs; one that has ended, and that nobody has asked about, does not."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def spent(pid):
    """Seconds of computing."""
    words = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(words[11]) + int(words[12])) / os.sysconf("SC_CLK_TCK")


@pytest.mark.skipif(sys.platform != "linux", reason="other systems count memory in other ways")
def test_a_question_that_takes_too_much_memory_gets_a_clear_answer():
    worker = subprocess.Popen(
        [sys.executable, "-c", GREEDY, "200"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    with worker:
        for size in (1_000, 400_000_000, 1_000):
            worker.stdin.write(task_text(Task("worth", seed=size)) + "\n")
        worker.stdin.flush()
        reports = [parse_report("worth", line) for line in worker.stdout]
    message = "it takes more than the 200 megabytes that a question may have"
    assert reports == [Report(Worth(loses=True)), Report(Failure(message), is_last=True)]
    assert worker.returncode == 0, "another one takes the third question"


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="processes are looked up in /proc")
def test_a_worker_ends_with_its_server_in_the_middle_of_a_thought():
    deal = deal_line(GAMES["devils-square"], new_deal(make_setting(GAMES["devils-square"]), 2))
    server = subprocess.Popen(
        [sys.executable, "-c", SERVER], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
        env=os.environ | {"ESCAPOLOGY_PLAIN": "1"},
    )  # fmt: skip
    with server:
        server.stdin.write(deal)
        server.stdin.close()
        [pid] = map(int, server.stdout.readline().split())
        wait_until(lambda: spent(pid) > 1.0)
        server.send_signal(signal.SIGKILL)
    wait_until(lambda: not is_alive(pid))
