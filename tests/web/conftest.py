"""A server on a real port, a browser, a client without one, and the databases behind them.

Tests that need a store get one in a SQLite file; those of a module that says `DATABASES = BOTH` run on PostgreSQL too,
and with `MOSTLY_ONE` they do so among the long tests. `@mostly_one` says the same of one test.
"""

import os
import shutil
import threading
from datetime import UTC, datetime

import pytest
import uvicorn
from benchmarks.service import free_port
from playwright.sync_api import Error as BrowserError
from starlette.testclient import TestClient

from escapology import daily
from escapology.record import record_text
from escapology.web import make_app, open_store
from tests.patience import LONGEST, wait_until
from tests.postgres import NO_POSTGRES, Postgres, programs

BOTH = ("sqlite", "postgresql")
MOSTLY_ONE = ("sqlite", pytest.param("postgresql", marks=pytest.mark.long))
BROWSER = 1_000 * float(os.environ.get("ESCAPOLOGY_BROWSER_WAIT", "240"))  # milliseconds that a page may take

DESK = {"viewport": {"width": 1280, "height": 800}, "reduced_motion": "reduce"}


def mostly_one(test):
    """A test of a module that runs on both, which takes long: on PostgreSQL among the long tests."""
    test.databases = MOSTLY_ONE
    return test


class Server:
    """The app in a thread, on a port of its own."""

    def __init__(self, file, config=None, deadlines=None):
        self.file = file
        self.config = config
        self.deadlines = deadlines
        self.start()

    def start(self, port=0):
        self.store = open_store(self.file, self.deadlines)
        self.app = make_app(self.store, self.config)
        port = port or free_port()  # which stays free when the server is stopped and started again
        self.server = uvicorn.Server(uvicorn.Config(self.app, port=port, log_level="warning", lifespan="on"))
        self.thread = threading.Thread(target=self.server.run, daemon=True)
        self.thread.start()
        wait_until(lambda: self.server.started)
        self.port = self.server.servers[0].sockets[0].getsockname()[1]

    @property
    def address(self):
        return f"http://127.0.0.1:{self.port}"

    def stop(self):
        self.server.should_exit = True
        self.thread.join(LONGEST)
        self.store.close()


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    running = Server(tmp_path_factory.mktemp("web") / "plays.sqlite")
    yield running
    running.stop()


@pytest.fixture(scope="session")
def postgres():
    if programs() is None:
        if "CI" in os.environ:
            pytest.fail(NO_POSTGRES)
        pytest.skip(NO_POSTGRES)
    server = Postgres()
    yield server
    server.close()


def pytest_generate_tests(metafunc):
    if "database" in metafunc.fixturenames:
        ones = getattr(metafunc.function, "databases", getattr(metafunc.module, "DATABASES", ("sqlite",)))
        metafunc.parametrize("database", ones, indirect=True)


@pytest.fixture
def database(request, tmp_path):
    """The address of an empty database."""
    if request.param == "sqlite":
        yield f"sqlite:///{tmp_path / 'plays.sqlite'}"
        return
    with request.getfixturevalue("postgres").database() as address:
        yield address


@pytest.fixture(scope="session")
def empty_file(tmp_path_factory):
    """A SQLite file with tables and nothing in them: to copy it is much quicker than to make them step by step."""
    file = tmp_path_factory.mktemp("empty") / "plays.sqlite"
    open_store(file).close()
    return file


@pytest.fixture
def store(database, empty_file):
    if database.startswith("sqlite"):
        shutil.copy(empty_file, database.removeprefix("sqlite:///"))
    kept = open_store(database)
    yield kept
    kept.close()


@pytest.fixture
def client(store):
    with TestClient(make_app(store), base_url="http://testserver") as client:
        yield client


class Clock:
    """What day and time it is, by UTC: a test may begin before midnight and end after it."""

    def __init__(self):
        self.now = datetime(2026, 11, 19, 14, 30, tzinfo=UTC)

    def go_to(self, year, month, day, hour, minute, second):
        self.now = datetime(year, month, day, hour, minute, second, tzinfo=UTC)


@pytest.fixture
def clock(monkeypatch):
    kept = Clock()
    monkeypatch.setattr(daily, "_now", lambda: kept.now)
    return kept


class Windows:
    """Windows of a browser, each with cookies of its own, used again and again: to open one takes long."""

    def __init__(self, chromium):
        self.chromium = chromium
        self.free = []  # (options, page)
        self.taken = []  # the same
        self.errors = []
        self.address = ""

    def take(self, address, options):
        """A page with these options that nobody uses, for a server at this address."""
        self.address = address
        found = next((one for one in self.free if one[0] == options), None)
        if found:
            self.free.remove(found)
        else:
            found = options, self._open(**options)
        self.taken.append(found)
        return found[1]

    def answers(self, page):
        """Whether anything can be asked of it: once in some thousand times Chromium stands still on a page it opens."""
        try:
            page.wait_for_function("() => document.readyState === 'complete'", timeout=BROWSER / 4)
        except BrowserError:
            return False
        return True

    def drop(self, page):
        """Take it no more."""
        self.taken = [(options, other) for options, other in self.taken if other != page]
        page.context.close()

    def give_back(self):
        """All that were taken, as new; what went wrong in them."""
        for options, page in self.taken:
            for other in page.context.pages:
                if other != page:
                    other.close()
            page.goto(f"{self.address}/static/icon.svg")  # where nothing goes on
            page.context.clear_cookies()
            page.context.clear_permissions()
            page.set_viewport_size(options["viewport"])
            page.emulate_media(color_scheme=options.get("color_scheme", "light"))
            self.free.append((options, page))
        self.taken = []
        errors, self.errors = self.errors, []
        return errors

    def _open(self, script="", **options):
        """With a script, it runs on each page before those of the page."""
        context = self.chromium.new_context(**options)
        if script:
            context.add_init_script(script)
        context.set_default_timeout(BROWSER)
        page = context.new_page()
        page.on("console", lambda message: self.errors.append(message.text) if message.type == "error" else None)
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.on("request", self._look_at)
        return page

    def _look_at(self, request):
        if not request.url.startswith(self.address):
            self.errors.append(f"asked for {request.url}")


@pytest.fixture(scope="session")
def windows(chromium):
    return Windows(chromium)


@pytest.fixture
def open_page(windows, server):
    """Opens pages that must not write a single error to the console, nor ask for anything from outside."""

    def open_(path="/", record=None, **options):
        """A page of a browser of its own; of a play that goes on where a record ends, if there is one."""
        for _ in range(2):
            page = windows.take(server.address, DESK | options)
            if record is not None:
                form = {"text": record_text(record)}
                path = page.request.post(f"{server.address}/plays", form=form, max_redirects=0).headers["location"]
            page.goto(server.address + path)
            if windows.answers(page):
                return page
            windows.drop(page)
        raise AssertionError(f"{path} was opened twice, and Chromium answered nothing about it")

    yield open_
    assert [error for error in windows.give_back() if "status of 4" not in error] == []
