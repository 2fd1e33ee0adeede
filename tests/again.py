"""All tests, and the few that failed once more, one at a time.

    python -m tests.again -n auto --dist worksteal        (or make test AGAIN=1)

Thousands of tests run beside each other on a busy machine. Where a few of them fail, running those alone tells a fault
from a test that only fails among others. The run succeeds if they pass alone, and names them: such a test is to be
looked into. Many failures, a second failure, and runs that never came to their end fail as they are.
"""

import json
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import pytest

FEW: Final = 5  # more failures than this have another cause than the company of other tests


def main(args: Sequence[str]) -> int:
    """Run pytest with these arguments, and again for the few tests that failed; the exit code of the last run."""
    with tempfile.TemporaryDirectory(prefix="escapology-again-") as cache:
        code = _pytest(*args, "-o", f"cache_dir={cache}")
        failed = _failed(Path(cache)) if code == pytest.ExitCode.TESTS_FAILED else []
    if not 0 < len(failed) <= FEW:
        return code
    _say("Running alone what failed:", failed)
    code = _pytest("-p", "no:cacheprovider", "-n", "0", *failed)
    if code == pytest.ExitCode.OK:
        _say("Failed at first, passed alone (look into them):", failed)
    return code


def _pytest(*args: str) -> int:
    """Its exit code."""
    return subprocess.run([sys.executable, "-m", "pytest", *args], check=False).returncode


def _failed(cache: Path) -> list[str]:
    """The tests that failed, by the names that pytest takes: those that its option `--last-failed` would run."""
    file = cache / "v" / "cache" / "lastfailed"
    return sorted(json.loads(file.read_text())) if file.exists() else []


def _say(what: str, tests: Sequence[str]) -> None:
    print(f"\n{what}", *tests, sep="\n  ", flush=True)  # noqa: T201 - it says what it has done


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
