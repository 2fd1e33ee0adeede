"""Cards as SVG: playing cards, coloured cards with a band, and backs.

Everything is drawn as if the card stood upright with its top left corner at (0, 0); `svg.py` puts it in its place.
Sizes are shares of the card's short side, so cards of any size look alike.
"""

from escapology.draw.emblems import draw_emblem
from escapology.draw.markup import UNIT, Attributes, path, tag, words
from escapology.draw.palette import SUITS, Deck, Palette, card_paper, mix, suit_role, writing_on
from escapology.draw.scene import Card, Role

# Where the middles of up to four large emblems lie, as shares of the card, and how large they are: a 3 shows three.
_PIPS: dict[str, tuple[float, tuple[tuple[float, float], ...]]] = {
    "1": (0.54, ((0.5, 0.5),)),
    "2": (0.36, ((0.29, 0.5), (0.71, 0.5))),
    "3": (0.32, ((0.5, 0.375), (0.27, 0.625), (0.73, 0.625))),
    "4": (0.31, ((0.28, 0.375), (0.72, 0.375), (0.28, 0.625), (0.72, 0.625))),
}


_SMALL = 0.75 * UNIT  # cards whose short side is less have large corners, or they could not be read on a phone


def draw_card(card: Card, palette: Palette, deck: Deck, *, large: bool = False, is_bound: bool = False) -> str:
    """The card upright at the origin; `large` has corners that are read from farther off.

    Coloured cards without an emblem are books, if those are bound.
    """
    width, height = card.width * UNIT, card.height * UNIT
    if card.sideways:
        width, height = height, width
    if card.back:
        return _paper(card, palette, palette.paper) + _back(width, height, palette)
    role = suit_role(card.emblem, card.role, deck)
    if role in ("yellow", "red", "green", "blue") and card.emblem not in SUITS:
        if is_bound and not card.emblem:
            return _book(card, palette.fills[role], width, height, palette)
        face = _coloured_face(card, role, width, height, palette, large)
        return _paper(card, palette, card_paper(palette, role)) + face
    return _paper(card, palette, palette.paper) + _suit_face(card, palette.prints[role], width, height, palette, large)


def both_ways(content: str, width: float, height: float) -> str:
    """The content, and once more upside down, as cards are read from both ends."""
    return content + tag("g", content, transform=path("rotate(180", " ", width / 2, height / 2) + ")")


def _paper(card: Card, palette: Palette, colour: str) -> str:
    """The sheet with its shadow, which falls downwards however the card lies."""
    width, height = card.width * UNIT, card.height * UNIT
    across, down = (0.0, 2.5)
    if card.sideways:
        width, height, across, down = height, width, down, across
    radius = 0.085 * min(width, height)
    shadow = tag("rect", x=across, y=down, width=width, height=height, rx=radius, fill=palette.shadow, opacity=0.55)
    sheet = tag("rect", width=width, height=height, rx=radius, fill=colour, stroke=palette.edge, stroke_width=1)
    return shadow + sheet


def _writing(text: str, x: float, y: float, size: float, colour: str) -> str:
    """Bold writing with the middle of its capitals at (x, y), never wider than a narrow 10, whatever the font."""
    if not text:
        return ""
    narrow: Attributes = {"textLength": 0.96 * size, "lengthAdjust": "spacingAndGlyphs"} if len(text) > 1 else {}
    return tag(
        "text", words(text), x=x, y=y + 0.36 * size, font_size=size, font_weight=700, text_anchor="middle",
        fill=colour, **narrow,
    )  # fmt: skip


def _suit_face(card: Card, ink: str, width: float, height: float, palette: Palette, large: bool) -> str:
    """Rank over suit in the corners, within the top 30 % that a fan leaves in sight; a large suit in the middle."""
    short = min(width, height)
    grown = (1.5 if large else 1.36) if short < _SMALL else 1.3 if large else 1.0
    aside = (0.2 if short < _SMALL else 0.165 * grown) * short
    corner = _writing(card.corner, aside, 0.16 * grown * short, 0.29 * grown * short, ink)
    down = (0.345 * grown if card.corner else 0.16) * short
    corner += draw_emblem(card.emblem, aside, down, 0.155 * grown * short, ink, lines=palette.is_line_art)
    middle = width / 2, height / 2
    if card.corner.isalpha() and card.corner != "A":
        centre = _court(card, ink, width, height, palette, grown > 1)
    elif card.emblem:
        centre = draw_emblem(
            card.emblem, *middle, (0.62 if card.corner == "A" else 0.5) * short, ink, lines=palette.is_line_art
        )
    else:
        centre = _writing(card.corner or card.text, *middle, 0.5 * short, ink)
    return both_ways(corner, width, height) + centre


def _court(card: Card, ink: str, width: float, height: float, palette: Palette, large: bool) -> str:
    """A framed panel with a large letter between two suits, for jack, queen and king."""
    left, top = (0.36 if large else 0.3) * width, 0.1 * height
    wide, high, gap = width - 2 * left, height - 2 * top, 0.03 * width
    tint = palette.paper if palette.is_line_art else mix(palette.paper, ink, 0.09)
    panel = tag(
        "rect", x=left, y=top, width=wide, height=high, rx=0.04 * width, fill=tint, stroke=ink,
        stroke_width=0.018 * width,
    )  # fmt: skip
    panel += tag(
        "rect", x=left + gap, y=top + gap, width=wide - 2 * gap, height=high - 2 * gap, rx=0.02 * width, fill="none",
        stroke=ink, stroke_width=0.007 * width,
    )  # fmt: skip
    size = (0.17 if large else 0.23) * width
    suits = draw_emblem(card.emblem, width / 2, 0.26 * height, size, ink, lines=palette.is_line_art)
    suits += draw_emblem(card.emblem, width / 2, 0.74 * height, size, ink, turned=True, lines=palette.is_line_art)
    return panel + suits + _writing(card.corner, width / 2, height / 2, 0.4 * width, ink)


def _coloured_face(card: Card, role: Role, width: float, height: float, palette: Palette, large: bool) -> str:
    """A patterned band with number and item on a plate, at both ends; as many items between them as the number says."""
    short = min(width, height)
    ink = palette.prints[role]
    margin, deep = 0.045 * short, (0.31 if large else 0.27) * short
    wide = width - 2 * margin
    band = tag(
        "rect", x=margin, y=margin, width=wide, height=deep, rx=0.05 * short, fill=palette.fills[role],
        stroke=ink if palette.is_line_art else None, stroke_width=0.01 * short if palette.is_line_art else None,
    )  # fmt: skip
    if not card.emblem:
        band += pattern(role, margin + 0.03 * short, margin, wide - 0.06 * short, deep, palette)
        return both_ways(band, width, height) + _writing(card.corner, width / 2, height / 2, 0.56 * short, ink)
    plate = 0.5 * short
    band += pattern(role, margin + plate + 0.05 * short, margin, wide - plate - 0.08 * short, deep, palette)
    band += tag(
        "rect", x=margin + 0.025 * short, y=margin + 0.025 * short, width=plate, height=deep - 0.05 * short,
        rx=0.035 * short, fill=palette.paper,
    )  # fmt: skip
    line = margin + deep / 2
    band += _writing(card.corner, margin + 0.15 * short, line, (0.36 if large else 0.28) * short, ink)
    band += draw_emblem(
        card.emblem, margin + 0.38 * short, line, (0.24 if large else 0.21) * short, ink, lines=palette.is_line_art
    )
    size, places = _PIPS.get(card.corner, _PIPS["1"])
    pips = [
        draw_emblem(card.emblem, x * width, y * height, size * short, ink, lines=palette.is_line_art) for x, y in places
    ]
    return both_ways(band, width, height) + "".join(pips)


def _book(card: Card, leather: str, width: float, height: float, palette: Palette) -> str:
    """A book as it lies: its pages below and to the right, a spine with bands, a gold frame, its letter."""
    short = min(width, height)
    dark, gold, ink = mix(leather, "#000000", 0.4), palette.lace, writing_on(leather)
    block = tag("rect", x=0.1 * short, y=0.1 * short, width=width - 0.06 * short, height=height - 0.06 * short,
                rx=0.05 * short, fill=palette.paper, stroke=dark, stroke_width=0.03 * short)  # fmt: skip
    cover = tag(
        "rect", width=width, height=height, rx=0.07 * short, fill=leather, stroke=dark, stroke_width=0.03 * short
    )
    spine = tag("rect", width=0.2 * short, height=height, rx=0.06 * short, fill=dark)
    bands = path("M", 0, 0.18 * height, "h", 0.2 * short, "M", 0, 0.82 * height, "h", 0.2 * short)
    bands += path("M", 0.3 * short, 0.1 * short, "H", width - 0.1 * short, "V", height - 0.1 * short)
    lines = tag("path", d=bands + path("H", 0.3 * short) + "z", fill="none", stroke=gold, stroke_width=0.045 * short)
    return block + cover + spine + lines + _writing(card.corner, 0.6 * width, height / 2, 0.56 * short, ink)


def pattern(role: Role, x: float, y: float, width: float, height: float, palette: Palette) -> str:
    """The pattern that tells a colour without colour: yellow dots, red stripes, green waves, blue plain."""
    step = height / 3
    if role == "yellow":
        return _dots(x, y, width, height, step, mix(palette.fills[role], palette.prints[role], 0.75))
    light = palette.prints[role] if palette.is_line_art else mix(palette.fills[role], palette.paper, 0.6)
    if role == "red":
        lines = diagonals(x, y, width, height, step * 0.9)
    elif role == "green":
        lines = _waves(x, y, width, height, step)
    else:
        return ""
    return tag("path", d=lines, fill="none", stroke=light, stroke_width=step * (0.1 if palette.is_line_art else 0.3))


def _dots(x: float, y: float, width: float, height: float, step: float, colour: str) -> str:
    across, radius = max(1, round(width / step)), step * 0.24
    data = ""
    for row in range(3):
        for column in range(across):
            left, middle = x + (column + 0.5) * width / across - radius, y + (row + 0.5) * height / 3
            data += path("M", left, middle, "a", radius, radius, 0, 1, 1, 2 * radius, 0)
            data += path("a", radius, radius, 0, 1, 1, -2 * radius, 0) + "z"
    return tag("path", d=data, fill=colour)


def _waves(x: float, y: float, width: float, height: float, step: float) -> str:
    half = width / max(2, round(width / step))
    data = ""
    for row in range(3):
        data += path("M", x, y + (row + 0.5) * height / 3, "q", half / 2, -step * 0.55, half, 0)
        data += path("t", half, 0) * (round(width / half) - 1)
    return data


def diagonals(x: float, y: float, width: float, height: float, step: float, *, falling: bool = False) -> str:
    """Parallel lines at 45°, cut off at the rectangle: rising to the right, or falling."""
    data = ""
    for count in range(1, int((width + height) / step) + 1):
        start = count * step - height  # where the line, falling from the rectangle's top, would begin
        left, top = max(0.0, start), max(0.0, -start)
        right, bottom = min(width, height + start), min(height, width - start)
        if right > left:
            first, second = (top, bottom) if falling else (height - top, height - bottom)
            data += path("M", x + left, y + first, "L", x + right, y + second)
    return data


def _back(width: float, height: float, palette: Palette) -> str:
    """A lattice in a frame, with a keyhole in the middle."""
    short = min(width, height)
    margin = 0.07 * short
    wide, high = width - 2 * margin, height - 2 * margin
    field = tag("rect", x=margin, y=margin, width=wide, height=high, rx=0.04 * short, fill=palette.back)
    inset = margin + 0.045 * short
    area = inset, inset, width - 2 * inset, height - 2 * inset
    step = (0.22 if palette.is_line_art else 0.11) * short
    mesh = diagonals(*area, step) + diagonals(*area, step, falling=True)
    lattice = tag("path", d=mesh, fill="none", stroke=palette.lace, stroke_width=0.012 * short, opacity=0.6)
    frame = tag(
        "rect", x=inset, y=inset, width=area[2], height=area[3], fill="none", stroke=palette.lace,
        stroke_width=0.016 * short,
    )  # fmt: skip
    x, y, radius = width / 2, height / 2, 0.2 * short
    medal = tag("circle", cx=x, cy=y, r=radius, fill=palette.back, stroke=palette.lace, stroke_width=0.02 * short)
    hole = path("M", x - 0.03 * short, y, "L", x - 0.065 * short, y + 0.12 * short, "h", 0.13 * short)
    hole += path("L", x + 0.03 * short, y) + "z"
    keyhole = tag("circle", cx=x, cy=y - 0.04 * short, r=0.062 * short, fill=palette.lace)
    return field + lattice + frame + medal + keyhole + tag("path", d=hole, fill=palette.lace)
