"""The architecture itself: import contracts, exports, and what the documents promise."""

import ast
import dataclasses
import doctest
import importlib
import pkgutil
import re
import subprocess
import sys
from pathlib import Path

import pytest

import escapology
from escapology.companion import Companion
from escapology.document import PieceSet
from escapology.games import GAMES, LISTED
from escapology.protocol import (
    Credit,
    Facts,
    FairPlay,
    Game,
    Hooks,
    Knowledge,
    Notation,
    Presentation,
    Printing,
    Rules,
    Solving,
    Yardstick,
)
from escapology.web.page import number_words
from tests.shell import unmeasured

ROOT = Path(__file__).parent.parent
MODULES = [name for _, name, _ in pkgutil.walk_packages(escapology.__path__, "escapology.")]
ROOMS = {
    "rules",
    "notation",
    "words",
    "scene",
    "knowledge",
    "learning",
    "solver",
    "entry",
    "companion",
    "proof",
    "paper",
    "piecepack",
}  # as `games/blank` shows them
NEEDED = {"rules", "notation", "words", "scene"}  # a small game hides nothing, thinks nothing, and is dealt here only
FILES = [path for path in ROOT.rglob("*.md") if ".venv" not in path.parts]


@pytest.mark.parametrize("name", [name for name in MODULES if not name.endswith("__main__")])
def test_exports(name):
    if name == "escapology.learners.ppo":
        pytest.importorskip("torch")
    module = importlib.import_module(name)
    assert module.__doc__
    exported = getattr(module, "__all__", None)
    if exported is not None:
        # as ruff sorts them: CONSTANTS, Classes, functions
        constants = [n for n in exported if n.isupper() and len(n) > 1]
        classes = [n for n in exported if n[0].isupper() and n not in constants]
        functions = [n for n in exported if n not in constants and n not in classes]
        assert list(exported) == sorted(constants) + sorted(classes) + sorted(functions)
        for export in exported:
            assert hasattr(module, export)


@pytest.mark.long  # `make lint` sees to them, too
def test_import_contracts():
    lint = Path(sys.executable).with_name("lint-imports")
    done = subprocess.run([lint, "--no-cache"], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout


def rooms_in(folder):
    found = (path for path in folder.iterdir() if path.suffix == ".py" or (path / "__init__.py").exists())
    return {path.stem for path in found} - {"__init__"}


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES.keys())
def test_every_game_has_the_same_rooms(game):
    """Those of `games/blank`, and no others."""
    assert NEEDED <= rooms_in(game.facts.folder) <= ROOMS


def test_games_that_share_a_package_share_rooms():
    """A folder of several games has, beside them, rooms of the same names for what they share."""
    games = escapology.games.__path__[0]
    folders = {game.facts.folder for game in GAMES.values()}
    for shared in {folder.parent for folder in folders} - {Path(games)}:
        assert rooms_in(shared) - {folder.name for folder in folders} <= ROOMS


OPENING = {"open", "read_bytes", "read_text", "write_bytes", "write_text"}


@pytest.mark.parametrize("path", sorted((ROOT / "src/escapology/games").rglob("*.py")), ids=lambda path: path.stem)
def test_games_open_only_their_own_files(path):
    """What lies in a game's own folder, by a constant `_FOLDER`; nothing that a deal line, or anybody, names."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    for call in (node for node in ast.walk(tree) if isinstance(node, ast.Call)):
        name = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
        if name in OPENING:
            opened = ast.unparse(call.func.value) if isinstance(call.func, ast.Attribute) else ""
            assert opened.strip("(").startswith("_FOLDER"), f"line {call.lineno} opens {opened or 'a file'}"
    for folder in re.findall(r"^_FOLDER\b.*", path.read_text(encoding="utf-8"), re.MULTILINE):
        assert "Path(__file__)" in folder


def test_first_import_is_light():
    code = "import sys, escapology.cli; print(sorted({'numpy', 'numba', 'rich', 'urllib.request'} & set(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, env=unmeasured())
    assert done.stdout.strip() == "[]"


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(ROOT)))
def test_links_lead_somewhere(path):
    for target in re.findall(r"\]\(([^)#]+)", path.read_text(encoding="utf-8")):
        if not target.startswith(("http://", "https://", "mailto:")):
            assert (path.parent / target).exists(), f"{path.name} links to {target}"


PARTS = (
    Credit,
    Facts,
    Rules,
    Notation,
    Presentation,
    Knowledge,
    Hooks,
    Solving,
    Yardstick,
    FairPlay,
    Companion,
    Printing,
    PieceSet,
    Game,
)


@pytest.mark.parametrize("part", PARTS)
def test_the_guide_names_every_field_of_a_game(part):
    """And calls those required that have no default."""
    guide = (ROOT / "docs/adding-a-game.md").read_text(encoding="utf-8")
    for field in () if part is Game else dataclasses.fields(part):
        assert f"`{field.name}`" in guide, f"docs/adding-a-game.md does not tell what {field.name} is for"
    chapter = re.search(rf"^## \d+\. `{part.__name__}`\n(.*?)(?=^## )", guide, re.MULTILINE | re.DOTALL)
    needed = {field.name for field in dataclasses.fields(part) if field.default is dataclasses.MISSING}
    if chapter and needed:
        required = re.search(r"Required: .*?\n\n", chapter[1], re.DOTALL)[0]
        assert needed <= set(re.findall("`([a-z_]+)`", required))


def test_documents_count_and_name_the_games():
    """Those in menus: the README says how many they are and shows each, and NOTICE whose they are."""
    listed = [game.facts for game in LISTED.values()]
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    count = number_words(len(listed))
    for words in (f"{count.capitalize()} solo escape games", f"{count} games, each with its board"):
        assert words in readme, f"README.md should say: {words}"
    for facts in listed:
        folder = facts.folder.relative_to(ROOT)
        row = f"| [{facts.title}]({folder}/RULES.md) | {facts.credit.designer}"
        assert row in readme, f"the table of README.md should have a row that begins: {row}"
        notice = (ROOT / "NOTICE").read_text(encoding="utf-8")
        assert facts.credit.designer in notice, f"NOTICE should name {facts.credit.designer}"


def test_readme_names_the_two_commands():
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert "make play" in readme
    assert "make test" in readme
    made = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(), re.MULTILINE))
    for target in set(re.findall(r"`make ([a-z-]+)", readme)):
        assert target in made


def test_readme_commands_work(capsys, monkeypatch, tmp_path):
    """Every `escapology …` line of the README's consoles runs, and prints what stands below it, if anything."""
    from escapology.cli import main

    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    ran = 0
    for block in re.findall(r"```console\n(.*?)```", readme, re.DOTALL):
        for command, output in re.findall(r"^\$ (.*)\n((?:[^$\n].*\n)*)", block, re.MULTILINE):
            if not command.startswith("escapology"):
                continue
            arguments = [a or b for a, b in re.findall(r"'([^']*)'|(\S+)", command)][1:]
            assert main(arguments) == 0, command
            printed = capsys.readouterr().out
            if output:
                assert printed == output, command
            ran += 1
    assert ran >= 3


def test_readme_python_works():
    failed, tried = doctest.testfile(str(ROOT / "README.md"), module_relative=False, encoding="utf-8")
    assert tried >= 5
    assert failed == 0


def test_no_rule_module_grows_too_long():
    for path in (ROOT / "src").rglob("*.py"):
        lines = path.read_text(encoding="utf-8").count("\n")
        most = 600 if path.name == "ppo.py" else 400  # the reference trainer is one file on purpose
        assert lines <= most, f"{path.name} has {lines} lines: split it by question"
