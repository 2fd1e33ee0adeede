import re
from dataclasses import replace
from xml.etree import ElementTree as ET

import pytest

from escapology.draw import Box, Card, Item, Label, Line, Scene, Sheet, Token, svg, svg_sheets
from escapology.draw.palette import PALETTES
from tests.draw.scenes import ROLES, everything, scene

SPACE = "{http://www.w3.org/2000/svg}"


def drawn(picture, **options):
    return ET.fromstring(svg(picture, **options))


def keyed(root, key):
    (group,) = [group for group in root.iter(f"{SPACE}g") if group.get("data-key") == key]
    return group


def targets_of(root):
    return [group for group in root.iter(f"{SPACE}g") if group.get("class") == "target"]


@pytest.mark.parametrize("palette", PALETTES)
@pytest.mark.parametrize("deck", ["two", "four"])
@pytest.mark.parametrize("targets", [True, False])
def test_is_well_formed_and_always_the_same(palette, deck, targets):
    first = svg(everything(), palette=palette, deck=deck, targets=targets)
    assert ET.fromstring(first).tag == f"{SPACE}svg"
    assert svg(everything(), palette=palette, deck=deck, targets=targets) == first


def test_palettes_and_decks_differ():
    pictures = {svg(everything(), palette=palette, deck="two") for palette in PALETTES}
    assert len(pictures) == 3


def test_line_art_fills_no_area_and_is_grey():
    root = drawn(everything(), palette="outlined", targets=False)
    for element in root.iter():
        for name in ("fill", "stroke"):
            colour = element.get(name, "none")
            channels = [int(colour[start : start + 2], 16) for start in (1, 3, 5)] if colour != "none" else [0]
            assert max(channels) - min(channels) < 8, colour
        if element.tag == f"{SPACE}rect":
            assert element.get("fill") in ("none", "#ffffff")


def test_title_and_description_come_first():
    root = drawn(everything())
    assert [(child.tag, child.text) for child in root[:2]] == [
        (f"{SPACE}title", "A title"),
        (f"{SPACE}desc", "A description"),
    ]


def test_view_box_has_a_hundred_units_to_one():
    assert drawn(scene(width=4, height=3.25)).get("viewBox") == "0 0 400 325"


def test_needs_nothing_from_outside():
    text = svg(everything())
    assert text.count("http") == 1  # the name of SVG itself
    for word in ("<script", "href", "url(", "<style", "@import", "<image", " id="):
        assert word not in text, word


def test_numbers_have_at_most_two_decimals():
    assert re.findall(r"\d\.\d{3,}", svg(everything())) == []


def test_words_are_escaped():
    nasty = "<b> & \"quotes\" 'too' \x00"
    picture = Scene(1, 1, nasty, nasty, (Label(0, 0, nasty, key=nasty, title=nasty),))
    root = ET.fromstring(svg(picture))
    clean = nasty.replace("\x00", "\ufffd")
    group = root.find(f"{SPACE}g")
    assert [root[0].text, root[1].text, group.get("data-key"), group[0].text, group[1].text] == [clean] * 5


def test_lines_give_way_to_writing_that_tells_its_ground():
    def drawn(label, scheme):
        return svg(Scene(1, 1, "t", "d", (label,)), palette=scheme)

    plain, told = Label(0.5, 0.5, "x"), Label(0.5, 0.5, "x", ground="space")
    assert "paint-order" not in drawn(plain, "light")
    halo = f'stroke="{PALETTES["light"].tint("space")}"'
    assert halo in drawn(told, "light")
    assert 'paint-order="stroke"' in drawn(told, "light")
    assert drawn(told, "outlined") == drawn(plain, "outlined")  # line art has it everywhere, in white


def test_items_have_their_key_and_title():
    card = keyed(drawn(everything()), "card G3A")
    assert card.get("class") == "card"
    assert card[0].text == "the green 3 of axes"
    assert card.get("transform") == "translate(10 10)"


def test_a_sideways_card_is_turned_about_its_top_right_corner():
    card = keyed(drawn(everything()), "card TH")
    assert card.get("transform") == "translate(260 10)rotate(90)"


def test_scenery_has_no_key():
    assert "data-key" not in svg(scene(Box(0, 0, 1, 1), Token(1, 1, 1, "x")))


def test_faded_tokens_are_paler():
    faded, clear = (drawn(scene(Token(1, 1, 1, "x", faded=faded))) for faded in (True, False))
    assert [g.get("opacity") for g in (faded[3], clear[3])] == ["0.45", None]


class TestTargets:
    def test_have_move_source_and_label(self):
        first, second = targets_of(drawn(everything()))
        assert first.get("data-move") == "b2>a1"
        assert first.get("data-source") == "card G3A"
        assert first.get("aria-label") == first[0].text == 'Put the "3" on the 2'
        assert first.get("role") == "button"
        assert second.get("data-source") is None

    def test_in_one_place_only_the_first_is_seen(self):
        first, second = targets_of(drawn(everything()))
        assert float(first[1].get("stroke-opacity")) > 0
        assert float(second[1].get("stroke-opacity")) == float(second[1].get("fill-opacity")) == 0

    def test_can_be_left_out(self):
        assert "target" not in svg(everything(), targets=False)

    def test_make_the_image_a_group(self):
        assert drawn(everything()).get("role") == "group"
        assert drawn(everything(), targets=False).get("role") == drawn(scene()).get("role") == "img"


class TestBoxes:
    @pytest.mark.parametrize("role", ROLES)
    def test_in_every_role(self, role):
        rect = drawn(scene(Box(1, 1, 2, 1, role, role)))[3]
        palette = PALETTES["light"]
        assert (rect.get("fill"), rect.get("stroke")) == (palette.tint(role), palette.inks[role])

    def test_without_outline_have_no_stroke(self):
        assert drawn(scene(Box(1, 1, 2, 1, dashed=True)))[3].attrib.keys() == {"x", "y", "width", "height", "fill"}


class TestLines:
    def test_dashed(self):
        assert drawn(scene(Line(0, 0, 1, 0, dashed=True, width=0.1)))[3].get("stroke-dasharray") == "30 20"

    def test_arrow_points_at_its_end(self):
        picture = drawn(scene(Line(0, 1, 2, 1, arrow=True, width=0.1)))
        assert picture[4].get("d").startswith("M200 100L")
        assert float(picture[3].get("x2")) < 200  # the line stops inside its head

    def test_arrow_without_length_has_no_head(self):
        assert len(drawn(scene(Line(1, 1, 1, 1, arrow=True)))) == 4


class TestLabels:
    @pytest.mark.parametrize(("anchor", "written"), [("start", None), ("middle", "middle"), ("end", "end")])
    def test_anchor(self, anchor, written):
        assert drawn(scene(Label(1, 1, "x", anchor=anchor)))[3].get("text-anchor") == written

    @pytest.mark.parametrize("role", ROLES)
    def test_in_every_role(self, role):
        assert drawn(scene(Label(1, 1, "x", role=role)))[3].get("fill") == PALETTES["light"].inks[role]


def test_unknown_items_are_refused():
    with pytest.raises(TypeError, match="can't draw Item"):
        svg(scene(Item()))


def test_sheets_hold_every_item_once_and_follow_the_scheme():
    whole = svg_sheets(everything())
    assert len(whole) == 1
    assert "light-dark(" in whole[0].text
    assert "light-dark(" not in svg_sheets(everything(), palette="dark")[0].text
    cut = scene(Label(1, 1, "left"), Label(3, 1, "right"), Line(2.5, 0, 1, 1, arrow=True))
    cut = replace(cut, sheets=(Sheet(0, 0, 2, 2), Sheet(2, 0, 2, 2)))
    left, right = svg_sheets(cut)
    assert "left" in left.text
    assert "right" not in left.text
    assert "right" in right.text
    assert "<desc>" not in right.text
    assert left.text.startswith('<svg width="200" height="200" viewBox="0 0 200 200"')
    assert right.text.startswith('<svg width="200" height="200" viewBox="200 0 200 200"')


def test_large_corners():
    card = scene(Card(0, 0, 1, 1.4, "Q", corner="Q", emblem="heart", role="red"))
    usual, large = svg_sheets(card)[0].text, svg_sheets(card, large=True)[0].text
    assert usual != large
    assert 'font-size="29"' in usual
    assert 'font-size="37.7"' in large
