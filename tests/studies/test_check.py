"""Studies that keep certificates, and what is found when they are checked."""

from __future__ import annotations

import pytest

from escapology.certificate import read, verify
from escapology.games import GAMES
from escapology.middle import new_deal
from escapology.setting import parse_setting
from escapology.studies.check import check_study
from escapology.studies.errors import StudyError
from escapology.studies.parts import part_bytes, read_part
from tests.studies.kit import run, small

KEEPING = """
title = "With proofs"
measure = ["verdict"]
[[games]]
game = "blank"
variants = "all"
[[games]]
game = "devils-square"
count = 8
[seeds]
count = 12
piece = 6
[limits]
nodes = 100_000
[certificates]
one_in = 2
claims = 200
"""


@pytest.fixture(scope="module")
def kept(tmp_path_factory):
    """A study that keeps the certificate of every second deal."""
    return run(small(KEEPING), tmp_path_factory.mktemp("kept") / "kept")


def columns(folder, setting=0, number=0):
    piece = folder.plan.piece(setting, number)
    return piece, read_part(folder.plan, piece, folder.part(piece))


def test_one_deal_in_so_many_has_its_certificate(kept):
    settings = map(parse_setting, kept.plan.settings, [GAMES] * 3)
    for number, setting in enumerate(settings):
        _, rows = columns(kept, number)
        for seed, verdict, data, why in zip(
            rows["seed"], rows["verdict"], rows["certificate"], rows["no_certificate"], strict=True
        ):
            assert (data is None and why is None) == (seed % 2 == 1)
            assert why in (None, "too large")
            if data is not None:
                told = read(data)
                assert told.verdict == verdict
                assert bytes(verify(told).deal.packed()) == bytes(new_deal(setting, seed).packed())


def test_a_study_that_holds_is_told(kept):
    table = check_study(kept, 5, 100_000)
    assert [row[0] for row in table.rows] == list(kept.plan.settings)
    for row, deals in zip(table.rows, kept.plan.counts, strict=True):
        assert int(row[1]) == deals
        assert int(row[2]) + int(row[3]) == deals // 2
        assert int(row[4]) + int(row[5]) >= 5
    assert int(table.rows[0][4]) > 0


def rewritten(folder, change):
    """Write a part with other values in it, as somebody would who wants to be believed."""
    piece, rows = columns(folder)
    change(rows)
    folder.unfinish()
    folder.write(folder.part(piece), part_bytes(folder.plan, piece, rows))


def other_verdict(rows):
    place = rows["seed"].index(2)
    rows["verdict"][place] = {"winnable": "unwinnable", "unwinnable": "winnable"}[rows["verdict"][place]]


def unproved_verdict(rows):
    rows["certificate"], rows["no_certificate"] = [None] * 6, [None] * 6
    other_verdict(rows)


def other_deal(rows):
    rows["certificate"][rows["seed"].index(2)] = rows["certificate"][rows["seed"].index(4)]


def flipped(rows):
    place = rows["seed"].index(2)
    data = rows["certificate"][place]
    rows["certificate"][place] = data[:-20] + bytes([data[-20] ^ 1]) + data[-19:]


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (other_verdict, "but its certificate proves"),
        (unproved_verdict, "but the search says"),
        (other_deal, "the certificate of the deal of blank with seed 2 is about"),
        (flipped, "the certificate of the deal of blank with seed 2 is invalid: the certificate is"),
    ],
)
def test_what_is_wrong_is_found(tmp_path, change, words):
    folder = run(small(KEEPING.replace("count = 12", "count = 6")), tmp_path / "wrong")
    rewritten(folder, change)
    with pytest.raises(StudyError, match=words):
        check_study(folder, 6, 100_000)


def test_a_file_that_was_changed_is_found(tmp_path):
    folder = run(small(KEEPING.replace("count = 12", "count = 6")), tmp_path / "changed")
    part = folder.part(folder.plan.piece(0, 0))
    part.write_bytes(part.read_bytes() + b"x")
    with pytest.raises(StudyError, match="has changed since it was written"):
        check_study(folder, 0, 1)


def test_the_command(shell, kept, finished):
    told = shell.good("study", "verify", str(kept.path), "--sample", "2")
    assert told.startswith("Nothing wrong found\n")
    assert "has no verdicts to verify: it measures bots" in shell.bad("study", "verify", str(finished))
