"""What is acknowledged is kept: conflicts, restarts, and a process that is killed."""

import os
import signal
import subprocess
import sys
import threading
import time
from contextlib import suppress
from dataclasses import replace
from datetime import date

import pytest
from httpx2 import Client, TransportError

from escapology.daily import today
from escapology.play import Play
from escapology.tree import NodeRow
from escapology.web.plays.table import Table
from escapology.web.store import (
    ConflictError,
    SignedOutError,
    StoreError,
    UnreachableError,
    UnstorableError,
    open_store,
)
from escapology.web.store.tables import PLAYS
from tests.patience import LONGEST
from tests.web.conftest import BOTH
from tests.web.forms import player_cookie

DATABASES = BOTH
BLANK = "blank: 3 1 5 2 6 4"
FORM = {"content-type": "application/x-www-form-urlencoded"}


def test_a_write_names_the_version_it_saw(store):
    seat = Table(store).sit_down(Play.of_line(BLANK), "me")
    first = store.put(seat.saved)
    assert first.version == 2
    with pytest.raises(ConflictError):
        store.put(seat.saved)
    with pytest.raises(ConflictError):
        store.put(replace(first, owner="you"))
    assert store.get(first.id, "me") == first
    assert store.get(first.id, "you") is None


def test_two_tables_on_one_store(store):
    """Two processes: whoever comes second is told, and sees what the first one did."""
    one, other = Table(store), Table(store)
    seat = one.sit_down(Play.of_line(BLANK), "me")
    id_ = seat.saved.id
    there = other.seat(id_, "me")
    one.change(seat, 1, lambda play: play.do("climb"))
    with pytest.raises(ConflictError):
        other.change(there, 1, lambda play: play.do("skip"))
    assert [node.move for node in other.seat(id_, "me").play.nodes] == ["", "climb"]


def test_running_and_finished(store):
    table = Table(store)
    seats = [table.sit_down(Play.of_line(BLANK), "me") for _ in range(3)]
    table.change(seats[1], 1, lambda play: play.give_up())
    assert [saved.id for saved in store.finished("me")] == [seats[1].saved.id]
    assert {saved.id for saved in store.running("me", 10)} == {seats[0].saved.id, seats[2].saved.id}
    store.remove(seats[0].saved.id, "you")
    store.remove(seats[2].saved.id, "me")
    assert [saved.id for saved in store.running("me", 10)] == [seats[0].saved.id]


def test_memory_holds_only_so_many(store, monkeypatch):
    monkeypatch.setattr("escapology.web.plays.table._MOST_BYTES", 25_000)
    table = Table(store)
    seats = [table.sit_down(Play.of_line(BLANK), "me") for _ in range(4)]
    table.change(seats[0], 1, lambda play: play.do("climb"))
    assert table.in_memory(seats[0].saved.id, "me", 2) is None
    assert table.seat(seats[0].saved.id, "me").play.here.move == "climb"


def test_plays_and_forgetting_a_player(store):
    table = Table(store)
    mine = [table.sit_down(Play.of_line(BLANK), "me") for _ in range(3)]
    yours = table.sit_down(Play.of_line(BLANK), "you")
    table.change(mine[1], 1, lambda play: play.give_up())
    store.renew_recovery("me")
    assert {saved.id for saved in store.plays("me")} == {seat.saved.id for seat in mine}
    store.forget("me")
    assert (store.plays("me"), store.finished("me"), store.results("me"), store.recovery("me")) == ([], [], [], None)
    assert store.plays("you") == [yours.saved]
    assert table.seat(mine[0].saved.id, "me") is None
    with pytest.raises(ConflictError):
        table.change(mine[0], 1, lambda play: play.do("climb"))
    assert store.plays("me") == []


def test_a_player_is_forgotten_whole_or_not_at_all(store, monkeypatch):
    seat = Table(store).sit_down(Play.of_line(BLANK), "me")
    known = store.renew_recovery("me")
    with monkeypatch.context() as patch:
        patch.setattr("escapology.web.store.database.PLAYERS", None)
        with pytest.raises(AttributeError):
            store.forget("me")
    assert (store.plays("me"), store.recovery("me")) == ([seat.saved], known)
    store.put(seat.saved)
    store.forget("me")
    assert (store.plays("me"), store.recovery("me")) == ([], None)


def test_adopting_the_plays_of_another(store):
    table = Table(store)
    mine, theirs = (table.sit_down(Play.of_line(BLANK), owner) for owner in ("me", "them"))
    id_ = theirs.saved.id
    table.change(theirs, 1, lambda play: play.do("climb"))
    store.adopt("them", "me")
    assert {saved.id for saved in store.plays("me")} == {mine.saved.id, id_}
    assert store.plays("them") == []
    assert table.seat(id_, "them") is None
    with pytest.raises(ConflictError):
        table.change(theirs, 2, lambda play: play.do("skip"))
    table.change(table.seat(id_, "me"), 2, lambda play: play.undo())
    assert store.get(id_, "me").version == 3


def test_recovery_links_are_renewed_for_one_player(store):
    assert (store.recovery("me"), store.recovery("you")) == (None, None)
    known = [store.renew_recovery("me") for _ in range(3)]
    assert (store.recovery("me"), store.recovery("you")) == (known[-1], None)
    store.forget("me")
    assert store.recovery("me") is None
    assert len({*known, store.renew_recovery("me")}) == 4, "nothing is known twice"


def test_a_player_leaves_an_id(store):
    table = Table(store)
    mine, yours = (table.sit_down(Play.of_line(BLANK), owner) for owner in ("me", "you"))
    store.renew_recovery("me")
    for _ in range(2):
        store.leave("me", "me again")
        assert (store.has_left("me"), store.has_left("me again"), store.has_left("you")) == (True, False, False)
        assert [saved.id for saved in store.plays("me again")] == [mine.saved.id]
        assert (store.plays("me"), store.recovery("me"), store.recovery("me again")) == ([], None, None)
    with pytest.raises(SignedOutError):
        store.leave("me", "another")
    with pytest.raises(SignedOutError):
        table.sit_down(Play.of_line(BLANK), "me")
    with pytest.raises(ConflictError):
        table.change(mine, 1, lambda play: play.do("climb"))
    assert (store.plays("me"), store.plays("another"), store.plays("you")) == ([], [], [yours.saved])
    table.change(table.seat(mine.saved.id, "me again"), 1, lambda play: play.do("climb"))


def test_a_player_leaves_whole_or_not_at_all(store, monkeypatch):
    seat = Table(store).sit_down(Play.of_line(BLANK), "me")
    with monkeypatch.context() as patch:
        patch.setattr("escapology.web.store.database.PLAYERS", None)
        with pytest.raises(AttributeError):
            store.leave("me", "me again")
    assert (store.plays("me"), store.has_left("me")) == ([seat.saved], False)


def test_answers_are_kept_for_all(store, database):
    other = open_store(database)
    long = "a long question " * 1_000
    for key in ("a", long, "\0 and \ud800"):
        assert store.answer(key) is None
        store.keep_answer(key, f"of {len(key)}")
        assert other.answer(key) == f"of {len(key)}"
    other.keep_answer("a", "a better one")
    assert store.answer("a") == "a better one"
    other.close()


def test_answers_that_were_kept_first_go(store, monkeypatch):
    monkeypatch.setattr("escapology.web.store.answers._MOST", 3)
    monkeypatch.setattr("escapology.web.store.answers._LONGEST", 10)
    for i in range(7):
        store.keep_answer(f"key {i}", str(i))
    store.keep_answer("key 5", "five")
    store.keep_answer("long", "x" * 11)
    assert [store.answer(f"key {i}") for i in range(7)] == [None] * 4 + ["4", "five", "6"]
    assert store.answer("long") is None


@pytest.mark.parametrize("odd", ["\0", "a\0b", "\ud800", "\udfff!"])
def test_text_that_no_database_can_hold(store, odd):
    table = Table(store)
    seat = table.sit_down(Play.of_line(BLANK), "me")
    assert store.get(odd, "me") is None
    assert store.get(seat.saved.id, odd) is None
    store.remove(odd, "me")
    for ask in (
        lambda: store.put(replace(seat.saved, status=odd)),
        lambda: store.add(replace(seat.saved, id="new", bookmarks=odd)),
        lambda: store.put(seat.saved, [NodeRow(1, 0, odd, 1, 0)]),
        lambda: store.adopt("me", odd),
        lambda: store.renew_recovery(odd),
        lambda: store.keep_answer("key", odd),
        lambda: store.plays(odd),
        lambda: store.forget(odd),
    ):
        with pytest.raises(UnstorableError, match="contains a character that is not text"):
            ask()
    assert store.plays("me") == [seat.saved]


def test_pages_of_text_that_no_database_can_hold(client):
    path = client.post("/plays", data={"text": BLANK}).url.path
    assert client.get("/play/%00").status_code == 404
    assert client.get("/play/a%ED%A0%80").status_code == 404
    named = client.post(f"{path}/bookmark", content=b"version=1&name=%ED%A0%80%00", headers=FORM)
    assert named.status_code == 422
    named = client.post(f"{path}/bookmark", content=b"version=1&name=%ED%A0%80", headers=FORM)
    assert named.status_code in (200, 422)


SCRIPT = """
import sys
from pathlib import Path
from escapology.web.server.local import serve
serve(lambda line: print(line, flush=True), port=0, browser=False, file=Path(sys.argv[1]))
"""


def start(file):
    process = subprocess.Popen([sys.executable, "-c", SCRIPT, str(file)], stdout=subprocess.PIPE, text=True)
    return process, process.stdout.readline().split()[3].rstrip("/")


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="needs kill -9")
def test_a_killed_server_has_every_acknowledged_move(tmp_path):
    file = tmp_path / "plays.sqlite"
    process, address = start(file)
    with Client(headers={"accept": "application/json"}, timeout=LONGEST) as client:
        page = client.post(f"{address}/plays", data={"game": "devils-square", "seed": "3"})
        path, cookies = page.headers["location"], dict(client.cookies)
        made, parts = [], client.get(f"{address}{path}").json()
        enough = threading.Event()
        killer = threading.Thread(target=lambda: enough.wait(LONGEST) and os.kill(process.pid, signal.SIGKILL))
        killer.start()
        with suppress(TransportError):
            while legal := _legal(parts["side"]):
                form = {"move": legal[0], "version": parts["version"]}
                parts = client.post(f"{address}{path}/move", data=form).json()
                made.append(legal[0])
                if len(made) == 5:
                    enough.set()  # and go on, until it is gone
        killer.join()
        process.wait()
        process.stdout.close()
    process, address = start(file)
    with Client(cookies=cookies, timeout=LONGEST) as client:
        kept = client.get(f"{address}{path}/record.txt").text.split("\n", 1)[1].split()
        assert len(made) >= 5
        assert kept[: len(made)] == made
        assert len(kept) <= len(made) + 1, "one more may have been stored, but not acknowledged any more"
        assert "Continue playing" in client.get(address).text
    process.terminate()
    process.wait(LONGEST)
    process.stdout.close()


def _legal(side):
    import html
    import re

    return [html.unescape(text) for text in re.findall(r'name="move" value="([^"]+)"', side)]


def test_a_running_game_needs_nothing_compiled(tmp_path):
    """All games are shown and played without NumPy and Numba."""
    code = """
import re, sys, html
from pathlib import Path
from starlette.testclient import TestClient
from escapology.games import GAMES
from escapology.web import make_app, open_store
with TestClient(make_app(open_store(Path(sys.argv[1])))) as client:
    for name in GAMES:
        path = client.post("/plays", data={"game": name, "seed": "3"}).url.path
        for version in range(1, 6):
            legal = re.findall('name="move" value="([^"]+)"', client.get(path).text)
            if legal:
                client.post(path + "/move", data={"move": html.unescape(legal[0]), "version": version})
        client.get(path + "/tree"), client.get(path + "/log"), client.get("/")
print(sorted({"numba", "numpy", "llvmlite"} & set(sys.modules)))
"""
    done = subprocess.run(
        [sys.executable, "-c", code, str(tmp_path / "a.sqlite")], capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "[]"


def test_a_damaged_play_is_a_clear_answer(client, store):
    path = client.post("/plays", data={"text": BLANK}).url.path
    saved = store.get(path.split("/")[-1], player_cookie(client)[1].partition(".")[0])
    for damage in ({"bookmarks": "{"}, {"bookmarks": '{"a": 7}'}, {"here": 1}, {"here": -1}, {"deal": "blank: 1"}):
        with store._engine.begin() as connection:
            connection.execute(PLAYS.update().values(damage | {"version": saved.version + 1}))
        page = client.get(path)
        assert page.status_code == 422
        assert "saved game is damaged" in page.text
        assert client.get("/me/export").json()["plays"][0]["id"] == saved.id
        with store._engine.begin() as connection:
            connection.execute(PLAYS.update().values({name: getattr(saved, name) for name in damage}))


def test_a_store_that_can_not_be_is_a_clear_error(tmp_path):
    (tmp_path / "file").write_text("no database, but long enough to be taken for one" * 40)
    for path in (tmp_path / "file", tmp_path / "file" / "below", tmp_path):
        with pytest.raises(StoreError, match="games can't be kept in"):
            open_store(path)


@pytest.mark.parametrize(
    "address",
    [
        "mysql://root@localhost/plays", "postgres://localhost/plays", "postgresql+asyncpg://localhost/plays",
        "sqlite+aiosqlite:///plays", "sqlite://", "sqlite:///:memory:", "sqlite:///plays?mode=ro", "http://[/plays",
        "postgresql://me:secret@localhost:port/plays", "://", "\0://",
    ],
)  # fmt: skip
def test_addresses_that_are_none(address, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(StoreError, match=r"give a file, sqlite:///FILE, or postgresql\+psycopg://") as caught:
        open_store(address)
    assert "secret" not in str(caught.value)
    assert "\n" not in str(caught.value)
    assert list(tmp_path.iterdir()) == []


def test_addresses_of_files(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for where in ("a.sqlite", "sqlite:///b.sqlite", f"sqlite:///{tmp_path}/new/c.sqlite", tmp_path / "d: 100%.sqlite"):
        open_store(where).close()
    assert sorted(file.name for file in tmp_path.rglob("*.sqlite")) == [
        "a.sqlite",
        "b.sqlite",
        "c.sqlite",
        "d: 100%.sqlite",
    ]


def test_a_server_that_is_not_there():
    with pytest.raises(UnreachableError, match=r"games can't be kept in .*://me:\*\*\*@127.0.0.1:1/plays: ") as caught:
        open_store("postgresql+psycopg://me:secret@127.0.0.1:1/plays")
    assert "secret" not in str(caught.value)
    assert "\n" not in str(caught.value)


def test_postgresql_without_its_driver(monkeypatch):
    monkeypatch.setitem(sys.modules, "psycopg", None)
    with pytest.raises(StoreError, match=r"pip install 'escapology\[postgresql\]'"):
        open_store("postgresql+psycopg://localhost/plays")


def test_free_ports(tmp_path):
    from escapology.errors import SettingError
    from escapology.web.server.local import listen

    first, second = listen(None), listen(None)
    taken = first.getsockname()[1]
    assert second.getsockname()[1] != taken
    with pytest.raises(SettingError, match="--port"):
        listen(taken)
    first.close()
    second.close()
    time.sleep(0)


@pytest.mark.skipif(sys.platform == "win32", reason="needs modes")
def test_a_new_file_is_for_its_owner_only(tmp_path):
    before = os.umask(0)
    try:
        store = open_store(tmp_path / "new" / "plays.sqlite")
        Table(store).sit_down(Play.of_line(BLANK), "me")
    finally:
        os.umask(before)
    modes = {file.name: file.stat().st_mode & 0o777 for file in (tmp_path / "new").iterdir()}
    store.close()
    assert modes == {"plays.sqlite": 0o600, "plays.sqlite-wal": 0o600, "plays.sqlite-shm": 0o600}
    assert (tmp_path / "new").stat().st_mode & 0o777 == 0o700


def test_data_is_kept_in_the_users_folder(monkeypatch, tmp_path):
    from escapology.web.server import local as serve

    monkeypatch.setattr("platformdirs.user_data_dir", lambda name: str(tmp_path / name))
    assert serve.data_file() == tmp_path / "escapology" / "plays.sqlite"
    open_store(serve.data_file()).close()
    assert serve.data_file().exists()


def test_plays_of_the_days_are_told_apart(store, clock):
    table = Table(store)
    days = [date(2026, 11, 17), date(2026, 11, 18), None, date(2026, 11, 19)]
    seats = [table.sit_down(Play.of_line(BLANK), "me", daily=day) for day in days]
    table.sit_down(Play.of_line(BLANK), "you", daily=days[0])
    table.change(seats[1], 1, lambda play: [play.do(move) for move in ("climb", "skip", "climb", "skip", "climb")])
    told = store.daily_plays("me")
    assert [play.daily for play in told] == ["2026-11-17", "2026-11-18", "2026-11-19"]
    assert [play.id for play in store.daily_plays("me", "2026-11-18", "2026-11-18")] == [seats[1].saved.id]
    assert (told[1].status, told[1].won_on, told[1].won_helped) == ("won", str(today()), False)
    assert told[0].won_on is told[0].won_helped is None
    store.adopt("me", "you")
    assert [play.daily for play in store.daily_plays("you")].count("2026-11-17") == 2
