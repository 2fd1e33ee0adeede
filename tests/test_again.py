"""The run that gives a few failures a second chance: on small suites made up for it."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.again import FEW

ROOT = Path(__file__).parent.parent
LONELY = "import os\ndef test_lonely(): assert 'PYTEST_XDIST_WORKER' not in os.environ\n"  # fails among others
FINE = "def test_fine(): pass\n"
WRONG = "def test_wrong(): assert False\n"


def run(folder: Path, suite: str, *args: str) -> tuple[int, str]:
    """The exit code, and what is printed, of a run of these tests."""
    (folder / "pytest.ini").write_text("[pytest]\naddopts = -q -p xdist\n")
    (folder / "test_them.py").write_text(suite)
    (folder / "run.py").write_text("import sys\nfrom tests import again\nsys.exit(again.main(sys.argv[1:]))\n")
    ours = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")}
    done = subprocess.run(
        [sys.executable, "run.py", *args], cwd=folder, capture_output=True, text=True, check=False,
        env=ours | {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1", "PYTHONPATH": str(ROOT)},
    )  # fmt: skip
    return done.returncode, done.stdout


def test_what_fails_only_among_others_is_named_and_no_failure(tmp_path: Path) -> None:
    code, told = run(tmp_path, LONELY + FINE, "-n", "1")
    assert code == pytest.ExitCode.OK
    assert "1 failed, 1 passed" in told
    assert told.endswith("Failed at first, passed alone (look into them):\n  test_them.py::test_lonely\n")


def test_what_fails_again_is_a_failure(tmp_path: Path) -> None:
    code, told = run(tmp_path, LONELY + FINE + WRONG, "-n", "1")
    assert code == pytest.ExitCode.TESTS_FAILED
    assert "2 failed, 1 passed" in told
    assert "1 failed, 1 passed" in told
    assert "passed alone" not in told


@pytest.mark.parametrize(
    ("suite", "code"),
    [
        (FINE, pytest.ExitCode.OK),
        ("".join(f"def test_{i}(): assert False\n" for i in range(FEW + 1)), pytest.ExitCode.TESTS_FAILED),
        ("import nothing_of_this_name\n", pytest.ExitCode.INTERRUPTED),
        ("", pytest.ExitCode.NO_TESTS_COLLECTED),
    ],
    ids=["fine", "many failures", "not a suite", "nothing"],
)
def test_other_runs_are_not_repeated(tmp_path: Path, suite: str, code: int) -> None:
    done, told = run(tmp_path, suite, "-n", "0")
    assert done == code
    assert "alone" not in told
