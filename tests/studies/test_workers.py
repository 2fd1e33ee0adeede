"""Workers as real processes, here and on a Dask cluster: they may be killed, and nothing changes.

The bot that plays waits until it may go on, so a worker is always killed at work, however quick the machine is.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from contextlib import contextmanager
from itertools import count
from pathlib import Path

import pytest

from escapology.errors import EscapologyError
from escapology.studies.cluster import DaskCrew
from escapology.studies.errors import StudyError
from escapology.studies.local import LocalCrew
from escapology.studies.work import Order
from tests.patience import wait_until
from tests.shell import hear_ctrl_c
from tests.studies.kit import result, run, small

BOT = """
import os, pathlib, time
HERE = pathlib.Path(__file__).parent
def waiting(view, luck):
    if not (HERE / "go").exists():
        (HERE / f"working-{os.getpid()}").touch()
        while not (HERE / "go").exists():
            time.sleep(0.01)
    return view.legal[luck.below(len(view.legal))]
"""
STUDY = """
title = "Killed workers"
[[games]]
game = "blank"
[seeds]
first = 1
count = 60
piece = 5
[bots]
names = ["{bot}:waiting"]
"""


@pytest.fixture
def study(tmp_path):
    """A file whose bot waits until there is a file `go` beside it."""
    (tmp_path / "waiter.py").write_text(BOT)
    file = tmp_path / "study.toml"
    file.write_text(STUDY.format(bot=tmp_path / "waiter.py"))
    return file


@contextmanager
def started(study: Path, *how: str):
    command = [sys.executable, "-m", "escapology", "study", "run", str(study), "--to", str(study.parent / "out"), *how]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True,
        env={**os.environ, "ESCAPOLOGY_PLAIN": "1"},
        preexec_fn=hear_ctrl_c,  # noqa: PLW1509 (there are no other threads here)
    ) as process:  # fmt: skip
        try:
            yield process
        finally:
            process.kill()


def at_work(folder: Path) -> list[int]:
    return [int(path.name.partition("-")[2]) for path in folder.glob("working-*")]


def check_the_same(study: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As what one process does that nobody kills."""
    monkeypatch.setenv("ESCAPOLOGY_PLAIN", "1")
    path = study.parent / "quiet"
    run(small(study.read_text()), path)
    parts = [name for name in result(path) if name.startswith("parts/")]
    assert {name: result(study.parent / "out")[name] for name in parts} == {name: result(path)[name] for name in parts}
    assert (path / "summary.json").read_bytes() == (study.parent / "out" / "summary.json").read_bytes()


@pytest.mark.parametrize("how", [("--jobs", "2"), ("--cluster", "local:2")], ids=["processes", "cluster"])
def test_a_worker_is_killed(study, monkeypatch, how):
    with started(study, *how) as process:
        wait_until(lambda: len(at_work(study.parent)) == 2 or process.poll() is not None)
        os.kill(at_work(study.parent)[0], signal.SIGKILL)
        (study.parent / "go").touch()
        out, err = process.communicate()
    assert (process.returncode, err) == (0, "")
    assert "finished" in out
    check_the_same(study, monkeypatch)


@pytest.mark.long
@pytest.mark.parametrize("how", [("--jobs", "2"), ("--cluster", "local:1")], ids=["processes", "cluster"])
@pytest.mark.parametrize("by", [signal.SIGKILL, signal.SIGTERM])
def test_the_coordinator_is_ended(study, monkeypatch, how, by):
    """And what it had started ends with it."""
    with started(study, *how) as process:
        wait_until(lambda: at_work(study.parent) or process.poll() is not None)
        os.kill(process.pid, by)
        process.wait()
        workers = at_work(study.parent)
        wait_until(lambda: not any(Path(f"/proc/{pid}/cmdline").exists() for pid in workers))
    (study.parent / "go").touch()
    with started(study, *how) as process:
        assert process.wait() == 0
    check_the_same(study, monkeypatch)


# In this process


def test_who_dies_again_and_again_is_not_replaced_for_ever(study):
    plan = small(study.read_text())
    told: list[str] = []
    crew = LocalCrew(1, told.append)
    ending = threading.Event()

    def kill() -> None:
        while not ending.wait(0.02):
            for worker in list(crew._workers):
                if worker.process.pid:
                    os.kill(worker.process.pid, signal.SIGKILL)

    killer = threading.Thread(target=kill)
    killer.start()
    try:
        crew.give(Order(plan, plan.piece(0, 0)))
        with pytest.raises(StudyError, match=r"5 processes ended at the deals from seed 1 on.*too little memory"):
            all(not crew.collect(1) for _ in count())
    finally:
        ending.set()
        killer.join()
        crew.close()
    assert len(told) == 5


@pytest.mark.parametrize(
    ("address", "words"),
    [
        ("somewhere", "'somewhere' is not a cluster: write tcp://HOST:PORT"),
        ("local:", "give the number of workers, as in local:4"),
        ("local:0", "give the number of workers, as in local:4"),
        ("slurm:many", "give the number of workers, as in slurm:4"),
    ],
)
def test_a_cluster_that_is_none(address, words):
    with pytest.raises(EscapologyError, match="is not a cluster") as caught:
        DaskCrew(address, print)
    assert words in str(caught.value)
