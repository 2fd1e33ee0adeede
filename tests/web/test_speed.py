"""A move's answer against a bare route, in the same run: a ratio, never a time."""

import subprocess
import sys

import pytest


@pytest.mark.alone
@pytest.mark.long
def test_a_move_takes_at_most_ten_times_a_bare_route():
    done = subprocess.run([sys.executable, "-m", "benchmarks.web"], capture_output=True, text=True, check=True)
    ratios = {line.split()[0]: float(line.split()[1]) for line in done.stdout.splitlines() if " x " in line}
    assert len(ratios) == 5
    assert {name: ratio for name, ratio in ratios.items() if ratio > 10} == {}
