"""Databases get their tables by steps, whatever they were before and however many open them at once."""

import json
import shutil
import sqlite3
import subprocess
import sys

import pytest
import sqlalchemy as sql
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory

from escapology.play import Play
from escapology.tree import tree_data
from escapology.web.config import Config
from escapology.web.guard.signatures import Signatures
from escapology.web.players.data import Players, RecoveryError
from escapology.web.plays.table import Table
from escapology.web.store import StoreError, open_store, upgrade
from escapology.web.store.tables import NEWEST, TABLES
from tests.web.conftest import BOTH

DATABASES = BOTH
BLANK = "blank: 3 1 5 2 6 4"

OLD_TABLE = """
CREATE TABLE plays (
	id VARCHAR NOT NULL,
	owner VARCHAR NOT NULL,
	version INTEGER NOT NULL,
	game VARCHAR NOT NULL,
	setting VARCHAR NOT NULL,
	deal VARCHAR NOT NULL,
	record VARCHAR NOT NULL,
	tree VARCHAR NOT NULL,
	status VARCHAR NOT NULL,
	finished BOOLEAN NOT NULL,
	moves INTEGER NOT NULL,
	score INTEGER NOT NULL,
	helped BOOLEAN NOT NULL,
	created VARCHAR NOT NULL,
	changed VARCHAR NOT NULL,
	PRIMARY KEY (id)
);
CREATE INDEX ix_plays_owner ON plays (owner);
"""


@pytest.fixture
def engine(database):
    made = sql.create_engine(database)
    yield made
    made.dispose()


def differences(engine):
    with engine.connect() as connection:
        return compare_metadata(MigrationContext.configure(connection), TABLES)


def step_of(engine):
    with engine.connect() as connection:
        return connection.execute(sql.text("SELECT version_num FROM alembic_version")).scalar_one()


def test_the_steps_make_the_tables(database, engine):
    assert differences(engine) != []
    open_store(database).close()
    assert differences(engine) == []
    assert step_of(engine) == NEWEST
    open_store(database).close()
    assert differences(engine) == []


def test_the_newest_step():
    assert ScriptDirectory(upgrade.STEPS, version_locations=[upgrade.STEPS]).get_current_head() == NEWEST


def test_a_file_from_before_there_were_steps(tmp_path):
    file = tmp_path / "plays.sqlite"
    play = Play.of_line(BLANK)
    play.do("climb")
    record, tree = play.record_text(), json.dumps(tree_data(play))
    rows = [
        (f"p{i}", "me", 7, "blank", "blank", BLANK, record, tree, "playing", i % 2, 1, 0, 0, f"t{i:02}", "t")
        for i in range(100)
    ]
    with sqlite3.connect(file) as old:
        old.executescript(OLD_TABLE)
        old.executemany(f"INSERT INTO plays VALUES ({', '.join('?' * 15)})", rows)
    old.close()
    store = open_store(file)
    engine = sql.create_engine(f"sqlite:///{file}")
    assert differences(engine) == []
    assert [(kept.id, kept.finished) for kept in store.plays("me")] == [(f"p{i}", bool(i % 2)) for i in range(100)]
    table = Table(store)
    table.change(table.seat("p4", "me"), 7, lambda play: play.undo())
    assert store.get("p4", "me").version == 8
    assert store.recovery("me") is None
    store.close()
    engine.dispose()


def test_recovery_links_are_good_after_an_upgrade(database, engine, tmp_path, monkeypatch):
    """They were numbered once."""
    steps = tmp_path / "steps"
    shutil.copytree(upgrade.STEPS, steps, ignore=shutil.ignore_patterns("__pycache__", "m0003*"))
    with monkeypatch.context() as patch:
        patch.setattr(upgrade, "STEPS", steps)
        patch.setattr(upgrade, "NEWEST", "0002")
        open_store(database).close()
    with engine.begin() as connection:
        connection.execute(sql.text("INSERT INTO players VALUES ('me', 2), ('you', 7)"))
    store = open_store(database)
    assert differences(engine) == []
    signatures = Signatures(Config())
    old = [signatures._links.dumps([player, number]) for player, number in (("me", 2), ("you", 6), ("they", 1))]
    players = Players(store, signatures)
    assert players.link_owner(old[0]) == "me"
    for void in old[1:]:
        with pytest.raises(RecoveryError, match="void"):
            players.link_owner(void)
    players.make_link("me")
    with pytest.raises(RecoveryError, match="void"):
        players.link_owner(old[0])
    store.close()


def test_another_programs_table_is_left_alone(database, engine):
    with engine.begin() as connection:
        connection.execute(sql.text("CREATE TABLE plays (id INTEGER, author VARCHAR)"))
    with pytest.raises(StoreError, match="another program's"):
        open_store(database)
    with engine.connect() as connection:
        assert sql.inspect(connection).get_table_names() == ["plays"]


def test_a_database_of_a_newer_version(database, engine):
    store = open_store(database)
    Table(store).sit_down(Play.of_line(BLANK), "me")
    store.close()
    with engine.begin() as connection:
        connection.execute(sql.text("UPDATE alembic_version SET version_num = '9999'"))
    with pytest.raises(StoreError, match=r"newer version of Escapology.*'9999'.*up to " + NEWEST):
        open_store(database)
    assert step_of(engine) == "9999"
    assert differences(engine) == []


def test_a_step_that_fails_changes_nothing(database, engine, tmp_path, monkeypatch):
    open_store(database).close()
    steps = tmp_path / "steps"
    shutil.copytree(upgrade.STEPS, steps, ignore=shutil.ignore_patterns("__pycache__"))
    monkeypatch.setattr(upgrade, "STEPS", steps)
    monkeypatch.setattr(upgrade, "NEWEST", "0004")
    text = """
from alembic import op
revision, down_revision = "0004", "0003"
def upgrade():
    op.execute("CREATE TABLE half (done INTEGER)")
    op.execute("DELETE FROM players")
    op.execute("INSERT INTO nowhere VALUES (1)")
"""
    (steps / "m0004_half.py").write_text(text)
    with pytest.raises(StoreError, match=r"can't be kept in .*nowhere"):
        open_store(database)
    assert step_of(engine) == NEWEST
    assert differences(engine) == []
    (steps / "m0004_half.py").write_text(text.replace("nowhere VALUES (1)", "players VALUES ('me', 'five')"))
    store = open_store(database)
    assert store.recovery("me") == "five"
    assert step_of(engine) == "0004"
    store.close()


def test_many_processes_open_it_at_once(database, engine):
    code = """
import sys
from escapology.web.store import open_store
print("ready", flush=True)
sys.stdin.readline()
store = open_store(sys.argv[1])
store.renew_recovery(sys.argv[2])
store.close()
"""
    started = [
        subprocess.Popen(
            [sys.executable, "-W", "error", "-c", code, database, f"player {i}"],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        )
        for i in range(3)
    ]  # fmt: skip
    assert [process.stdout.readline() for process in started] == ["ready\n"] * 3
    for process in started:
        process.stdin.write("go\n")
        process.stdin.flush()
    assert [process.communicate()[1] for process in started] == [""] * 3
    assert [process.returncode for process in started] == [0] * 3
    assert differences(engine) == []
    store = open_store(database)
    assert all(store.recovery(f"player {i}") for i in range(3))
    store.close()
