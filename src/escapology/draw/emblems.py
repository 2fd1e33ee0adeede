"""The emblems: small pictures of our own, as one SVG path each, and one character each for terminals."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from escapology.draw.markup import number, tag
from escapology.draw.scene import Emblem

#: Each emblem in a box of one unit (100 × 100 SVG units). Solid parts run clockwise and holes anticlockwise, so the
#: default fill rule paints overlapping parts as one. (The rat runs the other way round, and so does its eye.)
PATHS: Final[Mapping[Emblem, str]] = MappingProxyType(
    {
        "key": (
            "M7.5 14.5A26 26 0 0 1 44.5 14.5A26 26 0 0 1 49 46.5L64.5 62.5L79 48L88 56.5L73.5 71L79 77L90.5 65.5"
            "L99.5 74.5L78.5 95.5L39 56A26 26 0 0 1 7.5 52A26 26 0 0 1 7.5 14.5zM16.5 23.5"
            "A13.5 13.5 0 0 0 16.5 43A13.5 13.5 0 0 0 35.5 43A13.5 13.5 0 0 0 35.5 23.5A13.5 13.5 0 0 0 16.5 23.5"
            "z"
        ),
        "axe": (
            "M69.5 18C72 13.5 82 19 79.5 23L41.5 97.5C38 103.5 26.5 97 29.5 91zM55.5 49C45 43.5 33.5 46 21 54.5"
            "C17.5 33 29 11 49 2.5C50 14 56.5 22.5 66.5 28zM73 31.5L84.5 34.5L70.5 60.5L62 52.5z"
        ),
        "shield": (
            "M50 3Q68 13 91 13V45Q91 80 50 98Q9 80 9 45V13Q32 13 50 3zM50 14Q35 21 19 22V48H50zM50 48V87Q79 73 81 48z"
        ),
        "coin": (
            "M50 3a47 47 0 1 1 0 94a47 47 0 1 1 0-94zM50 11a39 39 0 1 0 0 78a39 39 0 1 0 0-78z"
            "M50 17a33 33 0 1 1 0 66a33 33 0 1 1 0-66z"
            "M50 27L43.5 41.1L28.1 42.9L39.5 53.4L36.5 68.6L50 61L63.5 68.6L60.5 53.4L71.9 42.9L56.5 41.1z"
        ),
        "spade": (
            "M50 3C56 21 91 38 91 62C91 80 68 86 55 71C56 84 61 91 70 97H30C39 91 44 84 45 71"
            "C32 86 9 80 9 62C9 38 44 21 50 3z"
        ),
        "heart": (
            "M50 95C40 75 5 58 5 31C5 16 16 6 29 6C39 6 47 13 50 23C53 13 61 6 71 6C84 6 95 16 95 31C95 58 60 75 50 95z"
        ),
        "club": (
            "M50 3a22 22 0 1 1 0 44a22 22 0 1 1 0-44zM26 38a22 22 0 1 1 0 44a22 22 0 1 1 0-44zM74 38"
            "a22 22 0 1 1 0 44a22 22 0 1 1 0-44zM40 38H60L57 62C57 82 61 91 70 97H30C39 91 43 82 43 62z"
        ),
        "diamond": "M50 2C58 21 71 38 87 50C71 62 58 79 50 98C42 79 29 62 13 50C29 38 42 21 50 2z",
        "sun": (
            "M50 28a22 22 0 1 1 0 44a22 22 0 1 1 0-44zM50 1L58 22.5L42 22.5zM84.5 15.5L75 36L64 25zM99 50L77.5 58"
            "L77.5 42zM84.5 84.5L64 75L75 64zM50 99L42 77.5L58 77.5zM15.5 84.5L25 64L36 75zM1 50L22.5 42L22.5 58z"
            "M15.5 15.5L36 25L25 36z"
        ),
        "moon": "M64 4A47 47 0 0 0 5 49.4A47 47 0 0 0 96 66A39 39 0 1 1 64 4z",
        "crown": (
            "M10 30L31 50L50 18L69 50L90 30L85 74H15zM15 80H85V92H15zM9 18a8 8 0 1 1 0 16a8 8 0 1 1 0-16zM50 5"
            "a9 9 0 1 1 0 18a9 9 0 1 1 0-18zM91 18a8 8 0 1 1 0 16a8 8 0 1 1 0-16z"
        ),
        "arms": (
            "M50 1C55 14 67 24 67 40C67 50 60 57 58 65H42C40 57 33 50 33 40C33 24 45 14 50 1z"
            "M62 65C62 52 68 33 83 33C93 33 99 41 97 51C95 60 86 63 81 57C85 55 86 48 81 47C74 46 70 56 70 65z"
            "M38 65H30C30 56 26 46 19 47C14 48 15 55 19 57C14 63 5 60 3 51C1 41 7 33 17 33C32 33 38 52 38 65z"
            "M28 67H72V76H28z"
            "M43 78H57C58 86 55 93 50 99C45 93 42 86 43 78zM61 78H69C70 84 74 86 79 85C77 92 64 94 61 78z"
            "M31 78H39C36 94 23 92 21 85C26 86 30 84 31 78z"
        ),
        "rat": (
            "M98 64C94 52 84 46 76 44C77 35 71 29 64 30C58 31 56 36 57 41C42 35 20 40 14 62C10 62 5 58 6 48"
            "C7 38 15 36 15 28C15 21 9 18 3 20V26C7 25 9 28 7 32C4 38 0 42 0 51C1 64 8 70 14 71C15 77 18 80 23 81"
            "H41L36 74C44 76 54 76 62 74L59 81H75L70 73C82 74 96 72 98 64zM80 52a4 4 0 1 1 0 8a4 4 0 1 1 0-8z"
        ),
    }
)

#: One character each, all of them one column wide. Rats are r, as in every dungeon.
GLYPHS: Final[Mapping[Emblem, str]] = MappingProxyType(
    {
        "key": "⚷", "axe": "Þ", "shield": "▽", "coin": "◎", "spade": "♠", "heart": "♥", "club": "♣", "diamond": "♦",
        "sun": "☼", "moon": "☾", "crown": "♔", "arms": "⚜", "rat": "r",
    }
)  # fmt: skip


_LARGE: Final = 55  # SVG units: smaller emblems would not be recognised by their outlines


def draw_emblem(
    emblem: Emblem, x: float, y: float, size: float, fill: str, *, turned: bool = False, lines: bool = False
) -> str:
    """An emblem of this size with its middle at (x, y), in SVG units; "" draws nothing. `turned` stands on its head.

    With `lines`, large ones are outlines, and so are those of red suits, which tells them from black ones.
    """
    if not emblem:
        return ""
    turn = "rotate(180)" if turned else ""
    place = f"translate({number(x)} {number(y)}){turn}scale({number(size / 100)})translate(-50 -50)"
    if lines and (size >= _LARGE or emblem in ("heart", "diamond")):
        width = 5 if size >= _LARGE else 16  # the fill hides half of it, and the lines where parts overlap
        return tag(
            "path", d=PATHS[emblem], fill="#ffffff", stroke=fill, stroke_width=width, paint_order="stroke",
            transform=place,
        )  # fmt: skip
    return tag("path", d=PATHS[emblem], fill=fill, transform=place)
