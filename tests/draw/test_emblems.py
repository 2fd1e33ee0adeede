import re
import unicodedata
from xml.etree import ElementTree as ET

import pytest

from escapology.draw.emblems import GLYPHS, PATHS, draw_emblem
from tests.draw.scenes import EMBLEMS

each_emblem = pytest.mark.parametrize("emblem", EMBLEMS)
ARGUMENTS = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "Q": 4, "A": 7, "Z": 0}
STEP = re.compile("[MLHVCQAZ][^MLHVCQAZ]*", re.IGNORECASE)


def numbers(step):
    return [float(word) for word in re.findall(r"-?\d*\.?\d+", step)]


def ends(data):
    """The points a path goes through."""
    home = x, y = 0.0, 0.0
    for step in STEP.findall(data):
        letter, values = step[0], numbers(step)
        count = ARGUMENTS[letter.upper()]
        assert count == 0 or len(values) % count == 0, step
        for i in range(0, len(values), max(1, count)):
            if letter == "H":
                x = values[i]
            elif letter == "V":
                y = values[i]
            elif letter.islower():
                x, y = x + values[i + count - 2], y + values[i + count - 1]
            else:
                x, y = values[i + count - 2], values[i + count - 1]
            if letter == "M":
                home = x, y
            yield x, y
        if letter in "zZ":
            x, y = home


def test_there_is_a_picture_and_a_glyph_for_each():
    assert set(PATHS) == set(GLYPHS) == set(EMBLEMS)


@each_emblem
def test_stays_in_its_box_and_fills_it(emblem):
    points = list(ends(PATHS[emblem]))
    across, down = [x for x, _ in points], [y for _, y in points]
    assert min(across + down) >= 0
    assert max(across + down) <= 101
    assert max(max(across) - min(across), max(down) - min(down)) >= 80


@each_emblem
def test_all_its_parts_are_closed(emblem):
    data = PATHS[emblem]
    assert data.count("M") == data.count("z")
    assert data.endswith("z")


@each_emblem
def test_is_drawn(emblem):
    element = ET.fromstring(draw_emblem(emblem, 50, 60, 20, "#123456"))
    assert element.attrib == {
        "d": PATHS[emblem],
        "fill": "#123456",
        "transform": "translate(50 60)scale(0.2)translate(-50 -50)",
    }


def test_turned_stands_on_its_head():
    assert "rotate(180)" in draw_emblem("spade", 0, 0, 10, "#000000", turned=True)


def test_none_draws_nothing():
    assert draw_emblem("", 0, 0, 10, "#000000") == ""


@each_emblem
def test_glyph_is_one_narrow_character(emblem):
    glyph = GLYPHS[emblem]
    assert len(glyph) == 1
    assert unicodedata.east_asian_width(glyph) not in {"W", "F"}


def test_pictures_and_glyphs_differ():
    assert len(set(PATHS.values())) == len(set(GLYPHS.values())) == len(EMBLEMS)


@each_emblem
def test_in_line_art_large_ones_and_red_suits_are_outlines(emblem):
    for size in (10, 100):
        fill = ET.fromstring(draw_emblem(emblem, 0, 0, size, "#1c1c1c", lines=True)).get("fill")
        assert fill == ("#ffffff" if size == 100 or emblem in ("heart", "diamond") else "#1c1c1c")
