"""A part of a scene, as a scene of its own: for pictures that show one thing."""

from __future__ import annotations

from dataclasses import dataclass, replace

from escapology.draw.scene import Box, Card, Item, Label, Line, Place, Scene, Target, Token

__all__ = ["Area", "area_of", "crop"]


@dataclass(frozen=True, slots=True)
class Area:
    """A rectangle of a scene."""

    left: float
    top: float
    right: float
    bottom: float

    def holds(self, x: float, y: float) -> bool:
        """Whether a point is in it."""
        return self.left <= x <= self.right and self.top <= y <= self.bottom

    def holds_all(self, x: float, y: float, reach: float) -> bool:
        """Whether a point is in it, and all that reaches so far from it."""
        return self.holds(x - reach, y - reach) and self.holds(x + reach, y + reach)


def area_of(places: list[Place]) -> Area:
    """The smallest area that holds these places."""
    return Area(
        min(place.x for place in places),
        min(place.y for place in places),
        max(place.x + place.width for place in places),
        max(place.y + place.height for place in places),
    )


def crop(scene: Scene, area: Area) -> Scene:
    """What lies in the area: boxes and lines are cut off at its edge, cards are there if their middle is.

    Pieces and writing that would be cut off are left out.
    """
    items = [moved for item in scene.items if (moved := _cut(item, area)) is not None]
    places = tuple(
        replace(place, x=place.x - area.left, y=place.y - area.top)
        for place in scene.places
        if area.holds(place.x + place.width / 2, place.y + place.height / 2)
    )
    return replace(
        scene,
        width=area.right - area.left,
        height=area.bottom - area.top,
        items=tuple(items),
        sheets=(),
        places=places,
    )


def _cut(item: Item, area: Area) -> Item | None:
    """The item as seen from the corner of the area; None if it is outside."""
    if isinstance(item, Box):
        left, right = max(item.x, area.left), min(item.x + item.width, area.right)
        top, bottom = max(item.y, area.top), min(item.y + item.height, area.bottom)
        if left >= right or top >= bottom:
            return None
        return replace(item, x=left - area.left, y=top - area.top, width=right - left, height=bottom - top)
    if isinstance(item, Line):
        return _cut_line(item, area)
    if isinstance(item, Card | Target):
        is_there = area.holds(item.x + item.width / 2, item.y + item.height / 2)
    elif isinstance(item, Token | Label):
        x, half = item.x, item.size / 2
        if isinstance(item, Label):  # its letters are on one side of its place, or on both
            x += {"start": half, "middle": 0.0, "end": -half}[item.anchor]
        is_there = area.holds_all(x, item.y, half)
    else:
        return None
    return replace(item, x=item.x - area.left, y=item.y - area.top) if is_there else None


def _cut_line(line: Line, area: Area) -> Line | None:
    """Level and upright lines are cut off; others are there if both ends are."""
    if line.x1 != line.x2 and line.y1 != line.y2:
        if not (area.holds(line.x1, line.y1) and area.holds(line.x2, line.y2)):
            return None
    elif not (
        max(line.x1, line.x2) >= area.left
        and min(line.x1, line.x2) <= area.right
        and max(line.y1, line.y2) >= area.top
        and min(line.y1, line.y2) <= area.bottom
    ):
        return None
    return replace(
        line,
        x1=min(max(line.x1, area.left), area.right) - area.left,
        y1=min(max(line.y1, area.top), area.bottom) - area.top,
        x2=min(max(line.x2, area.left), area.right) - area.left,
        y2=min(max(line.y2, area.top), area.bottom) - area.top,
    )
