"""The worker process: it loads only what it needs, keeps to its memory, and never outlives the server."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from escapology.answer import Failure, FoundDeal, Hint, Worth
from escapology.games import GAMES
from escapology.middle import deal_line, new_deal
from escapology.setting import make_setting
from escapology.thinking.codec import PAUSE, Report, parse_report, task_text
from escapology.thinking.task import Task, play_task
from escapology.thinking.wish import rest_of
from escapology.thinking.worker import think
from tests.patience import wait_until
from tests.shell import unmeasured

GREEDY = """
from escapology.answer import Worth
from escapology.thinking import worker
worker.think = lambda task, megabytes, tell: Worth(loses=bool(bytearray(task.seed)))
worker.main()
"""

SEARCHER = """
from escapology.thinking import worker
def think(task, megabytes, tell):
    for tried in range(task.tried + 1, 1_000_000):
        tell(tried)
worker.think = think
worker.main()
"""

SERVER = """
import sys, time
from escapology.thinking.question import Asker
from escapology.thinking.task import Task
from escapology.thinking.thinker import Thinker
thinker = Thinker()
ticket = thinker.ask(Task("show", sys.stdin.read(), seconds=600.0), Asker("me"))
while not (pids := [w._process.pid for w in thinker._pool._workers if w._process is not None]):
    time.sleep(0.01)
print(*pids, flush=True)
thinker.answer(ticket, Asker("me"), wait=600)  # what nobody asks about is soon dropped
"""


FRAMEWORK = {"alembic", "anyio", "fastapi", "itsdangerous", "jinja2", "pydantic", "sqlalchemy", "starlette", "uvicorn"}
MOST_MODULES = 300  # 207 were loaded when this was written, and 795 when the web framework was among them


def test_a_worker_loads_nothing_of_the_web():
    command = [sys.executable, "-X", "importtime", "-m", "escapology.thinking.worker", "2048"]
    environment = unmeasured() | {"ESCAPOLOGY_PLAIN": "1"}  # what Numba loads is its own business
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
    message = "it needs more than the limit of 200 megabytes"
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


def test_a_search_is_paused_and_goes_on():
    worker = subprocess.Popen(
        [sys.executable, "-c", SEARCHER], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )

    def say(line):
        worker.stdin.write(f"{line}\n")
        worker.stdin.flush()

    def hear():
        return parse_report("find", worker.stdout.readline())

    with worker:
        say(PAUSE)  # for nobody
        say(task_text(Task("find")))
        reports = [hear() for _ in range(2)]
        say(PAUSE)
        while not reports[-1].is_paused:
            reports.append(hear())
        tried = reports[-1].so_far
        assert reports[:-1] == [Report(so_far=number) for number in range(1, tried + 1)]
        assert reports[-1] == Report(so_far=tried, is_paused=True)
        say(task_text(Task("find", tried=tried)))
        assert [hear() for _ in range(2)] == [Report(so_far=tried + 1), Report(so_far=tried + 2)]
        worker.kill()


def test_a_search_is_paused_though_it_is_only_just_asked_for():
    """A process that a busy machine holds up finds both when it begins."""
    with subprocess.Popen(
        [sys.executable, "-c", SEARCHER], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as worker:
        worker.stdin.write(f"{task_text(Task('find'))}\n{PAUSE}\n")
        worker.stdin.flush()
        assert any(parse_report("find", worker.stdout.readline()).is_paused for _ in range(50_000))
        worker.kill()


def test_a_search_that_goes_on_finds_what_it_would_have_found():
    task = Task("find", setting="blank", seed=19, winnable=True)
    found = think(task)
    assert found == FoundDeal(21, 3, proven=True, level=None)
    assert think(rest_of(task, 1)) == think(rest_of(rest_of(task, 1), 2)) == found
    heard: list[int] = []
    think(rest_of(task, 1), tell=heard.append)
    assert heard == [2]
