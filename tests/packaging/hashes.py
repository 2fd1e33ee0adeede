"""Writes what the image is made from: the pinned versions, each with the hashes of its files.

    python -m tests.packaging.hashes        (or make hashes)

deploy/requirements.txt         what a server needs
deploy/requirements-study.txt   what the workers of a study need
deploy/requirements-build.txt   what its wheel is built with

Pip is asked which files it would install on the machines below, and what their hashes are; nothing is installed. The
files name no registry: whichever one pip asks, it takes only files with these hashes (`--require-hashes`).
"""

import json
import subprocess
import sys
import tempfile
from collections.abc import Iterable
from typing import Any

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.packaging.project import BUILD, IMAGE, ROOT, SERVING, STUDYING

MACHINES = ("x86_64", "aarch64")
GLIBC = range(36, 16, -1)  # wheels for any of these run on the Debian of the image, whose glibc is 2.36 or newer
PYTHON = IMAGE["python_version"]


def main() -> None:
    """Write the files anew."""
    if sys.version_info[:2] != tuple(map(int, PYTHON.split("."))):
        sys.exit(
            f"Pip sees what packages need with the eyes of its own Python; the image has {PYTHON}: run this with it."
        )
    for name, what, wanted in (
        ("requirements.txt", "what the image runs", SERVING),
        ("requirements-study.txt", "what the image for studies runs", STUDYING),
        ("requirements-build.txt", "what its wheel is built with", BUILD),
    ):
        head = f"# Made by `make hashes`: {what}, for CPython {PYTHON} on {' and '.join(MACHINES)}."
        (ROOT / "deploy" / name).write_text(f"{head}\n{listing(wanted)}")


def listing(wanted: Iterable[Requirement]) -> str:
    """The packages that are installed for these requirements, in the form that pip reads."""
    hashes: dict[str, set[str]] = {}
    for machine in MACHINES:
        for package in would_install(wanted, machine):
            facts = package["metadata"]
            pin = f"{canonicalize_name(facts['name'])}=={facts['version']}"
            hashes.setdefault(pin, set()).add(package["download_info"]["archive_info"]["hashes"]["sha256"])
    rows = ([pin, *(f"    --hash=sha256:{value}" for value in sorted(hashes[pin]))] for pin in sorted(hashes))
    return "".join(" \\\n".join(row) + "\n" for row in rows)


def would_install(wanted: Iterable[Requirement], machine: str) -> list[Any]:
    """What pip would install on such a machine, as it reports it."""
    platforms = [f"manylinux_2_{minor}_{machine}" for minor in GLIBC] + [f"manylinux2014_{machine}"]
    with tempfile.TemporaryDirectory() as nowhere:
        report = subprocess.run(
            [
                sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check",
                "--dry-run", "--report", "-", "--ignore-installed", "--target", nowhere,
                "--constraint", str(ROOT / "constraints.txt"), "--only-binary", ":all:", "--implementation", "cp",
                "--python-version", PYTHON, *(f"--platform={platform}" for platform in platforms),
                *map(str, wanted),
            ],
            stdout=subprocess.PIPE, text=True, check=True,
        )  # fmt: skip
    packages: list[Any] = json.loads(report.stdout)["install"]
    return packages


if __name__ == "__main__":
    main()
