import re

import pytest

from escapology.draw.cards import pattern
from escapology.draw.faces import HALVES
from escapology.draw.palette import (
    AA,
    AUTO,
    OUTLINED,
    PALETTES,
    PRINTED,
    SUITS,
    Palette,
    card_paper,
    contrast,
    in_pair,
    luminance,
    mix,
    rim_of,
    suit_role,
    writing_on,
)
from tests.draw.scenes import ROLES

PLAIN: dict[str, Palette] = {"printed": PRINTED, "outlined": OUTLINED} | {
    str(name): one for name, one in PALETTES.items()
}
ALL = PLAIN | {
    f"{face} by {when}": half.palette
    for face, halves in HALVES.items()
    for when, half in zip(("day", "night"), halves, strict=True)
}
each_palette = pytest.mark.parametrize("palette", ALL.values(), ids=ALL)
WRITTEN_ON = [role for role in ROLES if role not in {"ink", "wall", "black", "white"}]  # the others are solid things


def test_contrast_is_that_of_wcag():
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)
    assert contrast("#ffffff", "#777777") == contrast("#777777", "#ffffff")
    assert luminance("#ff0000") == pytest.approx(0.2126)


def test_mix():
    assert mix("#000000", "#ffffff", 0.5) == "#808080"
    assert mix("#123456", "#ffffff", 0) == "#123456"


@each_palette
def test_every_role_has_its_colours(palette):
    for table in (palette.fills, palette.inks, palette.prints):
        assert set(table) == set(ROLES)
        assert all(re.fullmatch("#[0-9a-f]{6}", colour) for colour in table.values())


@each_palette
def test_writing_can_be_read_on_every_area(palette):
    faint = [
        (ink, area, round(contrast(palette.inks[ink], palette.tint(area)), 2))
        for ink in ("ink", "muted")
        for area in WRITTEN_ON
        if contrast(palette.inks[ink], palette.tint(area)) < AA
    ]
    assert faint == []


@each_palette
@pytest.mark.parametrize("role", ROLES)
def test_writing_in_any_role_can_be_read_on_table_board_and_spaces(palette, role):
    for ground in ("table", "board", "space"):
        assert contrast(palette.inks[role], palette.fills[ground]) >= AA, ground


@each_palette
@pytest.mark.parametrize("role", ROLES)
def test_print_can_be_read_on_paper(palette, role):
    assert contrast(palette.prints[role], palette.paper) >= AA


@each_palette
@pytest.mark.parametrize("role", ["yellow", "red", "green", "blue"])
def test_print_can_be_read_on_coloured_cards(palette, role):
    assert contrast(palette.prints[role], card_paper(palette, role)) >= AA


@each_palette
@pytest.mark.parametrize("role", ROLES)
def test_writing_on_pieces_can_be_read(palette, role):
    assert contrast(writing_on(palette.fills[role]), palette.fills[role]) >= AA


@each_palette
def test_walls_stand_out_from_the_ground(palette):
    # WCAG asks 3 : 1 of what is not writing
    assert contrast(palette.inks["wall"], palette.fills["board"]) >= 3
    assert contrast(palette.inks["accent"], palette.fills["board"]) >= 3


def test_grey_is_grey():
    palette = PALETTES["grey"]
    colours = [*palette.fills.values(), *palette.inks.values(), *palette.prints.values()]
    colours += [palette.paper, palette.edge, palette.shadow, palette.back, palette.lace]
    assert [colour for colour in colours if len({colour[1:3], colour[3:5], colour[5:7]}) > 1] == []


@each_palette
def test_card_colours_differ(palette):
    fills = [palette.fills[role] for role in ("yellow", "red", "green", "blue")]
    assert len(set(fills)) == (1 if palette.is_line_art else 4)


def test_in_line_art_patterns_tell_card_colours_apart():
    drawn = {pattern(role, 0, 0, 60, 20, OUTLINED) for role in ("yellow", "red", "green", "blue")}
    assert len(drawn) == 4


def test_suits_follow_the_deck():
    assert [suit_role(suit, "black", "two") for suit in SUITS] == ["black", "red", "black", "red"]
    assert [suit_role(suit, "red", "four") for suit in SUITS] == ["black", "red", "green", "blue"]


def test_other_emblems_and_other_roles_keep_theirs():
    assert suit_role("sun", "black", "four") == "black"
    assert suit_role("heart", "danger", "four") == "danger"
    assert suit_role("", "red", "four") == "red"


def test_colours_in_pairs():
    pair = in_pair("#000000", "#ffffff")
    assert pair == "light-dark(#000000,#ffffff)"
    assert in_pair("#123456", "#123456") == "#123456"
    assert mix(pair, "#ffffff", 0.5) == "light-dark(#808080,#ffffff)"
    assert writing_on(pair) == f"light-dark({writing_on('#000000')},{writing_on('#ffffff')})"


def test_the_palette_of_pages_is_light_and_dark_at_once():
    light, dark = PALETTES["light"], PALETTES["dark"]
    for role in ROLES:
        assert AUTO.fills[role] == in_pair(light.fills[role], dark.fills[role])
        assert AUTO.tint(role) == in_pair(light.tint(role), dark.tint(role))
        assert rim_of(AUTO.fills[role], AUTO.fills["board"]) == in_pair(
            rim_of(light.fills[role], light.fills["board"]), rim_of(dark.fills[role], dark.fills["board"])
        )
