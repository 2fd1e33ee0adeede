"""Compiled rules are the plain rules: same moves, same states, and no index out of bounds."""

import os
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from escapology.games import GAMES
from escapology.middle import new_deal
from escapology.perft import perft
from escapology.setting import make_setting
from escapology.testing import check_compiled
from tests.samples import sizes
from tests.settings import all_settings


@pytest.mark.parametrize("setting", all_settings(), ids=lambda s: s.text)
def test_compiled_equals_plain(setting):
    check_compiled(GAMES[setting.game], settings=[setting.text])


BOUNDS = """
import sys
from escapology.games import GAMES
from escapology.middle import new_deal
from escapology.playout import Playouts
from tests.samples import sizes
from tests.settings import all_settings
for setting in all_settings():
    deals = [new_deal(setting, seed) for seed in range(int(sys.argv[1]))]
    Playouts(GAMES[setting.game], deals).run(5, most=300)
"""


def run(code: str, *args: str, **environment: str) -> str:
    done = subprocess.run(
        [sys.executable, "-c", code, *args],
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


@pytest.mark.parametrize("deals", sizes(6, 400))
def test_no_rule_reads_or_writes_out_of_bounds(deals):
    run(BOUNDS, str(deals), ESCAPOLOGY_BOUNDS="1")


def finds_the_fault(folder: Path, source: str) -> bool:
    """Whether bounds checks notice that `kernel`, called with two numbers, reads a fourth."""
    (folder / "faulty.py").write_text(source)  # Numba keeps only what stands in a file
    code = f"""
import sys
sys.path.insert(0, {str(folder)!r})
import numpy as np
from faulty import kernel
from escapology.native import compile_kernel
try:
    compile_kernel(kernel)(np.zeros(2))
except IndexError:
    print("found")
"""
    return run(code, ESCAPOLOGY_BOUNDS="1") == "found"


def test_bounds_checks_do_find_faults(tmp_path):
    assert finds_the_fault(tmp_path, "def kernel(array):\n    return array[3]\n")


def test_plain_mode_needs_no_numba():
    code = """
import sys
sys.modules["numba"] = sys.modules["numpy"] = None   # importing them now fails
from escapology.middle import parse_deal_line
from escapology.perft import perft
print(perft(*parse_deal_line("blank: 1 2 3 4 5 6"), 3))
"""
    assert run(code, ESCAPOLOGY_PLAIN="1") == "[2, 4, 8]"


def test_kernels_from_many_threads():
    game = GAMES["devils-square"]
    deals = [new_deal(make_setting(game), seed) for seed in range(8)]
    expected = [perft(game, deal, 3, plain=True) for deal in deals]
    found: dict[int, list[int]] = {}
    threads = [
        threading.Thread(target=lambda i=i: found.update({i: perft(game, deals[i], 3)})) for i in range(len(deals))
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [found[i] for i in range(len(deals))] == expected
