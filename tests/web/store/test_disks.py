"""Disks that are full, fail or can't be written: whoever watches over the server is told so, and the log says why."""

import logging
import os
import subprocess
import sys

import pytest
import sqlalchemy as sql
from httpx2 import Client

from escapology.web import Config
from escapology.web.seldom import Seldom
from escapology.web.store import Deadlines, SqlStore, StoreError, UnreachableError
from escapology.web.store.engine import troubles_of
from escapology.web.store.tables import PROBES
from escapology.web.watch.pulse import Pulse
from tests.patience import LONGEST, wait_until
from tests.web.conftest import BOTH, Server

DATABASES = BOTH
BLANK = "blank: 3 1 5 2 6 4"
QUICK = Deadlines(disk=2.0)
PULSE = 0.5  # seconds: a busy machine takes its time for a look, and three that are missing are told, too
FULL = "the disk that games are kept on is full\n"


@pytest.fixture
def small_disk(tmp_path):
    """A disk with room for what SQLite writes before it tidies up (4 MB), and as much again."""
    folder = tmp_path / "disk"
    folder.mkdir()
    command = ["mount", "-t", "tmpfs", "-o", "size=8m", "none", str(folder)]
    if sys.platform != "linux" or subprocess.run(command, capture_output=True, check=False).returncode:
        if "CI" in os.environ:
            pytest.fail("no disk can be made here")
        pytest.skip("no disk can be made here")
    yield folder
    subprocess.run(["umount", "--lazy", str(folder)], check=True)


def fill(folder):
    """Leave no room on a disk."""
    with (folder / "filler").open("wb", buffering=0) as file, pytest.raises(OSError, match="No space left"):
        file.writelines(b"x" * 4096 for _ in range(10_000))


def told(records):
    """What the log says of the database."""
    return [(r.facts["trouble"], r.facts["cause"]) for r in records if r.name == "escapology.web.store"]


def test_a_disk_that_runs_full_and_has_room_again(small_disk, caplog):
    server = Server(small_disk / "plays.sqlite", Config(pulse=PULSE), QUICK)
    try:
        with Client(timeout=LONGEST, follow_redirects=True, base_url=server.address) as client:
            kept = [client.post("/plays", data={"text": BLANK}).url.path]
            assert client.get("/healthz").text == "ok\n"
            fill(small_disk)
            while (answer := client.post("/plays", data={"text": BLANK})).status_code == 200:
                kept.append(answer.url.path)
                assert len(kept) < 10_000
            assert (answer.status_code, "try again in a moment" in answer.text) == (503, True)

            def is_said():
                """As long as writes fail: a small one finds room where a larger one did not."""
                client.post("/plays", data={"text": BLANK})
                health = client.get("/healthz")
                return (health.status_code, health.text) == (503, FULL)

            wait_until(is_said)
            (small_disk / "filler").unlink()
            wait_until(lambda: client.get("/healthz").status_code == 200)
            assert client.post("/plays", data={"text": BLANK}).status_code == 200
            assert all(client.get(path).status_code == 200 for path in kept[-20:]), "what was acknowledged is there"
    finally:
        server.stop()
    found = told(caplog.records)
    assert set(found) == {("the disk that games are kept on is full", "database or disk is full")}
    assert BLANK not in caplog.text


def test_nobody_moves_and_the_disk_is_full_all_the_same(small_disk):
    server = Server(small_disk / "plays.sqlite", Config(pulse=PULSE), QUICK)
    try:
        fill(small_disk)
        with Client(timeout=LONGEST) as client:
            wait_until(lambda: client.get(f"{server.address}/healthz").text == FULL)
    finally:
        server.stop()


def test_the_cause_is_told_once_and_then_with_a_count(store, caplog):
    logger = logging.getLogger("escapology.web.store")
    (seldom,) = (one for one in logger.filters if isinstance(one, Seldom))
    seldom._seen.clear()
    make_read_only(store)
    for _ in range(50):
        with pytest.raises(UnreachableError):
            store.renew_recovery("me")
    assert len(told(caplog.records)) == 1
    seldom._seen = {kind: [since - 10, count, left] for kind, (since, count, left) in seldom._seen.items()}
    with pytest.raises(UnreachableError):
        store.renew_recovery("me")
    assert caplog.records[-1].facts["left_out"] == 49


def make_read_only(store):
    """As a disk that the system has made so after an error, or a server that is a copy of another one."""
    for engine in (store._engine, store._apart):
        if engine.dialect.name == "sqlite":
            sql.event.listen(engine, "connect", lambda connection, _: connection.execute("PRAGMA query_only=1"))
        else:
            sql.event.listen(
                engine,
                "connect",
                lambda connection, _: connection.execute("SET default_transaction_read_only = on"),
            )
        engine.dispose()


def test_a_database_that_can_only_be_read(store):
    make_read_only(store)
    store.check(writes=False)
    with pytest.raises(UnreachableError, match="the database, or the disk it is on, is read-only"):
        store.check()
    with pytest.raises(UnreachableError, match="try again in a moment"):
        store.renew_recovery("me")


class DiskFullError(Exception):
    sqlstate = "53100"


def test_a_write_that_fails_counts_for_a_while(database):
    """A small write may find room where a larger one does not."""
    store = SqlStore(database, Deadlines(disk=LONGEST))
    store.check()
    troubles_of(store._engine).note(sql.exc.OperationalError("", {}, DiskFullError("could not extend file")))
    with pytest.raises(UnreachableError, match="is full"):
        store.check(writes=False)
    store.close()


def test_what_a_check_writes_is_gone_with_the_next(store):
    for _ in range(5):
        store.check()
    with store._engine.connect() as connection:
        assert len(connection.execute(PROBES.select()).all()) == 1


def test_a_full_file(tmp_path):
    """The same error as that of a full disk, where none can be made."""
    store = SqlStore(tmp_path / "plays.sqlite", QUICK)
    for engine in (store._engine, store._apart):
        sql.event.listen(engine, "connect", lambda connection, _: connection.execute("PRAGMA max_page_count=1"))
        engine.dispose()
    with pytest.raises(UnreachableError, match="is full"):
        [store.check() for _ in range(100)]
    store.close()


def test_a_disk_that_fails(tmp_path):
    """A file that may not grow: SQLite is told of an error that is not a full disk."""
    code = """
import resource, signal, sys
from escapology.web.store import open_store
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
store = open_store(sys.argv[1])
store.check()
resource.setrlimit(resource.RLIMIT_FSIZE, (50_000, resource.RLIM_INFINITY))
try:
    for _ in range(1000):
        store.check()
except Exception as error:
    print(type(error).__name__, error, sep=": ")
"""
    done = subprocess.run(
        [sys.executable, "-c", code, str(tmp_path / "plays.sqlite")], capture_output=True, text=True, check=True
    )
    assert done.stdout == "UnreachableError: the disk that games are kept on fails\n"


class Hanging:
    """A store that may take for ever."""

    def __init__(self):
        self.asked = []
        self.error = None

    def check(self, *, writes=True):
        self.asked.append(writes)
        if self.error:
            raise self.error


def test_the_pulse_reads_often_and_writes_now_and_then():
    store = Hanging()
    pulse = Pulse(store.check, 0.01)
    pulse.start()
    wait_until(lambda: len(store.asked) >= 13)
    pulse.stop()
    assert store.asked[:13] == [True, *[False] * 5] * 2 + [True]


def test_a_pulse_that_is_missing():
    now = [0.0]
    pulse = Pulse(Hanging().check, 5.0, clock=lambda: now[0])
    now[0] = 14.0
    assert pulse.trouble() == ""
    now[0] = 16.0
    assert pulse.trouble() == "the database does not answer"


def test_whatever_goes_wrong_is_told():
    store = Hanging()
    store.error = StoreError("the place where games are kept is damaged")
    pulse = Pulse(store.check, 0.01)
    pulse.start()
    wait_until(lambda: pulse.trouble() == "the place where games are kept is damaged")
    store.error = RuntimeError("surprise")
    wait_until(lambda: pulse.trouble() == "the database does not answer")
    store.error = None
    wait_until(lambda: pulse.trouble() == "")
    pulse.stop()
