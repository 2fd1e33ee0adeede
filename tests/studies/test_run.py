"""Running a study: the same bytes in whatever order, with whatever interruptions; nothing is lost that way."""

from __future__ import annotations

import dataclasses
import errno
import io
import json
import os
import re

import pyarrow.parquet as pq
import pytest
from rich.console import Console

from escapology.studies.errors import StudyError
from escapology.studies.folder import Folder, open_folder
from escapology.studies.plan import Plan
from escapology.studies.progress import Shown, time_words
from escapology.studies.run import run_study, stored_tallies
from escapology.studies.work import work_on
from tests.samples import sizes
from tests.studies.kit import SMALL, Here, result, run, small


class DiedError(Exception):
    """The coordinator is gone."""


class Dying(Here):
    """Takes the coordinator with it after so many pieces."""

    def __init__(self, after: int, seed: int) -> None:
        super().__init__(seed)
        self.after = after

    def collect(self, seconds):
        if self.done == self.after:
            raise DiedError
        return super().collect(seconds)


def test_pieces_are_all_of_the_seeds():
    plan = small()
    for setting in range(2):
        pieces = [piece for piece in plan.order() if piece.setting == setting]
        seeds = [seed for piece in pieces for seed in range(piece.first, piece.first + piece.deals)]
        assert seeds == list(range(7, 57))


def test_rows_are_those_of_the_bots_command(finished, shell):
    out = shell.good("bots", "blank", "--seed", "7", "--games", "50", "--bot", "random", "--worlds", "20", "--json")
    games = [row for row in map(json.loads, out.splitlines()) if row["kind"] == "game"]
    table = pq.read_table(finished / "parts" / "000-blank").to_pydict()
    assert table["seed"] == [game["seed"] for game in games]
    assert table["random_won"] == [game["won"] for game in games]
    assert table["random_moves"] == [game["moves"] for game in games]


@pytest.mark.parametrize("seed", range(3))
def test_the_order_makes_no_difference(finished, tmp_path, seed):
    run(small(), tmp_path / "again", Here(seed, wants=1 + 4 * seed))
    assert result(tmp_path / "again") == result(finished)


def test_a_study_that_is_ended_goes_on_where_it_was(finished, tmp_path):
    path = tmp_path / "again"
    for times in range(4):
        with pytest.raises(DiedError):
            run(small(), path, Dying(after=3, seed=times))
        assert not Folder(path, small()).is_finished
        assert stored_tallies(Folder(path, small())).total(0)["deals"] > 0
    crew = Here()
    run(small(), path, crew)
    assert crew.done == 2 * small().pieces_of(0) - 12
    assert result(path) == result(finished)


def test_a_study_that_is_done_is_left_alone(finished):
    crew = Here()
    run(small(), finished, crew)
    assert crew.done == 0


def test_what_comes_twice_counts_once(finished, tmp_path):
    class Stuttering(Here):
        def collect(self, seconds):
            return [*super().collect(seconds)] * 2

    run(small(), tmp_path / "again", Stuttering())
    assert result(tmp_path / "again") == result(finished)


STOPPING = SMALL.replace("measure = []", 'measure = []\nprecision = "14%"').replace(
    "count = 50", "count = 4000\nbatch = 40"
)


@pytest.mark.parametrize("seed", sizes(0, 1))
def test_a_study_that_stops_by_itself_keeps_the_same_deals(tmp_path, seed):
    once = run(small(STOPPING), tmp_path / "once", Here(wants=1))
    assert stored_tallies(once).total(0)["deals"] < 4000
    for times in range(2):
        with pytest.raises(DiedError):
            run(small(STOPPING), tmp_path / "again", Dying(after=4 + times, seed=seed))
    run(small(STOPPING), tmp_path / "again", Here(seed, wants=40))
    assert result(tmp_path / "again") == result(tmp_path / "once")
    told = json.loads((tmp_path / "once" / "summary.json").read_text())["settings"][0]
    assert told["error"] == pytest.approx(0.05 / (told["looks"] * (told["looks"] + 1)))


# What goes wrong


@pytest.fixture
def begun(tmp_path):
    """A folder with a few parts in it."""
    with pytest.raises(DiedError):
        run(small(), tmp_path / "begun", Dying(after=5, seed=1))
    return tmp_path / "begun"


@pytest.mark.parametrize("spoil", [lambda raw: raw[:-1], lambda raw: b"", lambda raw: raw[:40] + b"?" + raw[41:]])
def test_damaged_parts_are_put_aside_and_done_once_more(begun, finished, spoil):
    part = min(begun.glob("parts/*/*.parquet"))
    part.write_bytes(spoil(part.read_bytes()))
    with pytest.raises(StudyError, match=r"is damaged .*: run the study again"):
        stored_tallies(Folder(begun, small()))
    run(small(), begun)
    assert result(begun) == result(finished)
    assert len(list((begun / "damaged").iterdir())) == 1
    assert "to be done again" in (begun / "log.txt").read_text()


def test_a_part_in_the_place_of_another_is_damage(begun, finished):
    first, second, *_ = sorted(begun.glob("parts/*/*.parquet"))
    first.write_bytes(second.read_bytes())
    run(small(), begun)
    assert result(begun) == result(finished)


def test_a_finished_study_that_was_damaged_is_mended(finished, tmp_path):
    path = tmp_path / "again"
    run(small(), path)
    part = max(path.glob("parts/*/*.parquet"))
    part.unlink()
    (path / "summary.json").write_text("{}")
    assert len(Folder(path, small()).damaged()) == 2
    run(small(), path)
    assert result(path) == result(finished)


def test_what_a_killed_write_left_is_no_part(begun, finished):
    (begun / "parts" / "000-blank" / "000006.parquet.new").write_bytes(b"PAR1 and then")
    run(small(), begun)
    assert result(begun) == result(finished)


def full(after: int):
    """A disk that is full after so many files."""
    sync, left = os.fsync, after

    def fsync(handle: int) -> None:
        nonlocal left
        left -= 1
        if left < 0:
            raise OSError(errno.ENOSPC, "No space left on device")
        sync(handle)

    return fsync


def test_a_full_disk_loses_nothing(finished, tmp_path, monkeypatch):
    path = tmp_path / "again"
    monkeypatch.setattr(os, "fsync", full(14))
    with pytest.raises(
        StudyError, match="no space left on device; finished work is kept: free some space and run the study"
    ):
        run(small(), path)
    monkeypatch.undo()
    kept = stored_tallies(Folder(path, small()))
    assert kept.total(0)["deals"] > 0
    assert not list(path.rglob("*.new"))
    run(small(), path)
    assert result(path) == result(finished)


def test_two_runs_in_one_folder_are_refused(begun):
    words = rf"process {os.getpid()} on .* is working in .*: wait until it is done"
    with Folder(begun, small()).locked(), pytest.raises(StudyError, match=words):
        run(small(), begun)


@pytest.mark.parametrize(
    ("changed", "words"),
    [
        (SMALL.replace("count = 50", "count = 51"), "its count: 50 there, 51 here"),
        (SMALL.replace('variants = "all"', ""), "its settings: blank, blank/long there, blank here"),
        (SMALL.replace(', "greedy"', ""), "its bots: random, greedy there, random here"),
    ],
)
def test_the_folder_of_another_study_is_refused(begun, changed, words):
    before = {path.name for path in begun.rglob("*")}
    with pytest.raises(StudyError, match=f"holds a different study .{words}.: choose another folder with --to"):
        run(small(changed), begun)
    assert {path.name for path in begun.rglob("*")} == before


def test_words_may_change(begun):
    assert run(small(SMALL.replace("Ladders", "Steps")), begun).is_finished


def test_a_folder_with_something_else_in_it_is_refused(tmp_path):
    (tmp_path / "diary.txt").write_text("Dear diary")
    with pytest.raises(StudyError, match=r"has 'diary.txt' in it, but no study: choose a new folder"):
        run(small(), tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["diary.txt"]


def test_a_folder_of_other_versions_is_refused(begun):
    file = begun / "versions.json"
    file.write_text(json.dumps(json.loads(file.read_text()) | {"numpy": "1.0"}))
    with pytest.raises(StudyError, match=r"was begun with numpy 1.0, but this is .*: results can't be mixed"):
        run(small(), begun)


def test_a_worker_of_another_version_is_refused(tmp_path):
    def other(order):
        return dataclasses.replace(work_on(order), code="0.0.9+0123")

    with pytest.raises(StudyError, match=r"runs 0\.0\.9\+0123, and this is .*: install the same version"):
        run(small(), tmp_path / "one", Here(work=other))


def test_a_folder_of_no_study(tmp_path):
    with pytest.raises(StudyError, match="is not the folder of a study"):
        open_folder(tmp_path, None)


def test_pieces_depend_on_the_plan_alone():
    assert isinstance(small(), Plan)
    assert small().digest == small(SMALL.replace("Ladders", "Steps")).digest
    assert small().digest != small(SMALL.replace("piece = 8", "piece = 10")).digest


# Watching


def test_a_person_at_a_terminal_sees_how_it_goes(tmp_path):
    plan = small(STOPPING)
    seen: list[str] = []

    class Watched(Shown):
        def show(self, crew):
            super().show(crew)
            out = io.StringIO()
            Console(width=140, file=out, force_terminal=False).print(self._table())
            seen.append(out.getvalue())

    run_study(plan, tmp_path / "it", lambda log: Here(), Watched)
    assert "Ladders" in seen[0]
    assert re.search(r"blank +8 of 4,000 +0 +[0-9.]+ % \([0-9.]+ to [0-9.]+\)", "\n".join(seen))
    assert re.search(r"deals done, [0-9,.]+ per second, at most [0-9,]+ to go, at most .* left; this process", seen[0])
    assert "✓" in seen[-1]


@pytest.mark.parametrize(("seconds", "words"), [(5, "5 s"), (600, "10 min"), (9000, "2.5 h"), (200_000, "2.3 days")])
def test_time_to_wait_is_told_as_one_says_it(seconds, words):
    assert time_words(seconds) == words
