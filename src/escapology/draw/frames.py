"""Frames around things of a scene, to say: look here."""

from __future__ import annotations

from typing import Final

from escapology.draw.crop import Area
from escapology.draw.scene import Box, Card, Item, Label, Line, Scene, Target, Token

__all__ = ["FRAME", "frame", "frame_of"]

FRAME: Final = "frame"  # how the keys of frames begin: pages draw them in a colour of their own

_GAP: Final = 0.05  # around what is framed
_LETTER: Final = 0.52  # width of a letter, in heights


def frame_of(scene: Scene, name: str) -> Area:
    """Where something is: items by their key or title, a space by its name, or `move …`, where that move is made."""
    found: list[Area] = []
    for item in scene.items:
        names = (f"move {item.move}",) if isinstance(item, Target) else (item.key, item.title)
        if name in names and (area := _area(item)) is not None:
            found.append(area)
    found = found or [
        Area(place.x, place.y, place.x + place.width, place.y + place.height)
        for place in scene.places
        if place.name == name
    ]
    if not found:
        raise KeyError(name)
    return Area(
        min(area.left for area in found),
        min(area.top for area in found),
        max(area.right for area in found),
        max(area.bottom for area in found),
    )


def _area(item: Item) -> Area | None:
    if isinstance(item, Box | Card | Target):
        return Area(item.x, item.y, item.x + item.width, item.y + item.height)
    if isinstance(item, Token):
        half = item.size / 2
        return Area(item.x - half, item.y - half, item.x + half, item.y + half)
    if isinstance(item, Line):
        return Area(min(item.x1, item.x2), min(item.y1, item.y2), max(item.x1, item.x2), max(item.y1, item.y2))
    if isinstance(item, Label):
        wide = item.size * _LETTER * len(item.text)
        left = item.x - {"start": 0.0, "middle": 0.5, "end": 1.0}[item.anchor] * wide
        return Area(left, item.y - item.size / 2, left + wide, item.y + item.size / 2)
    return None


def frame(area: Area, name: str) -> Box:
    """A box around an area; its key tells it from all else. Pages let shine through what it lies on."""
    return Box(
        area.left - _GAP, area.top - _GAP, area.right - area.left + 2 * _GAP, area.bottom - area.top + 2 * _GAP,
        role="accent", outline="accent", radius=0.08, dashed=True, key=f"{FRAME} {name}",
    )  # fmt: skip
