"""Writes the tables of docs/licences.md: what the package is built on, under which licences, and what for.

    python -m tests.packaging.licences        (or make licences)

Names, versions and licences are what the installed packages say of themselves; what each is used for is said here, of
those that we name in pyproject.toml. The others are needed by these.
"""

import re
from collections.abc import Iterable
from importlib.metadata import distribution
from pathlib import Path

from packaging.requirements import Requirement

from tests.packaging.project import BUILD, ROOT, RUNNING, closure, declared, names, needers, pinned

PAGE = ROOT / "docs" / "licences.md"

#: What we use each of those for that pyproject.toml names.
USES = {
    "alembic": "bringing a database to the newest tables",
    "anyio": "work in threads, for the server",
    "axe-playwright-python": "tests: whether pages are accessible",
    "dask": "settings of clusters, for studies",
    "dask-jobqueue": "studies under SLURM and its like",
    "distributed": "studies on clusters",
    "duckdb": "questions to studies, in SQL",
    "fastapi": "routes of the pages and the API",
    "gymnasium": "environments for programs that learn",
    "h11": "requests as they come",
    "hatchling": "building the wheel",
    "httpx2": "tests: requests to servers",
    "hypothesis": "tests: made-up input",
    "import-linter": "contracts of what may import what",
    "itsdangerous": "signing cookies and recovery links",
    "jinja2": "pages",
    "llvmlite": "compiling rules and solvers",
    "markdown-it-py": "rulebooks as pages, and in print",
    "matplotlib": "charts of studies",
    "mypy": "checking types",
    "numba": "compiling rules and solvers",
    "numpy": "arrays for solvers and compiled rules",
    "packaging": "tests: versions and requirements",
    "pillow": "pictures as GIF",
    "platformdirs": "where games, secrets and compiled code are kept",
    "playwright": "tests: a browser",
    "prometheus-client": "metrics",
    "psycopg": "PostgreSQL",
    "pyarrow": "results of studies, as Parquet",
    "pydantic": "what the API takes and tells",
    "pypdf": "tests: what stands in a PDF, and where",
    "pytest": "tests",
    "pytest-xdist": "tests: several at once",
    "pyyaml": "heads of files in Portable Piecepack Notation",
    "rich": "tables and pictures in the terminal",
    "ruff": "checking and formatting code",
    "schemathesis": "tests: requests made up from the API's description",
    "segno": "square codes (QR) in print",
    "sqlalchemy": "databases",
    "starlette": "requests and answers",
    "typer": "the command line",
    "types-pyyaml": "types of PyYAML",
    "typst": "typesetting, and pictures as PNG",
    "uvicorn": "HTTP",
}

TABLES = "## What runs\n"
"""What stands before it is written by hand."""


def main() -> None:
    """Write the page anew."""
    PAGE.write_text(page(), encoding="utf-8")


def page() -> str:
    """What the page must say."""
    by_hand = PAGE.read_text(encoding="utf-8").partition(TABLES)[0]
    running, building = closure(RUNNING), closure(BUILD)
    wanted = declared("dev")
    developing = closure(wanted) - running - building - {"escapology"}
    return "\n".join([
        by_hand + TABLES, _table(running, RUNNING), "",
        "## What the wheel is built with\n", _table(building - running, BUILD), "",
        "## What developers use besides\n", _table(developing, wanted), "",
        "## Libraries that come inside of wheels\n", _libraries(running), "",
    ])  # fmt: skip


def _table(found: Iterable[str], named: list[Requirement]) -> str:
    needed, direct = needers(named), names(named)
    rows = ["| package | version | licence | what for |", "|---|---|---|---|"]
    for name in sorted(found):
        use = USES[name] if name in direct else f"needed by {', '.join(sorted(needed[name]))}"
        rows.append(f"| {name} | {pinned()[name]} | {licence_of(name)} | {use} |")
    return "\n".join(rows)


def licence_of(name: str) -> str:
    """The licence, as a package names it."""
    told = distribution(name).metadata.json
    if expression := told.get("license_expression"):
        return str(expression)
    if (words := told.get("license")) and len(words) < 40:
        return str(words)
    for line in told.get("classifier", ()):
        if line.startswith("License :: "):
            return str(line).rpartition(" :: ")[2]
    text = next(Path(str(file.locate())) for file in distribution(name).files or () if file.name.startswith("LICENSE"))
    return text.read_text(encoding="utf-8").split("\n", 1)[0].strip()


def _libraries(found: Iterable[str]) -> str:
    rows = ["| package | libraries |", "|---|---|"]
    for name in sorted(found):
        files = {file.name for file in distribution(name).files or () if file.parts[0].endswith(".libs")}
        if files:
            told = sorted({re.sub(r"(-[0-9a-f]{8})+|\.so.*", "", file) for file in files})
            rows.append(f"| {name} | {', '.join(told)} |")
    return "\n".join(rows)


if __name__ == "__main__":
    main()
