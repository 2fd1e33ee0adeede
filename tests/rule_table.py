"""Which tests hold which rule: `python -m tests.rule_table` writes docs/rules-and-tests.md.

A test says which rules and rulings of a game's RULES.md it holds, by their numbers there:

    @pytest.mark.rule("lab-rats", 9, "LR2")
    def test_a_rat_runs_as_far_as_the_coin_says(): ...
"""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

from escapology.games import GAMES, LISTED

TESTS = Path(__file__).parent
TABLE = TESTS.parent / "docs" / "rules-and-tests.md"
NUMBERED = re.compile(r"^ {0,3}(\d+)\. ", re.MULTILINE)
RULING = re.compile(r"^\| ([A-Z]{2}\d+) \|", re.MULTILINE)

Held = tuple[str, str]  #: a game and the number of a rule or ruling
Test = tuple[Path, int, str]  #: file, line and name


def rules_of(name: str) -> list[str]:
    """The numbers of a game's rules and rulings, as its RULES.md has them."""
    text = (GAMES[name].facts.folder / "RULES.md").read_text(encoding="utf-8")
    return [*NUMBERED.findall(text), *RULING.findall(text)]


def tests_by_rule() -> dict[Held, list[Test]]:
    """The tests of each rule that any test says it holds."""
    found: dict[Held, list[Test]] = defaultdict(list)
    for path in sorted(TESTS.rglob("test_*.py")):
        text = path.read_text(encoding="utf-8")
        if "mark.rule(" not in text:
            continue
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.FunctionDef):
                for game, number in _held_by(node):
                    found[game, number].append((path, node.lineno, node.name))
    return found


def _held_by(test: ast.FunctionDef) -> Iterator[Held]:
    for mark in test.decorator_list:
        if isinstance(mark, ast.Call) and ast.unparse(mark.func) == "pytest.mark.rule":
            game, *numbers = (ast.literal_eval(argument) for argument in mark.args)
            for number in numbers:
                yield game, str(number)


def table() -> str:
    """The page."""
    tests = tests_by_rule()
    lines = [
        "# Rules and their tests",
        "",
        "Every numbered rule and every ruling of a rulebook, and the tests that hold it. `python -m tests.rule_table`",
        "writes this page; a test fails where a rule has none.",
    ]
    for name, game in LISTED.items():
        book = (game.facts.folder / "RULES.md").relative_to(TESTS.parent)
        lines += ["", f"## [{game.title}](../{book})", "", "| rule | tests |", "|---|---|"]
        for number in rules_of(name):
            lines.append(f"| {number} | {'<br>'.join(_link(test) for test in tests[name, number])} |")
    return "\n".join(lines) + "\n"


def _link(test: Test) -> str:
    path, _, name = test
    words = name.removeprefix("test_").replace("_", " ")
    return f"[{words}](../{path.relative_to(TESTS.parent)})"


if __name__ == "__main__":
    TABLE.write_text(table(), encoding="utf-8")
