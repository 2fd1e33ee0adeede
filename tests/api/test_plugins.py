"""Games and bots of other packages: a small distribution in a folder of its own, and real processes that find it."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from escapology.games import GAMES

BOTS = """
import escapology as esc


@esc.bot("nimble")
def nimble(view, luck):
    return view.legal[0]


def idle(view, luck):
    return view.legal[-1]
"""


def add_package(folder: Path, name: str, points: str) -> None:
    """What an installer leaves of a distribution."""
    info = folder / f"{name.replace('-', '_')}-1.0.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(points)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A stranger's package: Blank under another name, and two bots."""
    folder = tmp_path_factory.mktemp("elsewhere")
    (folder / "stairs").mkdir()
    for path in sorted(GAMES["blank"].facts.folder.iterdir()):
        if path.is_file():
            text = path.read_text(encoding="utf-8").replace("escapology.games.blank", "stairs")
            text = text.replace("Blank", "Stairs").replace('"blank"', '"stairs"').replace("is_example=True,", "")
            (folder / "stairs" / path.name).write_text(text.replace("blank: ", "stairs: "), encoding="utf-8")
    (folder / "stairs" / "bots.py").write_text(BOTS)
    games = "[escapology.games]\nstairs = stairs:GAME\n"
    add_package(folder, "stairs", f"{games}[escapology.bots]\nnimble = stairs.bots:nimble\nidle = stairs.bots:idle\n")
    return folder


def run(folder: Path, *command: str) -> subprocess.CompletedProcess[str]:
    env = {**os.environ, "PYTHONPATH": str(folder)}
    env.pop("ESCAPOLOGY_ALONE", None)
    return subprocess.run([sys.executable, *command], capture_output=True, text=True, check=False, env=env)


def escapology(folder: Path, *args: str) -> str:
    done = run(folder, "-c", "import sys; from escapology.cli import main; sys.exit(main())", *args)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def test_a_strangers_game_is_listed_and_played(folder: Path) -> None:
    assert "\nstairs: Stairs, by the Escapology developers" in escapology(folder, "games")
    assert "# Stairs" in escapology(folder, "rules", "stairs", "--raw")
    played = escapology(folder, "replay", "stairs: 3 1 5 2 6 4")
    assert played == "playing, score 0, 0 moves\n"


def test_a_strangers_game_is_solved_by_the_search(folder: Path) -> None:
    solved = escapology(folder, "solve", "--jobs", "2", "stairs: 3 1 5 2 6 4", "stairs: 6 5 4 3 2 1")
    assert [line.split()[0].strip(",") for line in solved.splitlines()] == ["winnable", "unwinnable"]


def test_a_strangers_bots_play(folder: Path) -> None:
    told = escapology(folder, "bots", "stairs", "--bot", "nimble", "--bot", "idle", "--games", "20", "--seed", "1")
    assert [line.split()[0] for line in told.splitlines()] == ["nimble", "idle", "idle"], "and how they compare"
    assert " 0 of 20 won" in told.splitlines()[1]
    assert " 0 of 20 won" not in told.splitlines()[0]


def test_all_of_it_in_python_and_in_other_processes(folder: Path) -> None:
    (folder / "study.py").write_text(
        "import escapology as esc\n"
        "if __name__ == '__main__':\n"
        "    game = esc.game('stairs', skips='two')\n"
        "    result = esc.play_many(game, ['nimble', 'random'], range(4), jobs=2)\n"
        "    print(len(result.rows), result.game.setting, result.rows[0]['bot'])\n"
    )
    done = run(folder, str(folder / "study.py"))
    assert (done.stdout, done.stderr) == ("8 stairs[skips=two] nimble\n", "")


PAGES = """
import sys
from starlette.testclient import TestClient
from escapology.web import make_app, open_store
with TestClient(make_app(open_store(sys.argv[1]))) as client:
    print(*(client.get(page).status_code for page in ("/new/stairs", "/picture/stairs.svg", "/rules/stairs")))
    print("Stairs" in client.get("/").text)
"""


def test_a_strangers_game_has_its_pages(folder: Path) -> None:
    assert run(folder, "-c", PAGES, str(folder / "plays.sqlite")).stdout == "200 200 200\nTrue\n"


def test_a_stranger_checks_the_game(folder: Path) -> None:
    code = "from stairs import GAME; from escapology.testing import check_game; check_game(GAME, seeds=range(2))"
    assert run(folder, "-c", code).stderr == ""


def test_alone(folder: Path) -> None:
    code = "import os; os.environ['ESCAPOLOGY_ALONE'] = '1'; from escapology.games import GAMES; print(list(GAMES))"
    assert "stairs" not in run(folder, "-c", code).stdout


BROKEN = """[escapology.games]
missing = nowhere:GAME
number = broken:NUMBER
other = broken:STAIRS
blank = broken:BLANK
UPPER = broken:UPPER
[escapology.bots]
greedy = broken:play
number = broken:NUMBER
"""

MODULE = """
from dataclasses import replace
from escapology.games.blank import GAME as BLANK
NUMBER = 7
STAIRS = replace(BLANK, facts=replace(BLANK.facts, name="stairs"))
UPPER = replace(BLANK, facts=replace(BLANK.facts, name="UPPER"))
def play(view, luck): ...
"""


def test_what_is_broken_is_told_and_left_out(tmp_path: Path) -> None:
    """Each once, also where several processes come upon it; all else goes on."""
    add_package(tmp_path, "bad-luck", BROKEN)
    (tmp_path / "broken.py").write_text(MODULE)
    code = "import sys; from escapology.cli import main; sys.exit(main())"
    told = "escapology: the game {} of package bad-luck is left out: {}"
    done = run(tmp_path, "-c", code, "games")
    assert done.returncode == 0
    assert "devils-square: Devil's Square" in done.stdout
    assert done.stderr.splitlines() == [
        told.format("UPPER", "its name is not valid: use small letters, with - between words, as in black-hole"),
        told.format("blank", "there is already a game of that name"),
        told.format("missing", "ModuleNotFoundError: No module named 'nowhere'"),
        told.format("number", "'7' is not a Game (escapology.protocol)"),
        told.format("other", "the game calls itself 'stairs': use the same name for both"),
    ]
    done = run(tmp_path, "-c", code, "bots", "blank", "--bot", "unknown")
    assert done.returncode == 2
    *left_out, refused = done.stderr.splitlines()
    assert refused == (
        "escapology: there is no bot 'unknown': choose from random, greedy, fair, learned, learned-ahead, "
        "or your own as file.py:function"
    )
    told = told.replace("the game", "the bot")
    assert [line for line in left_out if "the bot" in line] == [
        told.format("greedy", "there is already a bot 'greedy', built in: choose another name"),
        told.format("number", "'7' is not a function of a view and of luck"),
    ]


def test_what_is_ours_is_found_without_looking_elsewhere(tmp_path: Path) -> None:
    add_package(tmp_path, "bad-luck", BROKEN)
    done = run(tmp_path, "-c", "import escapology as esc; print(esc.game('blank').deal(1).line)")
    assert done.stderr == ""
