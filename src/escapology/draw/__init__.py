"""Drawing: a game describes what can be seen as a `Scene`; `svg` and `text` turn it into pictures.

Start with `scene.py`, which is all that a game has to know. Behind `svg` stand `palette`, `faces`, `surfaces`,
`emblems`, `cards` and `tokens`, behind `text` stands `canvas`.
"""

from escapology.draw.faces import Scheme, ThemeName, scheme_of
from escapology.draw.palette import Deck, PaletteName
from escapology.draw.scene import (
    Box,
    Card,
    Emblem,
    Face,
    Item,
    Label,
    Line,
    Overlay,
    Place,
    Role,
    Scene,
    Sheet,
    Sign,
    Target,
    Token,
)
from escapology.draw.svg import SvgSheet, svg, svg_overlay, svg_sheets
from escapology.draw.text import text

__all__ = [
    "Box",
    "Card",
    "Deck",
    "Emblem",
    "Face",
    "Item",
    "Label",
    "Line",
    "Overlay",
    "PaletteName",
    "Place",
    "Role",
    "Scene",
    "Scheme",
    "Sheet",
    "Sign",
    "SvgSheet",
    "Target",
    "ThemeName",
    "Token",
    "scheme_of",
    "svg",
    "svg_overlay",
    "svg_sheets",
    "text",
]
