import re
from xml.etree import ElementTree as ET

import pytest

from escapology.draw import Box, Card, Label, Line, Sheet, Token, svg, svg_sheets
from escapology.draw.faces import FINISHES
from escapology.draw.scene import FACES
from escapology.draw.surfaces import area_fill, definitions, is_area, rim
from tests.draw.scenes import everything, scene

MANOR, SPACE, LIGHT = FINISHES["manor-light"], FINISHES["space"], FINISHES["light"]


def referred(text):
    return set(re.findall(r"(?:url\(|href=\")#([\w-]+)", text))


def named(text):
    return re.findall(r' id="([\w-]+)"', text)


@pytest.mark.parametrize("face", FACES)
@pytest.mark.parametrize("half", ["", "-light", "-dark"])
def test_every_face_draws_every_kind_of_item_and_names_all_it_refers_to(face, half):
    for text in (
        svg(everything(), palette=face + half),
        "".join(s.text for s in svg_sheets(everything(), palette=face)),
    ):
        assert ET.fromstring(text) is not None
        assert referred(text) <= set(named(text))
        assert len(named(text)) == len(set(named(text)))
        for word in ("<script", "<style", "style=", "<filter", "<image", "@import"):
            assert word not in text


@pytest.mark.parametrize("palette", ["light", "dark", "grey", "auto"])
def test_plain_pictures_refer_to_nothing(palette):
    assert definitions(FINISHES[palette]) == ""
    assert rim([Box(0, 0, 1, 1)], FINISHES[palette]) == []


def test_areas_are_squares_of_the_board_and_neither_buttons_nor_frames():
    assert is_area(Box(0, 0, 1, 1, "danger"))
    assert not is_area(Box(0, 0, 1.5, 0.6))
    assert not is_area(Box(0, 0, 1, 1, radius=0.1))
    assert not is_area(Box(0, 0, 1, 1.4, "space", "muted", dashed=True))
    assert not is_area(Box(0, 0, 1, 1, "path"))


def test_squares_that_touch_have_different_textures_where_there_are_two():
    fills = [area_fill(Box(x, y, 1, 1), MANOR) for x, y in ((0.5, 0.5), (1.5, 0.5), (1.5, 1.5))]
    assert fills[0] == fills[2] != fills[1]
    assert area_fill(Box(0, 0, 1, 1), LIGHT) == LIGHT.palette.tint("board")


def test_a_rim_goes_around_all_areas_and_is_one_child():
    (land,) = rim([Box(0, 0, 1, 1), Box(1, 0, 1, 1, "space"), Box(0, 1, 1, 1), Label(0, 0, "x")], MANOR)
    assert 'd="M0 0h200v100h-200zM0 100h100v100h-100z"' in land
    assert land.count("<path") == 1


def test_who_looks_for_somebody_carries_a_light_where_it_is_dark():
    hunter, pawn = Token(1, 1, 0.5, "E", facing="e"), Token(2, 1, 0.5, "@", "pawn")
    assert svg(scene(hunter, pawn), palette="manor-light").count("url(#glow)") == 1
    assert "#glow" not in svg(scene(pawn), palette="laboratory-light").replace('id="glow"', "")
    assert "#glow" not in svg(scene(hunter), palette="light")


def test_walls_throw_one_shadow_which_lies_under_cards():
    picture = scene(Box(0, 0, 1, 1), Card(0, 0, 1, 1.4, "Q", "Q"), Line(0, 0, 1, 0), Line(0, 1, 1, 1))
    (sheet,) = svg_sheets(picture, palette="table")
    shadows = [child for child in sheet.children if "M0 0L100 0M0 100L100 100" in child]
    assert len(shadows) == 1
    assert sheet.children.index(shadows[0]) < next(
        i for i, child in enumerate(sheet.children) if "translate(0 0)" in child or ">Q<" in child
    )


def test_what_is_named_stands_in_the_first_sheet_of_a_page_alone():
    cut = scene(Box(0, 0, 1, 1), Box(2, 0, 1, 1))
    first, second = svg_sheets(
        type(cut)(**{f: getattr(cut, f) for f in cut.__slots__} | {"sheets": (Sheet(0, 0, 2, 2), Sheet(2, 0, 2, 2))}),
        palette="space",
    )
    assert "<pattern" in first.text
    assert "<defs" not in second.text
    assert "url(#on-board" in second.text


def test_coloured_cards_without_a_picture_are_books_in_a_dungeon():
    book, card = Card(0, 0, 0.4, 0.6, "Y", "Y", role="yellow"), Card(0, 0, 1, 1.4, "Y3A", "3", "axe", "yellow")
    assert svg(scene(book), palette="dungeon-light").count(">Y<") == 1
    leather = FINISHES["dungeon-light"].palette.fills["yellow"]
    assert f'rx="2.8" fill="{leather}"' in svg(scene(book), palette="dungeon-light")
    assert f'rx="2.8" fill="{leather}"' not in svg(scene(card), palette="dungeon-light")
