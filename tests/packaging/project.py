"""What the package says of itself and what it needs, read from its own files."""

import re
import tomllib
from collections.abc import Iterable
from importlib.metadata import distribution
from pathlib import Path
from typing import Any

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[2]
_TABLES: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text())
PROJECT: dict[str, Any] = _TABLES["project"]
EXTRAS = tuple(PROJECT["optional-dependencies"])
IMAGE = {"python_version": "3.11", "python_full_version": "3.11.0", "sys_platform": "linux", "platform_system": "Linux"}
"""Where markers of requirements are looked at: the image of the Dockerfile, whatever Python the tests run on."""


def declared(extra: str = "") -> list[Requirement]:
    """What an extra needs, or else what the package can't be without."""
    texts = PROJECT["optional-dependencies"][extra] if extra else PROJECT["dependencies"]
    return [Requirement(text) for text in texts]


BUILD = [Requirement(text) for text in _TABLES["build-system"]["requires"]]
DEVELOPERS = ("dev", "coverage", "wasm", "gpu", "learn")
RUNNING = [one for extra in ("", *EXTRAS) if extra not in ("all", *DEVELOPERS) for one in declared(extra)]
"""What the package needs to run, with all its extras but those of developers; before, what it is built with."""
SERVING = [one for extra in ("", "native", "web", "postgresql", "print") for one in declared(extra)]
STUDYING = [one for extra in ("", "native", "study") for one in declared(extra)]
"""What the two images need: that of the server, and that of the workers of a study."""


def names(requirements: Iterable[Requirement]) -> set[str]:
    return {canonicalize_name(requirement.name) for requirement in requirements}


def pinned() -> dict[str, str]:
    """The versions in constraints.txt."""
    lines = (ROOT / "constraints.txt").read_text().splitlines()
    return {canonicalize_name(name): version for name, version in (re.split("==", line) for line in lines[1:])}


def needed(*extras: str) -> set[str]:
    """All that is installed with these extras, by what the packages that are installed here say they need."""
    return closure(one for extra in ("", *extras) for one in declared(extra)) - {"escapology"}


def closure(requirements: Iterable[Requirement]) -> set[str]:
    """The names of what these requirements need, and what that needs in turn."""
    return set(needers(requirements))


def needers(requirements: Iterable[Requirement]) -> dict[str, set[str]]:
    """The same, each with those that need it; what only these requirements name is needed by none."""
    found: dict[str, set[str]] = {}
    seen: set[tuple[str, str]] = set()  # with the extra that was asked for
    waiting = [(one, "") for one in requirements]
    while waiting:
        requirement, by = waiting.pop()
        name = canonicalize_name(requirement.name)
        found.setdefault(name, set()).update({by} - {""})
        for extra in ("", *requirement.extras):
            if (name, extra) not in seen:
                seen.add((name, extra))
                further = map(Requirement, distribution(name).requires or ())
                waiting += [(one, name) for one in further if one.marker is None or _holds(one, extra)]
    return found


def _holds(requirement: Requirement, extra: str) -> bool:
    assert requirement.marker
    return requirement.marker.evaluate(IMAGE | {"extra": extra})
