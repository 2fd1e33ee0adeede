from xml.etree import ElementTree as ET

import pytest

from escapology.draw.emblems import PATHS
from escapology.draw.palette import PALETTES, contrast
from escapology.draw.scene import Token
from escapology.draw.tokens import draw_token
from tests.draw.scenes import EMBLEMS, ROLES

LIGHT = PALETTES["light"]
SHAPES = ("disc", "pawn", "die", "coin")


def drawn(token, deck="two"):
    return ET.fromstring(f"<g>{draw_token(token, LIGHT, deck)}</g>")


def writing(element):
    return [text.text for text in element.iter("text")]


def emblems(element):
    return [path.get("d") for path in element.iter("path") if path.get("d") in PATHS.values()]


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("role", ROLES)
def test_every_shape_in_every_role(shape, role):
    token = drawn(Token(0, 0, 0.5, "", shape, role=role))
    assert LIGHT.fills[role] in {element.get("fill") for element in token.iter()}


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("emblem", EMBLEMS)
def test_every_shape_shows_every_emblem(shape, emblem):
    assert emblems(drawn(Token(0, 0, 0.5, "", shape, emblem))) == [PATHS[emblem]]


@pytest.mark.parametrize("number", range(1, 7))
def test_a_die_has_as_many_pips_as_its_number_says(number):
    token = drawn(Token(0, 0, 0.5, str(number), "die"))
    assert len(list(token.iter("circle"))) == number
    assert writing(token) == []


@pytest.mark.parametrize("text", ["0", "7", "?"])
def test_other_dice_are_written(text):
    assert writing(drawn(Token(0, 0, 0.5, text, "die"))) == [text]


def test_a_coin_shows_value_and_suit():
    coin = drawn(Token(0, 0, 0.5, "3", "coin", "moon"))
    assert writing(coin) == ["3"]
    assert emblems(coin) == [PATHS["moon"]]


@pytest.mark.parametrize(("text", "shown"), [("@", []), ("E", ["E"]), ("", [])])
def test_a_pawn_shows_letters_but_no_signs(text, shown):
    assert writing(drawn(Token(0, 0, 0.5, text, "pawn"))) == shown


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize(("facing", "turn"), [("n", 0), ("e", 90), ("s", 180), ("w", 270)])
def test_facing_turns_the_pointer(shape, facing, turn):
    def turns(token):
        return [g.get("transform") for g in drawn(token).iter("g") if "rotate" in g.get("transform", "")]

    assert turns(Token(0, 0, 0.5, "1", shape, facing=facing)) == [f"rotate({turn})"]
    assert turns(Token(0, 0, 0.5, "1", shape)) == []


def test_suits_follow_the_deck():
    club = Token(0, 0, 0.5, "", emblem="club")
    assert drawn(club)[1].get("fill") == LIGHT.fills["black"]
    assert drawn(club, "four")[1].get("fill") == LIGHT.fills["green"]


@pytest.mark.parametrize("palette", PALETTES.values(), ids=PALETTES)
@pytest.mark.parametrize("role", ["yellow", "red", "green", "blue", "black", "white"])
def test_pieces_stand_out_from_the_board_by_fill_or_edge(palette, role):
    disc = ET.fromstring(f"<g>{draw_token(Token(0, 0, 0.5, '', role=role), palette, 'two')}</g>")[1]
    seen = max(contrast(disc.get(part), palette.fills["board"]) for part in ("fill", "stroke"))
    assert seen >= 3  # what WCAG asks of things that are not writing
