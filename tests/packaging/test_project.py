"""pyproject.toml, constraints.txt and CITATION.cff say the same, and say it all."""

import re

import pytest
import yaml
from packaging.requirements import Requirement
from packaging.version import Version

import escapology
from tests.packaging.project import BUILD, DEVELOPERS, EXTRAS, PROJECT, ROOT, closure, declared, names, needed, pinned

CITATION = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))


def bound(requirement: Requirement) -> Version:
    """The lowest version that a requirement allows."""
    (specifier,) = requirement.specifier
    assert specifier.operator == ">=", f"{requirement} has no lower bound"
    return Version(specifier.version)


@pytest.mark.parametrize("extra", [extra for extra in ("", *EXTRAS) if extra != "all"])
def test_every_dependency_has_a_lower_bound_that_its_pinned_version_meets(extra: str) -> None:
    for requirement in declared(extra):
        assert bound(requirement) <= Version(pinned()[requirement.name.lower()]), str(requirement)


def test_dependencies_are_sorted() -> None:
    for extra in ("", *EXTRAS):
        listed = [requirement.name.lower() for requirement in declared(extra)]
        assert listed == sorted(listed)


def test_all_is_everything_but_what_developers_need() -> None:
    (everything,) = declared("all")
    assert everything.extras == set(EXTRAS) - {"all", *DEVELOPERS}


FOR_GPUS = {
    "cuda-bindings",
    "cuda-core",
    "cuda-pathfinder",
    "cuda-toolkit",
    "nvidia-cuda-cccl-cu12",
    "nvidia-cuda-nvcc-cu12",
    "nvidia-cuda-nvrtc-cu12",
    "nvidia-cuda-runtime-cu12",
    "nvidia-nvjitlink-cu12",
}
"""What the compiler for GPUs brings along; it is hardly ever there to be asked."""


FOR_LEARNING = {"filelock", "mpmath", "networkx", "sympy", "setuptools"}
"""What PyTorch brings along, where it is one for processors."""


def test_constraints_pin_everything_that_is_installed_and_nothing_else() -> None:
    apart = names(one for extra in ("coverage", "wasm", "gpu", "learn") for one in declared(extra))
    apart |= FOR_GPUS | FOR_LEARNING
    assert set(pinned()) == needed("all", "dev") | closure(BUILD) | apart


def test_constraints_are_sorted() -> None:
    lines = (ROOT / "constraints.txt").read_text().splitlines()[1:]
    assert lines == sorted(lines, key=lambda line: line.lower().replace("_", "-"))


def test_what_builds_the_package_is_pinned_alike() -> None:
    """Pip installs it apart, without a look at constraints.txt."""
    assert [str(one) for one in BUILD] == [f"hatchling=={pinned()['hatchling']}"]
    assert "hatchling" in names(declared("dev"))


def test_people_find_out_what_this_is() -> None:
    assert PROJECT["authors"] == [{"name": "The Escapology developers"}]
    assert "Typing :: Typed" in PROJECT["classifiers"]
    assert (ROOT / "src" / "escapology" / "py.typed").exists()
    assert PROJECT["classifiers"] == sorted(PROJECT["classifiers"])
    assert PROJECT["keywords"] == sorted(PROJECT["keywords"])
    notice = (ROOT / "NOTICE").read_text(encoding="utf-8")
    for game, address in PROJECT["urls"].items():
        assert re.search(rf"^{re.escape(game)}\b.*\n( +.*\n)*? +.*{re.escape(address)}$", notice, re.MULTILINE), game


def test_the_citation_is_complete() -> None:
    """The fields that CFF 1.2.0 requires, and such as it knows; no date, as long as there is no release."""
    known = {"abstract", "keywords", "license", "type", "version"}
    assert set(CITATION) == {"cff-version", "message", "title", "authors"} | known
    assert CITATION["cff-version"] == "1.2.0"
    assert CITATION["type"] == "software"


def test_the_citation_is_that_of_this_package() -> None:
    assert CITATION["version"] == escapology.__version__
    assert CITATION["title"].lower() == PROJECT["name"]
    assert CITATION["authors"] == PROJECT["authors"]
    assert CITATION["license"] == PROJECT["license"]
    assert CITATION["keywords"] == PROJECT["keywords"]
    assert CITATION["abstract"] == PROJECT["description"]
