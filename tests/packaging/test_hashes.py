"""The files with hashes hold what constraints.txt pins, and what the image needs; `make hashes` writes them."""

import re
from importlib.metadata import distribution

import pytest

from tests.packaging.hashes import MACHINES, PYTHON
from tests.packaging.project import BUILD, ROOT, SERVING, STUDYING, closure, pinned

NEEDED = {
    "requirements.txt": closure(SERVING),
    "requirements-study.txt": closure(STUDYING),
    "requirements-build.txt": closure(BUILD),
}


def hashes(name: str) -> dict[str, list[str]]:
    """The hashes of each pin in the file, which holds nothing else."""
    head, _, rest = (ROOT / "deploy" / name).read_text().partition("\n")
    assert head.startswith("# Made by `make hashes`")
    found = re.findall(r"([a-z0-9-]+==[^ ]+)((?: \\\n    --hash=sha256:[0-9a-f]{64})+)\n", rest)
    assert rest == "".join(f"{pin}{values}\n" for pin, values in found)
    return {pin: values.split(" \\\n")[1:] for pin, values in found}


@pytest.mark.parametrize("name", NEEDED)
def test_versions_are_the_pinned_ones(name: str) -> None:
    versions = pinned()
    assert list(hashes(name)) == sorted(f"{one}=={versions[one]}" for one in NEEDED[name]), "run make hashes"


@pytest.mark.parametrize("name", NEEDED)
def test_there_is_a_file_for_every_machine(name: str) -> None:
    for pin, values in hashes(name).items():
        wheel = distribution(pin.partition("==")[0]).read_text("WHEEL") or ""
        files = 1 if "Root-Is-Purelib: true" in wheel else len(MACHINES)
        assert len(set(values)) == files, pin


def test_the_image_has_the_python_that_they_are_for() -> None:
    used = set(re.findall(r"^FROM (\S+)", (ROOT / "Dockerfile").read_text(), re.MULTILINE))
    assert used == {f"python:{PYTHON}-slim"}
