"""Kernels are compiled before a clock runs, once for all processes, and no more of them than are needed."""

import os
import subprocess
import sys

import pytest

from escapology.games import GAMES
from escapology.games.lab_rats.rules import Deal
from escapology.games.lab_rats.solver import ready
from escapology.games.lab_rats.solver.advice import prospects
from escapology.middle import start_state
from escapology.setting import parse_setting
from escapology.verdict import Limits
from tests.typed import new_deal

GAME = GAMES["lab-rats"]

SOLVE = """
from numba.core import event
from escapology.games import GAMES
from escapology.middle import new_deal, start_state
from escapology.setting import parse_setting
from escapology.solve import solve
from escapology.solve.hint import give_hint

class Compiled(event.Listener):
    def on_start(self, event): pass
    def on_end(self, event): print(event.data["dispatcher"].py_func.__qualname__)

event.register("numba:compile", Compiled())
game = GAMES["lab-rats"]
for variant in ("classic", "hard", "bag", "rebag"):
    deal = new_deal(parse_setting("lab-rats/" + variant, GAMES), 3)
    solve(game, deal)
    give_hint(game, deal, start_state(game, deal), seconds=0.01)
"""


def compiled() -> list[str]:
    done = subprocess.run(
        [sys.executable, "-c", SOLVE], env=dict(os.environ), capture_output=True, text=True, check=True
    )
    return done.stdout.split()


def test_a_second_process_compiles_nothing():
    compiled()
    assert compiled() == []


@pytest.fixture
def parts(monkeypatch):
    """What was made ready, instead of making it."""
    made = []
    monkeypatch.setattr(ready, "is_plain", lambda: False)
    monkeypatch.setattr(ready, "_done", set())
    for name in ("_runs", "_ways_back", "_hopes", "_shifts", "_homes", "_bag", "_rebag"):
        monkeypatch.setattr(ready, name, lambda squares, name=name: made.append(name))
    return made


@pytest.mark.parametrize(
    ("setting", "expected"),
    [
        ("lab-rats", ["_runs", "_ways_back", "_hopes", "_shifts", "_homes"]),
        ("lab-rats[lift=any]", ["_runs", "_ways_back"]),
        ("lab-rats/hard", ["_runs", "_ways_back"]),
        ("lab-rats/bag", ["_bag"]),
        ("lab-rats/rebag", ["_rebag"]),
    ],
)
def test_a_variant_gets_its_own_kernels(parts, setting, expected):
    d = new_deal(Deal, parse_setting(setting, GAMES), 1)
    ready.make_ready(d)
    ready.make_ready(d)
    assert parts == expected


def test_what_a_fair_player_asks_needs_no_search(parts):
    d = new_deal(Deal, parse_setting("lab-rats", GAMES), 1)
    prospects(d, [start_state(GAME, d)], Limits(nodes=1))
    assert parts == ["_runs", "_hopes"]
