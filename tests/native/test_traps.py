"""What can't be compiled is told in a line: which function, where, and what to do."""

import importlib
import sys
from pathlib import Path

import pytest

from escapology.errors import RuleError
from escapology.native import compile_kernel

GAME = '''
from escapology.native import rule
from hasty import helpers


def step(x):
    return x + 1


@rule
def play(x):
    return step(x)


@rule
def play_by_module(x):
    return helpers.leap(x)


@rule
def call(x):
    """A rule that is fine itself."""
    return say(x)


@rule
def say(x):
    words = "moved by "
    return words + x


@rule
def look_up(x):
    with open("deal") as file:
        return file


@rule
def sometimes(x):
    if x > 3:
        return (1, 2)
    return 7


@rule
def measure(x):
    return x.length


def make(rule):
    def kernel(x):
        return rule(x)

    return kernel
'''


@pytest.fixture
def game(tmp_path, monkeypatch):
    """A game that was thrown together, and is thrown away."""
    package = tmp_path / "hasty"
    package.mkdir()
    (package / "__init__.py").write_text("")
    (package / "helpers.py").write_text("def leap(x):\n    return x + 2\n")
    (package / "rules.py").write_text(GAME)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    yield importlib.import_module("hasty.rules")
    for module in ("hasty", "hasty.helpers", "hasty.rules"):
        del sys.modules[module]


def line_of(game, text: str) -> str:
    """Where a text stands, as messages tell it."""
    lines = Path(game.__file__).read_text().splitlines()
    return f"{game.__file__}:{next(i for i, line in enumerate(lines, 1) if text in line)}"


def trap(game, function) -> str:
    """What is said when a kernel calls a function."""
    with pytest.raises(RuleError) as caught:
        compile_kernel(game.make(function))(1)
    assert type(caught.value.__cause__).__module__.startswith("numba.")
    message = str(caught.value)
    assert "\n" not in message
    assert len(message.replace(str(Path(game.__file__).parent), "")) < 200
    return message


def test_a_forgotten_rule(game):
    assert trap(game, game.play) == (
        f"{game.__name__}.step ({line_of(game, 'def step')}) is called by {game.__name__}.play, which is compiled, "
        "but is no rule itself: put @rule above it"
    )


def test_a_forgotten_rule_of_another_module(game):
    file = game.helpers.__file__
    assert f"{game.helpers.__name__}.leap ({file}:1) is called by" in trap(game, game.play_by_module)


def test_a_game_whose_move_is_no_rule(game):
    assert trap(game, game.step).startswith(f"{game.__name__}.step ({line_of(game, 'def step')}) is called by ")


@pytest.mark.parametrize(
    ("name", "lines", "words"),
    [
        ("say", ["words + x"], "compiled code knows no add(Literal[str](moved by ), int64)"),
        ("look_up", [], "The 'with (context manager) as (variable):' construct is not supported"),
        ("sometimes", ["return (1, 2)", "return 7"], "Can't unify return type from the following types"),
        ("measure", ["x.length"], "Unknown attribute 'length' of type int64"),
    ],
)
def test_other_faults_name_the_rule_and_its_line(game, name, lines, words):
    message = trap(game, getattr(game, name))
    assert message.startswith(f"{game.__name__}.{name} ({game.__file__}:")
    if name != "look_up":  # of what it can't even read, Numba doesn't say where
        assert any(f"({line_of(game, line)})" in message for line in lines)
    assert "can't be compiled: " + words in message


def test_the_innermost_fault_is_told(game):
    assert trap(game, game.call) == trap(game, game.say)


def test_what_was_said_of_one_kernel_is_not_said_of_the_next(game):
    trap(game, game.say)
    assert "Unknown attribute 'length'" in trap(game, game.measure)
