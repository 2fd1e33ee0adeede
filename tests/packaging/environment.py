"""Empty environments with nothing in them but the wheel and what it asks for."""

import os
import subprocess
import sys
import venv
from collections.abc import Iterable
from importlib.metadata import distribution
from pathlib import Path

from tests.packaging.project import ROOT


class Environment:
    """A virtual environment in a folder of its own, with a home of its own: nothing is left over from elsewhere."""

    def __init__(self, folder: Path, *, pip: bool = False) -> None:
        self.folder = folder
        venv.create(folder / "venv", with_pip=pip)
        self.bin = folder / "venv" / "bin"
        home = folder / "home"
        home.mkdir()
        ours = {name: value for name, value in os.environ.items() if not name.startswith(("ESCAPOLOGY_", "XDG_"))}
        self.variables = ours | {"HOME": str(home), "PYTHONPATH": ""}

    def install(self, *args: str) -> None:
        """Install with pip, from the registries that it knows."""
        pip("install", "--quiet", *args, python=self.bin / "python")

    def install_alone(self, wheel: Path) -> None:
        """Install the wheel without what it needs, and without asking any registry."""
        self.install("--no-index", "--no-deps", str(wheel))

    def lend(self, names: Iterable[str]) -> None:
        """Let packages of the environment that the tests run in be there too, by links: that is quick."""
        (site,) = (self.folder / "venv").glob("lib/python*/site-packages")
        for name in names:
            found = distribution(name)
            for top in {file.parts[0] for file in found.files or ()} - {"..", "__pycache__"}:
                if not (site / top).exists():
                    (site / top).symlink_to(Path(str(found.locate_file(top))).resolve())

    def run(self, *args: str, given: str = "") -> subprocess.CompletedProcess[str]:
        """Run a program of the environment, from a folder where there is nothing of ours."""
        return subprocess.run(
            [self.bin / args[0], *args[1:]], input=given, capture_output=True, text=True, check=False,
            cwd=self.folder, env=self.variables,
        )  # fmt: skip

    def good(self, *args: str, given: str = "") -> str:
        """What a program prints that has nothing to complain about."""
        done = self.run(*args, given=given)
        assert (done.returncode, done.stderr) == (0, ""), done.stderr
        return done.stdout

    def start(self, *args: str) -> subprocess.Popen[str]:
        return subprocess.Popen(
            [self.bin / args[0], *args[1:]], stdout=subprocess.PIPE, text=True, cwd=self.folder, env=self.variables
        )


def build(folder: Path, target: str) -> Path:
    """The wheel or the sdist, in that folder."""
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "--target", target, "--directory", folder],
        cwd=ROOT, check=True, capture_output=True,
    )  # fmt: skip
    (built,) = folder.iterdir()
    return built


def pip(*args: str, python: Path = Path(sys.executable)) -> None:
    """Run the pip of the tests, for another environment if one is named."""
    command = [sys.executable, "-m", "pip", "--python", str(python), "--disable-pip-version-check", *args]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
