"""A type checker knows the interface: what is right passes, what is wrong is found."""

import subprocess
import sys
from pathlib import Path

import pytest

STUDY = """
import escapology as esc
from escapology import Play

game = esc.game("lab-rats/hard", diagram="turn")
verdict: str | None = game.deal(seed=7).solve(seconds=10).verdict
world: esc.Position = game.deal().start().play("start 1").view().sample(esc.Luck(1))
play: Play = Play.of_line("blank: 3 1 5 2 6 4")

@esc.bot("mine")
def mine(view: esc.View, luck: esc.Luck) -> str:
    return view.legal[0]

paired: esc.Paired = esc.play_many(game, ["greedy", mine], seeds=range(3)).paired("mine", "greedy")
"""

MISTAKES = """
import escapology as esc

esc.gmae("blank")
esc.game("blank").deal("7")

@esc.bot("bad")
def bad(view: esc.View) -> int:
    return 1
"""


@pytest.mark.long
def test_what_a_type_checker_says(tmp_path: Path) -> None:
    (tmp_path / "study.py").write_text(STUDY)
    (tmp_path / "mistakes.py").write_text(MISTAKES)
    mypy = [sys.executable, "-m", "mypy", "--strict", "--cache-dir", str(tmp_path), "study.py", "mistakes.py"]
    said = subprocess.run(mypy, capture_output=True, text=True, check=False, cwd=tmp_path).stdout
    assert [line.split(": error: ")[0] for line in said.splitlines()[:-1]] == [f"mistakes.py:{n}" for n in (4, 5, 7)]
