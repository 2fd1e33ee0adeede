"""The pictures of a rulebook, drawn from positions that stand beside its text.

Each game's folder may have a `figures.toml`. A figure is a position of a real game, so it can't break the rules, and
what it shows of it:

    [patrol]
    deal = "dont-let-them-get-you: 4C 5C 3D | QC 4H … | KH 2D …"
    moves = "2:een rest"         # as in a record; may be left out
    show = ["c2", "e5"]          # places: the area that holds them is shown; left out, the whole picture
    names = true                 # with all that is left of it and above it, where the names of columns and rows stand
    area = [8.5, 0, 13.75, 4]    # or an area that has no places: left, top, right and bottom, in units of the picture
    look = "rest"                # something more that can be looked at there, as in play; may be left out

RULES.md refers to it as `![caption](…/NAME.svg)`, with the picture that `python -m tests.golden` has drawn, for those
who read the file itself. Pages and terminals draw it anew, in their own manner.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, replace
from functools import cache
from math import ceil, floor
from pathlib import PurePosixPath
from typing import Any

from escapology.draw import Scene
from escapology.draw.crop import Area, area_of, crop
from escapology.protocol import AnyGame
from escapology.record import read_record

__all__ = ["Figure", "figures_of", "name_of"]


@dataclass(frozen=True, slots=True)
class Figure:
    """A position and what is shown of it."""

    deal: str  # a deal line
    moves: str = ""
    show: tuple[str, ...] = ()  # places
    look: str = ""
    names: bool = False  # of columns and rows
    area: tuple[float, ...] = ()

    def scene(self) -> Scene:
        """The picture."""
        record = read_record(f"{self.deal}\n{self.moves}\n")
        presentation = record.game.presentation
        seen = record.game.knowledge.observe(record.deal, record.last_state())
        scene = presentation.scene(*seen)
        if self.look and presentation.look is not None:
            scene = replace(scene, items=(*scene.items, *presentation.look(*seen, self.look).items))
        if self.area:
            return crop(scene, Area(*self.area))
        if not self.show:
            return replace(scene, sheets=())
        places = {place.name: place for place in scene.places}
        area = _with_margin(area_of([places[name] for name in self.show]), scene)
        return crop(scene, replace(area, left=0, top=0) if self.names else area)


def _with_margin(area: Area, scene: Scene) -> Area:
    """The area with a little room around it, such that terminal text draws it as it draws the whole."""
    across, down = scene.columns, scene.rows
    return Area(
        floor(area.left * across - 0.5) / across,
        floor(area.top * down - 0.5) / down,
        ceil(area.right * across + 0.5) / across,
        ceil(area.bottom * down + 0.5) / down,
    )


@cache
def figures_of(game: AnyGame) -> dict[str, Figure]:
    """A game's figures by name."""
    file = game.facts.folder / "figures.toml"
    if not file.exists():
        return {}
    written = tomllib.loads(file.read_text(encoding="utf-8"))
    return {name: Figure(**{key: _frozen(fact) for key, fact in facts.items()}) for name, facts in written.items()}


def _frozen(fact: str | list[str] | list[float]) -> Any:
    return tuple(fact) if isinstance(fact, list) else fact


def name_of(address: str) -> str:
    """The name of the figure that a picture of RULES.md shows."""
    return PurePosixPath(address).stem
