"""What everything that is printed has in common: readable writing, embedded fonts, tags, titles and credits."""

import os
import subprocess
import sys
from pathlib import Path
from shutil import which
from typing import Any

import pytest

from escapology.games import GAMES
from escapology.paper import PAPERS, Look, fold, pages_of, typeset
from tests.paper.conftest import A4, LETTER_LOW, PRINTED, document, printed
from tests.paper.pdf import Writing, contents, fonts, open_pdf
from tests.paper.tagged import faults_of

LOOKS = (A4, LETTER_LOW)
OTHERS = (Look("a4", "low"), Look("letter", "colour"))
APOSTROPHE = "'"
each = pytest.mark.parametrize(("kind", "name"), PRINTED)


@pytest.mark.parametrize("look", [*LOOKS, *(pytest.param(look, marks=pytest.mark.long) for look in OTHERS)])
@each
def test_writing_can_be_read(kind: str, name: str, look: Look) -> None:
    for number, page in enumerate(open_pdf(printed(kind, name, look)).pages, 1):
        sizes = [thing.size for thing in contents(page) if isinstance(thing, Writing)]
        assert not sizes or min(sizes) >= 6.995, f"page {number}"


@each
def test_fonts_are_embedded(kind: str, name: str) -> None:
    found = dict(fonts(open_pdf(printed(kind, name, A4))))
    assert found
    assert all(found.values()), found
    assert {font.partition("+")[2].partition("-")[0] for font in found} <= {
        "LibertinusSerif", "DejaVuSansMono", "NewCMMath"
    }  # fmt: skip


@each
def test_files_are_tagged_and_say_what_they_are(kind: str, name: str) -> None:
    reader = open_pdf(printed(kind, name, A4))
    root: Any = reader.trailer["/Root"]
    assert root["/MarkInfo"]["/Marked"]
    assert root["/StructTreeRoot"]["/K"]
    assert root["/Lang"] == "en"
    assert reader.metadata.title.startswith(f"{GAMES[name].title.replace(APOSTROPHE, '’')}: ")
    described = root["/Metadata"].get_data().decode()
    assert "<pdfuaid:part>1</pdfuaid:part>" in described
    assert "<pdfaid:part>2</pdfaid:part>" in described


@each
def test_a_checker_of_tags_finds_nothing(kind: str, name: str) -> None:
    assert faults_of(open_pdf(printed(kind, name, A4))) == []


@each
def test_every_page_says_whose_game_it_is(kind: str, name: str) -> None:
    facts = GAMES[name].facts
    pages = open_pdf(printed(kind, name, A4)).pages
    for number, page in enumerate(pages, 1):
        said = page.extract_text()
        if not said and kind == "rules":
            assert number == len(pages)  # the back of a booklet may be empty
            continue
        assert facts.title.replace(APOSTROPHE, "’") in said, number
        assert facts.credit.designer in said, number


@pytest.mark.parametrize(
    ("kind", "name"), [("aid", "not-alone"), ("cards", "lab-rats"), ("pieces", "kidnap-machine"), ("rules", "blank")]
)
def test_the_same_input_gives_the_same_bytes(kind: str, name: str) -> None:
    again = (fold if kind == "rules" else typeset)(document(kind, name), A4)
    assert again == printed(kind, name, A4)


def test_processes_agree_on_every_byte(tmp_path: Path) -> None:
    made = []
    for seed in ("1", "2"):
        path = tmp_path / f"{seed}.pdf"
        subprocess.run(
            [sys.executable, "-m", "escapology", "print", "rules", "kidnap-machine", "--to", path],
            check=True, capture_output=True, env=os.environ | {"PYTHONHASHSEED": seed},
        )  # fmt: skip
        made.append(path.read_bytes())
    assert made[0] == made[1] == printed("rules", "kidnap-machine", A4)


@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.parametrize("name", [name for kind, name in PRINTED if kind == "aid"])
def test_a_player_aid_is_one_page(name: str, look: Look) -> None:
    assert pages_of(printed("aid", name, look)) == 1


@pytest.mark.parametrize("look", LOOKS)
def test_pages_have_the_size_of_their_paper(look: Look) -> None:
    wide, high = PAPERS[look.paper]
    for kind, size in (("aid", (wide, high)), ("rules", (high, wide))):
        for page in open_pdf(printed(kind, "devils-square", look)).pages:
            told = (float(page.mediabox.width) * 25.4 / 72, float(page.mediabox.height) * 25.4 / 72)
            assert told == pytest.approx(size, abs=0.01)


@pytest.mark.skipif(which("pdfinfo") is None or which("mutool") is None, reason="poppler and mutool are not here")
@pytest.mark.parametrize(
    ("kind", "name"), [("aid", "not-alone"), ("cards", "lab-rats"), ("pieces", "devils-square"), ("rules", "blank")]
)
def test_other_readers_open_it(kind: str, name: str, tmp_path: Path) -> None:
    path = tmp_path / "made.pdf"
    path.write_bytes(printed(kind, name, A4))
    told = subprocess.run(["pdfinfo", path], capture_output=True, text=True, check=True).stdout
    assert f"Pages:           {pages_of(path.read_bytes())}\n" in told
    assert "Tagged:          yes\n" in told
    drawing = ["mutool", "draw", "-r", "10", "-o", str(tmp_path / "%d.png"), str(path)]
    shown = subprocess.run(drawing, capture_output=True, text=True, check=True).stderr
    assert "error" not in shown
    assert "warning" not in shown.replace("warning: ICC support is not available", "")
