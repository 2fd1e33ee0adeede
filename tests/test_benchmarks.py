"""What benchmarks must not do unseen."""

import json
from pathlib import Path

import pytest
from benchmarks import env
from benchmarks.difficulty import read_kept

ASKED = {"setting": "blank", "first": 10, "samples": 0}


def write(path: Path, *lines: object) -> Path:
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    return path


def test_a_run_that_was_broken_off_goes_on(tmp_path: Path) -> None:
    kept = tmp_path / "difficulty-blank.jsonl"
    assert read_kept(kept, ASKED) == []
    write(kept, ASKED, {"seed": 10}, {"seed": 11})
    assert read_kept(kept, ASKED) == [{"seed": 10}, {"seed": 11}]


@pytest.mark.parametrize(
    "lines",
    [
        ({"seed": 10}, {"seed": 11}),
        ({**ASKED, "first": 11}, {"seed": 11}),
        ({**ASKED, "samples": 5}, {"seed": 10}),
        (ASKED, {"seed": 10}, {"seed": 12}),
    ],
)
def test_a_file_of_other_deals_is_refused(lines: tuple[object, ...], tmp_path: Path) -> None:
    with pytest.raises(SystemExit, match="does not hold what is asked for"):
        read_kept(write(tmp_path / "kept.jsonl", *lines), ASKED)


def test_a_damaged_file_is_refused(tmp_path: Path) -> None:
    kept = write(tmp_path / "kept.jsonl", ASKED, {"seed": 10})
    kept.write_text(kept.read_text() + '{"seed": 1')
    with pytest.raises(SystemExit, match="is damaged"):
        read_kept(kept, ASKED)


def test_speeds_on_a_gpu_ask_for_the_compiler(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(env, "find_spec", lambda name: None)
    with pytest.raises(SystemExit, match=r"pip install 'escapology\[gpu\]'"):
        env.measure_gpu([], 1, None)
