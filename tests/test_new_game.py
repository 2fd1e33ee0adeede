"""`make game` makes a game that is whole before a line is changed: tried in a copy of this tree."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.new_game import ROOT, make_game

NAME = "black-hole"
#: tests over all games, of which the new one's are run
SHORT = ["test_architecture", "test_games", "test_golden", "test_lockstep", "test_luck", "test_perft"]
SHORT += ["test_rulebooks", "test_rule_table"]


@pytest.fixture(scope="module")
def tree(tmp_path_factory) -> Path:
    """A copy of all that git knows or would know, with a new game in it."""
    listed = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z"],
        cwd=ROOT, capture_output=True, text=True, check=True,
    ).stdout  # fmt: skip
    root = tmp_path_factory.mktemp("tree")
    for name in filter(None, listed.split("\0")):
        if (ROOT / name).is_file():
            (root / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(ROOT / name, root / name)
    make_game(NAME, root)
    return root


def run(tree: Path, tool: str, *args: str) -> None:
    """Run one of our tools in the tree."""
    done = subprocess.run(
        [Path(sys.executable).with_name(tool), *args],
        cwd=tree, env={**os.environ, "PYTHONPATH": f"{tree}/src"}, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr


def test_one_file_is_changed_and_the_others_are_new(tree):
    changed = [
        path.relative_to(tree)
        for path in tree.rglob("*")
        if path.is_file() and (ROOT / path.relative_to(tree)).is_file()
        and path.read_bytes() != (ROOT / path.relative_to(tree)).read_bytes()
    ]  # fmt: skip
    assert changed == [Path("src/escapology/games/__init__.py")]
    lines = (tree / changed[0]).read_text().splitlines()
    assert set(lines) - set((ROOT / changed[0]).read_text().splitlines()) == {'    "black_hole",'}


def test_the_new_game_passes_its_tests(tree):
    own = f"{NAME} or black_hole"
    where = [f"tests/{name}.py" for name in SHORT] + ["tests/games/black_hole"]
    run(tree, "pytest", "-q", "-p", "no:cacheprovider", "-k", own, *where)


def test_its_rules_want_tests(tree):
    tests = tree / "tests/games/black_hole"
    tests.rename(kept := tree / "kept")
    try:
        code = f"from tests.kit import missing; print(missing({NAME!r}))"
        done = subprocess.run(
            [sys.executable, "-c", code],
            cwd=tree, env={**os.environ, "PYTHONPATH": f"{tree}/src"}, capture_output=True, text=True, check=True,
        )  # fmt: skip
        assert "tests/games/black_hole/test_rules.py is missing: one test for each rule and ruling" in done.stdout
    finally:
        kept.rename(tests)


def test_it_is_written_as_it_should_be(tree):
    run(tree, "ruff", "check", ".")
    run(tree, "ruff", "format", "--check", ".")


@pytest.mark.long
def test_it_passes_all_checks(tree):
    run(tree, "mypy")
    run(tree, "lint-imports", "--no-cache")


@pytest.mark.long
def test_all_tests_pass_beside_it(tree):
    """But for those of other games, of servers, which know of none, and in a browser, where it is in no menu."""
    servers = (f"web/{name}" for name in ("faults", "guard", "server", "store"))
    apart = ("games", "packaging", "web/browser", "test_new_game.py", *servers)
    run(tree, "pytest", "-q", "-p", "no:cacheprovider", *(f"--ignore=tests/{name}" for name in apart))


@pytest.mark.parametrize("name", ["", "Golf", "golf2", "blank", "devils-square", "class", "-golf", "a" * 31])
def test_names_that_are_none(tree, name):
    with pytest.raises(SystemExit, match=r"is not a valid name for a game|is something called"):
        make_game(name, tree)
