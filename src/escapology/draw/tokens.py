"""Tokens as SVG: discs, pawns, dice and coins, drawn with their middle at (0, 0)."""

from escapology.draw.emblems import draw_emblem
from escapology.draw.markup import UNIT, number, path, tag, words
from escapology.draw.palette import Deck, Palette, rim_of, suit_role, writing_on
from escapology.draw.scene import Token

# A pawn in a box of one unit, its middle at (0, 0): head, collar, body and foot.
_PAWN = (
    "M0-48C11-48 19-40 19-30C19-24 16-20 13-17H19C23-17 23-9 19-9H14C16 6 21 19 29 29H31C35 29 35 36 32 37"
    "V44Q32 48 28 48H-28Q-32 48-32 44V37C-35 36-35 29-31 29H-29C-21 19-16 6-14-9H-19C-23-9-23-17-19-17H-13"
    "C-16-20-19-24-19-30C-19-40-11-48 0-48z"
)
_TURNS = {"n": 0, "e": 90, "s": 180, "w": 270}
# The pips of a die as shares of half its side, for each number.
_PIPS: dict[str, tuple[tuple[int, int], ...]] = {
    "1": ((0, 0),),
    "2": ((-1, -1), (1, 1)),
    "3": ((-1, -1), (0, 0), (1, 1)),
    "4": ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    "5": ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    "6": ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}


def draw_token(token: Token, palette: Palette, deck: Deck) -> str:
    """The token at the origin."""
    size = token.size * UNIT
    fill = palette.fills[suit_role(token.emblem, token.role, deck)]
    pieces = {"disc": _disc, "pawn": _pawn, "die": _die, "coin": _coin}
    wedge = _wedge(token, size, fill, palette) if token.facing else ""
    return wedge + pieces[token.shape](token, size, fill, palette)


def _rim(fill: str, palette: Palette) -> str:
    return palette.inks["ink"] if palette.is_line_art else rim_of(fill, palette.fills["board"])


def _writing(text: str, y: float, size: float, colour: str) -> str:
    if not text:
        return ""
    size = size if len(text) < 2 else size * 1.5 / len(text)
    return tag(
        "text", words(text), x=0, y=y + 0.36 * size, font_size=size, font_weight=700, text_anchor="middle", fill=colour
    )


def _wedge(token: Token, size: float, fill: str, palette: Palette) -> str:
    """A pointer at the token's side."""
    data = path("M", 0, -0.76 * size, "L", 0.27 * size, -0.4 * size, "h", -0.54 * size) + "z"
    # The pale halo keeps the pointer apart from the print of a card below it.
    halo = tag("path", d=data, stroke=palette.paper, stroke_width=0.1 * size)
    halo += tag("circle", r=0.53 * size, fill=palette.paper)
    pointer = tag("path", d=data, fill=fill, stroke=_rim(fill, palette), stroke_width=0.04 * size)
    return tag("g", halo + pointer, stroke_linejoin="round", transform=f"rotate({_TURNS[token.facing]})")


def _shadow(size: float, palette: Palette) -> str:
    return tag("circle", cy=0.035 * size, r=size / 2, fill=palette.shadow, opacity=0.6)


def _plate(size: float, fill: str, palette: Palette, *, heavy: bool = False) -> str:
    width, ink = (0.1 if heavy else 0.04) * size, writing_on(fill)
    disc = tag("circle", r=size / 2 - width / 2, fill=fill, stroke=_rim(fill, palette), stroke_width=width)
    ring = tag("circle", r=0.42 * size, fill="none", stroke=ink, stroke_width=0.02 * size, opacity=0.35)
    return _shadow(size, palette) + disc + ring


def _disc(token: Token, size: float, fill: str, palette: Palette) -> str:
    ink = writing_on(fill)
    mark = draw_emblem(token.emblem, 0, 0, 0.58 * size, ink, lines=palette.is_line_art)
    mark = mark or _writing(token.text, 0, 0.55 * size, ink)
    return _plate(size, fill, palette, heavy=palette.is_line_art and token.role == "danger") + mark


def _pawn(token: Token, size: float, fill: str, palette: Palette) -> str:
    """A pawn; one that faces somewhere stands, in the colour of writing, on a plate that carries the pointer.

    The emblem, or else a letter or number, stands on the body; signs that only terminals need (@) are left out.
    """
    body, ink = (writing_on(fill), fill) if token.facing else (fill, writing_on(fill))
    figure = "" if token.facing else tag("path", d=_PAWN, fill="none", stroke=palette.paper, stroke_width=9)
    figure += tag("path", d=_PAWN, fill=body, stroke=_rim(fill, palette), stroke_width=3, stroke_linejoin="round")
    mark = draw_emblem(token.emblem, 0, 17, 31, ink, lines=palette.is_line_art)
    if not mark and token.text.isalnum():
        mark = _writing(token.text, 18, 30, ink)
    scale = size / UNIT * (0.74 if token.facing else 1)
    plate = _plate(size, fill, palette) if token.facing else ""
    return plate + tag("g", figure + mark, transform=f"scale({number(scale)})")


def _die(token: Token, size: float, fill: str, palette: Palette) -> str:
    side, ink = 0.94 * size, writing_on(fill)
    square = {"x": -side / 2, "width": side, "height": side, "rx": 0.2 * side}
    shadow = tag("rect", y=-side / 2 + 0.035 * size, fill=palette.shadow, opacity=0.6, **square)
    cube = tag("rect", y=-side / 2, fill=fill, stroke=_rim(fill, palette), stroke_width=0.03 * size, **square)
    if token.text not in _PIPS:
        mark = draw_emblem(token.emblem, 0, 0, 0.6 * size, ink, lines=palette.is_line_art)
        mark = mark or _writing(token.text, 0, 0.6 * size, ink)
        return shadow + cube + mark
    gap, radius = 0.26 * side, 0.09 * side
    pips = [tag("circle", cx=x * gap, cy=y * gap, r=radius, fill=ink) for x, y in _PIPS[token.text]]
    return shadow + cube + "".join(pips)


def _coin(token: Token, size: float, fill: str, palette: Palette) -> str:
    """A milled rim in the role's colour round a pale face with the value over the suit."""
    rim = tag("circle", r=0.49 * size, fill=fill, stroke=_rim(fill, palette), stroke_width=0.02 * size)
    notch = number(0.0245 * size)
    mill = tag(
        "circle", r=0.455 * size, fill="none", stroke=palette.paper, stroke_width=0.05 * size, opacity=0.45,
        stroke_dasharray=f"{notch} {notch}",
    )  # fmt: skip
    face = tag("circle", r=0.4 * size, fill=palette.paper, stroke=_rim(fill, palette), stroke_width=0.02 * size)
    ink = palette.prints[token.role]
    if token.text and token.emblem:
        mark = _writing(token.text, -0.1 * size, 0.46 * size, ink)
        mark += draw_emblem(token.emblem, 0, 0.215 * size, 0.24 * size, ink, lines=palette.is_line_art)
    else:
        mark = draw_emblem(token.emblem, 0, 0, 0.48 * size, ink, lines=palette.is_line_art)
        mark = mark or _writing(token.text, 0, 0.68 * size, ink)
    return _shadow(size, palette) + rim + mill + face + mark
