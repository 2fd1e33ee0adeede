"""Machine code is kept under a name made from its sources: never an old version, and made anew only if it must be."""

import os
import shutil
import sys
import time
from pathlib import Path

import pytest

import escapology
from escapology.games import GAMES
from escapology.native import cache
from escapology.native.callees import reached_from
from escapology.native.marks import all_rules
from escapology.perft import perft
from tests.native.test_native import run

# The folder of each game's perft, and of a kernel that a game has of its own
NAMES = """
from escapology.native.cache import cache_folder
from escapology.native.callees import reached_from
from escapology.games import GAMES
from escapology.games.devils_square.solver.links import _fill_graph
from escapology.native.marks import all_rules
from escapology.perft import _kernel
for kernel in [_kernel(game, True) for game in GAMES.values()] + [_fill_graph]:
    print(cache_folder(reached_from(kernel, all_rules())).name)
"""


@pytest.fixture(autouse=True)
def empty_cache(monkeypatch, tmp_path):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))


@pytest.fixture
def names(tmp_path):
    """The folders' names, after a file of a copy of the package was edited."""
    source = tmp_path / "src" / "escapology"
    shutil.copytree(Path(escapology.__file__).parent, source, ignore=shutil.ignore_patterns("__pycache__"))

    def edit(*files: str) -> list[str]:
        for file in files:
            with (source / file).open("a") as text:
                text.write("\n# edited\n")
        return run(NAMES, PYTHONPATH=str(source.parent)).splitlines()

    return edit


def test_an_edit_in_one_game_leaves_the_kernels_of_the_others_alone(names):
    before, after = names(), names("games/devils_square/rules.py")
    changed = {old for old, new in zip(before, after, strict=True) if old != new}
    assert changed == {name for name in before if name.startswith("devils_square-")}
    assert len(changed) == 1  # what the game has of its own is kept beside what is made from its rules
    assert len(set(before)) > 4


def test_an_edit_in_what_games_share_concerns_all(names):
    after = names()
    for file in ("luck.py", "perft.py", "solve/search.py"):
        before, after = after, names(file)
        assert all(old != new for old, new in zip(before, after, strict=True)), file


def test_front_ends_and_the_list_of_games_concern_no_kernel(names):
    before, after = names(), names("web/app.py", "cli/perft.py", "text_play/screen.py", "games/__init__.py")
    assert before == after


def test_a_game_of_another_package_is_named_after_all_of_it(tmp_path, monkeypatch):
    package = tmp_path / "golf_of_a_stranger"
    (package / "solver").mkdir(parents=True)
    for name in ("__init__.py", "solver/__init__.py", "numbers.py"):
        (package / name).write_text("NINE = 9\n")
    (package / "solver" / "kernel.py").write_text(
        "from golf_of_a_stranger.numbers import NINE\n\n\ndef add(x):\n    return x + NINE\n"
    )
    code = """
from escapology.native import compile_kernel
from golf_of_a_stranger.solver.kernel import add
print(compile_kernel(add)(1))
"""
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(tmp_path), *sys.path]))
    assert [run(code), run(code)] == ["10", "10"]
    (package / "numbers.py").write_text("NINE = 90\n")
    assert run(code) == "91"
    assert len(list((tmp_path / "cache" / "escapology" / "native").glob("golf_of_a_stranger-*"))) == 2


def test_kernels_made_from_rules_are_kept_with_the_game(tmp_path):
    game = GAMES["blank"]
    from escapology.middle import parse_deal_line
    from escapology.perft import _kernel

    _kernel.cache_clear()
    perft(*parse_deal_line("blank: 1 2 3 4 5 6"), 2)
    _kernel.cache_clear()
    (folder,) = (tmp_path / "cache" / "escapology" / "native").iterdir()
    assert folder.name.startswith("blank-")
    assert list(folder.rglob("*.nbc"))
    assert cache.cache_folder(reached_from(game.rules.moves, all_rules())) == folder


def test_nowhere_to_keep_machine_code(monkeypatch, tmp_path):
    blocked = tmp_path / "file"
    blocked.write_text("")
    monkeypatch.setenv("XDG_CACHE_HOME", str(blocked))
    folder = cache.cache_folder([GAMES["blank"].rules.moves])
    assert folder.is_dir()
    assert blocked not in folder.parents


def test_old_machine_code_is_thrown_away(tmp_path):
    parent = tmp_path / "cache" / "escapology" / "native"
    for name, age in (("old", 31), ("recent", 29)):
        (parent / name).mkdir(parents=True)
        then = time.time() - age * 86_400
        os.utime(parent / name, (then, then))
    folder = cache.cache_folder([GAMES["blank"].rules.moves])
    assert {path.name for path in parent.iterdir()} == {"recent", folder.name}
