"""A checker of tagged PDF: what PDF/UA-1 asks for and a program can tell, by the list of the Matterhorn Protocol.

It reads a file with no help of what wrote it. The numbers are those of the protocol's failure conditions.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

from pypdf import PdfReader
from pypdf.generic import DictionaryObject, IndirectObject

from tests.paper.pdf import operations

_KINDS = """
    Document Part Art Sect Div BlockQuote Caption TOC TOCI Index NonStruct Private P H H1 H2 H3 H4 H5 H6 L LI Lbl LBody
    Table TR TH TD THead TBody TFoot Span Quote Note Reference BibEntry Code Link Annot Ruby Warichu Figure Formula Form
"""
STANDARD = frozenset(_KINDS.split())
#: what must stand directly inside of what
PARENTS = {
    "LI": {"L"}, "Lbl": {"LI"}, "LBody": {"LI"}, "TR": {"Table", "THead", "TBody", "TFoot"}, "TH": {"TR"}, "TD": {"TR"},
    "THead": {"Table"}, "TBody": {"Table"}, "TFoot": {"Table"},
}  # fmt: skip
#: operators that put something on a page
DRAWS = {"Tj", "TJ", "'", '"', "S", "s", "f", "F", "f*", "B", "B*", "b", "b*", "sh", "INLINE"}


@dataclass
class Checker:
    reader: PdfReader
    found: list[str] = field(default_factory=list)
    marks: dict[tuple[int, int], Any] = field(default_factory=dict)  # (parent key, number) -> the tag that holds it
    drawn: Counter[tuple[int, int]] = field(default_factory=Counter)  # marks that are met on pages
    forms: Counter[int] = field(default_factory=Counter)  # with marks of their own

    def run(self) -> list[str]:
        """All that is wrong."""
        root: Any = self.reader.trailer["/Root"]
        self.check_file(root)
        tree = root.get("/StructTreeRoot")
        if tree is None:
            return [*self.found, "01-005 no tags"]
        roles = {str(a)[1:]: str(b)[1:] for a, b in tree.get("/RoleMap", {}).items()}
        self.parents = dict(_numbers(tree["/ParentTree"]))
        tags = list(self.tags(tree, roles))
        self.check_headings([kind for kind, _ in tags])
        for page in self.reader.pages:
            self.check_page(page)
        for key, number in self.marks.keys() - self.drawn.keys():
            self.found.append(f"tag of nothing: mark {number} of {key}")
        self.found += [f"30-002 form {form} with marks is drawn {n} times" for form, n in self.forms.items() if n > 1]
        return self.found

    def expect(self, holds: object, otherwise: str) -> None:
        if not holds:
            self.found.append(otherwise)

    def check_file(self, root: Any) -> None:
        described = root["/Metadata"].get_data().decode() if "/Metadata" in root else ""
        marked = root.get("/MarkInfo", {})
        self.expect(marked.get("/Marked"), "06-001 not marked as tagged")
        self.expect(str(marked.get("/Suspects", False)) == "False", "tags are only suspected")
        self.expect("<pdfuaid:part>1</pdfuaid:part>" in described, "06-002 does not say that it is PDF/UA")
        self.expect(re.search(r"<dc:title>.*?<rdf:li[^>]*>[^<]+<", described, re.DOTALL), "06-003 no title")
        self.expect(root.get("/ViewerPreferences", {}).get("/DisplayDocTitle"), "07-001 shows its file's name")
        self.expect(root.get("/Lang"), "11-006 no language")
        self.expect(not self.reader.is_encrypted, "26-001 encrypted")
        for number in range(1, int(str(self.reader.trailer["/Size"]))):
            thing = self.reader.get_object(number)
            if isinstance(thing, dict) and thing.get("/Type") == "/Font":
                self.expect(
                    "/DescendantFonts" in thing or "/FontDescriptor" in thing or "/CIDSystemInfo" in thing, "31"
                )
                if thing.get("/Subtype") == "/Type0":
                    self.expect("/ToUnicode" in thing, "31-027 letters of a font are not told")

    def tags(self, tree: Any, roles: dict[str, str]) -> Iterator[tuple[str, Any]]:
        """All tags in reading order, checked one by one."""
        waiting: list[tuple[Any, str, Any]] = [(kid, "", None) for kid in reversed(_list(tree.get("/K")))]
        while waiting:
            tag, parent, above = waiting.pop()
            kind = _standard(str(tag["/S"])[1:], roles)
            self.expect(kind in STANDARD, f"02-001 {tag['/S']} is nothing that is known")
            if kind in PARENTS:
                self.expect(parent in PARENTS[kind], f"09-004 {kind} in {parent}")
            self.expect(above is None or tag["/P"] == above, f"{kind} names another tag as its parent")
            yield kind, tag
            kids = _list(tag.get("/K"))
            self.check_tag(kind, tag, kids)
            inner = [kid for kid in kids if isinstance(kid, dict) and kid.get("/Type") not in ("/MCR", "/OBJR")]
            waiting += [(kid, kind, tag) for kid in reversed(inner)]

    def check_tag(self, kind: str, tag: Any, kids: list[Any]) -> None:
        if kind in ("Figure", "Formula"):
            self.expect(str(tag.get("/Alt", "")).strip(), f"13-004 a {kind} that is not described")
            self.expect(any("/BBox" in trait for trait in _list(tag.get("/A"))), f"a {kind} without a place")
        if kind == "TH":
            traits = _list(tag.get("/A"))
            self.expect(any("/Scope" in trait or "/Headers" in trait for trait in traits), "15-003 what a TH heads")
        if kind == "Link":
            told = [kid for kid in kids if isinstance(kid, dict) and kid.get("/Type") == "/OBJR"]
            inside = any(isinstance(kid, dict) and kid.get("/S") for kid in kids)
            self.expect(told or inside, "28-011 a Link that leads nowhere")
        for kid in kids:
            if isinstance(kid, DictionaryObject) and kid.get("/Type") == "/OBJR":
                note: Any = kid["/Obj"]
                self.expect(self.parents.get(int(note["/StructParent"])) == tag, "28-010 a link does not know its tag")
                page = kid.get("/Pg", tag.get("/Pg"))
                here = [other.idnum for other in (page or {}).get("/Annots", ())]
                self.expect(kid.raw_get("/Obj").idnum in here, "28-011 a link of another page")
            elif not isinstance(kid, dict) or kid.get("/Type") == "/MCR":
                whole = {"/MCID": kid} if not isinstance(kid, dict) else kid
                stream = whole.get("/Stm") or whole.get("/Pg") or tag.get("/Pg")
                key, number = int(stream["/StructParents"]), int(whole["/MCID"])
                self.expect((key, number) not in self.marks, f"mark {number} of {key} has two tags")
                self.marks[key, number] = tag

    def check_headings(self, kinds: list[str]) -> None:
        levels = [int(kind[1]) for kind in kinds if re.fullmatch("H[1-6]", kind)]
        self.expect(not levels or levels[0] == 1, "14-002 the first heading is not of the first level")
        for one, other in pairwise(levels):
            self.expect(other <= one + 1, f"14-003 from H{one} to H{other}")

    def check_page(self, page: Any) -> None:
        notes = [note.get_object() for note in page.get("/Annots", [])]
        self.expect(not notes or page.get("/Tabs") == "/S", "28-002 links are not in the order of tags")
        for note in notes:
            self.expect(note.get("/Contents"), "28-012 a link that is not described")
            x1, y1, x2, y2 = note["/Rect"]
            wide, high = page["/MediaBox"][2:]
            self.expect(0 <= x1 < x2 <= wide and 0 <= y1 < y2 <= high, "a link beside its page")
        self.walk(page.get_contents().get_data(), page, page.get("/StructParents"), is_marked=False)

    def walk(self, data: bytes, holder: Any, key: Any, *, is_marked: bool) -> None:
        """Every drawing operator of a stream stands in a mark that a tag holds, or is an artifact."""
        open_marks: list[str] = ["mark"] if is_marked else []
        has_marks = False
        resources = holder.get("/Resources", {})
        for operands, name in operations(data):
            if name in ("BDC", "BMC"):
                kind = "artifact" if operands and operands[0] == "/Artifact" else ""
                if "/MCID" in operands:
                    number = int(operands[operands.index("/MCID") + 1])
                    self.expect("artifact" not in open_marks, "01-004 a tag inside of an artifact")
                    place = (-1 if key is None else int(key), number)
                    tag = self.marks.get(place)
                    self.expect(tag is not None, f"01-005 mark {number} of {key} has no tag")
                    if tag is not None:
                        told = _list(self.parents.get(place[0]))[number]
                        self.expect(told == tag, f"mark {number} of {key}: another tag is named for it")
                    self.drawn[place] += 1
                    kind, has_marks = "mark", True
                elif kind == "artifact":
                    self.expect("mark" not in open_marks, "01-003 an artifact inside of a tag")
                open_marks.append(kind)
            elif name == "EMC":
                open_marks.pop()
            elif name in DRAWS:
                self.expect("mark" in open_marks or "artifact" in open_marks, f"01-005 {name} has no tag")
            elif name == "Do":
                self.walk_form(resources["/XObject"].raw_get(operands[-1]), open_marks)
        if has_marks and holder.get("/Subtype") == "/Form":
            self.forms[int(key)] += 1

    def walk_form(self, reference: Any, open_marks: list[str]) -> None:
        form = reference.get_object()
        if form["/Subtype"] != "/Form":
            self.expect("mark" in open_marks or "artifact" in open_marks, "01-005 a picture has no tag")
            return
        is_marked = "mark" in open_marks or "artifact" in open_marks
        self.walk(form.get_data(), form, form.get("/StructParents"), is_marked=is_marked)


def faults_of(reader: PdfReader) -> list[str]:
    """What a file lacks to be PDF/UA-1, as far as a program can tell."""
    return Checker(reader).run()


def _list(thing: Any) -> list[Any]:
    thing = thing.get_object() if isinstance(thing, IndirectObject) else thing
    if thing is None:
        return []
    return (
        [one.get_object() if hasattr(one, "get_object") else one for one in thing]
        if isinstance(thing, list)
        else [thing]
    )


def _numbers(node: Any) -> Iterator[tuple[int, Any]]:
    """A number tree."""
    flat = node.get("/Nums", [])
    yield from ((int(flat[i]), flat[i + 1].get_object()) for i in range(0, len(flat), 2))
    for kid in node.get("/Kids", []):
        yield from _numbers(kid.get_object())


def _standard(kind: str, roles: dict[str, str]) -> str:
    """What a kind of tag is by the roles of the file."""
    for _ in roles:
        kind = roles.get(kind, kind)
    return kind
