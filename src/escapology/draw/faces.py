"""Faces: the places that games are played at. A face is two finishes, one by light and one by night.

A *finish* is what a renderer draws with: a palette, the texture of the areas of a board, the rim around them, and the
light that those who look for somebody carry. The plain palettes are finishes without any of that.

All that a face adds is drawn from a scene's roles, so every face serves every game.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Final, Literal, TypeAlias

from escapology.draw.palette import AUTO, OUTLINED, PALETTES, PRINTED, Palette, dyed, in_pair
from escapology.draw.scene import FACES, Face, Role

ThemeName = Literal["table", "night", "plain"]

#: Which finish a picture is drawn with: a palette's name, "auto" for a page's light and dark at once, a face's name for
#: the same of that face, or either half of it: "manor-light", "manor-dark". "printed" and "outlined" are for paper.
Scheme: TypeAlias = str


@dataclass(frozen=True, slots=True)
class Finish:
    """What a picture is drawn with."""

    palette: Palette
    textures: tuple[str, ...] = ()  # what lies on an area, drawn in the square of a unit; squares take turns
    rim: str = ""  # the colour of the edge around all areas; "" = they have none
    edge: str = ""  # and of the thin line around that
    seam: str = ""  # the colour of the joints between areas; "" = outlines are as the scene says
    mark: str = ""  # the colour around what may be done now, seen on areas and on cards; "" = that of its writing
    glow: str = ""  # the colour of the light around those who look for somebody; "" = they carry none
    is_bound: bool = False  # coloured cards without a picture are books


def scheme_of(theme: ThemeName, face: Face, scheme: Literal["auto", "light", "dark"]) -> Scheme:
    """The finish of a game's pictures for a player who likes this theme, and the page light or dark."""
    if theme == "plain":
        return scheme
    half = "dark" if theme == "night" else scheme
    return face if half == "auto" else f"{face}-{half}"


# What lies on the areas, in a square of 100 × 100; light and shade alone, so that it goes with any colour.
def _strokes(light: str, shade: str, width: float = 2) -> str:
    return (
        f'<path d="{shade}" fill="none" stroke="#000" stroke-opacity=".3" stroke-width="{width}"/>'
        f'<path d="{light}" fill="none" stroke="#fff" stroke-opacity=".07" stroke-width="{width}"/>'
    )


_PARQUET = (
    _strokes("M0 2H100M0 19H100M0 36H100M0 53H100M0 70H100M0 87H100", "M0 17H100M0 34H100M0 51H100M0 68H100M0 85H100"),
    _strokes("M2 0V100M19 0V100M36 0V100M53 0V100M70 0V100M87 0V100", "M17 0V100M34 0V100M51 0V100M68 0V100M85 0V100"),
)
_TILES = (
    '<path d="M5 95V5H95" fill="none" stroke="#fff" stroke-opacity=".3" stroke-width="3"/>'
    '<path d="M95 5V95H5" fill="none" stroke="#0b3038" stroke-opacity=".14" stroke-width="3"/>',
)
_FLAGS = (
    _strokes("M3 97V9L9 3H96", "M96 4V90L90 97H4M30 97L38 84M96 42L86 46", 3),
    _strokes("M4 92V4H90", "M96 8V97H8M4 60L16 55L22 60M70 4L66 14", 3),
)
_HULL = (
    '<path d="M7 93V7H93" fill="none" stroke="#bfe0ff" stroke-opacity=".16" stroke-width="2.5"/>'
    '<path d="M93 7V93H7" fill="none" stroke="#000" stroke-opacity=".4" stroke-width="2.5"/>'
    '<path d="M14 14h.1M86 14h.1M14 86h.1M86 86h.1" stroke="#bfe0ff" stroke-opacity=".4" stroke-width="5" '
    'stroke-linecap="round"/>',
)
_BAIZE = ('<path d="M0 0H100V100H0z" fill="none" stroke="#000" stroke-opacity=".16" stroke-width="5"/>',)

# Cards that lie in the dark are a little dark themselves, so their print is.
_PRINTS: Final[dict[Role, str]] = {
    "table": "#50545c", "board": "#50545c", "space": "#50545c", "muted": "#50545c", "white": "#50545c",
    "yellow": "#694800", "red": "#9c1f16", "green": "#125730", "blue": "#184890", "accent": "#5a31a8",
    "good": "#125730", "danger": "#9c1f16", "path": "#175a78",
}  # fmt: skip
_LIGHT = PALETTES["light"]
_DARK = replace(PALETTES["dark"], prints=MappingProxyType({**PALETTES["dark"].prints, **_PRINTS}))
_WARM: Final[dict[Role, str]] = {
    "muted": "#e2d5bf",
    "ink": "#fbf3e2",
    "table": "#cbbda6",
    "board": "#cbbda6",
    "space": "#cbbda6",
}

_MANOR = Finish(
    replace(
        dyed(
            _DARK, {"table": "#1c120e", "board": "#49301d", "space": "#2a1b12"},
            _WARM | {"wall": "#dcbb86", "path": "#b3e5ff", "danger": "#ffe3cf", "accent": "#dfd1ff"},
            {"danger": "#8f4a10", "good": "#28563a"},
        ),
        paper="#f8efdc", edge="#8a7350", shadow="#050302", back="#5b1d20", lace="#dcb866",
    ),
    _PARQUET, rim="#6b4423", edge="#2a180c", seam="#0d0704", mark="#cfbfff", glow="#ffb14a",
)  # fmt: skip
_MANOR_NIGHT = Finish(
    replace(
        dyed(
            _DARK, {"table": "#0b0a10", "board": "#232438", "space": "#14131d"},
            {"muted": "#cfd0dd", "danger": "#ffe3cf", "path": "#b3e5ff", "accent": "#dfd1ff"},
            {"danger": "#77400f", "good": "#1d4634"},
        ),
        paper="#e9e2d2", edge="#5a5763", shadow="#000000", back="#33182e", lace="#b99a5c",
    ),
    _PARQUET, rim="#3a3348", edge="#08070c", seam="#050509", mark="#b8a4f5", glow="#ffa53f",
)  # fmt: skip
_LABORATORY = Finish(
    replace(
        dyed(
            _LIGHT, {"table": "#c3d9dc", "board": "#f4f9f9", "space": "#d3e8e3"},
            {"wall": "#21424c", "muted": "#41464f", "accent": "#4a36b0", "path": "#0f5b78"},
            {"danger": "#efc0b6", "good": "#c6e6ce"},
        ),
        paper="#ffffff", edge="#8fa6ab", shadow="#7f9ba1", back="#1f5a68", lace="#a9d9d4",
    ),
    _TILES, rim="#ffffff", edge="#9db6bb", seam="#a9c1c5", mark="#4a36b0",
)  # fmt: skip
_LABORATORY_NIGHT = Finish(
    replace(
        dyed(
            _DARK, {"table": "#0b1619", "board": "#1d353b", "space": "#162a2f"},
            {"wall": "#8fd6d6", "path": "#8fd8f5"},
            {"danger": "#6c2a33", "good": "#184336"},
        ),
        paper="#eaf2f0", edge="#4f7178", shadow="#030708", back="#174752", lace="#8fc4bf",
    ),
    _TILES, rim="#24444b", edge="#04090a", seam="#0a1619", mark="#9378e7",
)  # fmt: skip
_DUNGEON = Finish(
    replace(
        dyed(
            _DARK, {"table": "#2a2723", "board": "#33302b", "space": "#1c1a17"},
            _WARM | {"wall": "#d9c9a8", "danger": "#ffb0a3"},
            {"danger": "#6c2a15", "good": "#1f432e"},
        ),
        paper="#f5ecd8", edge="#8b7c5f", shadow="#0b0a08", back="#4a2630", lace="#d3ac62",
    ),
    _FLAGS, rim="#191714", edge="#0a0908", seam="#12110f", mark="#9574e7", glow="#ffa53f", is_bound=True,
)  # fmt: skip
_DUNGEON_NIGHT = Finish(
    replace(
        dyed(
            _DARK, {"table": "#121214", "board": "#25252a", "space": "#0c0c0e"},
            {"muted": "#c6c5c2"},
            {"danger": "#5c2412", "good": "#183424"},
        ),
        paper="#e8dfcb", edge="#6a6252", shadow="#000000", back="#331d2a", lace="#a98b55",
    ),
    _FLAGS, rim="#08080a", edge="#000000", seam="#08080a", mark="#8d69e2", glow="#d98630", is_bound=True,
)  # fmt: skip
_SPACE = Finish(
    replace(
        dyed(
            _DARK, {"table": "#080d1c", "board": "#263449", "space": "#141f33"},
            {"wall": "#c2d3ea", "accent": "#8fe3ff", "muted": "#bfcbdd", "ink": "#f1f6ff"},
            {"danger": "#6d2a34", "good": "#194538"},
        ),
        paper="#f3f6fa", edge="#70819a", shadow="#02040a", back="#16325c", lace="#8fc7e8",
    ),
    _HULL, rim="#46597a", edge="#0a1226", seam="#0b1424", mark="#1c93d8", glow="#6fd8ff",
)  # fmt: skip
_SPACE_NIGHT = Finish(
    replace(
        dyed(
            _DARK, {"table": "#04060d", "board": "#161f2e", "space": "#0c1220"},
            {"wall": "#9db2cf", "accent": "#8fe3ff"},
            {"danger": "#531c25", "good": "#0f2e26"},
        ),
        paper="#e2e7ee", edge="#47566d", shadow="#000000", back="#0f2344", lace="#6fa3c4",
    ),
    _HULL, rim="#2b3951", edge="#02040a", seam="#060a13", mark="#1783c4", glow="#3fa9d6",
)  # fmt: skip
_TABLE = Finish(
    replace(
        dyed(
            _DARK, {"table": "#14432f", "board": "#0e3324", "space": "#143a29"},
            {
            "wall": "#ecca80", "accent": "#bfe0ff", "danger": "#ffb9af", "blue": "#b5d2ff", "muted": "#c9d6cd",
            "ink": "#f6f3e8", "table": "#bccbc2", "board": "#bccbc2", "space": "#bccbc2", "red": "#ffb9af",
        },
            {"danger": "#6f2b1f", "good": "#16442a"},
        ),
        paper="#fffdf6", edge="#9d9a86", shadow="#06190f", back="#7a1f25", lace="#e6c786",
    ),
    _BAIZE, rim="#5d3a1c", edge="#2b190a", seam="#0a271b", mark="#4a94e8",
)  # fmt: skip
_TABLE_NIGHT = Finish(
    replace(
        dyed(
            _DARK, {"table": "#0c1a15", "board": "#12261f", "space": "#11231c"},
            {"wall": "#cfae68", "accent": "#a9d0f7"},
            {"danger": "#5b251b", "good": "#123822"},
        ),
        paper="#ece8dc", edge="#5f5c50", shadow="#020504", back="#4f1a1f", lace="#b59a63",
    ),
    _BAIZE, rim="#33220f", edge="#0d0803", seam="#070f0c", mark="#3886dd",
)  # fmt: skip

#: Every face by light and by night.
HALVES: Final[Mapping[Face, tuple[Finish, Finish]]] = MappingProxyType(
    {
        "table": (_TABLE, _TABLE_NIGHT),
        "manor": (_MANOR, _MANOR_NIGHT),
        "laboratory": (_LABORATORY, _LABORATORY_NIGHT),
        "dungeon": (_DUNGEON, _DUNGEON_NIGHT),
        "space": (_SPACE, _SPACE_NIGHT),
    }
)


def _both(light: Finish, dark: Finish) -> Finish:
    """One finish for a page that is light or dark as its reader prefers."""
    one, other = light.palette, dark.palette
    palette = Palette(
        fills=_pairs(one.fills, other.fills), inks=_pairs(one.inks, other.inks),
        prints=_pairs(one.prints, other.prints), tints=_pairs(one.tints, other.tints),
        paper=in_pair(one.paper, other.paper), edge=in_pair(one.edge, other.edge),
        shadow=in_pair(one.shadow, other.shadow), back=in_pair(one.back, other.back),
        lace=in_pair(one.lace, other.lace),
    )  # fmt: skip
    return replace(
        light, palette=palette, rim=in_pair(light.rim, dark.rim), edge=in_pair(light.edge, dark.edge),
        seam=in_pair(light.seam, dark.seam), mark=in_pair(light.mark, dark.mark), glow=in_pair(light.glow, dark.glow),
    )  # fmt: skip


def _pairs(light: Mapping[Role, str], dark: Mapping[Role, str]) -> Mapping[Role, str]:
    return MappingProxyType({role: in_pair(light[role], dark[role]) for role in light})


def _finishes() -> Mapping[Scheme, Finish]:
    found = {name: Finish(palette) for name, palette in PALETTES.items()} | {
        "auto": Finish(AUTO),
        "printed": Finish(PRINTED),
        "outlined": Finish(OUTLINED),
    }
    for face in FACES:
        light, dark = HALVES[face]
        found |= {face: _both(light, dark), f"{face}-light": light, f"{face}-dark": dark}
    return MappingProxyType(found)


FINISHES: Final = _finishes()
