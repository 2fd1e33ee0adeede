"""The checker of tags can fail: a file is broken in one place after the other, and it says what is wrong."""

import io
from collections.abc import Callable
from typing import Any

import pytest
from pypdf import PdfReader, PdfWriter
from pypdf.generic import DecodedStreamObject, NameObject, NumberObject

from escapology.document import Document, Heading, Paragraph, Picture, Pictures, Span, Table
from escapology.draw.scene import Box, Scene
from escapology.paper import Look, fold, typeset
from tests.paper.pdf import open_pdf
from tests.paper.tagged import faults_of

SCENE = Scene(2, 2, "A picture", "A picture of a box", (Box(0, 0, 2, 2),))
DOCUMENT = Document(
    title="T",
    blocks=(
        Heading("One"),
        Heading("Two", 2),
        Paragraph((Span("away", link="https://x.example"),)),
        Table((("a", "b"),), ("head", "row")),
        Pictures((Picture(SCENE, "below"),)),
    ),
)


def root(writer: PdfWriter) -> Any:
    return writer.root_object


def first(writer: PdfWriter, kind: str) -> Any:
    """The first tag of that kind."""
    waiting = [writer.root_object["/StructTreeRoot"]]
    while waiting:
        tag = waiting.pop(0).get_object()
        if not isinstance(tag, dict):
            continue
        if tag.get("/S") == kind:
            return tag
        kids = tag.get("/K", [])
        waiting += kids if isinstance(kids, list) else [kids]
    raise AssertionError(f"there is no {kind}")


def draw_more(writer: PdfWriter, drawn: bytes) -> None:
    """More at the end of the first page."""
    page: Any = writer.pages[0]
    stream = DecodedStreamObject()
    stream.set_data(page.get_contents().get_data() + drawn)
    page[NameObject("/Contents")] = writer._add_object(stream)


def rename(kind: str, other: str) -> Callable[[PdfWriter], None]:
    return lambda writer: first(writer, kind).update({NameObject("/S"): NameObject(other)})


FLAWS: dict[str, tuple[Callable[[PdfWriter], Any], str]] = {
    "no language": (lambda w: root(w).pop("/Lang"), "11-006"),
    "no tags": (lambda w: root(w).pop("/StructTreeRoot"), "01-005"),
    "not marked": (lambda w: root(w)["/MarkInfo"].pop("/Marked"), "06-001"),
    "nothing said of it": (lambda w: root(w).pop("/Metadata"), "06-002"),
    "the name of the file": (lambda w: root(w)["/ViewerPreferences"].pop("/DisplayDocTitle"), "07-001"),
    "untagged": (lambda w: draw_more(w, b"\n0 0 m 9 9 l S"), "01-005 S has no tag"),
    "unknown mark": (lambda w: draw_more(w, b"\n/P <</MCID 999>> BDC 0 0 m 9 9 l S EMC"), "01-005 mark 999"),
    "a mark in an artifact": (lambda w: draw_more(w, b"\n/Artifact BMC /P <</MCID 0>> BDC EMC EMC"), "01-004"),
    "an artifact in a mark": (lambda w: draw_more(w, b"\n/P <</MCID 0>> BDC /Artifact BMC EMC EMC"), "01-003"),
    "a figure without words": (lambda w: first(w, "/Figure").pop("/Alt"), "13-004"),
    "a cell anywhere": (rename("/TR", "/Div"), "09-004"),
    "a heading too deep": (rename("/H2", "/H3"), "14-003"),
    "a heading too deep at first": (rename("/H1", "/H2"), "14-002"),
    "an unknown tag": (rename("/H2", "/Chapter"), "02-001"),
    "a head of nothing": (lambda w: first(w, "/TH").pop("/A"), "15-003"),
    "a link without words": (lambda w: w.pages[0]["/Annots"][0].get_object().pop("/Contents"), "28-012"),  # type: ignore[index]
    "a link without a tag": (
        lambda w: w.pages[0]["/Annots"][0].get_object().update({NameObject("/StructParent"): NumberObject(77)}),  # type: ignore[index]
        "28-010",
    ),
    "order of links": (lambda w: w.pages[0].pop("/Tabs"), "28-002"),
}


@pytest.fixture(scope="module", params=["sheets", "folded"])
def made(request: pytest.FixtureRequest) -> bytes:
    return (typeset if request.param == "sheets" else fold)(DOCUMENT, Look())


@pytest.mark.parametrize("flaw", FLAWS)
def test_a_flaw_is_found(made: bytes, flaw: str) -> None:
    if made_of_forms(made) and flaw.endswith(("in an artifact", "in a mark")):
        pytest.skip("marks of a folded page stand in its form")
    writer = PdfWriter(clone_from=PdfReader(io.BytesIO(made)))
    change, said = FLAWS[flaw]
    change(writer)
    kept = io.BytesIO()
    writer.write(kept)
    assert any(said in fault for fault in faults_of(open_pdf(kept.getvalue())))


def made_of_forms(data: bytes) -> bool:
    return open_pdf(data).pages[0].get("/StructParents") is None


def test_a_form_with_marks_is_drawn_once() -> None:
    writer = PdfWriter(clone_from=PdfReader(io.BytesIO(fold(DOCUMENT, Look()))))
    draw_more(writer, b"\nq /Right Do Q")
    kept = io.BytesIO()
    writer.write(kept)
    assert any("30-002" in fault for fault in faults_of(open_pdf(kept.getvalue())))
