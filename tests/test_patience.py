"""Waiting itself: what is at work is found, and processes may end while they are looked at."""

import os
import subprocess
import sys
import threading
import time
from contextlib import nullcontext
from itertools import count
from pathlib import Path

import pytest

from tests import patience
from tests.patience import cpu_seconds, descendants, wait_until


def test_processes_are_found_whichever_thread_started_them():
    """And those that they have started."""
    code = "import subprocess, sys; subprocess.run([sys.executable, '-S', '-c', 'print(1, flush=True); input()'])"
    started = []

    def start():
        started.append(
            subprocess.Popen([sys.executable, "-S", "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        )
        assert started[0].stdout.readline() == b"1\n"
        seen.append(descendants(os.getpid()))

    seen: list[list[int]] = []
    thread = threading.Thread(target=start)
    thread.start()
    thread.join()
    [parent] = started
    assert parent.pid in seen[0]
    assert len(descendants(parent.pid)) == 1
    parent.communicate(b"\n")
    assert (descendants(parent.pid), cpu_seconds(parent.pid)) == ([], 0.0), "it is gone"


@pytest.mark.parametrize("gone", ["task", "children"])
def test_a_process_may_end_while_it_is_looked_at(monkeypatch, gone):
    """It is there when its folder is opened, and its threads, or what they have started, are not."""
    listed, read = Path.iterdir, Path.read_text

    def iterdir(path):
        return listed(Path("/proc/0/task") if gone == "task" else path)

    def read_text(path, *args, **options):
        return read(Path("/proc/0/none") if gone == "children" else path, *args, **options)

    monkeypatch.setattr(Path, "iterdir", iterdir)
    monkeypatch.setattr(Path, "read_text", read_text)
    assert descendants(os.getpid()) == []


@pytest.mark.parametrize(
    ("work", "ends"),
    [((9, 10, 1, 2, 3), nullcontext()), ((9, 10, 10, 10, 10), pytest.raises(AssertionError, match="does not come"))],
)
def test_one_waits_as_long_as_anybody_works(monkeypatch, work, ends):
    """Though whoever has done most ends meanwhile, and is counted no more."""
    done, clock, looks = iter(work), count(0, 40), iter([False] * 4 + [True])
    monkeypatch.setattr(patience, "_work_done", lambda: next(done))
    monkeypatch.setattr(time, "monotonic", lambda: next(clock))
    monkeypatch.setattr(time, "sleep", lambda _: None)
    with ends:
        wait_until(lambda: next(looks))
