"""What other packages bring along: games and bots, found by the entry points that a package declares.

    [project.entry-points."escapology.games"]
    golf = "golf_solitaire:GAME"

A package that is broken must not keep anybody from playing: it is told on standard error, once, and left out. With
`ESCAPOLOGY_ALONE=1` no other package is asked at all.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING

from escapology.errors import SettingError

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

__all__ = ["load_plugins"]


def load_plugins(group: str, add: Callable[[str, object], None]) -> None:
    """Hand what other packages bring for that group, with its name, to `add`, which raises `SettingError` to refuse."""
    if os.environ.get("ESCAPOLOGY_ALONE"):
        return
    from importlib import metadata

    for point in sorted(metadata.entry_points(group=group), key=lambda point: (_package(point), point.name)):
        try:
            add(point.name, point.load())
        except SettingError as error:
            _tell(point, str(error))
        except Exception as error:  # whatever a stranger's module does when it is imported
            _tell(point, f"{type(error).__name__}: {error}")


def _package(point: EntryPoint) -> str:
    return point.dist.name if point.dist else ""


def _tell(point: EntryPoint, reason: str) -> None:
    multiprocessing = sys.modules.get("multiprocessing")
    if sys.stderr is None or (multiprocessing and multiprocessing.parent_process()):
        return  # the process that has started this one has told it
    kind = point.group.removeprefix("escapology.").removesuffix("s")
    words = " ".join(reason.split())
    sys.stderr.write(f"escapology: the {kind} {point.name} of package {_package(point)} is left out: {words}\n")
