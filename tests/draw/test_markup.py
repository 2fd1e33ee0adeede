from xml.etree import ElementTree as ET

import pytest

from escapology.draw.markup import number, path, tag, words


@pytest.mark.parametrize(
    ("value", "text"),
    [(3, "3"), (3.0, "3"), (12.5, "12.5"), (0.126, "0.13"), (-0.001, "0"), (-0.25, "-0.25"), (100, "100")],
)
def test_number(value, text):
    assert number(value) == text


def test_path_separates_numbers_and_nothing_else():
    assert path("M", 1, 2, "h", 3, "L", -4.5, 0.25) == "M1 2h3L-4.5 0.25"


def test_tag():
    assert tag("g") == "<g/>"
    assert tag("g", tag("a"), "b", class_="c", stroke_width=1.5, rx=None) == '<g class="c" stroke-width="1.5"><a/>b</g>'


@pytest.mark.parametrize("text", ["<a> & </a>", "\"'", "ü ♠", "two\nlines"])
def test_words_and_attributes_come_back_as_they_were(text):
    element = ET.fromstring(tag("g", words(text), label=text))
    assert element.text == text
    assert element.get("label") == text


def test_characters_that_xml_cannot_write_are_replaced():
    assert ET.fromstring(tag("g", words("a\x00b\x1b"), label="\x07")).text == "a\ufffdb\ufffd"
