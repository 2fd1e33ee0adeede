"""Servers in whose way something is put while people play, and what must be true in the end."""

import os
import subprocess
import sys
import time
from contextlib import contextmanager
from pathlib import Path

import pytest
from benchmarks.crowd import Crowd
from benchmarks.faults import play_on
from benchmarks.service import Service
from httpx2 import Client, TransportError

from tests.loops import finish
from tests.patience import LONGEST, wait_until

SITE = Path(__file__).parent / "site"
LONG = 1e9
PLAYERS = 6


@pytest.fixture
def serve(tmp_path):
    """Starts servers, with faults as `sitecustomize.py` knows them."""
    started: list[Service] = []

    def serve_(database, *options, **faults):
        folder = tmp_path / f"service-{len(started)}"
        folder.mkdir()
        variables = {f"FAULT_{name.upper()}": str(value) for name, value in faults.items()}
        started.append(
            Service(str(database), folder, *options, variables={"PYTHONPATH": str(SITE)} | variables if faults else {})
        )
        return started[-1]

    yield serve_
    for service in started:
        service.kill()
        service.log.close()


def play_while(service, happens):
    """Let people play until something has happened and a second longer; what they saw: nothing of theirs was lost."""
    crowd = Crowd(service.port, time.monotonic() + LONG, may_fail=True)
    moves = finish(play_on(crowd, PLAYERS, lambda: happens(crowd)))
    assert crowd.errors == []
    assert moves >= crowd.moves > PLAYERS
    return crowd


def go_on(crowd, moves=30):
    """Wait until people have made so many moves more."""
    wanted = crowd.moves + moves
    wait_until(lambda: crowd.moves >= wanted, lambda: f"they stand still: {crowd.outages} outages")


def ask(service, path, patience=LONGEST):
    """A status, a text, and how long it took; 0 if nothing came."""
    began = time.monotonic()
    try:
        with Client(timeout=patience) as client:
            answer = client.get(f"http://127.0.0.1:{service.port}{path}")
            return answer.status_code, answer.text, time.monotonic() - began
    except TransportError as error:
        return 0, str(error), time.monotonic() - began


@pytest.fixture
def small_disk(tmp_path):
    """A disk with room for so many megabytes."""
    folder = tmp_path / "disk"
    folder.mkdir()
    command = ["mount", "-t", "tmpfs", "-o", "size=64m", "none", str(folder)]
    if sys.platform != "linux" or subprocess.run(command, capture_output=True, check=False).returncode:
        if "CI" in os.environ:
            pytest.fail("no disk can be made here")
        pytest.skip("no disk can be made here")
    yield folder
    subprocess.run(["umount", "--lazy", str(folder)], check=True)


@contextmanager
def full(folder):
    """No room is left on a disk, for a while."""
    filler = folder / "filler"
    with filler.open("wb", buffering=0) as file, pytest.raises(OSError, match="No space left"):
        file.writelines(b"x" * 4096 for _ in range(1_000_000))
    yield
    filler.unlink()
