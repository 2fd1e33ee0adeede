"""What a face adds to a board: textures of its areas, the rim around them, the shadow of its walls, and light.

Patterns stand in the `<defs>` of the first picture of a page, so a move never sends them again; they are named after
roles, and only one finish is used on a page.
"""

from functools import lru_cache
from itertools import groupby

from escapology.draw.faces import Finish
from escapology.draw.markup import UNIT, number, tag
from escapology.draw.palette import Palette
from escapology.draw.scene import Box, Item, Line, Role

__all__ = ["area_fill", "definitions", "glow", "is_area", "rim", "wall_shadow"]

# Areas of a board are at least so large; what is smaller is a button or a bar.
_LEAST = 0.9
_TEXTURED: tuple[Role, ...] = ("board", "space", "danger", "good")
_RIM = 0.11  # how wide the edge around all areas is: it leaves the names of rows and columns free


def is_area(box: Box) -> bool:
    """Whether a box is a part of the board's ground, and no button, frame or free place for a card."""
    return min(box.width, box.height) >= _LEAST and not box.radius and not box.dashed and box.role in _TEXTURED


def area_fill(box: Box, finish: Finish) -> str:
    """What an area is filled with: squares that touch have different textures, if there are two."""
    if not finish.textures or not is_area(box):
        return finish.palette.tint(box.role)
    return f"url(#on-{box.role}-{(int(box.x) + int(box.y)) % len(finish.textures)})"


def definitions(finish: Finish) -> str:
    """What the pictures of this finish refer to."""
    parts: list[str] = []
    for place, texture in enumerate(finish.textures):
        for role in _TEXTURED:
            ground = tag("rect", width=10 * UNIT, height=10 * UNIT, fill=finish.palette.tint(role))
            drawn = tag("g", texture, id=f"lay-{place}") if role == "board" else tag("use", href=f"#lay-{place}")
            parts.append(
                tag(
                    "pattern",
                    ground,
                    drawn,
                    id=f"on-{role}-{place}",
                    patternUnits="objectBoundingBox",
                    width=1,
                    height=1,
                )
            )
    if finish.glow:
        stops = [
            tag("stop", offset=offset, stop_color=finish.glow, stop_opacity=opacity)
            for offset, opacity in ((0.3, 0.6), (0.55, 0.15), (1, 0.0))
        ]
        parts.append(tag("radialGradient", *stops, id="glow"))
    return tag("defs", *parts) if parts else ""


def glow(size: float) -> str:
    """The light that somebody carries, around the origin."""
    return tag("circle", r=size, fill="url(#glow)", pointer_events="none")


@lru_cache(maxsize=256)
def _outline(areas: tuple[Box, ...]) -> str:
    """All areas as one path, those that lie in a row taken together."""
    rows = sorted(areas, key=lambda box: (box.y, box.height, box.x))
    data = ""
    for (y, height), row in groupby(rows, key=lambda box: (box.y, box.height)):
        left = right = 0.0
        for box in [*row, None]:
            if box is not None and right > left and abs(box.x - right) < 0.01:
                right = box.x + box.width
                continue
            if right > left:
                wide, high = number((right - left) * UNIT), number(height * UNIT)
                data += f"M{number(left * UNIT)} {number(y * UNIT)}h{wide}v{high}h-{wide}z"
            if box is not None:
                left, right = box.x, box.x + box.width
    return data


def rim(items: list[Item], finish: Finish) -> list[str]:
    """The edge around all areas, to be drawn before them."""
    areas = tuple(item for item in items if isinstance(item, Box) and is_area(item))
    if not (finish.rim and areas):
        return []
    data = _outline(areas)
    layers = (
        (finish.palette.shadow, 0.5, _RIM + 0.03, "translate(0 9)"),
        (finish.edge, None, _RIM + 0.025, None),
        (finish.rim, None, _RIM, None),
    )
    drawn = [
        tag("use", href="#land", stroke=colour, stroke_opacity=share, stroke_width=2 * UNIT * wide, transform=moved)
        for colour, share, wide, moved in layers
    ]
    land = tag("defs", tag("path", d=data, id="land"))
    return [tag("g", land, *drawn, class_="ground", fill="none", stroke_linejoin="round")]


def wall_shadow(items: list[Item], palette: Palette) -> str:
    """What all walls throw on the ground, to be drawn before what stands on it."""
    walls = [item for item in items if isinstance(item, Line) and item.role == "wall"]
    data = "".join(
        f"M{number(w.x1 * UNIT)} {number(w.y1 * UNIT)}L{number(w.x2 * UNIT)} {number(w.y2 * UNIT)}" for w in walls
    )
    return tag(
        "path", d=data, fill="none", stroke=palette.shadow, stroke_opacity=0.45, stroke_width=12, class_="ground",
        stroke_linecap="round", transform="translate(3 6)",
    )  # fmt: skip
