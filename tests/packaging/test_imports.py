"""What the package imports is what it declares, for each of its parts; what the tests import, too."""

import ast
import functools
import sys
from collections.abc import Iterator
from importlib.metadata import packages_distributions
from pathlib import Path

from packaging.utils import canonicalize_name

from escapology.cli.play import WEB
from tests.packaging.project import EXTRAS, ROOT, RUNNING, declared, names

OURS = {"benchmarks", "escapology", "tests"}
DISTRIBUTIONS = packages_distributions()
SOURCES = ROOT / "src" / "escapology"
PARTS = {
    "environments": ("env", "native"),
    "learners": ("learn", "env", "native"),
    "paper": ("print",),
    "draw/pixels.py": ("pictures",),
    "ppn": ("ppn",),
    "studies": ("study", "native"),
    "web": ("web", "native"),
    "web/store/postgres.py": ("web", "postgresql"),
}
"""The extras that parts of the package count on; `native` is all that the others may ask for."""
APART = {"torch": ["torch"]}
"""Modules of what is hardly ever installed, and who they come from."""


def imports(path: Path) -> Iterator[str]:
    """The packages a file imports from, wherever in the file."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name.partition(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and not node.level:
            assert node.module
            yield node.module.partition(".")[0]


@functools.cache
def imported(path: Path) -> set[str]:
    """The distributions of others that a file imports from."""
    found = {name for name in imports(path) if name not in sys.stdlib_module_names and name not in OURS}
    return {canonicalize_name(name) for module in found for name in {**DISTRIBUTIONS, **APART}[module]}


def part(path: Path) -> tuple[str, ...]:
    """The extras that a file of the package may count on, or ask for."""
    inside = path.relative_to(SOURCES)
    return PARTS.get(inside.as_posix()) or PARTS.get(inside.parts[0], ("native",))


def test_what_is_imported_is_declared() -> None:
    for path in SOURCES.rglob("*.py"):
        undeclared = imported(path) - names(one for extra in ("", *part(path)) for one in declared(extra))
        assert undeclared == set(), f"{path.name}: declare them in pyproject.toml, for all or for {part(path)}"


def test_what_is_declared_is_imported() -> None:
    used = set().union(*map(imported, SOURCES.rglob("*.py")))
    assert names(RUNNING) | names(declared("learn")) == used


def test_the_command_line_looks_for_all_that_the_web_app_needs() -> None:
    assert {canonicalize_name(name) for module in WEB for name in DISTRIBUTIONS[module]} == names(declared("web"))


def test_what_tests_and_benchmarks_import_is_declared() -> None:
    allowed = names(one for extra in ("", *EXTRAS) for one in declared(extra))
    for folder in ("benchmarks", "tests"):
        for path in (ROOT / folder).rglob("*.py"):
            assert imported(path) - allowed == set(), path.relative_to(ROOT)
