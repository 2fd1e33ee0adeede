"""What rules are written with: whole numbers, fields of structs, loops and other rules, so that they run everywhere.

Numba would compile a string or a dictionary, too; other targets would not.
"""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import escapology
from escapology.games import GAMES

ROOT = Path(escapology.__path__[0])
SOURCES = sorted(path for path in ROOT.rglob("*.py") if "@rule\n" in path.read_text(encoding="utf-8"))
FORBIDDEN: dict[type[ast.AST], str] = {
    ast.JoinedStr: "a string",
    ast.Dict: "a dictionary",
    ast.DictComp: "a dictionary",
    ast.Set: "a set",
    ast.SetComp: "a set",
    ast.Try: "an exception",
    ast.Raise: "an exception",
    ast.Assert: "an exception",
}
CALLS = {"str": "a string", "dict": "a dictionary", "set": "a set", "frozenset": "a set"}


def faults_of(source: str) -> Iterator[str]:
    """What rules must not use but do, with its line."""
    for function in ast.walk(ast.parse(source)):
        if isinstance(function, ast.FunctionDef) and any(is_rule(mark) for mark in function.decorator_list):
            for node in nodes_in(function):
                if what := forbidden(node):
                    yield (
                        f"line {node.lineno}: the rule {function.name} uses {what}; let it do with whole numbers, "
                        "fields of structs, loops and other rules"
                    )


def is_rule(mark: ast.expr) -> bool:
    return isinstance(mark, ast.Name) and mark.id == "rule"


def nodes_in(function: ast.FunctionDef) -> Iterator[ast.expr | ast.stmt]:
    """All that a function does: not its docstring, and no types."""
    waiting: list[ast.AST] = [*function.args.defaults, *function.body[ast.get_docstring(function) is not None :]]
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.expr | ast.stmt):
            yield node
        left_out = node.annotation if isinstance(node, ast.AnnAssign) else None
        waiting += [child for child in ast.iter_child_nodes(node) if child is not left_out]


def forbidden(node: ast.AST) -> str | None:
    if isinstance(node, ast.Constant) and isinstance(node.value, str | bytes):
        return "a string"
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
        return CALLS.get(node.func.id)
    return FORBIDDEN.get(type(node))


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: str(path.relative_to(ROOT)))
def test_rules_use_nothing_that_can_not_run_everywhere(path):
    assert list(faults_of(path.read_text(encoding="utf-8"))) == []


@pytest.mark.parametrize(
    ("line", "what"),
    [
        ('x = "three"', "a string"),
        ('x = f"{d}"', "a string"),
        ("x = str(d)", "a string"),
        ("x = {1: 2}", "a dictionary"),
        ("x = {i: i for i in d}", "a dictionary"),
        ("x = dict()", "a dictionary"),
        ("x = {1, 2}", "a set"),
        ("x = {i for i in d}", "a set"),
        ("x = set()", "a set"),
        ("raise ValueError", "an exception"),
        ("assert d", "an exception"),
        ("try: d.n = 1\n    finally: d.n = 2", "an exception"),
    ],
)
def test_what_is_refused(line, what):
    source = f'@rule\ndef f(d: "Deal") -> "int":\n    """Of it."""\n    n: "int" = 1\n    {line}\n'
    assert next(faults_of(source)).startswith(f"line 5: the rule f uses {what}; ")
    assert list(faults_of(source.replace("@rule", ""))) == [], "other functions may"


def test_docstrings_and_types_are_no_strings():
    source = '@rule\ndef f(d: "Deal") -> "int":\n    """Of it."""\n    n: "int" = 1\n    return n\n'
    assert list(faults_of(source)) == []


def test_every_game_has_rules_to_be_read():
    for game in GAMES.values():
        assert any(game.facts.folder in path.parents for path in SOURCES)
