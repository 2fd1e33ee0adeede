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

from escapology.errors import RecordError
from escapology.games import GAMES
from escapology.play import Play
from escapology.tree import node_rows, tree_data
from escapology.web.config import Config
from escapology.web.guard.signatures import Signatures
from escapology.web.players.data import Players, RecoveryError
from escapology.web.plays.saving import fresh, read_play, record_of, tree_of
from escapology.web.plays.table import Table
from escapology.web.store import StoreError, open_store, upgrade
from escapology.web.store.tables import NEWEST, TABLES
from tests.test_tree import wander
from tests.web.conftest import BOTH, mostly_one
from tests.web.plays.long import long_play

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


def open_as_it_was(database, step, tmp_path, monkeypatch):
    """Make the database that a version made whose newest step was this one."""
    steps = tmp_path / "steps"
    shutil.copytree(upgrade.STEPS, steps, ignore=shutil.ignore_patterns("__pycache__"))
    for file in steps.glob("m*.py"):
        if file.name[1:5] > step:
            file.unlink()
    with monkeypatch.context() as patch:
        patch.setattr(upgrade, "STEPS", steps)
        patch.setattr(upgrade, "NEWEST", step)
        open_store(database).close()


OLD_PLAY = sql.table(
    "plays",
    *(sql.column(name) for name in ("id", "owner", "version", "game", "setting", "deal", "record", "tree", "status")),
    *(sql.column(name) for name in ("finished", "moves", "score", "helped", "created", "changed")),
)


def old_row(id_, tree, play):
    return {
        "id": id_, "owner": "me", "version": 7, "game": play.game.name, "setting": play.deal.setting.text,
        "deal": play.deal_line(), "record": play.record_text(), "tree": tree, "status": play.status(),
        "finished": not play.legal(), "moves": play.here.depth, "score": 3, "helped": play.helped, "created": id_,
        "changed": "then",
    }  # fmt: skip


def test_trees_become_rows(database, engine, tmp_path, monkeypatch):
    open_as_it_was(database, "0003", tmp_path, monkeypatch)
    plays = {f"{number:03}": wander(name, number) for number, name in enumerate(list(GAMES) * 9)}
    for number, play in enumerate(plays.values()):
        play.helped, play.practice = number % 3 == 0, number % 2 == 0
        if number % 5 == 0:
            play.give_up()
    trees = {id_: tree_data(play) for id_, play in plays.items()}
    with engine.begin() as connection:
        connection.execute(
            OLD_PLAY.insert(), [old_row(id_, json.dumps(trees[id_], ensure_ascii=False), plays[id_]) for id_ in plays]
        )
    store = open_store(database)
    assert differences(engine) == []
    wholes = {saved.id: (saved, nodes) for saved, nodes in store.each("me")}
    assert list(wholes) == list(plays)
    for id_, (saved, nodes) in wholes.items():
        assert tree_of(saved, nodes) == trees[id_]
        assert tree_data(read_play(saved, nodes)) == trees[id_]
        assert record_of(saved, nodes) == plays[id_].record_text()
        assert (saved.version, saved.score, saved.created, saved.changed) == (7, 3, id_, "then")
        again = fresh(plays[id_], "me", node_rows(plays[id_].nodes))
        assert saved.size == again.size
    table = Table(store)
    seat = table.seat("001", "me")
    table.change(seat, 7, lambda play: play.restart())
    assert tree_data(table.seat("001", "me").play)["here"] == 0
    store.close()


@mostly_one
@pytest.mark.parametrize(
    "damage",
    [
        "", "{", "[]", "null", '"a"', "{}", "[" * 100_000, {"nodes": [[0]]}, {"nodes": [[0, 1]]},
        {"nodes": [[1, "climb"]]}, {"nodes": [[-1, "climb"]]}, {"nodes": [["0", "climb"]]}, {"nodes": [[0, "\0"]]},
        {"nodes": [[0, "\ud800"]]}, {"nodes": 3}, {"redo": {"0": 2}}, {"redo": {"x": 1}}, {"redo": {"1": 1}},
        {"redo": []}, {"here": 9}, {"here": -1}, {"here": "0"}, {"here": 10**30}, {"here": None},
        {"bookmarks": {"a": 9}}, {"bookmarks": []}, {"bookmarks": {"\ud800": 0}}, {"taken_back": [9]},
        {"taken_back": [0]}, {"taken_back": 1}, {"practice": ...},
    ],
)  # fmt: skip
def test_a_damaged_play_does_not_stop_an_upgrade(engine, database, tmp_path, monkeypatch, damage):
    """It is there, says that it is damaged, and can be thrown away; all others are as they were."""
    open_as_it_was(database, "0003", tmp_path, monkeypatch)
    play = Play.of_line(BLANK)
    play.do("climb")
    tree = tree_data(play)
    text = damage
    if isinstance(damage, dict):
        text = json.dumps({name: value for name, value in (tree | damage).items() if value is not ...})
    with engine.begin() as connection:
        rows = [old_row("a", json.dumps(tree), play), old_row("b", text, play), old_row("c", json.dumps(tree), play)]
        connection.execute(OLD_PLAY.insert(), rows)
    store = open_store(database)
    table = Table(store)
    for id_ in ("a", "c"):
        assert tree_data(table.seat(id_, "me").play) == tree
    with pytest.raises(RecordError, match="saved game is damaged"):
        table.seat("b", "me")
    saved, nodes = store.whole("b", "me")
    assert (saved.here, saved.bookmarks, nodes) == (-1, text, [])
    assert [saved.id for saved in store.plays("me")] == ["a", "b", "c"]
    table.leave("b", "me")
    assert store.get("b", "me") is None
    store.close()


@mostly_one
@pytest.mark.parametrize("nodes", [5_000, pytest.param(20_000, marks=pytest.mark.long)])
def test_a_large_tree(database, engine, tmp_path, monkeypatch, nodes):
    """Of the largest that there could be once; it can still be looked at, and gone through."""
    open_as_it_was(database, "0003", tmp_path, monkeypatch)
    play = long_play(nodes)
    with engine.begin() as connection:
        connection.execute(OLD_PLAY.insert(), [old_row("large", json.dumps(tree_data(play)), play)])
    store = open_store(database)
    table = Table(store)
    seat = table.seat("large", "me")
    assert tree_data(seat.play) == tree_data(play)
    table.change(seat, 7, lambda play: play.undo())
    store.close()


def test_recovery_links_are_good_after_an_upgrade(database, engine, tmp_path, monkeypatch):
    """They were numbered once."""
    open_as_it_was(database, "0002", tmp_path, monkeypatch)
    with engine.begin() as connection:
        connection.execute(sql.text("INSERT INTO players VALUES ('me', 2), ('you', 7)"))
    store = open_store(database)
    assert differences(engine) == []
    signatures = Signatures(Config())
    old = [signatures._links.dumps([player, number]) for player, number in (("me", 2), ("you", 6), ("they", 1))]
    players = Players(store, signatures)
    assert players.link_owner(old[0]) == "me"
    for void in old[1:]:
        with pytest.raises(RecoveryError, match="no longer valid"):
            players.link_owner(void)
    players.make_link("me")
    with pytest.raises(RecoveryError, match="no longer valid"):
        players.link_owner(old[0])
    store.close()


def test_older_plays_have_no_time(database, engine, tmp_path, monkeypatch):
    """Nobody has measured it, nor counted what was asked and undone; their moves are their players' own."""
    open_as_it_was(database, "0007", tmp_path, monkeypatch)
    play = {
        "id": "old", "owner": "me", "version": 7, "game": "blank", "setting": "blank", "deal": BLANK, "here": 1,
        "bookmarks": "{}", "given_up": False, "practice": True, "status": "playing", "finished": False, "moves": 1,
        "score": 0, "helped": True, "created": "2026-01-01T00:00:00+00:00", "changed": "2026-01-01T00:00:00+00:00",
        "size": 500, "level": 2,
    }  # fmt: skip
    node = {"play": "old", "number": 1, "parent": 0, "move": "climb", "visited": 1, "taken_back": 0}
    tables = {name: sql.table(name, *map(sql.column, row)) for name, row in (("plays", play), ("nodes", node))}
    with engine.begin() as connection:
        connection.execute(tables["plays"].insert(), play)
        connection.execute(tables["nodes"].insert(), node)
    store = open_store(database)
    assert differences(engine) == []
    table = Table(store)
    table.change(table.seat("old", "me"), 7, lambda play: play.undo())
    saved, nodes = store.whole("old", "me")
    assert (saved.seconds, saved.hints, saved.undone, saved.shown, saved.again) == (None, None, None, 0, False)
    assert (saved.level, saved.helped, [node.shown for node in nodes]) == (2, True, [False])
    assert store.has_played("me", BLANK)
    assert not store.has_played("you", BLANK)
    store.close()


def test_games_at_tables_know_their_size(database, engine, tmp_path, monkeypatch):
    open_as_it_was(database, "0011", tmp_path, monkeypatch)
    told = "on the table: blank\n= 3\n"
    old = {
        "id": "s1", "owner": "me", "version": 3, "game": "blank", "told": told, "undone": "=5",
        "seed": 7, "status": "laying out", "finished": False, "moves": 0, "created": "2026-01-01T00:00:00+00:00",
        "changed": "2026-01-01T00:00:00+00:00",
    }  # fmt: skip
    with engine.begin() as connection:
        connection.execute(sql.table("sittings", *map(sql.column, old)).insert(), old)
    store = open_store(database)
    assert differences(engine) == []
    kept = store.sitting("s1", "me")
    assert (kept.version, kept.told, kept.undone) == (3, told, "=5")
    assert store.size("me") == kept.size == 300 + len(told) + 2
    store.close()


def test_another_programs_table_is_left_alone(database, engine):
    with engine.begin() as connection:
        connection.execute(sql.text("CREATE TABLE plays (id INTEGER, author VARCHAR)"))
    with pytest.raises(StoreError, match="belongs to another program"):
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
    next_ = f"{int(NEWEST) + 1:04}"
    monkeypatch.setattr(upgrade, "NEWEST", next_)
    text = f"""
from alembic import op
revision, down_revision = "{next_}", "{NEWEST}"
def upgrade():
    op.execute("CREATE TABLE half (done INTEGER)")
    op.execute("DELETE FROM players")
    op.execute("INSERT INTO nowhere VALUES (1)")
"""
    (steps / f"m{next_}_half.py").write_text(text)
    with pytest.raises(StoreError, match=r"can't be kept in .*nowhere"):
        open_store(database)
    assert step_of(engine) == NEWEST
    assert differences(engine) == []
    (steps / f"m{next_}_half.py").write_text(text.replace("nowhere VALUES (1)", "players VALUES ('me', 'five')"))
    store = open_store(database)
    assert store.recovery("me") == "five"
    assert step_of(engine) == next_
    store.close()


@mostly_one
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
