"""Solvers are prepared in the background: once on a machine, by one process, the game in front of a player first."""

import os
import subprocess
import sys

import pytest

from escapology.games import GAMES, LISTED
from escapology.solve import ready
from escapology.thinking import warmer
from escapology.thinking.warmer import Warmer
from tests.patience import wait_until

# Instead of compiling, the warmer notes which game it goes on with, and waits to be told to go on; and then for as
# many games as it is to hear of before it chooses.
STUB = """
import os, time
from escapology.solve import ready
from escapology.thinking import warmer

def parts_of(game):
    def note():
        with open(os.environ["NOTES"], "a") as notes:
            notes.write(game.name + "\\n")
        while not os.path.exists(os.environ["NOTES"] + ".go"):
            time.sleep(0.01)
    return iter([note, note])

def to_hear():
    path = os.environ["NOTES"] + ".go"
    return int(open(path).read()) if os.path.exists(path) else 0

def choose(left, first, choose=warmer._next):
    while len(first) < to_hear():
        time.sleep(0.01)
    return choose(left, first)

ready.parts_of, warmer._next = parts_of, choose
warmer.main()
"""


@pytest.fixture
def notes(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setenv("NOTES", str(tmp_path / "notes"))
    monkeypatch.delenv("ESCAPOLOGY_WARM")
    ready_made = tmp_path / "notes"
    ready_made.write_text("")
    return ready_made


@pytest.fixture
def make(notes):
    made = []

    def begin(code: str = STUB) -> Warmer:
        made.append(Warmer([sys.executable, "-c", code]))
        return made[-1]

    yield begin
    for one in made:
        one.close()


def wait_for_end(one: Warmer) -> None:
    assert one._process is not None
    one._process.wait()


def wait_for_notes(notes, one: Warmer, count: int) -> list[str]:
    process = one._process
    assert process is not None
    wait_until(lambda: len(notes.read_text().split()) >= count or process.returncode is not None)
    return notes.read_text().split()


def go_on(notes, hear: int = 0) -> None:
    """Let the warmer go on, when it has heard of so many games."""
    told = notes.with_name("notes.told")
    told.write_text(str(hear))
    told.rename(notes.with_name("notes.go"))


def test_the_game_in_front_of_a_player_comes_first(make, notes):
    one = make()
    names = list(LISTED)
    assert wait_for_notes(notes, one, 1) == names[:1]
    one.put_first(names[2])
    one.put_first(names[3])
    one.put_first(names[3])
    go_on(notes, hear=2)
    wait_for_end(one)
    found = notes.read_text().split()
    assert found[1:] == [names[3]] * 2 + [names[2]] * 2 + [names[0]] + [
        n for n in names[1:] if n not in names[2:4] for _ in "12"
    ]
    assert all(ready.is_ready(game) for game in LISTED.values())


def test_it_is_done_once(make, notes):
    go_on(notes)
    wait_for_end(make())
    notes.write_text("")
    wait_for_end(make())
    assert notes.read_text() == ""


def test_one_process_is_enough(make, notes):
    first = make()
    wait_for_notes(notes, first, 1)
    second = make()
    wait_for_end(second)
    second.put_first("blank")  # nobody is there to hear it
    assert len(notes.read_text().split()) == 1


def test_a_game_that_fails_holds_up_no_other(make, notes):
    go_on(notes)
    one = make(STUB.replace("def note():", f"def note():\n        assert game.name != {next(iter(LISTED))!r}"))
    wait_for_end(one)
    assert [ready.is_ready(game) for game in LISTED.values()] == [False] + [True] * (len(LISTED) - 1)


def test_it_has_the_lowest_priority(make, notes):
    one = make(STUB.replace('notes.write(game.name + "\\n")', 'notes.write(f"{os.nice(0)}\\n")'))
    assert wait_for_notes(notes, one, 1)[0] == "19"


def test_it_ends_with_its_server(make, notes):
    one = make()
    wait_for_notes(notes, one, 1)
    one._process.stdin.close()
    wait_for_end(one)


@pytest.mark.parametrize("variable", ["ESCAPOLOGY_WARM=0", "ESCAPOLOGY_PLAIN=1"])
def test_nothing_is_started_where_nothing_is_to_be_compiled(variable, make, notes, monkeypatch):
    monkeypatch.setenv(*variable.split("="))
    assert make()._process is None


def test_it_leaves_no_zombie(make, notes):
    go_on(notes)
    one = make()
    wait_until(lambda: one._process.returncode is not None)
    assert one._process.returncode == 0


def test_nothing_is_compiled_that_could_not_be_kept(make, notes, monkeypatch):
    notes.with_name("file").write_text("")
    monkeypatch.setenv("XDG_CACHE_HOME", str(notes.with_name("file")))
    go_on(notes)
    wait_for_end(make())
    assert notes.read_text() == ""


def test_what_is_ready_here_need_not_be_elsewhere(notes, monkeypatch):
    game = GAMES["blank"]
    assert not ready.is_ready(game)
    ready.mark_ready(game)
    assert ready.is_ready(game)
    monkeypatch.setattr(ready, "_compiler", lambda: "another processor")
    assert not ready.is_ready(game)


@pytest.mark.parametrize("mode", ["ESCAPOLOGY_PLAIN", "ESCAPOLOGY_BOUNDS"])
def test_what_is_ready_for_tests_is_not_ready_for_players(mode, notes, monkeypatch):
    monkeypatch.setenv(mode, "1")
    ready.mark_ready(GAMES["blank"])
    monkeypatch.delenv(mode)
    assert not ready.is_ready(GAMES["blank"])


def test_the_next_game():
    assert warmer._next({"a": 1, "b": 2}, []) == "a"
    assert warmer._next({"a": 1, "b": 2}, ["b", "c"]) == "b"


def test_a_worker_says_that_it_compiles(tmp_path):
    task = '{"kind": "hint", "record": "blank: 3 1 5 2 6 4", "seconds": 0.1}\n'
    environment = os.environ | {"XDG_CACHE_HOME": str(tmp_path)}
    command = [sys.executable, "-m", "escapology.thinking.worker"]

    def reports() -> list[bool]:
        with subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment, text=True
        ) as worker:
            worker.stdin.write(task)
            worker.stdin.flush()
            said: list[str] = []
            while not said or '"answer": null' in said[-1]:
                said.append(worker.stdout.readline())
            return ['"is_preparing": true' in line for line in said]

    assert reports() == [True, False, False]  # compiling; compiled; the answer
    assert reports() == [False]
