"""Documents to PDF: Typst gets data and a template; it reads no file, and none of the machine's fonts."""

from __future__ import annotations

import importlib.util
import json
import re
import zlib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Final, Literal

from escapology.document import Document
from escapology.errors import EscapologyError
from escapology.paper.folding import fold_pages
from escapology.paper.layout import document_data
from escapology.paper.look import Look

__all__ = ["NEEDED", "fold", "is_there", "pages_of", "typeset"]

_Standard = Literal["a-2a", "ua-1"]
NEEDED: Final = ("markdown_it", "segno", "typst")  #: what comes with the extra for printing
_STANDARDS: Final[tuple[_Standard, ...]] = ("a-2a", "ua-1")  # to be kept for long, and read aloud


def is_there() -> bool:
    """Whether what printing needs is installed."""
    return all(importlib.util.find_spec(name) is not None for name in NEEDED)


def typeset(document: Document, look: Look) -> bytes:
    """The document as a PDF of one page after the other."""
    return _compile(_template("template.typ"), document_data(document, look), _STANDARDS)


def fold(document: Document, look: Look) -> bytes:
    """The document as a booklet: two pages of half the size on each side of a sheet, to be folded in the middle."""
    return fold_pages(_compile(_template("template.typ"), document_data(document, look, half=True), _STANDARDS))


def pages_of(pdf: bytes) -> int:
    """How many pages a PDF of ours has: the one node of the tree of its pages tells it, packed or not."""
    for text in (pdf, *_unpacked(pdf)):
        if found := re.search(rb"/Type\s*/Pages\s*/Count (\d+)", text):
            return int(found[1])
    raise ValueError("a PDF counts its pages")


def _unpacked(pdf: bytes) -> Iterator[bytes]:
    """The objects that are packed in streams."""
    for stream in re.finditer(rb"/Type/ObjStm.*?stream\r?\n", pdf, re.DOTALL):
        yield zlib.decompressobj().decompress(pdf[stream.end() :])


@cache
def _template(name: str) -> bytes:
    return (Path(__file__).parent / name).read_bytes()


def _compile(template: bytes, data: dict[str, object], standards: tuple[_Standard, ...]) -> bytes:
    import typst  # comes with the extra for printing

    try:
        made = typst.compile(
            template, format="pdf", sys_inputs={"document": json.dumps(data)}, ignore_system_fonts=True, timestamp=0,
            pdf_standards=list(standards),
        )  # fmt: skip
    except typst.TypstError as error:  # such as letters that none of its fonts has
        raise EscapologyError(f"this can't be typeset: {error}") from None
    return bytes(made)
