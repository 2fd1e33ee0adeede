"""Scene to SVG: one self-contained picture without scripts, fonts, ids or anything else from outside.

The same scene always gives the same text. Cards are drawn in `cards.py`, tokens in `tokens.py`. What was drawn is kept:
from one move to the next, most of a picture stays as it is.
"""

from dataclasses import dataclass
from functools import lru_cache

from escapology.draw.cards import diagonals, draw_card
from escapology.draw.faces import FINISHES, Finish, Scheme
from escapology.draw.markup import UNIT, Attributes, number, path, tag, words
from escapology.draw.palette import Deck, Palette
from escapology.draw.scene import Box, Card, Item, Label, Line, Overlay, Scene, Sheet, Target, Token
from escapology.draw.surfaces import area_fill, definitions, glow, is_area, rim, wall_shadow
from escapology.draw.tokens import draw_token

_HAIR = 0.03  # lines that are narrower are joints between squares

# Around writing that lines give way to. In line art that is all of it: it may stand on hatched ground.
_HALO: Attributes = {"stroke_linejoin": "round", "paint_order": "stroke"}

#: Fonts of one build, so that writing takes the same room on every system.
FONTS = "'Helvetica Neue', Helvetica, Arial, 'Liberation Sans', 'Nimbus Sans', system-ui, sans-serif"


def svg(
    scene: Scene,
    *,
    palette: Scheme = "light",
    deck: Deck = "two",
    targets: bool = True,
    ground: bool = True,
    large: bool = False,
    fonts: str = FONTS,
) -> str:
    """The scene as an SVG document, on the ground of its palette or, without `ground`, on whatever it lies on.

    Items with a key are `<g data-key=…>`. Targets, unless left out, are `<g class="target" data-move=… data-source=…>`
    with their words as label; a picture with targets is a group of buttons to screen readers, any other one an image.
    `large` has card corners that are read from farther off.
    """
    finish = FINISHES[palette]
    shown = [item for item in scene.items if targets or not isinstance(item, Target)]
    drawn = [
        tag("title", words(scene.title)),
        tag("desc", words(scene.description)),
        *filter(None, [definitions(finish)]),
    ]
    if ground:
        drawn.append(
            tag("rect", width=scene.width * UNIT, height=scene.height * UNIT, fill=finish.palette.fills["table"])
        )
    drawn += [*rim(shown, finish), *_draw_all(shown, palette, deck, large=large)]
    # Inside an image nothing has a role of its own, so targets need a group around them to be reached.
    aimed = any(isinstance(item, Target) for item in shown)
    width, height = number(scene.width * UNIT), number(scene.height * UNIT)
    return tag(
        "svg", "\n", "\n".join(drawn), "\n", xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {width} {height}", role="group" if aimed else "img", font_family=fonts,
    )  # fmt: skip


def draw_items(scene: Scene, palette: Scheme, deck: Deck) -> list[str]:
    """What a scene shows, one text for each thing, for a picture without targets."""
    shown = [item for item in scene.items if not isinstance(item, Target)]
    return [*rim(shown, FINISHES[palette]), *_draw_all(shown, palette, deck)]


@dataclass(frozen=True, slots=True)
class SvgSheet:
    """One sheet of a scene as an SVG element, in pieces: each of its children is one element."""

    start: str  # its first tag
    children: tuple[str, ...]

    @property
    def text(self) -> str:
        """The whole element."""
        return f"{self.start}{''.join(self.children)}</svg>"


def svg_sheets(
    scene: Scene,
    *,
    palette: Scheme = "auto",
    deck: Deck = "two",
    large: bool = False,
    targets: bool = True,
    is_sign: bool = False,
) -> list[SvgSheet]:
    """The scene as SVG elements of a page, one for each of its sheets, on the page's own ground.

    The first one bears the description, and what pictures refer to; the others are described by it. A sign stands on a
    page beside such a picture, and names nothing itself.
    """
    sheets = scene.sheets or (Sheet(0, 0, scene.width, scene.height),)
    parts: list[list[Item]] = [[] for _ in sheets]
    for item in scene.items:
        if targets or not isinstance(item, Target):
            parts[_sheet_of(item, sheets)].append(item)
    drawn: list[SvgSheet] = []
    for place, (sheet, items) in enumerate(zip(sheets, parts, strict=True)):
        about = [tag("title", words(f"{scene.title}{': beside the board' * (place > 0)}"))]
        about += [] if place else [tag("desc", words(scene.description))]
        x, y, wide, high = (number(size * UNIT) for size in (sheet.x, sheet.y, sheet.width, sheet.height))
        start = tag(
            "svg", width=wide, height=high, viewBox=f"{x} {y} {wide} {high}", role="group" if targets else "img",
            font_family=FONTS, class_="spare" if sheet.spare else None, **({} if place else _facts(scene)),
        )  # fmt: skip
        if not place and not is_sign:
            about += [*filter(None, [definitions(FINISHES[palette])]), *rim(items, FINISHES[palette])]
        children = (*about, *_draw_all(items, palette, deck, large=large, single=True))
        drawn.append(SvgSheet(start.replace("/>", ">"), children))
    return drawn


def _facts(scene: Scene) -> Attributes:
    """Which things of a picture a page treats in a way of their own."""
    named = {"data_focus": scene.focus, "data_pile": scene.pile, "data_shelf": scene.shelf}
    return {name: key or None for name, key in named.items()}


def _sheet_of(item: Item, sheets: tuple[Sheet, ...]) -> int:
    """The number of the sheet that an item is on: the last one that it begins in."""
    if len(sheets) == 1:
        return 0
    if isinstance(item, Line):
        x, y = min(item.x1, item.x2), min(item.y1, item.y2)
    else:
        x, y = item.x, item.y  # type: ignore[attr-defined]  # all others have a corner or a middle
    for place in range(len(sheets) - 1, 0, -1):
        sheet = sheets[place]
        if sheet.x <= x < sheet.x + sheet.width and sheet.y <= y < sheet.y + sheet.height:
            return place
    return 0


def svg_overlay(overlay: Overlay, *, palette: Scheme = "auto", deck: Deck = "two", large: bool = False) -> str:
    """What lies over a picture, as an SVG group to be put at the end of its first sheet."""
    return tag("g", *_draw_all(list(overlay.items), palette, deck, large=large), "", class_="overlay")


def _draw_all(
    items: list[Item], palette: Scheme, deck: Deck, *, large: bool = False, single: bool = False
) -> list[str]:
    """All items; of several targets in one place only the first has an outline, or they would add up to a hard one.

    `single` makes one element of each item.
    """
    drawn: list[str] = []
    outlined: set[tuple[float, ...]] = set()
    is_flat = not FINISHES[palette].textures or not any(map(_is_wall, items))
    for item in items:
        if not is_flat and (isinstance(item, Card) or _is_wall(item)):
            drawn.append(wall_shadow(items, FINISHES[palette].palette))
            is_flat = True
        if isinstance(item, Target):
            place = (item.x, item.y, item.width, item.height)
            drawn.append(_target(item, palette, outlined=place not in outlined))
            outlined.add(place)
        elif single and isinstance(item, Line) and item.arrow:
            drawn.append(tag("g", _item(item, palette, deck, large)))
        else:
            drawn.append(_item(item, palette, deck, large))
    return drawn


def _is_wall(item: Item) -> bool:
    return isinstance(item, Line) and item.role == "wall"


@lru_cache(maxsize=8192)
def _item(item: Item, scheme: Scheme, deck: Deck, large: bool) -> str:
    finish = FINISHES[scheme]
    palette = finish.palette
    if isinstance(item, Box):
        return _group(item, "box", _box(item, finish))
    if isinstance(item, Line):
        return _group(item, "line", _line(item, finish))
    if isinstance(item, Label):
        return _group(item, "label", _label(item, palette))
    if isinstance(item, Card):
        x, y = (item.x + item.width, item.y) if item.sideways else (item.x, item.y)
        return _group(
            item,
            "card",
            draw_card(item, palette, deck, large=large, is_bound=finish.is_bound),
            x,
            y,
            turned=item.sideways,
        )
    if isinstance(item, Token):
        token = draw_token(item, palette, deck)
        if finish.glow and item.facing and not item.faded:
            token = glow(1.5 * item.size * UNIT) + token
        return _group(item, "token", token, item.x, item.y, opacity=0.45 if item.faded else None)
    raise TypeError(f"can't draw {item!r}: a scene consists of boxes, lines, cards, tokens, labels and targets")


def _group(
    item: Item,
    kind: str,
    content: str,
    x: float = 0,
    y: float = 0,
    *,
    turned: bool = False,
    opacity: float | None = None,
) -> str:
    """The item's content in its place, with its key and title. Scenery that lies at the origin needs no group."""
    move = f"translate({number(x * UNIT)} {number(y * UNIT)})" if x or y else ""
    move += "rotate(90)" if turned else ""
    if not (item.key or item.title or move):
        return content
    title = tag("title", words(item.title)) if item.title else ""
    return tag("g", title, content, class_=kind, data_key=item.key or None, transform=move or None, opacity=opacity)


def _dashes(dashed: bool, width: float) -> str | None:
    return f"{number(width * 3)} {number(width * 2)}" if dashed else None


def _box(box: Box, finish: Finish) -> str:
    edge, line = 0.025 * UNIT, finish.palette.inks[box.outline] if box.outline else None
    if finish.palette.is_line_art:
        return _outlined(box, line or finish.palette.edge, edge if line else edge / 2)
    if finish.seam and is_area(box):
        line = finish.seam if box.outline in (None, "muted") else line
    return tag(
        "rect", x=box.x * UNIT, y=box.y * UNIT, width=box.width * UNIT, height=box.height * UNIT,
        rx=box.radius * UNIT if box.radius else None, fill=area_fill(box, finish),
        stroke=line, stroke_width=edge if line else None,
        stroke_dasharray=_dashes(box.outline is not None and box.dashed, edge),
    )  # fmt: skip


def _outlined(box: Box, line: str, edge: float) -> str:
    """A box of lines: what is free or in danger is hatched, this way or that."""
    x, y, width, height = (size * UNIT for size in (box.x, box.y, box.width, box.height))
    drawn = tag(
        "rect", x=x, y=y, width=width, height=height, rx=box.radius * UNIT if box.radius else None, fill="#ffffff",
        stroke=line, stroke_width=edge, stroke_dasharray=_dashes(box.outline is not None and box.dashed, edge),
    )  # fmt: skip
    if is_area(box) and box.role in ("space", "danger"):
        lines = diagonals(x, y, width, height, UNIT / 4, falling=box.role == "danger")
        drawn += tag("path", d=lines, fill="none", stroke="#8c8c8c", stroke_width=edge / 3)
    return drawn


def _line(line: Line, finish: Finish) -> str:
    width, colour = line.width * UNIT, finish.palette.inks[line.role]
    if finish.seam and line.role == "muted" and line.width < _HAIR:
        colour = finish.seam
    x1, y1, x2, y2 = (end * UNIT for end in (line.x1, line.y1, line.x2, line.y2))
    length = ((x2 - x1) ** 2 + (y2 - y1) ** 2) ** 0.5
    head = ""
    if line.arrow and length:
        across, down = (x2 - x1) / length, (y2 - y1) / length
        back, half = 3.2 * width, 1.7 * width
        x3, y3 = x2 - back * across, y2 - back * down
        data = path("M", x2, y2, "L", x3 - half * down, y3 + half * across, "L", x3 + half * down, y3 - half * across)
        head = tag("path", d=data + "z", fill=colour)
        x2, y2 = x2 - back / 2 * across, y2 - back / 2 * down
    stroke = tag(
        "line", x1=x1, y1=y1, x2=x2, y2=y2, stroke=colour, stroke_width=width,
        stroke_linecap="butt" if line.dashed else "round", stroke_dasharray=_dashes(line.dashed, width),
    )  # fmt: skip
    return stroke + head


def _label(label: Label, palette: Palette) -> str:
    size = label.size * UNIT
    halo: Attributes = {}
    if palette.is_line_art or label.ground:
        ground = palette.tint(label.ground) if label.ground and not palette.is_line_art else "#ffffff"
        halo = _HALO | {"stroke": ground, "stroke_width": 0.22 * size}
    # Browsers disagree about dominant-baseline; capitals are about 0.72 of the size everywhere.
    return tag(
        "text", words(label.text), x=label.x * UNIT, y=label.y * UNIT + 0.36 * size, font_size=size,
        font_weight=700 if label.bold else None, text_anchor=None if label.anchor == "start" else label.anchor,
        fill=palette.inks[label.role], **halo,
    )  # fmt: skip


@lru_cache(maxsize=2048)
def _target(target: Target, scheme: Scheme, *, outlined: bool) -> str:
    """A soft outline."""
    accent = FINISHES[scheme].mark or FINISHES[scheme].palette.inks["accent"]
    mark = tag(
        "rect", x=target.x * UNIT, y=target.y * UNIT, width=target.width * UNIT, height=target.height * UNIT, rx=8,
        fill=accent, fill_opacity=0.05 if outlined else 0.0, stroke=accent,
        stroke_opacity=0.75 if outlined else 0.0, stroke_width=3,
    )  # fmt: skip
    return tag(
        "g", tag("title", words(target.words)), mark, class_="target", role="button", aria_label=target.words,
        data_key=target.key or None, data_move=target.move, data_source=target.source or None,
    )  # fmt: skip
