"""Attacks from one address, and what bystanders notice: `benchmarks.attacks`, for a short time."""

import subprocess
import sys

import pytest
from benchmarks.attacks.attacker import ATTACKS


@pytest.mark.alone
@pytest.mark.long
@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
@pytest.mark.parametrize("name", ATTACKS)
def test_bystanders_hardly_notice(name, kind, postgres):
    command = [sys.executable, "-m", "benchmarks.attacks", name, kind, "--seconds", "10"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
