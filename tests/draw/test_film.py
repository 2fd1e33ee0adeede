"""Whole games as one picture, and pictures as pixels."""

import itertools
import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

from tests.kit import RECORDS
from tests.shell import Shell

GAME = str(RECORDS / "kidnap-machine-won.txt")
MOVES = 10
SVG = "{http://www.w3.org/2000/svg}"


def test_an_animated_picture_shows_every_position_once(shell: Shell) -> None:
    root = ElementTree.fromstring(shell.good("draw", GAME, "--animate"))
    frames = root.findall(f"{SVG}g[@style]")
    assert [frame.get("class") for frame in frames] == ["m"] * MOVES + ["z"]
    delays = [float(frame.get("style").removeprefix("animation-delay:").removesuffix("s")) for frame in frames]
    assert delays[0] == pytest.approx(-0.8 * (MOVES + 4))
    assert all(later - sooner == pytest.approx(0.8) for sooner, later in itertools.pairwise(delays))
    drawn = {f"#{group.get('id')}" for group in root.iterfind(f"{SVG}defs/{SVG}g")}
    assert {use.get("href") for frame in frames for use in frame} == drawn
    said = ["".join(root.itertext())]
    assert "10 of 10:" in said[0]


def test_it_stands_still_for_people_who_want_no_motion(shell: Shell) -> None:
    style = ElementTree.fromstring(shell.good("draw", GAME, "--animate")).findtext(f"{SVG}style")
    assert "@media (prefers-reduced-motion:reduce){.m,.z{animation:none}}" in style
    assert ".m{visibility:hidden" in style  # and only the last frame is seen


def test_what_cannot_be_drawn_leaves_no_file(shell: Shell, tmp_path: Path) -> None:
    for args, wrong in (
        (("--to", str(tmp_path / "x.bmp")), "use a name that ends in .svg, .png, .gif or .txt"),
        (("--animate", "--to", str(tmp_path / "x.png")), "can't animate"),
        (("--to", str(tmp_path / "none" / "x.png")), "there is no folder"),
        (("--to", str(tmp_path / "x.png"), "--width", "9"), "not a whole number from 100 to 4000"),
    ):
        assert wrong in shell.bad("draw", GAME, *args)
    assert "there are 2" in shell.bad("draw", GAME, GAME, "--to", str(tmp_path / "x.svg"))
    assert list(tmp_path.iterdir()) == []


def test_a_disk_without_room_is_told(shell: Shell) -> None:
    if Path("/dev/full").exists():
        assert re.search("can't write", shell.bad("draw", GAME, "--to", "/dev/full/x.svg"))
