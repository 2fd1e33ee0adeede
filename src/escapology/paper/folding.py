"""Pages of half the size laid out on sheets to be folded, with their tags: what a screen reader reads stays in order.

Typst can only show pages of another PDF as pictures, without their tags. So the pages become forms (drawings with
resources of their own), two on each side of a sheet, and whatever named a page names its sheet and form instead.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from escapology.paper.objects import File, Ref, Stream, read_file, write_file

__all__ = ["fold_pages", "order_of"]


def order_of(count: int) -> list[tuple[int, int]]:
    """The pages on each side of the sheets of a folded booklet, left and right, front and back by turns; 0 = empty."""
    most = -(-count // 4) * 4
    sides: list[tuple[int, int]] = []
    for first in range(1, most // 2 + 1):
        last = most + 1 - first
        sides.append((last, first) if first % 2 else (first, last))
    return [(left if left <= count else 0, right if right <= count else 0) for left, right in sides]


def fold_pages(pdf: bytes) -> bytes:
    """A PDF of upright pages as one of sheets with two of them on each side, in the order of folding."""
    sheets = _Sheets(read_file(pdf))
    sheets.lay_out()
    sheets.tell_where_pages_went()
    return write_file(sheets.file)


@dataclass(frozen=True, slots=True)
class _Place:
    """Where a page went. It is a form now, whose number is the page's."""

    sheet: Ref
    x: float  # of its left edge


@dataclass(slots=True)
class _Sheets:
    """A PDF while its pages move to sheets."""

    file: File
    places: dict[Ref, _Place] = field(default_factory=dict)  # of pages

    def lay_out(self) -> None:
        """Replace the pages by sheets."""
        tree = self.file.objects[self.file.trailer["Root"].number]["Pages"]
        refs: list[Ref] = self.file.objects[tree.number]["Kids"]
        pages = [self.file.objects[ref.number] for ref in refs]
        for ref, page in zip(refs, pages, strict=True):
            self.file.objects[ref.number] = self.form_of(page)
        size = [float(edge) for edge in pages[0]["MediaBox"][2:]]
        halves = [None, *zip(refs, pages, strict=True)]
        sides = [self.side([halves[left], halves[right]], size, tree) for left, right in order_of(len(pages))]
        self.file.objects[tree.number] |= {"Kids": sides, "Count": str(len(sides))}

    def form_of(self, page: dict[str, Any]) -> Stream:
        """A page as a form: the number by which the tags know what is on it stays."""
        content = self.file.objects.pop(page["Contents"].number)
        head = {"Type": "/XObject", "Subtype": "/Form", "BBox": page["MediaBox"], "Resources": page["Resources"]}
        return Stream(content.head | head | {key: page[key] for key in ("StructParents",) if key in page}, content.data)

    def side(self, halves: list[tuple[Ref, dict[str, Any]] | None], size: list[float], tree: Ref) -> Ref:
        """The side of a sheet: a page with two forms, one or none."""
        wide, high = size
        edges = [_number(edge) for edge in (0, 0, 2 * wide, high)]
        side: dict[str, Any] = {"Type": "/Page", "Parent": tree, "MediaBox": edges, "Tabs": "/S"}
        sheet = self.file.add(side)
        forms: dict[str, Ref] = {}
        notes: list[Any] = []
        drawn = ""
        for name, x, half in zip(("Left", "Right"), (0.0, wide), halves, strict=True):
            if half is None:
                continue
            forms[name], page = half
            notes += self.moved(page.get("Annots", []), x)
            side |= {"Group": page["Group"]} if "Group" in page else {}
            drawn += f"q 1 0 0 1 {_number(x)} 0 cm /{name} Do Q\n"
            self.places[forms[name]] = _Place(sheet, x)
        side |= {"Contents": self.file.add(Stream({}, drawn.encode())), "Resources": {"XObject": forms}}
        side |= {"Annots": notes} if notes else {}
        return sheet

    def moved(self, notes: list[Any], x: float) -> list[Any]:
        """The links of a page, where they are on the sheet."""
        for note in notes:
            for key in ("Rect", "QuadPoints"):
                _move(self.value(note), key, x)
        return notes

    def value(self, thing: Any) -> Any:
        """What a reference leads to, or the thing itself."""
        return self.file.objects[thing.number] if isinstance(thing, Ref) else thing

    def tell_where_pages_went(self) -> None:
        """Whatever names a page names its sheet: tags, links and where they lead, the outline."""
        for thing in list(self.file.objects.values()):
            for part in _parts_of(thing.head if isinstance(thing, Stream) else thing):
                if isinstance(part, list):
                    self.mend_destination(part)
                else:
                    self.mend_tag(part)
                    self.mend_page(part)

    def mend_tag(self, tag: dict[str, Any]) -> None:
        """What a tag holds of a page is told by a number; of a form, by a dictionary."""
        page = tag.get("Pg")
        if tag.get("Type") != "/StructElem" or not isinstance(page, Ref) or page not in self.places:
            return
        place = self.places[page]

        def told(part: Any) -> Any:
            held = {"Type": "/MCR", "Pg": place.sheet, "Stm": page, "MCID": part}
            return held if isinstance(part, str) else part

        parts = tag["K"]
        tag["K"] = [told(part) for part in parts] if isinstance(parts, list) else told(parts)
        traits = tag.get("A", [])
        for trait in traits if isinstance(traits, list) else [traits]:
            _move(self.value(trait), "BBox", place.x)

    def mend_page(self, thing: dict[str, Any]) -> None:
        """The page that something is on."""
        for key in ("Pg", "P"):
            page = thing.get(key)
            if isinstance(page, Ref) and page in self.places:
                thing[key] = self.places[page].sheet
                if thing.get("Type") == "/MCR":
                    thing["Stm"] = page

    def mend_destination(self, place: list[Any]) -> None:
        """A place on a page, as links and the outline name it: the page, how it is shown, and where."""
        if len(place) > 1 and isinstance(place[0], Ref) and place[0] in self.places and isinstance(place[1], str):
            went = self.places[place[0]]
            place[0] = went.sheet
            if place[1] == "/XYZ":
                place[2] = _number(float(place[2]) + went.x)


def _move(thing: dict[str, Any], key: str, x: float) -> None:
    """Move the places by which something is told, if it has any: across and up by turns."""
    if key in thing:
        thing[key] = [_number(float(at) + (0 if i % 2 else x)) for i, at in enumerate(thing[key])]


def _number(value: float) -> str:
    return f"{value:.4f}".rstrip("0").rstrip(".")


def _parts_of(thing: Any) -> Iterator[Any]:
    """An object's dictionaries and lists, inner ones too."""
    if isinstance(thing, dict | list):
        yield thing
        for part in list(thing.values()) if isinstance(thing, dict) else thing:
            yield from _parts_of(part)
