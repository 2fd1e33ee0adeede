"""A PostgreSQL server of the tests' own: made in a folder that goes away, reached by a socket there, without a port."""

import itertools
import os
import shutil
import signal
import subprocess
import tempfile
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from tests.patience import LONGEST, wait_until

SETTINGS = {
    "listen_addresses": "",
    "fsync": "off",  # these tests kill processes, not machines
    "full_page_writes": "off",
    "shared_buffers": "32MB",
    "max_connections": "200",
}
NO_POSTGRES = "there is no PostgreSQL here"


def programs():
    """The folder of PostgreSQL's programs, the newest if there are several; None if there is none."""
    found = shutil.which("postgres")
    if found and (Path(found).resolve().parent / "initdb").exists():
        return Path(found).resolve().parent
    folders = [path.parent for path in Path("/usr/lib/postgresql").glob("*/bin/initdb")]
    return max(folders, key=lambda folder: float(folder.parent.name), default=None)


class Postgres:
    """A server that can be stopped and started again; its databases stay."""

    def __init__(self):
        self.folder = Path(tempfile.mkdtemp(prefix="pg-"))  # short: the path of a socket may have some 100 characters
        self._names = itertools.count(1)
        self._free = []  # databases that nobody uses any more
        self._process = None
        self._user: dict[str, Any] = {}
        if os.geteuid() == 0:  # which PostgreSQL refuses
            import pwd

            user = next(user for user in pwd.getpwall() if user.pw_name in ("postgres", "nobody"))
            self._user = {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": []}
            os.chown(self.folder, user.pw_uid, user.pw_gid)
        how = ["--username=postgres", "--auth=trust", "--encoding=UTF8", "--no-locale", "--no-sync"]
        if self._run("initdb", "-D", self.folder / "data", *how).wait() != 0:
            raise self._failure("initdb fails")
        self.start()

    def start(self):
        """Start, and wait until it answers."""
        settings = {**SETTINGS, "unix_socket_directories": str(self.folder)}
        options = [part for name, value in settings.items() for part in ("-c", f"{name}={value}")]
        self._process = self._run("postgres", "-D", self.folder / "data", *options)
        wait_until(lambda: self._answers() or self._process.poll() is not None)
        if self._process.poll() is not None:
            raise self._failure("it does not start")

    def stop(self, immediate=False):
        """Stop, and wait until it is gone: in order, or at once as if the power had failed."""
        self._process.send_signal(signal.SIGQUIT if immediate else signal.SIGINT)
        self._process.wait(LONGEST)

    @contextmanager
    def frozen(self):
        """It stands still for a while, as on a machine that hangs: its sockets are there, and nobody answers."""
        os.kill(self._process.pid, signal.SIGSTOP)  # first, so that it makes no more of those that answer
        stopped = [*_children(self._process.pid), self._process.pid]
        for pid in stopped:
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGSTOP)
        try:
            yield
        finally:
            for pid in stopped:
                with suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGCONT)

    @property
    def is_running(self):
        return self._process is not None and self._process.poll() is None

    @property
    def pid(self):
        return self._process.pid

    @contextmanager
    def database(self):
        """The address of an empty database. It is cleared and used again later: to make one takes much longer."""
        if self._free:
            name = self._free.pop()
            self.execute("DROP SCHEMA public CASCADE; CREATE SCHEMA public", name)
        else:
            name = f"test{next(self._names)}"
            self.execute(f"CREATE DATABASE {name}")
        yield f"postgresql+psycopg://postgres@/{name}?host={self.folder}"
        self._free.append(name)

    def execute(self, statement, name="postgres"):
        """Run a statement; its rows, if it has any."""
        import psycopg

        with psycopg.connect(host=str(self.folder), user="postgres", dbname=name, autocommit=True) as connection:
            done = connection.execute(statement)
            return done.fetchall() if done.description else None

    def close(self):
        """Stop, and leave nothing."""
        if self.is_running:
            self.stop(immediate=True)
        shutil.rmtree(self.folder, ignore_errors=True)

    def _run(self, program, *arguments):
        with (self.folder / "log").open("ab") as log:
            return subprocess.Popen(
                [programs() / program, *arguments],
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                cwd=self.folder,
                env={"PATH": os.defpath, "LC_ALL": "C", "TZ": "UTC"},
                process_group=0,  # Ctrl-C is for the tests; they stop it
                **self._user,
            )

    def _failure(self, what):
        return RuntimeError(f"PostgreSQL: {what}: {(self.folder / 'log').read_text()[-2000:]}")

    def _answers(self):
        import psycopg

        try:
            self.execute("SELECT 1")
        except psycopg.OperationalError:
            return False
        return True


def _children(pid):
    return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
