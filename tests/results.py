"""The tables of docs/results, from studies that have been run: `python -m tests.results FOLDER … --commit COMMIT`.

A document says which table goes where, and what stands between two such lines is written anew; nobody types a figure:

    <!-- study devils-square: shares -->     a table of `escapology study show`, by its name
    <!-- study devils-square: made -->       how it was made: command, deals, commit, date, machine
    <!-- output: study kidnap-machine -->    what a command of escapology prints
    <!-- end -->

`make results FULL=1` runs the studies; the folder of each has its name.
"""

from __future__ import annotations

import csv
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from time import strftime, strptime
from typing import Final

from escapology.studies.folder import Folder, open_folder
from escapology.studies.table import markdown_of
from escapology.studies.tables import state_words, tables_of

__all__ = ["DOCUMENTS", "MARK", "OUTPUT", "fill", "made"]

DOCUMENTS: Final = Path(__file__).parents[1] / "docs" / "results"
MARK: Final = re.compile(r"(<!-- study ([a-z-]+): ([a-z-]+) -->\n).*?(<!-- end -->)", re.DOTALL)
OUTPUT: Final = re.compile(r"(<!-- output: ([^>]+) -->\n).*?(<!-- end -->)", re.DOTALL)


def made(name: str, folder: Folder, commit: str) -> str:
    """A paragraph about where the figures come from."""
    with (folder.path / "timings.csv").open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    deals, cpu = (sum(float(row[name]) for row in rows) for name in ("deals", "cpu_seconds"))
    last = (folder.path / "log.txt").read_text(encoding="utf-8").splitlines()[-1]
    day = strftime("%d %B %Y", strptime(last[:10], "%Y-%m-%d")).lstrip("0")
    state = "" if folder.is_finished else f" ({state_words(folder)})"
    seed, versions = folder.plan.seeds.first, folder.versions
    return (
        f"Made by `escapology study run {name}`{state} with the rules and solvers of commit {commit}, {day}: "
        f"{int(deals):,} deals from seed {seed} on, {_time(cpu / deals)} of CPU each; {_processor()}, "
        f"Python {versions['python']}, Numba {versions['numba']}."
    )


def _time(seconds: float) -> str:
    return f"{1000 * seconds:.2f} ms" if seconds < 0.1 else f"{seconds:.2f} s"


def _processor() -> str:
    text = Path("/proc/cpuinfo").read_text(encoding="utf-8")
    name = re.search("model name\\s*: (.*)", text)
    return " ".join(name[1].replace("(R)", "").split()) if name else "unknown processor"


def fill(text: str, folders: dict[str, Folder], commit: str) -> str:
    """The text of a document, with the tables of these studies."""

    def filled(mark: re.Match[str]) -> str:
        begin, name, table, end = mark.groups()
        if name not in folders:
            return mark[0]
        return "\n".join([begin, *_lines(name, folders[name], table, commit), "", end])

    return MARK.sub(filled, text)


def _printed(mark: re.Match[str]) -> str:
    """What a command prints."""
    begin, words, end = mark.groups()
    done = subprocess.run(
        [sys.executable, "-m", "escapology", *words.split()], capture_output=True, text=True, check=True
    )
    return f"{begin}\n```console\n$ escapology {words}\n{done.stdout.rstrip()}\n```\n\n{end}"


def _lines(name: str, folder: Folder, wanted: str, commit: str) -> Iterator[str]:
    if wanted == "made":
        yield made(name, folder, commit)
        return
    tables = {table.name: table for table in tables_of(folder)}
    if wanted not in tables:
        sys.exit(f"the study {name} has no table {wanted}: it has {', '.join(tables)}")
    yield from markdown_of(tables[wanted])


def main() -> None:
    """Fill all documents."""
    paths, _, commit = " ".join(sys.argv[1:]).partition(" --commit ")
    folders = {Path(path).name: open_folder(Path(path), None) for path in paths.split()}
    for path in sorted(DOCUMENTS.glob("*.md")):
        before = path.read_text(encoding="utf-8")
        after = OUTPUT.sub(_printed, fill(before, folders, commit or "unknown"))
        if after != before:
            path.write_text(after, encoding="utf-8")
            sys.stdout.write(f"{path}\n")


if __name__ == "__main__":
    main()
