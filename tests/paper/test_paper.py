"""Documents to PDF, and PDF to files."""

import errno
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import segno

from escapology.credit import Credit
from escapology.document import (
    Bullets,
    Code,
    Columns,
    Cut,
    Document,
    Frame,
    Heading,
    NewPage,
    Note,
    Paragraph,
    Picture,
    Pictures,
    Piece,
    Room,
    Span,
    Table,
    Turned,
)
from escapology.draw.scene import Box, Label, Scene
from escapology.errors import EscapologyError
from escapology.paper import Look, fold, pages_of, parse_link, typeset, write_whole
from escapology.paper.code import draw_code
from escapology.paper.folding import order_of
from tests.paper.pdf import open_pdf
from tests.paper.tagged import faults_of

SCENE = Scene(2, 2, "A picture", "A picture of a box", (Box(0, 0, 2, 2), Label(1, 1, "tiny", 0.01)))


def text(document: Document) -> list[str]:
    return [page.extract_text() for page in open_pdf(typeset(document, Look())).pages]


def test_all_blocks_together() -> None:
    blocks = (
        Heading("One"), Paragraph((Span("bold", "bold"), Span(" code", "code"), Span(" away", link="https://x.example"))),
        Note("a note"), Bullets(((Paragraph("first"), Bullets(((Paragraph("inner"),),))),), 7),
        Table((("a", ""), ("b", "c")), ("head", "row"), (1, 2), 9), Code("deal: 1 2\nmove"),
        Pictures((Picture(SCENE, "left"), Picture(SCENE, "right"))),
        Columns(((Paragraph("west"),), (Paragraph("east"),))),
        Frame((Heading("Two", 2), Paragraph("framed"))), Turned((Paragraph("turned"),)), Room(5), NewPage(),
        Paragraph("behind"), Cut((Piece((Heading("To read"),)), Piece(SCENE, SCENE)), 50, 50, "Things"),
    )  # fmt: skip
    document = Document(title="All", blocks=blocks, credit=Credit("Somebody", 2001), deal="all: 1 2 3")
    first, second, fronts, backs = text(document)
    for word in ("All", "bold", "code", "away", "note", "first", "inner", "head", "deal: 1 2", "left", "west", "framed",
                 "turned", "by Somebody, 2001", "all: 1 2 3", "tiny"):  # fmt: skip
        assert word in first, word
    assert "behind" in second
    assert "all: 1 2 3" in second
    assert "To read" in fronts
    assert "Things, sheet 1 of 1" in fronts
    assert "backs" in backs


def test_markup_in_words_is_no_markup() -> None:
    said = "#panic() *bold* _it_ $x$ @ref <label> [a] \\ // `c` = = - +"
    assert said in "".join(text(Document(title="T", blocks=(Paragraph(said),)))).replace("\n", " ")


def test_words_are_set_with_a_printers_marks_and_code_is_not() -> None:
    said = "".join(text(Document(title="T", blocks=(Paragraph('Don\'t say "no".'), Code('don\'t "x"')))))
    assert "Don’t say “no”." in said
    assert 'don\'t "x"' in said


def test_letters_that_no_font_has_are_an_error() -> None:
    with pytest.raises(EscapologyError, match="this can't be typeset"):
        typeset(Document(title="T", blocks=(Paragraph("ꙮ\U00012000"),)), Look())


def test_pieces_of_a_deal_say_which() -> None:
    cut = Cut((Piece(SCENE),), 50, 50, "Things")
    assert "seed 7" in "".join(text(Document(title="T", blocks=(cut,), deal="seed 7", opens=False)))


def test_what_has_no_room_on_a_piece_is_an_error() -> None:
    words = (Paragraph("far too much " * 100),)
    with pytest.raises(EscapologyError, match="too much to read"):
        typeset(Document(title="T", blocks=(Cut((Piece(words),), 40, 40),)), Look())


@pytest.mark.parametrize(
    ("pages", "sides"),
    [
        (1, [(0, 1), (0, 0)]),
        (4, [(4, 1), (2, 3)]),
        (6, [(0, 1), (2, 0), (6, 3), (4, 5)]),
        (8, [(8, 1), (2, 7), (6, 3), (4, 5)]),
    ],
)  # fmt: skip
def test_the_order_of_a_folded_booklet(pages: int, sides: list[tuple[int, int]]) -> None:
    assert order_of(pages) == sides


def test_a_booklet_has_its_pages_where_folding_puts_them() -> None:
    blocks = tuple(block for n in range(1, 9) for block in (Paragraph(f"this is leaf {n}"), NewPage()))
    pages = open_pdf(fold(Document(title="T", blocks=blocks, opens=False), Look())).pages
    assert [[n for n in range(1, 9) if f"leaf {n}" in page.extract_text()] for page in pages] == [
        [1, 8], [2, 7], [3, 6], [4, 5]
    ]  # fmt: skip


def test_a_screen_reader_reads_a_booklet_page_by_page() -> None:
    blocks = tuple(block for n in range(1, 9) for block in (Paragraph(f"this is leaf {n}"), NewPage()))
    reader: Any = open_pdf(fold(Document(title="T", blocks=blocks, opens=False), Look()))
    assert faults_of(reader) == []
    numbers = []
    for part in _parts(reader.trailer["/Root"]["/StructTreeRoot"]):
        sheet = part["/Pg"]
        forms = [form.idnum for form in sheet["/Resources"]["/XObject"].values()]
        numbers.append((reader.pages.index(sheet), forms.index(part.raw_get("/Stm").idnum)))
    assert numbers == [(0, 1), (1, 0), (2, 1), (3, 0), (3, 1), (2, 0), (1, 1), (0, 0)]


def _parts(tag: Any) -> Iterator[Any]:
    """What tags hold of pages, in the order of reading."""
    kids = tag.get("/K", [])
    for kid in kids if isinstance(kids, list) else [kids]:
        inner = kid.get_object()
        if inner.get("/Type") == "/MCR":
            yield inner
        else:
            yield from _parts(inner)


def test_links_and_the_outline_of_a_booklet_lead_where_they_led() -> None:
    site = Span("there", link="https://there.example")
    blocks = (Paragraph("1"), NewPage(), Heading("Second"), Paragraph((site,)), NewPage(), Paragraph("3"))
    reader: Any = open_pdf(fold(Document(title="T", blocks=blocks, opens=False), Look()))
    front, back = reader.pages
    assert "/Annots" not in front
    (link,) = [note.get_object() for note in back["/Annots"]]
    half = float(back.mediabox.width) / 2
    assert link["/A"]["/URI"] == "https://there.example"
    assert 0 < link["/Rect"][0] < link["/Rect"][2] < half
    (entry,) = reader.outline
    assert entry["/Page"].get_object() == back
    assert 0 <= entry["/Left"] < half
    assert faults_of(reader) == []


def test_pages_are_counted() -> None:
    document = Document(
        title="T", blocks=(Paragraph("one"), NewPage(), Paragraph("two"), NewPage(), Paragraph("three"))
    )
    assert pages_of(typeset(document, Look())) == 3
    assert pages_of(fold(document, Look())) == 2
    assert pages_of(fold(Document(title="T", blocks=()), Look())) == 2  # a sheet has a back, even an empty one


def test_a_code_is_there_only_with_a_link() -> None:
    document = Document(title="T", blocks=(), address="/rules/lab-rats")
    bare, linked = typeset(document, Look()), typeset(document, Look(link="https://play.example"))
    assert b"play.example/rules/lab-rats" not in bare
    assert b"play.example/rules/lab-rats" in linked or len(linked) > len(bare) + 500


def test_a_code_is_drawn_module_for_module() -> None:
    import re

    drawn = draw_code("https://play.example/x")
    found = {
        (int(x) + i - 4, int(y) - 4)
        for x, y, wide in re.findall(r"M(\d+) (\d+)h(\d+)v1h-\d+z", drawn)
        for i in range(int(wide))
    }
    matrix = segno.make("https://play.example/x", error="m", micro=False, boost_error=False).matrix
    assert found == {(x, y) for y, row in enumerate(matrix) for x, module in enumerate(row) if module}


@pytest.mark.parametrize(
    "bad", ["play.example", "ftp://x.example", "https://", "https://x.example/?a=1", "https://[", "x" * 300]
)
def test_a_bad_link_is_refused(bad: str) -> None:
    with pytest.raises(EscapologyError, match="can't be the address for QR codes"):
        parse_link(bad)


def test_a_file_is_written_whole(tmp_path: Path) -> None:
    path = tmp_path / "made.pdf"
    path.write_bytes(b"old")
    write_whole(path, b"new")
    assert path.read_bytes() == b"new"
    assert path.stat().st_mode & 0o777 == 0o666 & ~_mask()
    assert list(tmp_path.iterdir()) == [path]


def _mask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


def test_a_full_disk_leaves_what_was_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(_: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    path = tmp_path / "made.pdf"
    path.write_bytes(b"old")
    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(EscapologyError, match=r"no space left on device; nothing was written$"):
        write_whole(path, b"new")
    assert path.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [path]


def test_where_nothing_can_be_written(tmp_path: Path) -> None:
    with pytest.raises(EscapologyError, match="it is a folder"):
        write_whole(tmp_path, b"")
    with pytest.raises(EscapologyError, match="there is no folder"):
        write_whole(tmp_path / "none" / "a.pdf", b"")
