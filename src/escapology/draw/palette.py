"""What the roles of a scene look like: the palettes light, dark and grey, and the colours of a deck's suits.

A role has up to four colours, by where it stands: a *fill* is a piece or a card's band, a *tint* an area of the board
on which writing may stand, *ink* is writing and lines on the table, and a *print* is writing on the paper of a card.
All writing has at least the contrast that WCAG 2 asks for at level AA, 4.5 : 1; a test measures every pair.

The palette AUTO is for pages that follow what the reader prefers: each of its colours is CSS's
`light-dark(#rrggbb,#rrggbb)`.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from types import MappingProxyType
from typing import Final, Literal

from escapology.draw.scene import Emblem, Role

PaletteName = Literal["light", "dark", "grey"]
Deck = Literal["two", "four"]

#: The least contrast of writing.
AA: Final = 4.5

#: The suits of playing cards, in the order of the games' suit circle.
SUITS: Final[tuple[Emblem, ...]] = ("spade", "heart", "club", "diamond")

_SUIT_ROLES: Final[Mapping[Deck, tuple[Role, ...]]] = {
    "two": ("black", "red", "black", "red"),
    "four": ("black", "red", "green", "blue"),
}
# Areas that are what they are; the other roles only tint the ground, so that writing on them stays easy to read.
_SOLID: Final[frozenset[Role]] = frozenset({"table", "board", "space", "ink", "wall", "black", "white"})


@dataclass(frozen=True, slots=True)
class Palette:
    """The colours of a picture, each `#rrggbb`."""

    fills: Mapping[Role, str]  # areas, pieces and bands
    inks: Mapping[Role, str]  # writing and lines on table, board, spaces and tints
    prints: Mapping[Role, str]  # writing and emblems on paper
    paper: str  # of cards, and the faces of coins
    edge: str  # the outline of cards and pieces
    shadow: str  # under cards and pieces
    back: str  # a card's back
    lace: str  # the pattern on a card's back
    tints: Mapping[Role, str] = field(default_factory=lambda: MappingProxyType({}))  # of areas that are no mere tint
    is_line_art: bool = False  # areas and pieces are lines on paper; patterns and weights tell them apart

    def tint(self, role: Role) -> str:
        """The colour of an area with this role."""
        if role in self.tints:
            return self.tints[role]
        return self.fills[role] if role in _SOLID else mix(self.fills["table"], self.fills[role], 0.26)


def card_paper(palette: Palette, role: Role) -> str:
    """The paper of a coloured card, which has a little of its colour."""
    return mix(palette.paper, palette.fills[role], 0.1)


def luminance(colour: str) -> float:
    """The relative luminance of `#rrggbb` as WCAG 2 defines it: 0 is black, 1 is white."""
    channels = [int(colour[start : start + 2], 16) / 255 for start in (1, 3, 5)]
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """The contrast ratio of two colours, from 1 (none) to 21 (black on white)."""
    darker, lighter = sorted((luminance(one), luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


def in_pair(light: str, dark: str) -> str:
    """A colour for either scheme."""
    return light if light == dark else f"light-dark({light},{dark})"


def _halves(thing: object) -> tuple[object, object]:
    """What something is in the light scheme and in the dark one."""
    if isinstance(thing, str) and thing.startswith("light-dark("):
        light, _, dark = thing[11:-1].partition(",")
        return light, dark
    return thing, thing


def _for_pairs(function: Callable[..., str]) -> Callable[..., str]:
    """A function from colours to a colour, for pairs of colours too."""

    @cache
    def both(*arguments: object) -> str:
        light, dark = zip(*map(_halves, arguments), strict=True)
        return in_pair(function(*light), function(*dark))

    return both


@_for_pairs
def mix(one: str, other: str, share: float) -> str:
    """The first colour with this share of the other."""
    pairs = [(int(one[start : start + 2], 16), int(other[start : start + 2], 16)) for start in (1, 3, 5)]
    return "#" + "".join(f"{round(a + (b - a) * share):02x}" for a, b in pairs)


@_for_pairs
def writing_on(fill: str) -> str:
    """White if that can be read on this colour, else near black."""
    return "#ffffff" if contrast("#ffffff", fill) >= AA else "#15171c"


@_for_pairs
def rim_of(fill: str, board: str) -> str:
    """The edge of a piece: its own colour, darker, or lighter if the piece would be lost on the board."""
    lost = contrast(fill, board) < 2 and contrast(fill, "#ffffff") > contrast(fill, "#000000")
    return mix(fill, "#ffffff" if lost else "#000000", 0.5)


def suit_role(emblem: Emblem, role: Role, deck: Deck) -> Role:
    """The role of a suit in this deck. Anything that is not a suit, or has a role of another kind, keeps its own."""
    if emblem in SUITS and role in ("black", "red"):
        return _SUIT_ROLES[deck][SUITS.index(emblem)]
    return role


def _roles(**colours: str) -> Mapping[Role, str]:
    """A read-only table from `role=colour`; a misspelt or missing role is an error at import."""
    roles: dict[Role, str] = {role: colours.pop(role) for role in _ROLES}
    if colours:
        raise ValueError(f"no such roles: {', '.join(colours)}")
    return MappingProxyType(roles)


_ROLES: Final[tuple[Role, ...]] = (
    "table", "board", "space", "ink", "muted", "accent", "good", "danger", "wall", "path",
    "yellow", "red", "green", "blue", "black", "white",
)  # fmt: skip

_LIGHT_INKS = _roles(
    table="#565a64", board="#565a64", space="#565a64", ink="#22252b", muted="#4a4e57", accent="#6136b4",
    good="#17603a", danger="#9c2219", wall="#343a46", path="#1b5672",
    yellow="#6e4d00", red="#a32017", green="#17603a", blue="#1d4f9e", black="#16181d", white="#52565f",
)  # fmt: skip

_PRINTS = _roles(
    table="#62666f", board="#62666f", space="#62666f", ink="#1b1e24", muted="#5f636d", accent="#6136b4",
    good="#1c7040", danger="#b3271d", wall="#343a46", path="#1f6a8c",
    yellow="#835a00", red="#bd2a1e", green="#1a7040", blue="#1d57ad", black="#1b1e24", white="#62666f",
)  # fmt: skip

_LIGHT = Palette(
    fills=_roles(
        table="#f3f0e8", board="#e5e0d3", space="#d8d2c2", ink="#22252b", muted="#8b8e96", accent="#7a4fd0",
        good="#2e8049", danger="#c8392b", wall="#3a404c", path="#3d8fb5",
        yellow="#f0bf2f", red="#c8392b", green="#2e8049", blue="#2a66bd", black="#2b2e36", white="#fbfaf5",
    ),
    inks=_LIGHT_INKS, prints=_PRINTS,
    paper="#fffdf7", edge="#b9b2a1", shadow="#a59d8a", back="#39456b", lace="#c9b98a",
)  # fmt: skip

_DARK = Palette(
    fills=_roles(
        table="#16181d", board="#22262e", space="#2d323c", ink="#eceae4", muted="#7f8592", accent="#8f6be6",
        good="#2f834b", danger="#c8392b", wall="#a9b0be", path="#4a9cc2",
        yellow="#e8b92f", red="#cc4033", green="#2f834b", blue="#336fc8", black="#3a3e48", white="#f4f1e9",
    ),
    inks=_roles(
        table="#a6abb7", board="#a6abb7", space="#a6abb7", ink="#f1efe9", muted="#b0b5c0", accent="#c3abff",
        good="#7fd699", danger="#ff9c8f", wall="#b9bfcb", path="#86cdf0",
        yellow="#f3cf5c", red="#ff9c8f", green="#7fd699", blue="#93bdff", black="#d6d8dd", white="#ffffff",
    ),
    prints=_PRINTS,
    paper="#f4f0e6", edge="#6d6a63", shadow="#08090b", back="#39456b", lace="#c9b98a",
)  # fmt: skip

_GREY = Palette(
    fills=_roles(
        table="#f4f4f4", board="#e3e3e3", space="#d2d2d2", ink="#222222", muted="#8c8c8c", accent="#555555",
        good="#8a8a8a", danger="#5a5a5a", wall="#3a3a3a", path="#6e6e6e",
        yellow="#d0d0d0", red="#6a6a6a", green="#9c9c9c", blue="#363636", black="#222222", white="#fbfbfb",
    ),
    inks=_roles(
        table="#555555", board="#555555", space="#555555", ink="#1c1c1c", muted="#4a4a4a", accent="#1c1c1c",
        good="#2e2e2e", danger="#1c1c1c", wall="#333333", path="#4a4a4a",
        yellow="#4f4f4f", red="#3a3a3a", green="#454545", blue="#262626", black="#141414", white="#555555",
    ),
    prints=_roles(
        table="#5f5f5f", board="#5f5f5f", space="#5f5f5f", ink="#1b1b1b", muted="#5f5f5f", accent="#1c1c1c",
        good="#2e2e2e", danger="#1c1c1c", wall="#333333", path="#4a4a4a",
        yellow="#2b2b2b", red="#505050", green="#3c3c3c", blue="#2b2b2b", black="#141414", white="#5f5f5f",
    ),
    paper="#ffffff", edge="#a8a8a8", shadow="#9a9a9a", back="#4a4a4a", lace="#d0d0d0",
)  # fmt: skip

# On paper: the sheet is the ground, and nothing throws a shadow.
PRINTED: Final = replace(
    _LIGHT,
    fills={**_LIGHT.fills, "table": "#ffffff", "board": "#f4f1e9", "space": "#e6e1d3"},
    paper="#ffffff", shadow="none",
)  # fmt: skip

#: The same with as little ink as will do: lines, and nothing filled but writing and emblems.
OUTLINED: Final = Palette(
    fills=MappingProxyType(dict.fromkeys(_ROLES, "#ffffff")),
    inks=_GREY.inks,
    prints=MappingProxyType(dict.fromkeys(_ROLES, "#1c1c1c")),
    paper="#ffffff", edge="#5a5a5a", shadow="none", back="#ffffff", lace="#5a5a5a", is_line_art=True,
)  # fmt: skip

PALETTES: Final[Mapping[PaletteName, Palette]] = MappingProxyType({"light": _LIGHT, "dark": _DARK, "grey": _GREY})


def dyed(palette: Palette, fills: Mapping[Role, str], inks: Mapping[Role, str], tints: Mapping[Role, str]) -> Palette:
    """A palette with other colours of these roles."""
    return replace(
        palette,
        fills=MappingProxyType({**palette.fills, **fills}),
        inks=MappingProxyType({**palette.inks, **inks}),
        tints=MappingProxyType(dict(tints)),
    )


def _both(light: Mapping[Role, str], dark: Mapping[Role, str]) -> Mapping[Role, str]:
    return MappingProxyType({role: in_pair(light[role], dark[role]) for role in _ROLES})


AUTO: Final = Palette(
    fills=_both(_LIGHT.fills, _DARK.fills), inks=_both(_LIGHT.inks, _DARK.inks), prints=_PRINTS,
    paper=in_pair(_LIGHT.paper, _DARK.paper), edge=in_pair(_LIGHT.edge, _DARK.edge),
    shadow=in_pair(_LIGHT.shadow, _DARK.shadow), back=in_pair(_LIGHT.back, _DARK.back),
    lace=in_pair(_LIGHT.lace, _DARK.lace),
)  # fmt: skip
