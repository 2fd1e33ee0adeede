"""Documents as data for the template: blocks, pictures and their sizes, and the sides of sheets that are cut up.

What the template gets is made of strings, numbers, lists and dictionaries. Pictures stand in a list of their own, as
SVG, and are named by their place in it. Their sizes are worked out here, so that writing in them can be kept readable.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from math import floor, inf
from typing import Final

from escapology.credit import Credit, Script
from escapology.document import (
    Block,
    Bullets,
    Code,
    Columns,
    Cut,
    Document,
    Face,
    Frame,
    Heading,
    NewPage,
    Note,
    Paragraph,
    Picture,
    Pictures,
    Room,
    Span,
    SquareCode,
    Table,
    Together,
    Turned,
    Words,
)
from escapology.draw import svg
from escapology.draw.markup import UNIT, tag
from escapology.draw.scene import Box, Card, Item, Label, Line, Scene, Token
from escapology.paper.code import LONGEST, draw_code
from escapology.paper.cutting import EDGE, Grid
from escapology.paper.look import PAPERS, Look

__all__ = ["LEAST", "POINT", "document_data", "heading_of"]

LEAST: Final = 7.0  #: points: no writing is smaller
POINT: Final = 25.4 / 72  #: millimetres
_FONTS: Final = "'Libertinus Serif', 'DejaVu Sans Mono'"
_QUOTED: Final = re.compile(r'(^|[\s(])"')
_MARGIN: Final = 16.0  # around a page
_HALF_MARGIN: Final = 12.0  # around a page of half the size
_GAP: Final = 4.0  # between pictures
_INDENT: Final = 6.5  # of what stands in a list
_PAD: Final = 3.2  # inside of a frame
_LARGE: Final = 12.0  # of a unit: where it is less, cards have larger corners
_SHORT: Final = 60  # letters of a deal line that stands in a margin
_NARROWEST: Final = 30.0  # of a picture that has words below it


def _page_size(document: Document, look: Look, *, half: bool = False) -> tuple[float, float]:
    """Width and height of a page."""
    width, height = PAPERS[look.paper]
    if half:
        return height / 2, width
    return (height, width) if document.is_wide else (width, height)


def document_data(document: Document, look: Look, *, half: bool = False) -> dict[str, object]:
    """All that the template needs to know."""
    page = _Pages(document, look, *_page_size(document, look, half=half), _HALF_MARGIN if half else _MARGIN)
    address = f"{look.link}{document.address}" if look.link and document.address else ""
    credit, kind = document.credit, document.kind
    data = {
        "title": _set(Span(document.title)),
        "kind": _set(Span(kind)),
        "heading": heading_of(document),
        "description": f"{document.title}, {credit.words}" if credit.designer else document.title,
        "author": credit.designer or "Escapology",
        "credit": page.words(credit_words(credit)),
        "foot": page.words(page.foot()),
        "deal": document.deal,
        "ink": look.ink,
        "size": document.size,
        "justify": True,
        "opens": document.opens,
        "width": page.width,
        "height": page.height,
        "margin": page.margin,
        "bottom": page.margin + 3.5 + page.deal_height(),
        "code": page.keep(draw_code(address)) if 0 < len(address) <= LONGEST else None,  # a long game has no code
        "code_words": f"A code that leads to {address}",
        "blocks": page.blocks(document.blocks, page.inside),
    }
    return data | {"pictures": page.pictures}


def heading_of(document: Document) -> str:
    """What a file of it is called: "Lab Rats: player aid"."""
    kind = document.kind
    return _set(Span(f"{document.title}: {kind[:1].lower()}{kind[1:]}" if kind else document.title))


def credit_words(credit: Credit) -> tuple[Span, ...]:
    """Whose a game is, with a link."""
    if not credit.designer:
        return ()
    said: list[Span] = [Span(f"by {credit.designer}")]
    if credit.script:
        said += [Span(" ("), Span(credit.script.text, script=credit.script), Span(")")]
    if credit.year:
        said.append(Span(f", {credit.year}"))
    if credit.link:
        said += [Span(" · "), Span(credit.link.partition("://")[2], link=credit.link)]
    return tuple(said)


@dataclass(slots=True)
class _Pages:
    """A document while it becomes data."""

    document: Document
    look: Look
    width: float
    height: float
    margin: float
    pictures: list[str] = field(default_factory=list)
    places: dict[str, int] = field(default_factory=dict)  # of the same pictures, in that list

    @property
    def inside(self) -> float:
        """Width of what stands on a page."""
        return self.width - 2 * self.margin

    def keep(self, picture: str) -> int:
        """The place of a picture in the list."""
        if picture not in self.places:
            self.places[picture] = len(self.pictures)
            self.pictures.append(picture)
        return self.places[picture]

    def foot(self) -> tuple[Span, ...]:
        """What every page says of itself."""
        document = self.document
        title = f"{document.title} · {document.kind}" if document.kind else document.title
        whose = tuple(replace(span, link="") for span in credit_words(document.credit))  # feet may hold no links
        return (Span(title), *((Span(" · "), *whose) if whose else ()), Span(" · printed with Escapology"))

    def deal_height(self) -> float:
        """Room for the deal line at the foot of a page."""
        if not self.document.deal:
            return 0.0
        letters = floor(self.inside / (0.602 * LEAST * POINT))
        lines = -(-len(self.document.deal) // max(1, letters - 8))
        return 1.5 + lines * 1.5 * LEAST * POINT

    def words(self, words: Words) -> list[dict[str, object]]:
        """Words as spans; names in another script are drawn."""
        spans = (Span(words),) if isinstance(words, str) else words
        return [
            {"picture": self.keep(_script_picture(span.script)), "text": span.text}
            if span.script
            else {"text": _set(span), "style": span.style, "link": span.link}
            for span in spans
            if span.text
        ]

    def blocks(self, blocks: Iterable[Block], room: float) -> list[dict[str, object]]:
        """Blocks as data, in a column so wide."""
        return [data for block in blocks for data in self.block(block, room)]

    def block(self, block: Block, room: float) -> list[dict[str, object]]:  # noqa: PLR0912 - one case for each kind
        """One block."""
        data: dict[str, object]
        match block:
            case Heading():
                data = {"kind": "heading", "level": block.level, "words": self.words(block.words)}
            case Paragraph():
                data = {"kind": "paragraph", "words": self.words(block.words), "align": block.align, "size": block.size}
            case Note():
                data = {"kind": "note", "words": self.words(block.words)}
            case Bullets():
                items = [self.blocks(item, room - _INDENT) for item in block.items]
                data = {"kind": "bullets", "start": block.start, "items": items}
            case Table():
                data = self._table(block)
            case Code():
                data = {"kind": "code", "text": block.text, "size": block.size}
            case Pictures():
                data = {"kind": "pictures", "rows": self._rows(block, room)}
            case Columns():
                data = self._columns(block, room)
            case Frame():
                data = {"kind": "frame", "blocks": self.blocks(block.blocks, room - 2 * _PAD)}
            case Together():
                data = {"kind": "together", "blocks": self.blocks(block.blocks, room)}
            case Turned():
                data = {"kind": "turned", "blocks": self.blocks(block.blocks, room)}
            case Room():
                data = {"kind": "room", "height": block.height}
            case NewPage():
                data = {"kind": "new page"}
            case SquareCode():
                return self._code(block)
            case Cut():
                return self._sides(block)
        return [data]

    def _code(self, code: SquareCode) -> list[dict[str, object]]:
        if not self.look.link:
            return []
        address = f"{self.look.link}{code.address}"
        drawn = {
            "picture": self.keep(draw_code(address)),
            "width": code.width,
            "alt": f"A code that leads to {address}",
            "caption": self.words(code.words),
        }
        return [{"kind": "pictures", "rows": [[drawn]]}]

    def _table(self, table: Table) -> dict[str, object]:
        return {
            "kind": "table",
            "columns": max(map(len, (table.head, *table.rows))),
            "head": [self.words(cell) for cell in table.head],
            "rows": [[self.words(cell) for cell in row] for row in table.rows],
            "widths": list(table.widths),
            "height": table.height,
            "size": table.size,
        }

    def _columns(self, columns: Columns, room: float) -> dict[str, object]:
        if not self.look.link:  # a column that would hold nothing but a code isn't there
            columns = _without_codes(columns)
        widths = columns.widths or (1.0,) * len(columns.parts)
        each = (room - columns.gap * (len(widths) - 1)) / sum(widths)
        parts = [self.blocks(part, each * width) for part, width in zip(columns.parts, widths, strict=True)]
        return {"kind": "columns", "widths": list(widths), "gap": columns.gap, "parts": parts}

    def _rows(self, block: Pictures, room: float) -> list[list[dict[str, object]]]:
        """Pictures in rows, all on one scale: as many in a row as can be read."""
        pictures = [replace(picture, scene=_trimmed(picture.scene)) for picture in block.pictures]
        widest = max(picture.scene.width for picture in pictures)
        highest = max(picture.scene.height for picture in pictures)
        readable = max(self._readable(picture.scene) for picture in pictures)
        narrowest = max(_NARROWEST if any(picture.caption for picture in pictures) else 0, readable * widest)
        most = max(1, min(floor((room + _GAP) / (narrowest + _GAP)), block.across or len(pictures)))
        count = -(-len(pictures) // -(-len(pictures) // most))  # in rows of nearly the same length
        each = (room - _GAP * (count - 1)) / count
        wished = min((block.height or 0.42 * self.height) / highest, block.unit or each)
        unit = min(each / widest, max(readable, wished))
        rows = [pictures[start : start + count] for start in range(0, len(pictures), count)]
        return [[self._picture(picture, unit, each) for picture in row] for row in rows]

    def _readable(self, scene: Scene) -> float:
        """How many millimetres a unit of a scene needs for all writing in it but labels, which grow."""
        items = tuple(item for item in scene.items if not isinstance(item, Label))
        sizes = re.findall(r'font-size="([0-9.]+)"', self._draw(replace(scene, items=items), large=True))
        return 1.01 * LEAST * POINT * UNIT / min(map(float, sizes), default=inf)

    def _picture(self, picture: Picture, unit: float, room: float) -> dict[str, object]:
        scene = picture.scene
        width = min(picture.width, room) if picture.width else unit * scene.width
        return {
            "picture": self.keep(self.draw(scene, width / scene.width)),
            "width": width,
            "alt": scene.description or scene.title,
            "caption": self.words(picture.caption),
        }

    def draw(self, scene: Scene, unit: float) -> str:
        """A scene as a picture whose unit is so many millimetres; labels too small to be read grow."""
        least = 1.01 * LEAST * POINT / unit
        items = tuple(
            replace(item, size=least) if isinstance(item, Label) and item.size < least else item for item in scene.items
        )
        return self._draw(replace(scene, items=items), large=unit < _LARGE)

    def _draw(self, scene: Scene, *, large: bool) -> str:
        return svg(scene, palette=self.look.scheme, targets=False, ground=False, large=large, fonts=_FONTS)

    def _sides(self, cut: Cut) -> list[dict[str, object]]:
        """The sides of sheets with pieces to cut out, each followed by that of their backs."""
        grid = Grid.on((self.width, self.height), (cut.width, cut.height))
        sheets = [cut.pieces[start : start + grid.count] for start in range(0, len(cut.pieces), grid.count)]
        sides = []
        for number, sheet in enumerate(sheets, 1):
            said = f"{cut.words}, sheet {number} of {len(sheets)}"
            sides.append(self._side(cut, grid, [piece.front for piece in sheet], said, is_back=False))
            if any(piece.back for piece in sheet):
                sides.append(self._side(cut, grid, [piece.back for piece in sheet], f"{said}, backs", is_back=True))
        return sides

    def _side(
        self, cut: Cut, grid: Grid, faces: Sequence[Face | None], said: str, *, is_back: bool
    ) -> dict[str, object]:
        items = []
        for number, face in enumerate(faces):
            if face is not None:
                x, y = grid.place(number, is_back=is_back)
                items.append({"x": x, "y": y, "width": cut.width, "height": cut.height} | self._face(face, cut))
        return {
            "kind": "side",
            "items": items,
            "marks": grid.marks(len(faces), is_back=is_back),
            "edge": {"x": grid.edge, "y": 10, "width": EDGE, "height": self.height - 20},
            "words": self.words((Span(f"{said} · "), *self.foot(), *self._dealt())),
        }

    def _dealt(self) -> tuple[Span, ...]:
        """The seed or deal line, where the line of writing in the margin has room for it."""
        deal = self.document.deal
        return (Span(f" · {deal}"),) if 0 < len(deal) <= _SHORT else ()

    def _face(self, face: Face, cut: Cut) -> dict[str, object]:
        """What one sees of a piece."""
        if isinstance(face, tuple):
            return {"blocks": self.blocks(face, cut.width - 8)}
        picture = self.keep(self.draw(face, cut.width / face.width))
        return {"picture": picture, "alt": face.description or face.title}


def _set(span: Span) -> str:
    """Words with the quotation marks and apostrophes of a printer; code stays as it is."""
    return span.text if span.style == "code" else _QUOTED.sub(r"\1“", span.text).replace('"', "”").replace("'", "’")


def _trimmed(scene: Scene) -> Scene:
    """The scene without the empty room below all that is in it."""
    lowest = max((_bottom(item) for item in scene.items), default=scene.height)
    return replace(scene, height=min(scene.height, lowest + 0.1))


def _bottom(item: Item) -> float:
    """How far down an item goes."""
    if isinstance(item, Line):
        return max(item.y1, item.y2)
    if isinstance(item, Token | Label):
        return item.y + item.size / 2
    if isinstance(item, Box | Card):
        return item.y + item.height
    return 0.0  # what is a target only


def _without_codes(columns: Columns) -> Columns:
    """The columns that hold something else than codes."""
    kept = [not all(isinstance(block, SquareCode) for block in part) for part in columns.parts]
    return replace(
        columns,
        parts=tuple(part for part, stays in zip(columns.parts, kept, strict=True) if stays),
        widths=tuple(width for width, stays in zip(columns.widths, kept, strict=False) if stays),
    )


def _script_picture(script: Script) -> str:
    """A name in a script of its own, drawn with a pen."""
    strokes = [tag("path", transform=f"translate({100 * i})", d=line) for i, line in enumerate(script.strokes)]
    pen = tag(
        "g", *strokes, fill="none", stroke="#22252b", stroke_width=7, stroke_linecap="round", stroke_linejoin="round"
    )
    return tag("svg", pen, xmlns="http://www.w3.org/2000/svg", viewBox=f"0 0 {100 * len(strokes)} 100")
